"""The HTTP side of the pages: which address gives what, and the headers that all of it has."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from functools import cached_property, lru_cache, partial
from typing import TypeVar

from aiohttp import web
from aiohttp.typedefs import Handler

from bot.core.bank import Bank
from bot.figures import Gallery
from bot.site import pages
from bot.site.limits import HEALTH, refusing
from bot.site.pictures import Drawing, ImageBytes, picture_name, pictures_of
from bot.site.sending import FOREVER, PAGE_CACHING, File, file_of
from bot.site.wording import question_path

T = TypeVar("T")

_HEADERS = {
    "Content-Security-Policy": f"{pages.POLICY}; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Server": "quizbot",  # the library would tell its version and Python's
}
_PICTURE_NAME = re.compile(r"[0-9a-f]{16,64}\.(svg|png|jpe?g|webp)")
#: Pages that are kept once they were made; about 15 kB each.
_KEPT_PAGES = 1000
#: Pictures that may wait to be drawn, some 50 ms each. Verdicts on Discord wait in the same line.
_WAITING_PICTURES = 32
_BUSY_S = 2


def make_app(
    bank: Callable[[], Bank],
    gallery: Gallery,
    image_bytes: ImageBytes,
    *,
    healthy: Callable[[], Awaitable[str]],
    monotonic: Callable[[], float],
    public_url: str | None = None,
) -> web.Application:
    """The site as an application that is not started; `bank` is asked at every request.

    `image_bytes` gives a picture file by its SHA-256, `healthy` the reason why the bot is not ("" if it
    is), `monotonic` seconds for the limits. `public_url` is where the site is reached from outside.
    """
    site = _Site(bank, gallery, image_bytes, healthy, public_url)
    app = web.Application(middlewares=[refusing(monotonic), _missing_page])
    app.router.add_get("/", site.index)
    app.router.add_get(HEALTH, site.health)
    app.router.add_get("/q/{pack}/{question}", site.question_without_slash)
    app.router.add_get("/q/{pack}/{question}/", site.question)
    app.router.add_get("/f/{name}", site.picture)
    app.router.add_get("/static/{name}", site.asset)
    app.on_response_prepare.append(_secure)
    return app


class _Edition:
    """What is made from one bank: everything once, and only when somebody asks for it."""

    def __init__(self, bank: Bank, gallery: Gallery, public_url: str | None) -> None:
        self.bank = bank
        self._gallery = gallery
        self._public_url = public_url
        self.page = lru_cache(_KEPT_PAGES)(self._page)

    @cached_property
    def index(self) -> File:
        """The index."""
        return _page_file(pages.index_page(self.bank, self._public_url))

    @cached_property
    def pictures(self) -> dict[str, Drawing]:
        """What can be drawn, by name; takes about 2 ms per question."""
        return pictures_of(self.bank, self._gallery, previews=self._public_url is not None)

    @cached_property
    def images(self) -> dict[str, str]:
        """The hashes of picture files, by name."""
        return {q.image.name: q.image.sha256 for q in self.bank.questions.values() if q.image}

    def _page(self, pack_id: str, question_id: str) -> File:
        question = self.bank.questions[pack_id, question_id]
        name_of = partial(picture_name, self._gallery)
        return _page_file(pages.question_page(self.bank, question, name_of, self._public_url))


class _Site:
    """The handlers, and the edition of the bank that was seen last."""

    def __init__(
        self,
        bank: Callable[[], Bank],
        gallery: Gallery,
        image_bytes: ImageBytes,
        healthy: Callable[[], Awaitable[str]],
        public_url: str | None,
    ) -> None:
        self._bank = bank
        self._gallery = gallery
        self._image_bytes = image_bytes
        self._healthy = healthy
        self._public_url = public_url
        self._edition: _Edition | None = None
        self._making = asyncio.Lock()
        self._waiting = 0

    async def index(self, request: web.Request) -> web.Response:
        return (await self._made(lambda made: made.index)).answer(request)

    async def health(self, _request: web.Request) -> web.Response:
        reason = " ".join((await self._healthy()).split())
        return web.Response(
            text=f"{reason or 'ok'}\n", status=503 if reason else 200, headers={"Cache-Control": "no-store"}
        )

    async def question(self, request: web.Request) -> web.Response:
        key = _asked(request)
        file = await self._made(lambda made: made.page(*key) if key in made.bank.questions else None)
        if file is None:
            raise web.HTTPNotFound
        return file.answer(request)

    async def question_without_slash(self, request: web.Request) -> web.Response:
        question = self._bank().questions.get(_asked(request))
        if question is None:
            raise web.HTTPNotFound
        # Relative, so that a proxy may serve the site below a folder of its own.
        return web.Response(status=301, headers={"Location": question_path(question).rsplit("/", 2)[1] + "/"})

    async def picture(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        if not _PICTURE_NAME.fullmatch(name):
            raise web.HTTPNotFound
        content = await asyncio.to_thread(self._gallery.cached, name)
        if content is None:
            images = await self._made(lambda made: made.images)
            pictures = await self._made(lambda made: made.pictures)
            if name in images:
                content = await self._image_bytes(images[name])
            elif name in pictures:
                content = await self._drawn(pictures[name])
            else:
                raise web.HTTPNotFound
        return file_of(name, content, FOREVER).answer(request)

    async def asset(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        if name not in pages.assets():
            raise web.HTTPNotFound
        return file_of(name, pages.assets()[name], FOREVER).answer(request)

    async def _drawn(self, drawing: Drawing) -> bytes:
        if self._waiting >= _WAITING_PICTURES:
            raise web.HTTPServiceUnavailable(
                text="Too many pictures are being drawn; try again in a moment.\n",
                headers={"Retry-After": str(_BUSY_S), "Cache-Control": "no-store"},
            )
        self._waiting += 1
        try:
            return await self._gallery.picture(*drawing)
        finally:
            self._waiting -= 1

    async def _made(self, make: Callable[[_Edition], T]) -> T:
        """Something of the edition of the bank as it is now."""
        async with self._making:
            bank = self._bank()
            if self._edition is None or self._edition.bank is not bank:
                self._edition = _Edition(bank, self._gallery, self._public_url)
            # In a thread: a page takes some 6 ms, and others share this event loop.
            return await asyncio.to_thread(make, self._edition)


def _asked(request: web.Request) -> tuple[str, str]:
    return request.match_info["pack"], request.match_info["question"]


def _page_file(text: str, caching: str = PAGE_CACHING) -> File:
    return file_of("page.html", text.encode(), caching)


@web.middleware
async def _missing_page(request: web.Request, handler: Handler) -> web.StreamResponse:
    try:
        return await handler(request)
    except web.HTTPNotFound:
        root = "../" * (request.path.count("/") - 1) or "./"
        return _page_file(pages.not_found_page(root), "no-store").answer(request, status=404)


async def _secure(_request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(_HEADERS)
