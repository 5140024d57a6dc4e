"""The web pages: a page per question that can be answered there, and an index."""

from bot.site.build import build_site
from bot.site.pages import question_path
from bot.site.pictures import ImageBytes
from bot.site.server import make_app

__all__ = ["ImageBytes", "build_site", "make_app", "question_path"]
