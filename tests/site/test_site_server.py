"""The HTTP side: statuses, headers, caching, pictures."""

import dataclasses
import re
from collections.abc import AsyncIterator

import pytest
from aiohttp import ClientResponse
from aiohttp.test_utils import TestClient, TestServer
from site_sample import FIGURE, PIXEL, image_bytes, make_bank, make_question
from yarl import URL

from bot.core.bank import Bank
from bot.figures import Gallery
from bot.site import make_app, question_path

SINGLE = "/q/ai-infrastructure/interconnect/"
FOREVER = "public, max-age=31536000, immutable"


class Site:
    """A served bank that a test may exchange."""

    def __init__(self, gallery: Gallery) -> None:
        self.bank = make_bank()
        self.gallery = gallery
        self.client: TestClient = TestClient(
            TestServer(make_app(lambda: self.bank, self.gallery, image_bytes))
        )

    async def get(self, path: str, method: str = "GET") -> ClientResponse:
        address = URL(path, encoded=True)  # as a hostile client writes it, not tidied up
        return await self.client.request(method, address, allow_redirects=False)


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
            "default-src 'none'; img-src 'self'; style-src 'self'; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"


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
