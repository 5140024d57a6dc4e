"""The web pages: a page per question that can be answered there, and an index."""

from bot.site.build import build_site
from bot.site.gallery import Gallery, ImageBytes
from bot.site.pages import question_path
from bot.site.server import make_app

__all__ = ["Gallery", "ImageBytes", "build_site", "make_app", "question_path"]
