"""What people meet on the pages, in a real browser. Without JavaScript unless a test says so."""

from collections.abc import AsyncIterator
from itertools import pairwise

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

pytestmark = pytest.mark.asyncio(loop_scope="session")

SINGLE = "/q/ai-infrastructure/interconnect/"
MULTIPLE = "/q/ai-infrastructure/telemetry/"
HOSTILE = "/q/ai-infrastructure/hostile/"
WIDE = "/q/ai-infrastructure/wide/"
KEY, WRONG, OTHER = "InfiniBand NDR with RDMA", "Fibre Channel, 64GFC", "Gigabit Ethernet"
RATIONALE = {
    KEY: "400 Gb/s a port and about a microsecond",
    WRONG: "Fast and lossless, so it is tempting",
    OTHER: "It is there already",
}


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def only_page(browser: Browser, address: str) -> AsyncIterator[Page]:
    context = await browser.new_context(base_url=address, java_script_enabled=False, reduced_motion="reduce")
    context.set_default_timeout(3000)
    yield await context.new_page()
    await context.close()


def option(page: Page, text: str) -> Locator:
    return page.locator("label.option", has_text=text)


def verdict(page: Page) -> Locator:
    return page.locator("#verdict")


async def shown(page: Page) -> str:
    """What is to be seen below the options, as rendered text."""
    return await verdict(page).inner_text()


async def heard(page: Page) -> str:
    """What assistive technology is told of the page."""
    return await page.locator("main").aria_snapshot()


async def test_before_a_choice_nothing_tells_the_key(page: Page) -> None:
    await page.goto(SINGLE)
    assert await shown(page) == ""
    told = await page.locator("main").inner_text() + await heard(page)
    for word in (*RATIONALE.values(), "Right", "Not this one", "In short", "Full explanation", "Training in"):
        assert word not in told
    assert not await page.locator("picture img").is_visible()


async def test_a_wrong_choice_shows_its_own_rationale_and_the_key(page: Page) -> None:
    await page.goto(SINGLE)
    await option(page, WRONG).click()
    text = await shown(page)
    assert text.startswith("Not this one")
    assert RATIONALE[WRONG] in text
    assert RATIONALE[KEY] in text
    assert RATIONALE[OTHER] not in text
    assert "Training in lockstep" in text
    assert await option(page, WRONG).inner_text() == "B\nFibre Channel, 64GFC\nNot right here"
    assert await option(page, KEY).inner_text() == "C\nInfiniBand NDR with RDMA\nRight answer"
    assert await option(page, OTHER).inner_text() == "A\nGigabit Ethernet on the existing switches"


async def test_the_right_choice_shows_only_the_rationale_of_the_key(page: Page) -> None:
    await page.goto(SINGLE)
    await option(page, KEY).click()
    text = await shown(page)
    assert text.startswith("Right\n")
    assert text.count(RATIONALE[KEY]) == 1
    assert "The answer is" not in text
    assert RATIONALE[WRONG] not in text


async def test_another_choice_replaces_the_verdict(page: Page) -> None:
    await page.goto(SINGLE)
    await option(page, WRONG).click()
    await option(page, OTHER).click()
    text = await shown(page)
    assert RATIONALE[OTHER] in text
    assert RATIONALE[WRONG] not in text


async def test_not_knowing_shows_the_key_and_blames_nobody(page: Page) -> None:
    await page.goto(SINGLE)
    await option(page, "I don’t know").click()
    text = await shown(page)
    assert text.startswith("Here is the answer")
    assert RATIONALE[KEY] in text
    assert "Not this one" not in text
    assert "You chose" not in text


async def test_pages_need_no_javascript_and_do_the_same_with_it(browser: Browser, address: str) -> None:
    context = await browser.new_context(base_url=address)
    page = await context.new_page()
    await page.goto(SINGLE)
    await option(page, WRONG).click()
    assert (await shown(page)).startswith("Not this one")
    assert await page.locator("script").count() == 1
    await context.close()


async def test_full_explanation_opens_with_every_option_takeaway_and_dated_references(page: Page) -> None:
    await page.goto(SINGLE)
    await option(page, KEY).click()
    assert "Option by option" not in await shown(page)
    await page.locator("summary", has_text="Full explanation").click()
    text = await shown(page)
    assert "What the link must do" in text
    assert all(rationale in text for rationale in RATIONALE.values())
    assert "When GPUs wait for each other" in text
    assert "Volume 1, chapter 3 · read on 1 December 2026" in text


async def test_start_over_hides_the_verdict_and_closes_the_explanation(page: Page) -> None:
    await page.goto(SINGLE)
    await option(page, KEY).click()
    await page.locator("summary").click()
    async with page.expect_event("load"):
        await page.get_by_text("Start over").click()
    assert await page.locator(":checked").count() == 0
    assert await shown(page) == ""
    await option(page, KEY).click()
    assert "Option by option" not in await shown(page)


async def test_arrow_keys_choose_without_giving_the_key_away_until_the_focus_moves_on(page: Page) -> None:
    await page.goto(SINGLE)
    first = page.locator(".choice").first
    while not await first.evaluate("e => e === document.activeElement"):
        await page.keyboard.press("Tab")
    await page.keyboard.press("ArrowDown")
    assert await page.get_by_text("See the verdict").is_visible()
    assert await shown(page) == ""
    assert "Right answer" not in await heard(page)
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("link", name="See why")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(verdict(page)).to_be_focused()
    assert "You chose" in await shown(page)


async def test_the_whole_page_works_by_keyboard_alone(page: Page) -> None:
    await page.goto(SINGLE)
    for key in ("Tab", "Tab", "Tab", "Tab", "Tab", "Space", "Tab", "Enter", "Tab", "Enter"):
        await page.keyboard.press(key)
    assert "Option by option" in await shown(page)


async def test_focus_is_visible_on_an_option(page: Page) -> None:
    await page.goto(SINGLE)
    row = page.locator("label.option").first
    before = await row.evaluate("e => getComputedStyle(e).outlineStyle")
    for _ in range(5):
        await page.keyboard.press("Tab")
    assert (before, await row.evaluate("e => getComputedStyle(e).outlineStyle")) == ("none", "solid")


async def test_enter_on_an_option_keeps_page_and_choice(page: Page) -> None:
    await page.goto(SINGLE)
    await option(page, WRONG).click()
    await page.keyboard.press("Enter")
    assert "?" not in page.url
    assert await page.locator(".choice:checked").count() == 1


@pytest.mark.parametrize(
    ("chosen", "heading", "chosen_lines"),
    [
        (("GPU temperature", "Clock throttle"), "Right", ["Chosen and right:", "Chosen and right:"]),
        (("GPU temperature",), "Not quite", ["Chosen and right:", "Right answer:"]),
        (
            ("GPU temperature", "Clock throttle", "Free disk"),
            "Not quite",
            ["Chosen and wrong:", "Chosen and right:", "Chosen and right:"],
        ),
        (("Free disk",), "Not quite", ["Chosen and wrong:", "Right answer:", "Right answer:"]),
        (("I don’t know",), "Here is the answer", ["Right answer:", "Right answer:"]),
    ],
)
async def test_of_several_keys_the_exact_set_counts(
    page: Page, chosen: tuple[str, ...], heading: str, chosen_lines: list[str]
) -> None:
    await page.goto(MULTIPLE)
    for text in chosen:
        await option(page, text).click()
    await page.get_by_text("Check my answer").click()
    assert await page.locator("#verdict h2:visible").first.inner_text() == heading
    said = await page.locator("#verdict .verdict h3:visible .quiet").all_inner_texts()
    assert sorted(said) == sorted(chosen_lines)


async def test_several_choices_wait_for_the_check(page: Page) -> None:
    await page.goto(MULTIPLE)
    await option(page, "GPU temperature").click()
    assert await shown(page) == ""
    assert "Right answer" not in await heard(page)


async def test_a_check_without_a_choice_asks_for_one(page: Page) -> None:
    await page.goto(MULTIPLE)
    await page.get_by_text("Check my answer").click()
    assert await page.get_by_text("Choose an answer first.").is_visible()
    assert await shown(page) == ""


@pytest.mark.parametrize("path", ["/", SINGLE, MULTIPLE, WIDE, HOSTILE, "/nowhere"])
async def test_a_narrow_phone_never_scrolls_sideways(page: Page, path: str) -> None:
    await page.set_viewport_size({"width": 320, "height": 640})
    await page.goto(path)
    if path.startswith("/q/"):
        await option(page, "I don’t know").click()
        await page.locator("summary").click()
    assert await page.evaluate("document.documentElement.scrollWidth") == 320


async def test_dark_and_light_differ_in_ground_and_picture(page: Page) -> None:
    seen = []
    for scheme in ("light", "dark"):
        await page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        await page.goto(SINGLE)
        await option(page, KEY).click()
        ground = await page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        seen.append((ground, await page.locator("picture img").evaluate("e => e.currentSrc")))
    assert [ground for ground, _ in seen] == ["rgb(251, 250, 247)", "rgb(23, 26, 36)"]
    assert seen[0][1] != seen[1][1]


async def test_the_picture_has_its_alternative_text_and_is_drawn(page: Page) -> None:
    await page.goto(SINGLE)
    await option(page, KEY).click()
    picture = page.get_by_alt_text("Bars to scale: NDR 400 Gb/s per port, Gigabit Ethernet 1 Gb/s.")
    await expect(picture).to_be_visible()
    assert await picture.evaluate("e => e.naturalWidth") > 0


async def test_headings_go_down_one_level_at_a_time(page: Page) -> None:
    await page.goto(SINGLE)
    await option(page, WRONG).click()
    await page.locator("summary").click()
    headings = page.locator(":is(h1, h2, h3, h4, h5):visible")
    levels = [int(tag[1]) for tag in await headings.evaluate_all("es => es.map(e => e.tagName)")]
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


async def test_screen_readers_get_group_language_and_a_live_verdict(page: Page) -> None:
    await page.goto(SINGLE)
    assert await page.locator("html").get_attribute("lang") == "en-GB"
    snapshot = await heard(page)
    assert 'group "Choose one answer"' in snapshot
    assert 'radio "B Fibre Channel, 64GFC"' in snapshot
    await option(page, WRONG).click()
    assert 'heading "Not this one" [level=2]' in await page.locator("#verdict [role=status]").aria_snapshot()


async def test_hostile_texts_stay_text(browser: Browser, address: str) -> None:
    context = await browser.new_context(base_url=address)  # with JavaScript, so that it could run
    page = await context.new_page()
    dialogs: list[str] = []
    requests: list[str] = []
    page.on("dialog", lambda dialog: dialogs.append(dialog.message))
    page.on("request", lambda request: requests.append(request.url))
    await page.goto(HOSTILE)
    await option(page, "I don’t know").click()
    await page.locator("summary").click()
    assert "{{ 7 * 7 }}" in await page.locator("h1").inner_text()
    hrefs = await page.locator("main a").evaluate_all("es => es.map(e => e.getAttribute('href'))")
    assert {href for href in hrefs if ":" in href} == {
        "https://example.org/b",
        'https://example.org/"onmouseover="alert(6)',
    }
    names = await page.locator("main *").evaluate_all("es => es.flatMap(e => e.getAttributeNames())")
    assert [name for name in names if name == "style" or name.startswith("on")] == []
    assert await page.locator("main :is(script, style, iframe), main img:not(picture img)").count() == 0
    assert dialogs == []
    assert [url for url in requests if not url.startswith(address)] == []
    await context.close()


async def test_the_policy_blocks_inline_script_and_style(browser: Browser, address: str) -> None:
    context = await browser.new_context(base_url=address)
    page = await context.new_page()

    async def tamper(route):  # type: ignore[no-untyped-def]
        answer = await route.fetch()
        body = (await answer.text()).replace(
            "</main>",
            "<script>document.title = 'owned'</script><p id=probe style='color: red'>x</p></main>",
        )
        await route.fulfill(response=answer, body=body)

    await page.route("**/interconnect/", tamper)
    await page.goto(SINGLE)
    assert await page.title() != "owned"
    assert await page.locator("#probe").evaluate("e => getComputedStyle(e).color") != "rgb(255, 0, 0)"
    await context.close()


async def test_questions_are_found_from_the_index_and_lead_on(page: Page) -> None:
    await page.goto("/")
    await page.get_by_role("link", name="Which interconnect between the servers ends the waiting?").click()
    await option(page, KEY).click()
    await page.get_by_text("Next question").click()
    assert page.url.endswith(MULTIPLE)
