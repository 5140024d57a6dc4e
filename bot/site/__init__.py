"""The web pages: a page per question that can be answered there, and an index."""

from bot.site.build import Progress, build_site
from bot.site.limits import make_runner
from bot.site.pictures import ImageBytes
from bot.site.server import make_app
from bot.site.wording import question_path

__all__ = ["ImageBytes", "Progress", "build_site", "make_app", "make_runner", "question_path"]
