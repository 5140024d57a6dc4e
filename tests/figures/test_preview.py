"""The picture that a link unfurls into."""

import dataclasses
import io

import pytest
from PIL import Image

from bot.figures import Gallery, Preview, is_drawable
from bot.figures.drawing import draw_spec

PREVIEW = Preview(
    pack="AI infrastructure",
    topic="Networking",
    scenario="Sixteen servers train one language model, and the profiler shows GPUs idle.",
    question="Which interconnect between the servers ends the waiting?",
)


def drawn(preview: Preview) -> Image.Image:
    return Image.open(io.BytesIO(draw_spec(preview, "dark", "png")))


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"scenario": "", "topic": "", "pack": ""},
        {"scenario": "word " * 100, "question": "question " * 40},
        {"scenario": "x" * 400, "question": "W" * 300, "pack": "p" * 200, "topic": "t" * 200},
    ],
    ids=["usual", "bare", "long", "unbroken"],
)
def test_it_has_the_size_that_sites_expect_whatever_the_texts(changes):
    assert drawn(dataclasses.replace(PREVIEW, **changes)).size == (1200, 630)


@pytest.mark.parametrize("field", ["pack", "topic", "scenario", "question"])
def test_every_text_is_in_the_picture(field):
    other = dataclasses.replace(PREVIEW, **{field: "Something else"})
    assert drawn(other).tobytes() != drawn(PREVIEW).tobytes()


def test_texts_are_data_and_no_markup():
    typed = dataclasses.replace(PREVIEW, question='#panic("typst") $x$ *bold* #sys.inputs')
    assert drawn(typed).size == (1200, 630)


def test_a_long_question_does_not_reach_the_line_at_the_foot():
    long = drawn(dataclasses.replace(PREVIEW, scenario="word " * 100, question="question " * 40))
    # Between the question and the line at 2 x 257 points there is ground only.
    strip = long.convert("RGB").crop((0, 495, 1200, 512))
    assert strip.getcolors() == [(1200 * 17, (0x17, 0x1A, 0x24))]


async def test_the_gallery_keeps_it_under_a_name_of_its_content(tmp_path):
    gallery = Gallery(tmp_path)
    try:
        name = gallery.name(PREVIEW, "dark", "png")
        assert gallery.name(dataclasses.replace(PREVIEW, question="Why?"), "dark", "png") != name
        assert gallery.cached(name) is None
        assert await gallery.picture(PREVIEW, "dark", "png") == gallery.cached(name)
    finally:
        gallery.close()


@pytest.mark.parametrize(
    ("text", "can"), [("Größe in µs – ½?", True), ("", True), ("日本", False), ("🌐", False)]
)
def test_what_the_font_lacks_is_known_before_it_is_drawn(text, can):
    assert is_drawable(text) == can
