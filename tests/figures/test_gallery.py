"""The gallery: pictures are drawn once, kept in a folder, and served by name."""

import asyncio
import re
import threading

import pytest
from figure_samples import manual_figure, smallest

from bot.core.question import Figure
from bot.figures import Gallery, drawing
from bot.figures.reading import InvalidFigure

FIGURE = smallest("layers")


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "deep" / "pictures"


@pytest.fixture
def gallery(folder):
    gallery = Gallery(folder)
    yield gallery
    gallery.close()


def mark_kept(folder, name, end):
    """Replace a kept picture by another valid one, which only a cache can give back."""
    path = folder / name
    path.write_bytes(path.read_bytes()[:8] + end)
    return path.read_bytes()


PNG_END = b"IEND\xaeB`\x82"


def test_a_name_is_forty_hex_digits_and_the_format(gallery):
    names = [gallery.name(FIGURE, "dark", format) for format in ("png", "svg")]
    assert re.fullmatch(r"[0-9a-f]{40}\.png", names[0])
    assert names[1] == names[0].replace(".png", ".svg")


def test_a_name_changes_with_everything_that_the_picture_depends_on(gallery, monkeypatch):
    other = Figure(FIGURE.kind, "Another title", FIGURE.alt, FIGURE.data)
    names = {
        gallery.name(FIGURE, "dark", "png"),
        gallery.name(FIGURE, "light", "png"),
        gallery.name(other, "dark", "png"),
    }
    monkeypatch.setattr(drawing, "_template", lambda name: b"changed")
    names.add(gallery.name(FIGURE, "dark", "png"))
    monkeypatch.setattr(drawing, "_versions", lambda: "typst 99")
    names.add(gallery.name(FIGURE, "dark", "png"))
    assert len(names) == 5


def test_a_name_does_not_change_with_what_is_not_drawn(gallery):
    rewritten = Figure(
        FIGURE.kind, f" {FIGURE.title}\n", "Other words for the same", dict(reversed(FIGURE.data.items()))
    )
    assert gallery.name(rewritten, "dark", "png") == gallery.name(FIGURE, "dark", "png")


async def test_a_picture_is_what_drawing_gives_and_is_kept_under_its_name(gallery, folder):
    picture = await gallery.picture(FIGURE, "dark", "png")
    assert picture == drawing.draw(FIGURE, "dark", "png")
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {
        gallery.name(FIGURE, "dark", "png"): picture
    }


async def test_a_kept_picture_is_not_drawn_again(gallery, folder):
    await gallery.picture(FIGURE, "dark", "png")
    kept = mark_kept(folder, gallery.name(FIGURE, "dark", "png"), PNG_END)
    assert await gallery.picture(FIGURE, "dark", "png") == kept


async def test_a_new_gallery_serves_what_an_old_one_kept(gallery, folder):
    picture = await gallery.picture(FIGURE, "light", "svg")
    fresh = Gallery(folder)
    assert fresh.cached(fresh.name(FIGURE, "light", "svg")) == picture
    fresh.close()


async def test_requests_for_one_picture_at_the_same_time_draw_it_once(gallery, monkeypatch):
    drawn = []

    def counted(*arguments, draw=drawing.draw_spec):
        drawn.append(arguments[1:])
        return draw(*arguments)

    monkeypatch.setattr("bot.figures.gallery.draw_spec", counted)
    figure = manual_figure("flow")
    requests = [gallery.picture(figure, theme, "png") for theme in ("dark", "light") for _ in range(20)]
    pictures = await asyncio.gather(*requests)
    assert (sorted(drawn), len(set(pictures))) == ([("dark", "png"), ("light", "png")], 2)


async def test_a_kept_picture_does_not_wait_for_one_that_is_being_drawn(gallery, monkeypatch):
    await gallery.picture(FIGURE, "dark", "png")
    begun, finish = threading.Event(), threading.Event()

    def slow(*arguments, draw=drawing.draw_spec):
        begun.set()
        finish.wait()
        return draw(*arguments)

    monkeypatch.setattr("bot.figures.gallery.draw_spec", slow)
    being_drawn = asyncio.create_task(gallery.picture(FIGURE, "light", "png"))
    try:
        async with asyncio.timeout(5):
            await asyncio.to_thread(begun.wait)
            kept = await gallery.picture(FIGURE, "dark", "png")
    finally:
        finish.set()
    assert kept != await being_drawn


async def test_many_pictures_at_once_come_out_whole(gallery):
    figures = [Figure(FIGURE.kind, f"Title {n}", "", FIGURE.data) for n in range(12)]
    pictures = await asyncio.gather(*(gallery.picture(figure, "dark", "svg") for figure in figures))
    assert pictures == [drawing.draw(figure, "dark", "svg") for figure in figures]


async def test_one_who_stops_waiting_does_not_stop_the_others(gallery):
    first = asyncio.create_task(gallery.picture(FIGURE, "dark", "png"))
    second = asyncio.create_task(gallery.picture(FIGURE, "dark", "png"))
    await asyncio.sleep(0)
    first.cancel()
    assert (await second).startswith(b"\x89PNG")


async def test_a_drawing_that_failed_is_tried_again(gallery, monkeypatch):
    def broken(*_):
        raise RuntimeError("out of ink")

    with monkeypatch.context() as broken_press:
        broken_press.setattr("bot.figures.gallery.draw_spec", broken)
        with pytest.raises(RuntimeError, match="out of ink"):
            await gallery.picture(FIGURE, "dark", "png")
    assert (await gallery.picture(FIGURE, "dark", "png")).startswith(b"\x89PNG")


async def test_a_deleted_folder_is_made_anew(gallery, folder):
    picture = await gallery.picture(FIGURE, "dark", "png")
    (folder / gallery.name(FIGURE, "dark", "png")).unlink()
    folder.rmdir()
    assert gallery.cached(gallery.name(FIGURE, "dark", "png")) is None
    assert await gallery.picture(FIGURE, "dark", "png") == picture
    assert folder.is_dir()


async def test_a_folder_that_cannot_be_written_costs_only_the_keeping(tmp_path, caplog):
    (tmp_path / "file").write_text("in the way")
    gallery = Gallery(tmp_path / "file" / "pictures")
    assert (await gallery.picture(FIGURE, "dark", "png")).startswith(b"\x89PNG")
    assert "cannot keep the picture" in caplog.text
    gallery.close()


@pytest.mark.parametrize("format", ["png", "svg"])
@pytest.mark.parametrize(
    "damage", [lambda _: b"", lambda data: data[: len(data) // 2], lambda data: data[9:]]
)
async def test_a_damaged_file_is_not_served_and_is_drawn_again(gallery, folder, format, damage):
    picture = await gallery.picture(FIGURE, "dark", format)
    name = gallery.name(FIGURE, "dark", format)
    (folder / name).write_bytes(damage(picture))
    assert gallery.cached(name) is None
    assert await gallery.picture(FIGURE, "dark", format) == picture
    assert (folder / name).read_bytes() == picture


HEX = "0123456789abcdef0123456789abcdef01234567"


@pytest.mark.parametrize(
    "name",
    [
        "",
        HEX,
        f"{HEX}.PNG",
        f"{HEX.upper()}.png",
        f"{HEX[1:]}.png",
        f"{HEX}0.png",
        f"{HEX}.png\n",
        f"{HEX}.png/",
        f"{HEX}.gif",
        f"../pictures/{HEX}.png",
        f"/etc/{HEX}.png",
        f"{HEX[:-1]}٣.png",
        f"{HEX}.png\x00",
    ],
)
def test_any_other_name_gives_nothing_even_if_there_is_a_file(gallery, folder, name):
    folder.mkdir(parents=True)
    for kept in (HEX, f"{HEX}.PNG", f"{HEX}.gif", f"{HEX}0.png", f"{HEX}.png"):
        (folder / kept).write_bytes(b"\x89PNG\r\n\x1a\n" + PNG_END)
    assert gallery.cached(name) is None


async def test_an_invalid_figure_is_refused_with_its_remarks(gallery):
    invalid = Figure("layers", "Title", "", {"layers": []})
    with pytest.raises(InvalidFigure, match="layers is empty; expected at least 2 entries"):
        await gallery.picture(invalid, "dark", "png")


@pytest.mark.parametrize(("theme", "format"), [("blue", "png"), ("dark", "pdf")])
async def test_another_theme_or_format_is_refused(gallery, theme, format):
    with pytest.raises(ValueError, match="no picture in theme"):
        await gallery.picture(FIGURE, theme, format)


async def test_a_closed_gallery_draws_no_more(gallery):
    gallery.close()
    with pytest.raises(RuntimeError):
        await gallery.picture(FIGURE, "dark", "png")
