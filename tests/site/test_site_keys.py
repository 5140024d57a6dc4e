"""The pages with their script: keys, and what screen readers are told."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

pytestmark = pytest.mark.asyncio(loop_scope="session")

SINGLE = "/q/ai-infrastructure/interconnect/"
MULTIPLE = "/q/ai-infrastructure/telemetry/"
WIDE = "/q/ai-infrastructure/wide/"
PATHS = ("/", SINGLE, MULTIPLE, WIDE, "/nowhere")


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def only_page(browser: Browser, address: str) -> AsyncIterator[Page]:
    context = await browser.new_context(base_url=address, reduced_motion="reduce")
    context.set_default_timeout(3000)
    yield await context.new_page()
    await context.close()


async def press(page: Page, *keys: str) -> None:
    for key in keys:
        await page.keyboard.press(key)


async def chosen(page: Page) -> str:
    """The letters of what is chosen."""
    rows = page.locator("label.option:has(:checked) .letter")
    return "".join(await rows.all_inner_texts())


async def headline(page: Page) -> str:
    return (await page.locator("#verdict").inner_text()).partition("\n")[0]


@pytest.mark.parametrize(
    ("key", "letter"),
    [("1", "A"), ("2", "B"), ("4", "D"), ("a", "A"), ("C", "C"), ("d", "D"), ("0", "?"), ("?", "?")],
)
async def test_a_letter_or_a_number_chooses_the_option_that_shows_it(
    page: Page, key: str, letter: str
) -> None:
    await page.goto(SINGLE)
    await press(page, key)
    assert await chosen(page) == letter


@pytest.mark.parametrize("key", ["5", "9", "e", "h", "x", "Control+b", "Alt+b", "Meta+b", "F1", "Escape"])
async def test_other_keys_and_those_of_the_browser_choose_nothing(page: Page, key: str) -> None:
    await page.goto(SINGLE)
    await press(page, key)
    assert await chosen(page) == ""


async def test_eight_options_have_eight_keys(page: Page) -> None:
    await page.goto(WIDE)
    await press(page, "h")
    assert await chosen(page) == "H"
    await press(page, "7")
    assert await chosen(page) == "G"


async def test_a_letter_gives_nothing_away_until_enter_shows_the_verdict(page: Page) -> None:
    await page.goto(SINGLE)
    await press(page, "b")
    assert await headline(page) == ""
    await press(page, "c")
    assert await headline(page) == ""
    await press(page, "b", "Enter")
    assert await headline(page) == "Not this one"
    await expect(page.locator("#verdict")).to_be_focused()
    assert await page.evaluate("document.querySelector('.verdict').getBoundingClientRect().top < innerHeight")


async def test_enter_after_a_click_leads_to_the_verdict(page: Page) -> None:
    await page.goto(SINGLE)
    await page.locator("label.option", has_text="InfiniBand").click()
    await press(page, "Enter")
    assert await headline(page) == "Right"
    await expect(page.locator("#verdict")).to_be_focused()


async def test_enter_without_a_choice_does_nothing(page: Page) -> None:
    await page.goto(SINGLE)
    await press(page, "Enter")
    assert (await headline(page), page.url.endswith(SINGLE)) == ("", True)


async def test_on_a_phone_the_verdict_comes_into_view(page: Page) -> None:
    await page.set_viewport_size({"width": 360, "height": 500})
    await page.goto(SINGLE)
    await press(page, "b", "Enter")
    top = await page.evaluate("document.querySelector('.verdict h2').getBoundingClientRect().top")
    assert 0 <= top < 300


async def test_letters_of_several_take_back_and_enter_checks(page: Page) -> None:
    await page.goto(MULTIPLE)
    await press(page, "a", "b", "d", "a")
    assert await chosen(page) == "BD"
    assert await headline(page) == ""
    await press(page, "Enter")
    assert await headline(page) == "Right"
    await expect(page.locator("#verdict")).to_be_focused()


async def test_enter_before_any_choice_asks_for_one_and_does_not_judge_the_first(page: Page) -> None:
    await page.goto(MULTIPLE)
    await press(page, "Enter")
    await expect(page.locator("#announcer")).to_have_text("Choose an answer first.")
    await press(page, "b")
    assert await headline(page) == ""
    await press(page, "d", "Enter")
    assert await headline(page) == "Right"


async def test_enter_on_a_link_follows_it_and_on_a_summary_opens_it(page: Page) -> None:
    await page.goto(SINGLE)
    await press(page, "c", "Enter")
    await page.locator("summary").focus()
    await press(page, "Enter")
    assert await page.get_by_text("Option by option").is_visible()
    await page.get_by_role("link", name="Next question").focus()
    async with page.expect_navigation():
        await press(page, "Enter")
    assert page.url.endswith(MULTIPLE)


async def test_the_keys_are_told_only_where_they_work(page: Page, browser: Browser, address: str) -> None:
    await page.goto(SINGLE)
    assert await page.locator("#keys").inner_text() == "A–D or 1–4 choose, Enter shows the verdict."
    context = await browser.new_context(base_url=address, java_script_enabled=False)
    plain = await context.new_page()
    await plain.goto(SINGLE)
    assert not await plain.locator("#keys").is_visible()
    await context.close()


# ---- What is read out ----


async def live_region(page: Page) -> str:
    """What Chromium's accessibility tree holds in the one live region."""
    session = await page.context.new_cdp_session(page)
    tree = await session.send("Accessibility.getFullAXTree")
    nodes = {node["nodeId"]: node for node in tree["nodes"]}
    regions = [
        node
        for node in nodes.values()
        if node.get("role", {}).get("value") == "status" and not node["ignored"]
    ]
    await session.detach()
    (region,) = regions
    (live,) = [each["value"]["value"] for each in region["properties"] if each["name"] == "live"]
    assert live == "polite"

    def text(node: dict) -> str:
        if node.get("role", {}).get("value") == "StaticText":
            return str(node["name"]["value"])
        return "".join(text(nodes[child]) for child in node.get("childIds", ()) if child in nodes)

    return text(region)


async def test_the_verdict_is_read_out_when_it_shows_and_not_before(page: Page) -> None:
    await page.goto(SINGLE)
    assert await live_region(page) == ""
    await press(page, "b")
    assert await live_region(page) == ""
    await press(page, "Enter")
    said = "Not this one. You chose Fibre Channel, 64GFC. The answer is InfiniBand NDR with RDMA"
    await expect(page.locator("#announcer")).to_have_text(said)
    assert await live_region(page) == said


async def test_another_choice_is_read_out_anew(page: Page) -> None:
    await page.goto(SINGLE)
    await page.locator("label.option", has_text="Fibre Channel").click()
    await expect(page.locator("#announcer")).to_contain_text("You chose Fibre Channel")
    await page.locator("label.option", has_text="InfiniBand").click()
    await expect(page.locator("#announcer")).to_have_text("Right. You chose InfiniBand NDR with RDMA")
    await page.locator("label.option", has_text="I don’t know").click()
    await expect(page.locator("#announcer")).to_have_text(
        "Here is the answer. The answer is InfiniBand NDR with RDMA"
    )


async def test_of_several_each_right_and_wrong_one_is_read_out(page: Page) -> None:
    await page.goto(MULTIPLE)
    await press(page, "a", "b", "Enter")
    await expect(page.locator("#announcer")).to_have_text(
        "Not quite. Chosen and wrong: Free disk space. Chosen and right: Clock throttle reasons. "
        "Right answer: GPU temperature"
    )


# ---- What a page may load, and how it fits ----


async def test_pages_ask_nobody_but_this_server_and_break_no_rule_of_their_policy(
    page: Page, address: str
) -> None:
    asked: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    for scheme in ("light", "dark"):
        await page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        for path in PATHS:
            await page.goto(path)
            if path.startswith("/q/"):
                await press(page, "0", "Enter")
    assert len(asked) > 10
    assert [url for url in asked if not url.startswith(address)] == []
    # Chromium notes the 404 itself.
    assert [text for text in complaints if "404" not in text] == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "zoom"), [(320, 1), (1280, 2)], ids=["320 px", "200 %"])
async def test_nothing_scrolls_sideways(page: Page, scheme: str, width: int, zoom: int) -> None:
    # Zoom halves the width that a page is laid out for.
    await page.set_viewport_size({"width": width // zoom, "height": 800 // zoom})
    await page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    for path in PATHS:
        await page.goto(path)
        if path.startswith("/q/"):
            await press(page, "a", "Enter")
            await page.locator("summary").click()
        assert await page.evaluate("document.documentElement.scrollWidth") == width // zoom, path


async def test_text_of_twice_the_size_does_not_scroll_sideways_either(page: Page) -> None:
    await page.set_viewport_size({"width": 640, "height": 800})
    for path in PATHS:
        await page.goto(path)
        # As a reader's own setting does.
        session = await page.context.new_cdp_session(page)
        await session.send("Page.enable")
        await session.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
        if path.startswith("/q/"):
            await press(page, "a", "Enter")
        width = await page.evaluate("document.documentElement.scrollWidth")
        await session.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
        await session.detach()
        assert width == 640, path


# ---- The rules of axe ----

_AXE = Path(__file__).parent / "axe" / "node_modules" / "axe-core" / "axe.min.js"


async def violations(page: Page) -> list[str]:
    """What axe finds wrong with the page as it is now."""
    if not await page.evaluate("'axe' in window"):
        # Not through a script element, which the page's policy forbids.
        await page.evaluate(_AXE.read_text("utf-8"))
    found = await page.evaluate("axe.run(document).then(result => result.violations)")
    return [f"{each['id']}: {node['html'][:120]}" for each in found for node in each["nodes"]]


@pytest.mark.skipif(
    not _AXE.exists(), reason="axe-core is not installed; run: npm ci --prefix tests/site/axe"
)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", SINGLE, MULTIPLE, WIDE, "/nowhere"])
async def test_axe_finds_no_barrier(page: Page, path: str, scheme: str) -> None:
    await page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    await page.goto(path)
    assert await violations(page) == []
    if path.startswith("/q/"):
        await press(page, "a")
        assert await violations(page) == []
        await press(page, "Enter")
        await page.locator("summary").click()
        assert await violations(page) == []
