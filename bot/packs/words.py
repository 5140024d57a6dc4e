"""What is wrong with the form of a file, in plain words, from what pydantic complains about."""

import difflib
from collections.abc import Iterator
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from bot.core.findings import FieldPath, Finding
from bot.core.lint.text import shown
from bot.packs.yamlfile import Document, error

#: The keys that an author has to be told to write, with a sample value.
_SAMPLES = {
    "revision": "revision: 1",
    "status": "status: draft",
    "level": "level: apply",
    "type": "type: single",
    "retrieved": "retrieved: 2026-12-01",
    "licence": "licence: CC-BY-4.0",
    "language": "language: en",
}


def findings_from(
    problem: ValidationError, model: type[BaseModel], document: Document, file: str
) -> Iterator[Finding]:
    """One finding for each complaint, placed where the author has to look."""
    for item in problem.errors(include_url=False):
        path: FieldPath = tuple(item["loc"])
        if item["type"] == "extra_forbidden":
            key = shown(str(path[-1]))
            known = _known_keys(model, path[:-1])
            near = difflib.get_close_matches(key.lower(), known, n=1)
            expected = "a known key" if near else _one_of(known)
            mend = f"write {near[0]}" if near else "delete it or write one of these"
            yield error(file, document.key_place(path), f'the unknown key "{key}"', expected, mend)
        elif item["type"] == "missing":
            name = str(path[-1])
            sample = _SAMPLES.get(name, f"{name}: …")
            found = f'{_owner(path)} without the key "{name}"'
            yield error(file, document.place(path), found, f"the key {name}", f"add {sample}")
        else:
            yield error(file, document.place(path), *_wrong_value(path, item))


def _wrong_value(path: FieldPath, item: Any) -> tuple[str, str, str]:
    """Found, expected and mend for a value of the wrong kind."""
    found = f"{_name(path)} is {_shown_value(item['input'])}"
    context = item.get("ctx", {})
    kind = item["type"]
    if kind == "ours":
        return found, context["expected"], context["mend"]
    if kind == "enum":
        words = [word.strip("'") for word in context["expected"].replace(" or ", ", ").split(", ")]
        near = difflib.get_close_matches(str(item["input"]).lower(), words, n=1, cutoff=0.5)
        return found, _one_of(words), f"write {(near or words)[0]}"
    if kind == "string_type":
        return found, "a text", f"write {_name(path)}: followed by one text"
    if kind == "list_type":
        return found, "a list", "write each entry on a line of its own with a dash"
    return found, "keys with values", "write `key: value` lines, indented below it"


def _known_keys(model: type[BaseModel], path: FieldPath) -> list[str]:
    """The keys that the model knows at this path."""
    current = model
    for part in path:
        if isinstance(part, str):
            current = _model_in(current.model_fields[part].annotation) or current
    return list(current.model_fields)


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((found for part in get_args(annotation) if (found := _model_in(part))), None)


def _one_of(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _name(path: FieldPath) -> str:
    """The field in words: its key, or the place of an entry in its list."""
    if not path:
        return "the file"
    if isinstance(path[-1], int):
        return f"entry {path[-1] + 1} of {path[-2]}"
    return str(path[-1])


def _owner(path: FieldPath) -> str:
    return "a file" if len(path) == 1 else _name(path[:-1])


def _shown_value(value: object) -> str:
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "a set of keys"
    return f'"{shown(str(value))}"' if value else "empty"
