"""Infographics: declared by kind, checked, drawn with Typst, and kept in a gallery."""

from bot.figures.checking import check_figure
from bot.figures.gallery import Gallery
from bot.figures.preview import Preview, is_drawable
from bot.figures.registry import KINDS
from bot.figures.schema import figure_schema

__all__ = ["KINDS", "Gallery", "Preview", "check_figure", "figure_schema", "is_drawable"]
