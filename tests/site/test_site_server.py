"""The HTTP side: statuses, headers, caching, pictures."""

import asyncio
import contextlib
import dataclasses
import itertools
import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import ClientResponse, web
from aiohttp.test_utils import TestClient, TestServer, make_mocked_request
from multidict import CIMultiDict
from site_sample import FIGURE, PIXEL, PUBLIC, image_bytes, make_bank, make_question
from yarl import URL

from bot.core.bank import Bank
from bot.figures import Gallery
from bot.site import make_app, make_runner, question_path
from bot.site.limits import client_of

SINGLE = "/q/ai-infrastructure/interconnect/"
FOREVER = "public, max-age=31536000, immutable"


class Site:
    """A served bank that a test may exchange."""

    def __init__(self, gallery: Gallery) -> None:
        self.bank = make_bank()
        self.gallery = gallery
        self.seconds = 0.0
        self.trouble = ""
        app = make_app(
            lambda: self.bank,
            self.gallery,
            image_bytes,
            healthy=self.health,
            monotonic=lambda: self.seconds,
            public_url=PUBLIC,
        )
        self.client: TestClient = TestClient(TestServer(app))

    async def health(self) -> str:
        return self.trouble

    async def get(self, path: str, method: str = "GET", **options: Any) -> ClientResponse:
        address = URL(path, encoded=True)  # as a hostile client writes it, not tidied up
        return await self.client.request(method, address, allow_redirects=False, **options)


@pytest.fixture
async def site(gallery: Gallery) -> AsyncIterator[Site]:
    made = Site(gallery)
    async with made.client:
        yield made


async def test_every_question_of_the_bank_has_its_page(site: Site) -> None:
    statuses = [(await site.get(question_path(q))).status for q in site.bank.questions.values()]
    assert statuses == [200] * 5


async def test_every_response_carries_the_security_headers(site: Site) -> None:
    name = site.gallery.name(FIGURE, "dark", "svg")
    for path in ("/", SINGLE, SINGLE.rstrip("/"), "/nowhere", f"/f/{name}", "/f/x.svg"):
        headers = (await site.get(path)).headers
        assert headers["Content-Security-Policy"] == (
            "default-src 'none'; script-src 'self'; img-src 'self'; style-src 'self'; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Server"] == "quizbot"  # and no version of anything


async def test_an_address_without_its_slash_leads_to_the_page(site: Site) -> None:
    answer = await site.get("/q/ai-infrastructure/interconnect")
    assert (answer.status, answer.headers["Location"]) == (301, "interconnect/")


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere",
        "/q/ai-infrastructure/unknown/",
        "/q/ai-infrastructure/unknown",
        "/q/other/interconnect/",
        "/f/" + "0" * 40 + ".svg",
        "/f/../server.py",
        "/f/..%2f..%2fserver.py",
        "/static/..%2fserver.py",
        "/static/../templates/page.html",
        "/static/%2e%2e/server.py",
        "/static/%252e%252e%252fserver.py",
        "/static/..%5c..%5cserver.py",
        "/static/..\\..\\server.py",
        "/static/site.css%00",
        "/f/%2e%2e%2f" + "0" * 40 + ".svg",
        "/q/%2e%2e/%2e%2e/",
        "/q/ai-infrastructure/..%2f..%2findex.html",
        "/q/ai-infrastructure/%00/",
        "/%2fetc%2fpasswd",
    ],
)
async def test_unknown_addresses_get_the_page_that_leads_back(site: Site, path: str) -> None:
    answer = await site.get(path)
    text = await answer.text()
    assert (answer.status, answer.content_type) == (404, "text/html")
    assert "There is no page here" in text


@pytest.mark.parametrize(
    ("path", "root"), [("/nowhere", "./"), ("/a/b/c", "../../"), ("/a/b/c/", "../../../")]
)
async def test_the_page_for_unknown_addresses_finds_its_style_from_any_depth(
    site: Site, path: str, root: str
) -> None:
    text = await (await site.get(path)).text()
    (style,) = re.findall(r'rel="stylesheet" href="([^"]+)"', text)
    assert style.startswith(f"{root}static/site.")


@pytest.mark.parametrize("path", ["/", SINGLE])
async def test_head_gives_the_headers_without_the_body(site: Site, path: str) -> None:
    answer = await site.get(path, "HEAD")
    assert (answer.status, answer.content_type, await answer.read()) == (200, "text/html", b"")


async def test_style_is_served_under_a_name_of_its_content_and_kept_forever(site: Site) -> None:
    text = await (await site.get(SINGLE)).text()
    (style,) = re.findall(r'rel="stylesheet" href="\.\./\.\./\.\.(/static/site\.[0-9a-f]{16}\.css)"', text)
    answer = await site.get(style)
    assert (answer.status, answer.content_type, answer.headers["Cache-Control"]) == (200, "text/css", FOREVER)


@pytest.mark.parametrize(
    ("theme", "extension", "content_type"),
    [("light", "svg", "image/svg+xml"), ("dark", "svg", "image/svg+xml"), ("dark", "png", "image/png")],
)
async def test_pictures_of_the_bank_are_drawn_on_demand_and_kept_forever(
    site: Site, theme: str, extension: str, content_type: str
) -> None:
    answer = await site.get("/f/" + site.gallery.name(FIGURE, theme, extension))
    assert (answer.status, answer.content_type) == (200, content_type)
    assert answer.headers["Cache-Control"] == FOREVER
    assert await answer.read() == await site.gallery.picture(FIGURE, theme, extension)


async def test_a_picture_drawn_before_outlives_its_question(site: Site) -> None:
    path = "/f/" + site.gallery.name(FIGURE, "dark", "png")
    await site.get(path)
    site.bank = Bank(packs={}, questions={})
    assert (await site.get(path)).status == 200


async def test_a_new_bank_is_served_at_once(site: Site) -> None:
    figure = dataclasses.replace(FIGURE, title="Another")
    fresh = make_question("fresh", figure=figure)
    await site.get("/f/" + site.gallery.name(FIGURE, "dark", "png"))
    site.bank = Bank(packs=site.bank.packs, questions={("ai-infrastructure", "fresh"): fresh})
    assert (await site.get(question_path(fresh))).status == 200
    assert (await site.get("/f/" + site.gallery.name(figure, "light", "svg"))).status == 200
    assert (await site.get(SINGLE)).status == 404


async def test_a_bank_without_questions_has_an_index(site: Site) -> None:
    site.bank = Bank(packs={}, questions={})
    assert "There are no questions yet." in await (await site.get("/")).text()


async def test_a_picture_file_is_served_under_the_name_that_its_page_uses(site: Site) -> None:
    (asked,) = [each for each in site.bank.questions.values() if each.image]
    page = await (await site.get(question_path(asked))).text()
    name = f"{'0' * 40}.png"
    assert f'src="../../../f/{name}" alt="A photograph of a board"' in page
    response = await site.get(f"/f/{name}")
    assert (response.status, response.content_type, await response.read()) == (200, "image/png", PIXEL)


async def addresses(site: Site) -> dict[str, str]:
    """One address of each kind."""
    text = await (await site.get(SINGLE)).text()
    static = {kind: path for path, kind in re.findall(r"(/static/(\w+)\.[0-9a-f]{16}\.\w+)", text)}
    preview = re.findall(rf'content="{PUBLIC}(/f/[0-9a-f]+\.png)"', text)[0]
    figure = "/f/" + site.gallery.name(FIGURE, "light", "svg")
    return {"index": "/", "page": SINGLE, "svg": figure, "preview": preview, **static}


@pytest.mark.parametrize("kind", ["index", "page", "svg", "preview", "site", "quiz", "icon"])
async def test_who_has_the_newest_version_gets_only_word_that_it_is(site: Site, kind: str) -> None:
    path = (await addresses(site))[kind]
    first = await site.get(path)
    assert first.status == 200
    tag = first.headers["ETag"]
    assert re.fullmatch(r'"[0-9a-f]{32}(-gzip)?"', tag)
    for known in (tag, f'"other", {tag}', f"W/{tag}", "*"):
        again = await site.get(path, headers={"If-None-Match": known})
        assert (again.status, await again.read()) == (304, b"")
        for name in ("ETag", "Cache-Control", "Vary"):
            assert again.headers.get(name) == first.headers.get(name)
    assert (await site.get(path, headers={"If-None-Match": '"other"'})).status == 200


async def test_the_tag_of_a_page_changes_with_its_content_only(site: Site) -> None:
    before = (await site.get(SINGLE)).headers["ETag"]
    same = make_question()
    site.bank = Bank(site.bank.packs, {**site.bank.questions, ("ai-infrastructure", "interconnect"): same})
    assert (await site.get(SINGLE)).headers["ETag"] == before
    mended = make_question(short="Mended.")
    site.bank = Bank(site.bank.packs, {**site.bank.questions, ("ai-infrastructure", "interconnect"): mended})
    answer = await site.get(SINGLE, headers={"If-None-Match": before})
    assert answer.status == 200
    assert answer.headers["ETag"] != before
    assert "Mended." in await answer.text()


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [("gzip", True), ("br, gzip;q=0.5", True), ("gzip;q=0, br", False), ("identity", False), ("", False)],
)
async def test_texts_are_packed_for_those_who_can_unpack_them(
    site: Site, accepted: str, packed: bool
) -> None:
    answer = await site.get(SINGLE, headers={"Accept-Encoding": accepted})
    assert (answer.headers.get("Content-Encoding") == "gzip") == packed
    assert answer.headers["ETag"].endswith('-gzip"') == packed
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert "Sixteen servers" in await answer.text()


async def test_pictures_of_pixels_do_not_vary(site: Site) -> None:
    answer = await site.get((await addresses(site))["preview"])
    assert "Vary" not in answer.headers
    assert "Content-Encoding" not in answer.headers


@pytest.mark.parametrize("kind", ["index", "page", "svg", "preview", "quiz"])
async def test_head_says_what_get_would_send(site: Site, kind: str) -> None:
    path = (await addresses(site))[kind]
    got, head = await site.get(path), await site.get(path, "HEAD")
    for name in ("Content-Length", "Content-Type", "ETag", "Cache-Control", "Vary"):
        assert head.headers.get(name) == got.headers.get(name)
    assert await head.read() == b""


async def test_the_picture_of_a_link_is_drawn_on_demand_and_kept_forever(site: Site) -> None:
    answer = await site.get((await addresses(site))["preview"])
    assert (answer.status, answer.content_type) == (200, "image/png")
    assert answer.headers["Cache-Control"] == FOREVER
    assert (await answer.read()).startswith(b"\x89PNG")


async def test_health_is_told_and_never_kept(site: Site) -> None:
    answer = await site.get("/healthz")
    assert (answer.status, await answer.text(), answer.headers["Cache-Control"]) == (200, "ok\n", "no-store")
    site.trouble = "the gateway\nis not ready"
    answer = await site.get("/healthz")
    assert (answer.status, await answer.text()) == (503, "the gateway is not ready\n")


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"])
@pytest.mark.parametrize("path", ["/", SINGLE, "/nowhere", "/healthz"])
async def test_pages_can_only_be_read(site: Site, method: str, path: str) -> None:
    answer = await site.get(path, method)
    assert (answer.status, answer.headers["Allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_a_body_is_not_read(site: Site, method: str) -> None:
    answer = await site.get("/", method, data=b"x" * 100_000)
    assert answer.status in (405, 413)
    assert answer.headers["Connection"] == "close"


async def test_a_client_that_asks_too_often_is_told_when_to_come_back(site: Site) -> None:
    statuses = [(await site.get("/", "HEAD")).status for _ in range(601)]
    assert statuses == [200] * 600 + [429]
    site.seconds = 50.5
    answer = await site.get("/")
    assert (answer.status, answer.headers["Retry-After"]) == (429, "10")
    assert "more than 600 requests in 60 seconds from your address; try again in 10" in await answer.text()
    assert (await site.get("/healthz")).status == 200
    other = await site.get("/", headers={"X-Forwarded-For": "198.51.100.7"})
    assert other.status == 200
    site.seconds = 60.0
    assert (await site.get("/")).status == 200


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("203.0.113.9", [], "203.0.113.9"),
        ("8.8.8.8", ["1.1.1.1"], "8.8.8.8"),
        ("127.0.0.1", ["1.1.1.1"], "1.1.1.1"),
        ("10.0.0.2", ["6.6.6.6, 1.1.1.1"], "1.1.1.1"),
        ("::1", ["6.6.6.6", "5.5.5.5, 1.1.1.1:4711"], "1.1.1.1"),
        ("172.18.0.1", ["[2001:db8:1:2:3::4]:443"], "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", [], "2001:db8:1:2::/64"),
        ("::ffff:8.8.8.8", [], "8.8.8.8"),
        ("127.0.0.1", ["unknown"], "127.0.0.1"),
        ("127.0.0.1", ["1.1.1.1, "], "127.0.0.1"),
        ("127.0.0.1", [], "127.0.0.1"),
        ("", ["1.1.1.1"], "1.1.1.1"),
    ],
)
def test_behind_a_proxy_near_us_its_own_word_tells_the_client(
    peer: str, forwarded: list[str], client: str
) -> None:
    headers = CIMultiDict(("X-Forwarded-For", entry) for entry in forwarded)
    assert client_of(make_mocked_request("GET", "/", headers=headers).clone(remote=peer)) == client


async def test_only_so_many_pictures_wait_to_be_drawn(site: Site) -> None:
    figures = [dataclasses.replace(FIGURE, title=f"Figure {n}") for n in range(40)]
    questions = {
        ("ai-infrastructure", f"q{n}"): make_question(f"q{n}", figure=f) for n, f in enumerate(figures)
    }
    site.bank = Bank(site.bank.packs, questions)
    begun = asyncio.Event()

    class Slow(Gallery):
        async def picture(self, *_drawing: object) -> bytes:
            await begun.wait()
            return b"<svg></svg>"

    site.gallery.__class__ = Slow
    names = ["/f/" + site.gallery.name(figure, "light", "svg") for figure in figures]
    asked = [asyncio.ensure_future(site.get(name)) for name in names]
    early = [await answer for answer in itertools.islice(asyncio.as_completed(asked), 8)]
    assert {(answer.status, answer.headers["Retry-After"]) for answer in early} == {(503, "2")}
    begun.set()
    statuses = [answer.status for answer in await asyncio.gather(*asked)]
    assert (statuses.count(200), statuses.count(503)) == (32, 8)
    assert (await site.get(names[statuses.index(503)])).status == 200


@pytest.mark.parametrize(
    "request_head",
    [
        b"GET /" + b"a" * 5000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 5000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X: y\r\n" * 200 + b"\r\n",
        b"nonsense\r\n\r\n",
    ],
)
async def test_oversized_and_broken_requests_are_refused(site: Site, request_head: bytes) -> None:
    runner = make_runner(site.client.app)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        reader, writer = await asyncio.open_connection(*runner.addresses[0])
        with contextlib.closing(writer):
            writer.write(request_head)
            assert await reader.readline() == b"HTTP/1.0 400 Bad Request\r\n"
    finally:
        await runner.cleanup()
