"""Figures of every kind: those of the manual, and the smallest and largest that the schema allows."""

import itertools
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import yaml

from bot.core.question import Figure
from bot.figures import figure_schema

MANUAL = Path(__file__).parents[2] / "docs" / "figures.md"
GOLDEN = Path(__file__).parent / "golden"
PICTURES = MANUAL.parent / "pictures" / "figures"


def picture_of(kind: str, theme: str) -> Path:
    """Where the manual's example is kept as it was drawn: the manual shows the light one."""
    return PICTURES / f"{kind}.png" if theme == "light" else GOLDEN / f"figure-{kind}-{theme}.png"


SCHEMAS = {schema["properties"]["kind"]["const"]: schema for schema in figure_schema()["oneOf"]}
SECTIONS = dict(re.findall(r"^## `(\w+)`\n(.*?)(?=^## |\Z)", MANUAL.read_text("utf-8"), re.M | re.S))


def figure(fields: dict) -> Figure:
    data = {name: value for name, value in fields.items() if name not in ("kind", "title", "alt")}
    return Figure(fields["kind"], fields["title"], fields.get("alt", "…"), data)


def manual_fields(kind: str) -> dict:
    """The fields of the manual's example, as texts, as a pack's reader gives them."""
    block = re.search(r"```yaml\n(.*?)```", SECTIONS[kind], re.S)
    return yaml.load(block[1], yaml.BaseLoader)["figure"]


def manual_figure(kind: str) -> Figure:
    return figure(manual_fields(kind))


def smallest(kind: str, text: Callable[[int], str] = "x".__mul__) -> Figure:
    """As little of everything as the schema allows; `text` gives a text of a length."""
    return figure(_made(SCHEMAS[kind], "", text, _Ids(), largest=False))


def largest(kind: str, text: Callable[[int], str]) -> Figure:
    """As much of everything as the schema allows, every field filled."""
    return figure(_made(SCHEMAS[kind], "", text, _Ids(), largest=True))


class _Ids:
    """Ids for nodes, and afterwards pairs of them for links."""

    def __init__(self):
        self.made = []
        self.pairs = None

    def new(self):
        self.made.append(f"n{len(self.made)}")
        return self.made[-1]

    def next_reference(self):
        # Neighbours, then those two apart, and so on: links of every length.
        if self.pairs is None:
            count = len(self.made)
            pairs = ((i, (i + apart) % count) for apart in range(1, count) for i in range(count))
            self.pairs = itertools.chain.from_iterable(itertools.cycle(pairs))
        return self.made[next(self.pairs)]


def _made(schema: dict, name: str, text: Callable[[int], str], ids: _Ids, *, largest: bool):
    if "anyOf" in schema:
        schema = schema["anyOf"][0]
    if "const" in schema or "enum" in schema:
        return schema.get("const") or schema["enum"][len(ids.made) % len(schema["enum"])]
    if schema["type"] == "object":
        return {
            field: _made(inner, field, text, ids, largest=largest)
            for field, inner in schema["properties"].items()
            if largest or field in schema.get("required", ())
        }
    if schema["type"] == "array":
        count = schema["maxItems" if largest else "minItems"]
        return [_made(schema["items"], name, text, ids, largest=largest) for _ in range(count)]
    if "number" in schema["type"][0]:
        return "1"
    if "pattern" in schema:
        return ids.new() if name == "id" else ids.next_reference()
    return text(schema["maxLength"] if largest else max(1, schema.get("minLength", 0)))


def texts(value) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner)
