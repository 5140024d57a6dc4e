"""What contradicts a kind's schema, in words for an author: found, expected, what to do."""

import difflib
import re
from collections.abc import Iterable, Mapping
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel
from pydantic_core import ErrorDetails

from bot.core.findings import FieldPath, Remark, Severity

#: Code of everything that contradicts the schema.
SCHEMA = "S001"


def error_at(path: FieldPath, found: str, expected: str, mend: str) -> Remark:
    """A schema error at `path`, which starts at the figure's fields."""
    return Remark(SCHEMA, Severity.ERROR, ("figure", *path), found, expected, mend)


def nearest(word: object, words: Iterable[str], otherwise: str) -> str:
    """What to do about a word that is none of `words`: the nearest one, or `otherwise`."""
    near = difflib.get_close_matches(str(word), list(words), n=1, cutoff=0.5)
    return f'did you mean "{near[0]}"?' if near else otherwise


def complaint(model: type[BaseModel], error: ErrorDetails) -> Remark:
    """A remark on one of pydantic's errors about `model`."""
    path: FieldPath = error["loc"]
    name = str(path[-1])
    if error["type"] == "missing":
        return error_at(path, f"{name} is missing", f"a value for {name}", f"add {name}")
    if error["type"] == "extra_forbidden":
        fields = _fields_of(_model_at(model, path[:-1]))
        # What stands behind a comma in { } without quotes becomes a field with no value.
        cut = error["input"] in ("", None)
        mend = "put quotes around a text with a comma" if cut else nearest(name, fields, "remove it")
        return error_at(path, f'an unknown field "{name}"', f"only {', '.join(fields)}", mend)
    return error_at(path, *_about_value(_label(path), error["type"], error["input"], error.get("ctx", {})))


def shown(value: object) -> str:
    """A value as its author would recognise it, cut to a readable length."""
    if isinstance(value, Mapping):
        return "a mapping"
    if isinstance(value, list | tuple):
        return "a list"
    text = str(value)
    if text in ("", "None"):
        return "nothing"
    return f'"{_printable(text if len(text) <= 40 else text[:39] + "…")}"'


def _printable(text: str) -> str:
    """Invisible characters by their codes, so that they cannot reorder or hide the message."""
    return "".join(
        c if c.isprintable() else " " if c.isspace() else c.encode("unicode_escape").decode() for c in text
    )


#: Expected, and what to do, for errors about which no more is to be said.
_PLAIN = {
    "string_pattern_mismatch": (
        "small letters, digits and single hyphens",
        "rename it, here and where it is used",
    ),
    "string_type": ("one line of plain text", "write the text behind the colon"),
    "list_type": ("a list", 'begin each entry with "- "'),
    "model_type": ("a mapping of fields", 'write its fields as "name: value"'),
}
_LIMITS = {"greater_than": "above", "greater_than_equal": "at least", "less_than_equal": "at most"}


def _about_value(label: str, kind: str, value: Any, ctx: Mapping[str, Any]) -> tuple[str, str, str]:
    found = f"{label} is {shown(value)}"
    if kind in _PLAIN:
        return found, *_PLAIN[kind]
    if kind in ("string_too_long", "string_too_short", "too_long", "too_short"):
        return _about_length(label, value, ctx)
    if kind == "literal_error":
        allowed = re.findall(r"'([^']*)'", ctx["expected"])
        return found, f"one of {', '.join(allowed)}", nearest(value, allowed, "write one of these")
    if kind in _LIMITS:
        limit = next(iter(ctx.values()))
        return found, f"a number {_LIMITS[kind]} {limit:,g}", "use another number, or another unit"
    # What is left are the ways in which a text is not a number.
    return found, "a plain number such as 400 or 9.6", "leave units and signs to the texts"


def _about_length(label: str, value: Any, ctx: Mapping[str, Any]) -> tuple[str, str, str]:
    text = isinstance(value, str)
    unit = "characters" if text else "entries"
    length = len(value) if text else ctx.get("actual_length", len(value))
    found = f"{label} has {length} {unit}" if length else f"{label} is empty"
    if "max_length" in ctx:
        mend = "shorten it" if text else "leave some out, or make two figures"
        return found, f"at most {ctx['max_length']} {unit}", mend
    least = ctx["min_length"]
    expected = f"at least {least} {unit if least > 1 else unit[:-1] if text else 'entry'}"
    return found, expected, "write a text" if text else "add to it"


def _label(path: FieldPath) -> str:
    """The field as people call it: `bars[2].label` is "label", the third column is "columns[2]"."""
    named = max((i for i, step in enumerate(path) if isinstance(step, str)), default=0)
    return str(path[named]) + "".join(f"[{step}]" for step in path[named + 1 :])


def _model_at(model: Any, path: FieldPath) -> type[BaseModel] | None:
    """The model of the mapping at `path`, or None if that is no mapping."""
    for step in path:
        if isinstance(step, int):
            model = next(iter(get_args(model)), None)
        elif isinstance(model, type) and issubclass(model, BaseModel):
            fields = model.model_fields
            name = next((name for name, field in fields.items() if step in (name, field.alias)), None)
            model = fields[name].annotation if name else None
        # `Annotated[list[X], …]` and `X | None` hold what is of interest in their first argument.
        while get_origin(model) not in (None, list, Literal):
            model = next(iter(get_args(model)), None)
    return model if isinstance(model, type) and issubclass(model, BaseModel) else None


def _fields_of(model: type[BaseModel] | None) -> list[str]:
    return [field.alias or name for name, field in model.model_fields.items()] if model else []
