"""What is wrong with the form of a file, in plain words, from what pydantic complains about."""

import difflib
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import islice
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from bot.core.findings import FieldPath, Finding
from bot.core.lint.text import shown
from bot.packs.characters import QUOTES
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

#: Fields whose values are looked up or compared, by the last key of their path.
_NAMES = frozenset(
    {"id", "revision", "status", "objectives", "level", "type", "correct", "url", "retrieved", "enemies"}
    | {"file", "code", "language", "domain", "weight"}
)

#: How alike a misspelt key is to the one that was meant (difflib's ratio); how many are compared.
_NEAR = 0.6
_SOUGHT = 20

#: A figure has further keys by its kind, which are not known here: a subtitle (0.77) is no title.
_FIGURE: FieldPath = ("figure",)
_VERY_NEAR = 0.8


def findings_from(
    problem: ValidationError, model: type[BaseModel], document: Document, file: str
) -> Iterator[Finding]:
    """One finding for each complaint, placed where the author has to look.

    A missing key that is there under a misspelt name is one complaint, not two.
    """
    items = problem.errors(include_url=False)
    meant = _misspelt(items, model, document)
    told = set(meant.values())
    for path, target in meant.items():
        found = f'the key "{shown(str(path[-1]))}"'
        yield error(file, document.key_place(path), found, str(target[-1]), "rename it")
    for item in items:
        path = tuple(item["loc"])
        if path in meant or path in told:
            continue
        if item["type"] == "extra_forbidden":
            words = _unknown_key(str(path[-1]), _known_keys(model, path[:-1]))
            yield error(file, document.key_place(path), *words)
        elif item["type"] == "missing":
            name = str(path[-1])
            sample = _SAMPLES.get(name, f"{name}: …")
            found = f'{_owner(path)} without the key "{name}"'
            yield error(file, document.place(path), found, f"the key {name}", f"add {sample}")
        else:
            yield error(file, document.place(path), *_wrong_value(path, item))


def quoted_names(document: Document, file: str) -> Iterator[Finding]:
    """Ids, addresses and words from a list in typographic quotation marks, which YAML takes for letters."""
    for path, place in document.values.items():
        name = next((part for part in reversed(path) if isinstance(part, str)), "")
        if name not in _NAMES or path[:1] == _FIGURE:
            continue
        value = reduce(lambda data, part: data[part], path, document.data)
        if isinstance(value, str) and value.strip(QUOTES) != value:
            found = f"typographic quotation marks in {name}: {shown(value)}"
            bare = shown(value.strip(QUOTES))
            mend = f"write {bare}" if bare else "write the value"
            yield error(file, place, found, "straight quotation marks, or none", mend)


def _misspelt(items: Sequence[Any], model: type[BaseModel], document: Document) -> dict[FieldPath, FieldPath]:
    """Paths of unknown keys, each with that of the key which is not written and which it may stand for."""
    refused = (tuple(item["loc"]) for item in items if item["type"] == "extra_forbidden")
    unknown = [(path, _NEAR) for path in islice(refused, _SOUGHT)]
    if any(item["type"] == "missing" and item["loc"][:-1] == _FIGURE for item in items):
        known = _known_keys(model, _FIGURE)
        others = (key for key in document.data["figure"] if key not in known)
        unknown += [((*_FIGURE, key), _VERY_NEAR) for key in islice(others, _SOUGHT)]
    meant: dict[FieldPath, FieldPath] = {}
    taken = set(document.keys)
    for path, cutoff in unknown:
        absent = [key for key in _known_keys(model, path[:-1]) if (*path[:-1], key) not in taken]
        for near in difflib.get_close_matches(shown(str(path[-1])).lower(), absent, n=1, cutoff=cutoff):
            meant[path] = (*path[:-1], near)
            taken.add(meant[path])
    return meant


def _unknown_key(key: str, known: list[str]) -> tuple[str, str, str]:
    """Found, expected and mend for a key that may stand for one that is written already, or for none."""
    near = difflib.get_close_matches(shown(key).lower(), known, n=1)
    expected = "a known key" if near else _one_of(known)
    mend = f"write {near[0]}" if near else "delete it or write one of these"
    return f'the unknown key "{shown(key)}"', expected, mend


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
        return found, _one_of(words), f"write {near[0]}" if near else "write one of these"
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
