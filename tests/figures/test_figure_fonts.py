"""The fonts: in memory before the first picture, wherever files come and go."""

import tempfile

import pytest
from figure_samples import manual_figure

from bot.figures import Gallery, check_figure, drawing, font

FIGURE = manual_figure("bars")


@pytest.fixture
def fresh_press():
    """The next figure is the first one of the process, and so is the first one after the test."""
    drawing._press.cache_clear()
    yield
    drawing._press.cache_clear()


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    """The folder of temporary files, empty."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def letters_of(svg: bytes) -> int:
    return svg.count(b"<use ")


def test_nothing_in_the_temporary_folder_is_needed_after_the_first_figure(temporary, fresh_press):
    drawing.lay_out(drawing.spec_of(FIGURE))
    assert list(temporary.iterdir()) == []


def test_every_later_picture_has_its_letters(temporary, fresh_press):
    expected = drawing.draw(FIGURE, "dark", "png")
    drawing._press.cache_clear()
    check_figure(manual_figure("layers"))
    temporary.rmdir()
    assert drawing.draw(FIGURE, "dark", "png") == expected


def test_without_a_temporary_folder_figures_are_checked_and_drawn(temporary, fresh_press):
    letters = letters_of(drawing.draw(FIGURE, "dark", "svg"))
    drawing._press.cache_clear()
    temporary.rmdir()
    assert check_figure(FIGURE) == []
    assert letters_of(drawing.draw(FIGURE, "dark", "svg")) == letters > 100


@pytest.mark.parametrize("left", [0, 2], ids=["all", "one"])
async def test_a_picture_without_its_fonts_is_neither_served_nor_kept(
    left, tmp_path, monkeypatch, temporary, fresh_press
):
    folder = tmp_path / "fonts"
    folder.mkdir()
    for file in font.font_files()[:left]:
        (folder / file.name).write_bytes(file.read_bytes())
    with monkeypatch.context() as broken:
        files = [folder / file.name for file in font.font_files()]
        broken.setattr(drawing, "font_files", lambda: files)
        gallery = Gallery(tmp_path / "pictures")
        with pytest.raises(RuntimeError, match="fonts of figures cannot be read"):
            await gallery.picture(FIGURE, "dark", "png")
        assert list(tmp_path.glob("pictures/*")) == []
    # Once the fonts are back, so are the pictures.
    assert (await gallery.picture(FIGURE, "dark", "png")) == drawing.draw(FIGURE, "dark", "png")
    gallery.close()
