"""What holds for every kind: a new one is covered by being in the registry and in the manual."""

import re
import struct

import pytest
from figure_samples import figure, largest, manual_fields, manual_figure, picture_of, smallest
from PIL import Image, ImageChops, ImageStat

from bot.core.question import Figure
from bot.figures import KINDS, check_figure
from bot.figures.drawing import WIDTH, draw, lay_out
from bot.figures.reading import spec_of

pytestmark = pytest.mark.parametrize("kind", KINDS)

#: Texts that mean something to Typst, to JSON and to a shell of quotes around them.
HOSTILE = '#read("/etc/passwd") ]#panic()[ $x^2$ *b* _i_ // c /* d \\u{41} <a> @b "},#{ '
LONG_WORDS = "bandwidth of the interconnect between 400–800 GPU servers in spine-leaf fabrics "
ODD = "ĄßéñğőŁøΩДЖ½×÷−±≤≥≈→°µ€…–“”«»№ "


def pixels_of(png: bytes) -> tuple[int, int]:
    return struct.unpack_from(">II", png, 16)


def codes_of(found: Figure) -> set[str]:
    return {remark.code for remark in check_figure(found)}


def test_the_manuals_example_has_nothing_wrong(kind):
    assert check_figure(manual_figure(kind)) == []


def test_the_manuals_example_is_720_pixels_wide_and_at_most_1_4_times_as_high(kind):
    width, height = pixels_of(draw(manual_figure(kind), "dark", "png"))
    assert (width, height <= 1.4 * width) == (720, True)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_manuals_example_looks_as_it_did_when_somebody_looked_at_it(kind, theme, tmp_path):
    (tmp_path / "now.png").write_bytes(draw(manual_figure(kind), theme, "png"))
    with Image.open(picture_of(kind, theme)) as then, Image.open(tmp_path / "now.png") as now:
        assert now.size == then.size
        difference = ImageStat.Stat(ImageChops.difference(now.convert("L"), then.convert("L"))).mean[0]
    # Other versions may round an edge differently; a moved text is a hundred times that.
    assert difference < 0.05, "look at it; if it is as you want it: python -m tests.figures.redraw"


def test_the_fewest_parts_make_a_picture_without_remarks(kind):
    assert check_figure(smallest(kind)) == []


@pytest.mark.parametrize("unit", [LONG_WORDS, "W", ODD, HOSTILE])
def test_the_most_and_longest_parts_are_laid_out_and_only_lack_room(kind, unit):
    def text(length):
        return (unit * length)[:length].replace(" ", "x") if unit == ODD else (unit * length)[:length].strip()

    assert codes_of(largest(kind, text)) <= {"G002", "G003"}


def test_texts_that_are_typst_code_are_drawn_letter_by_letter(kind):
    """Text that was run, or read as markup, would not show all of its characters."""
    glyphs = [
        draw(smallest(kind, lambda _, text=text: text), "dark", "svg").count(b"<use ")
        for text in ("#[]*_$`\\<@", "abcdeghijk")
    ]
    assert glyphs[0] == glyphs[1]


def test_a_file_named_in_a_text_does_not_get_into_the_picture(kind, tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("one")
    named = {**manual_fields(kind), "source": f'#read("{secret}")'}
    before = draw(figure(named), "dark", "svg")
    secret.write_text("another, and much longer")
    assert draw(figure(named), "dark", "svg") == before


@pytest.mark.parametrize("format", ["png", "svg"])
def test_the_same_figure_gives_the_same_bytes(kind, format):
    first = draw(manual_figure(kind), "dark", format)
    draw(smallest(kind), "dark", format)
    assert draw(manual_figure(kind), "dark", format) == first


def test_a_png_says_nothing_besides_its_pixels_and_their_density(kind):
    png = draw(smallest(kind), "dark", "png")
    chunks, at = set(), 8
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        chunks.add(png[at + 4 : at + 8])
        at += 12 + length
    assert chunks <= {b"IHDR", b"pHYs", b"IDAT", b"IEND"}


def test_an_svg_needs_no_font_and_no_other_file(kind):
    svg = draw(manual_figure(kind), "light", "svg").decode()
    assert "<text" not in svg
    assert re.findall(r'(?:href|src)="(?!#)[^"]*"', svg) == []


def test_themes_differ_in_colour_and_not_in_size(kind):
    dark, light = (draw(manual_figure(kind), theme, "png") for theme in ("dark", "light"))
    assert dark != light
    assert pixels_of(dark) == pixels_of(light)


def test_the_layout_knows_the_height_of_the_picture(kind):
    _, height = pixels_of(draw(manual_figure(kind), "dark", "png"))
    assert lay_out(spec_of(manual_figure(kind))).height * 720 / WIDTH == pytest.approx(height, abs=1)


def test_an_unknown_field_is_found_and_the_nearest_one_named(kind):
    (remark,) = check_figure(figure({**manual_fields(kind), "subtitel": "x"}))
    assert (remark.code, remark.path, remark.mend) == (
        "S001",
        ("figure", "subtitel"),
        'did you mean "subtitle"?',
    )


def test_an_uncovered_character_is_found_wherever_it_stands(kind):
    marked = largest(kind, lambda length: ("✗" + "x " * length)[:length].strip())
    places = {remark.path for remark in check_figure(marked) if remark.code == "G001"}
    assert places == {("figure", *path) for path in text_paths({"title": marked.title, **marked.data})}


def text_paths(value, path=()):
    """Where `largest` has put a text: everything but ids, references, numbers and choices."""
    if isinstance(value, str):
        return [path] if value.startswith("✗") else []
    items = value.items() if isinstance(value, dict) else enumerate(value)
    return [found for step, inner in items for found in text_paths(inner, (*path, step))]
