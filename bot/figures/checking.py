"""What is wrong with a figure: its fields, its characters, and what has no room in its picture."""

import unicodedata
from collections.abc import Iterator

from bot.core.findings import FieldPath, Remark, Severity
from bot.core.lint.text import texts_in
from bot.core.question import Figure
from bot.figures.complaints import shown
from bot.figures.drawing import WIDTH, Overflow, lay_out
from bot.figures.fields import Spec, tidy
from bot.figures.font import covered_characters
from bot.figures.reading import read_figure

UNCOVERED = "G001"
TOO_TALL = "G002"
NO_ROOM = "G003"

#: Height over width; a taller picture leaves a phone's screen.
MOST_UPRIGHT = 1.4
#: Typed marks come out of many keyboards, but the fields say the same and are drawn.
_MARKS = set("✓✔✗✘✕✖☑☒✅❌❎")


def check_figure(figure: Figure) -> list[Remark]:
    """Everything that is wrong with `figure`, except its alternative text. Takes 15 to 40 ms."""
    spec, remarks = read_figure(figure)
    remarks += _uncovered(figure)
    if spec is not None:
        remarks += _without_room(spec)
    return remarks


# ---- Characters ----


def _uncovered(figure: Figure) -> Iterator[Remark]:
    for path, text in texts_in({"title": figure.title, **figure.data}):
        # Composed, as it will be drawn; positions count in that form.
        composed = unicodedata.normalize("NFC", text)
        missing = {c: i for i, c in reversed(list(enumerate(composed))) if c not in covered_characters()}
        places = [
            f"{_named(character)} at character {index + 1}"
            for character, index in sorted(missing.items(), key=lambda item: item[1])
            if tidy(character) == character
        ]
        if places:
            marked = not _MARKS.isdisjoint(missing)
            yield Remark(
                UNCOVERED,
                Severity.ERROR,
                ("figure", *path),
                f"{_listed(places)} of {shown(text)}",
                "characters that Source Sans Pro has",
                "leave the mark out and say it by role or mark"
                if marked
                else "write it with Latin, Greek or Cyrillic letters, digits and common signs",
            )


def _named(character: str) -> str:
    name = unicodedata.name(character, "")
    code = f"U+{ord(character):04X}{' ' + name if name else ''}"
    return f'"{character}" ({code})' if character.isprintable() else code


def _listed(places: list[str]) -> str:
    return ", ".join(places[:3]) + (f" and {len(places) - 3} more" if len(places) > 3 else "")


# ---- Room ----


def _without_room(spec: Spec) -> Iterator[Remark]:
    layout = lay_out(spec)
    for overflow in layout.overflows:
        yield _overflow_remark(overflow)
    if layout.height > MOST_UPRIGHT * WIDTH:
        yield Remark(
            TOO_TALL,
            Severity.ERROR,
            ("figure",),
            f"the picture is {layout.height:.0f} pt high and {WIDTH} pt wide",
            f"at most {MOST_UPRIGHT * WIDTH:.0f} pt, {MOST_UPRIGHT} times the width",
            _what_to_shorten(spec),
        )


def _overflow_remark(overflow: Overflow) -> Remark:
    text = shown(overflow.text)
    limit = overflow.limit
    found, expected, mend = {
        "word": (
            f"the word {text} is wider than its place",
            f"words of at most {limit} characters here",
            "shorten it, or divide it by a space or a hyphen",
        ),
        "lines": (
            f"{text} does not fit in {limit} line{'s' if limit > 1 else ''}",
            "a text that fits its place",
            "shorten it",
        ),
        "crowded": (
            f"the label {text} has no free place on its link",
            "room for every label",
            "shorten or drop labels, or leave out links",
        ),
        "thin": (
            f"the step {text} is too thin to be numbered beside its neighbour",
            "steps that can be told apart",
            "join it with its neighbour, or make it longer",
        ),
    }[overflow.problem]
    # More lines than planned only make the picture longer; all else hides or cuts something.
    harmless = overflow.problem == "lines" and overflow.path != ("title",)
    severity = Severity.WARNING if harmless else Severity.ERROR
    return Remark(NO_ROOM, severity, ("figure", *overflow.path), found, expected, mend)


def _what_to_shorten(spec: Spec) -> str:
    """The longest texts and the longest list, which are what makes a picture tall."""
    data = spec.model_dump(by_alias=True, exclude={"title", "kind"})
    texts = sorted(texts_in(data), key=lambda item: len(item[1]), reverse=True)
    longest = [f"{_dotted(path)} ({len(text)} characters)" for path, text in texts[:2]]
    lists = {name: value for name, value in data.items() if isinstance(value, list)}
    name, entries = max(lists.items(), key=lambda item: len(item[1]))
    return f"shorten {' and '.join(longest)}, or leave out one of the {len(entries)} {name}"


def _dotted(path: FieldPath) -> str:
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return "".join(steps).removeprefix(".")
