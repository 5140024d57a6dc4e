"""The real server on a real port, and one real browser for all tests that need one."""

import shutil
from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path

import pytest
import pytest_asyncio
from aiohttp import web
from playwright.async_api import Browser, Page, async_playwright
from site_sample import PUBLIC, healthy, image_bytes, make_bank

from bot.figures import Gallery
from bot.site import make_app, make_runner

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.fixture
def gallery(tmp_path: Path) -> Iterator[Gallery]:
    made = Gallery(tmp_path / "pictures")
    yield made
    made.close()


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def address(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """Where the sample bank is served, without a slash at the end."""
    bank = make_bank()
    gallery = Gallery(tmp_path_factory.mktemp("pictures"))
    # Time flies, so that all tests together are no flood.
    seconds = count().__next__
    app = make_app(lambda: bank, gallery, image_bytes, healthy=healthy, monotonic=seconds, public_url=PUBLIC)
    runner = make_runner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0]
    yield f"http://{host}:{port}"
    await runner.cleanup()
    gallery.close()


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def browser() -> AsyncIterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine")
    async with async_playwright() as playwright:
        started = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        await started.close()


@pytest_asyncio.fixture(loop_scope="session")
async def page(only_page: Page) -> Page:
    """A module's one page, since opening one is slow; each test loads what it needs anew."""
    await only_page.set_viewport_size({"width": 900, "height": 900})
    await only_page.emulate_media(color_scheme="light")
    return only_page
