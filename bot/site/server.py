"""The HTTP side of the pages: routes, headers and caching."""

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass

from aiohttp import web

from bot.core.bank import Bank
from bot.core.question import Figure, Question
from bot.figures import Gallery
from bot.site import pages
from bot.site.pictures import ImageBytes, picture_name, pictures_of

_HEADERS = {
    # Pages hold no script and no inline style, so nothing that a pack smuggles in can run or load.
    "Content-Security-Policy": (
        "default-src 'none'; img-src 'self'; style-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Vary": "Accept-Encoding",
}
#: A correction shows after five minutes at the latest; starting over needs no second download.
_PAGE_CACHING = "public, max-age=300"
#: Names of pictures and assets change with their content.
_FOREVER = "public, max-age=31536000, immutable"
_TEXTS = {"css": "text/css", "svg": "image/svg+xml"}
_CONTENT_TYPES = _TEXTS | {
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "webp": "image/webp",
}
_PICTURE_NAME = re.compile(r"[0-9a-f]{16,64}\.(svg|png|jpe?g|webp)")


def make_app(bank: Callable[[], Bank], gallery: Gallery, image_bytes: ImageBytes) -> web.Application:
    """The site as an application that is not started; `bank` is asked at every request.

    `image_bytes` gives a picture file by its SHA-256.
    """
    site = _Site(bank, gallery, image_bytes)
    app = web.Application(middlewares=[_missing_page])
    app.router.add_get("/", site.index)
    app.router.add_get("/q/{pack}/{question}", site.question_without_slash)
    app.router.add_get("/q/{pack}/{question}/", site.question)
    app.router.add_get("/f/{name}", site.picture)
    app.router.add_get("/static/{name}", site.asset)
    app.on_response_prepare.append(_secure)
    return app


@dataclass(frozen=True)
class _Survey:
    """What takes long to gather from a bank, and is the same until the bank changes."""

    bank: Bank
    index: str
    pictures: dict[str, tuple[Figure, str, str]]
    images: dict[str, str]


class _Site:
    """The handlers, and the survey of the bank that was seen last."""

    def __init__(self, bank: Callable[[], Bank], gallery: Gallery, image_bytes: ImageBytes) -> None:
        self._image_bytes = image_bytes
        self._bank = bank
        self._gallery = gallery
        self._surveyed: _Survey | None = None
        self._surveying = asyncio.Lock()

    async def index(self, _request: web.Request) -> web.Response:
        return _page((await self._survey()).index)

    async def question(self, request: web.Request) -> web.Response:
        bank = self._bank()
        return _page(pages.question_page(bank, _asked(bank, request), self._svg_name))

    async def question_without_slash(self, request: web.Request) -> web.Response:
        asked = _asked(self._bank(), request)
        # Relative, so that a proxy may serve the site below a folder of its own.
        return web.Response(
            status=301, headers={"Location": pages.question_path(asked).rsplit("/", 2)[1] + "/"}
        )

    async def picture(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        if not _PICTURE_NAME.fullmatch(name):
            raise web.HTTPNotFound
        content = await asyncio.to_thread(self._gallery.cached, name)
        if content is None:
            survey = await self._survey()
            if name in survey.images:
                content = await self._image_bytes(survey.images[name])
            elif name in survey.pictures:
                content = await self._gallery.picture(*survey.pictures[name])
            else:
                raise web.HTTPNotFound
        return _lasting(name, content)

    async def asset(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        if name not in pages.assets():
            raise web.HTTPNotFound
        return _lasting(name, pages.assets()[name])

    def _svg_name(self, figure: Figure, theme: str) -> str | None:
        return picture_name(self._gallery, figure, theme, "svg")

    async def _survey(self) -> _Survey:
        bank = self._bank()
        async with self._surveying:
            if self._surveyed is None or self._surveyed.bank is not bank:
                # In a thread: about 2 ms per question, and others share this event loop.
                self._surveyed = await asyncio.to_thread(self._survey_of, bank)
            return self._surveyed

    def _survey_of(self, bank: Bank) -> _Survey:
        images = {q.image.name: q.image.sha256 for q in bank.questions.values() if q.image}
        return _Survey(bank, pages.index_page(bank), pictures_of(bank, self._gallery), images)


def _asked(bank: Bank, request: web.Request) -> Question:
    question = bank.questions.get((request.match_info["pack"], request.match_info["question"]))
    if question is None:
        raise web.HTTPNotFound
    return question


def _page(text: str, status: int = 200, caching: str = _PAGE_CACHING) -> web.Response:
    response = web.Response(
        text=text, status=status, content_type="text/html", headers={"Cache-Control": caching}
    )
    response.enable_compression()
    return response


def _lasting(name: str, content: bytes) -> web.Response:
    """A file whose name stands for its content."""
    extension = name.rpartition(".")[2]
    response = web.Response(
        body=content,
        content_type=_CONTENT_TYPES[extension],
        charset="utf-8" if extension in _TEXTS else None,
        headers={"Cache-Control": _FOREVER},
    )
    if extension in _TEXTS:
        response.enable_compression()
    return response


@web.middleware
async def _missing_page(request: web.Request, handler: Callable[[web.Request], object]) -> web.StreamResponse:
    try:
        return await handler(request)  # type: ignore[misc]
    except web.HTTPNotFound:
        root = "../" * (request.path.count("/") - 1) or "./"
        return _page(pages.not_found_page(root), status=404, caching="no-store")


async def _secure(_request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(_HEADERS)
