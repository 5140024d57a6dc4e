"""What Discord demands of a request: its own OpenAPI document, and the limits that this lacks.

The sources of the limits are Discord's references on components and messages; that a message of more than
10,170 bytes ends in an error 500 was only ever observed.
"""

import functools
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match
from jsonschema.validators import extend

COMPONENTS_V2 = 1 << 15
EPHEMERAL = 1 << 6
_TEXT, _BUTTON, _ROW, _SECTION, _CONTAINER = 10, 2, 1, 9, 17
_LINK = 5
MOST_COMPONENTS, MOST_CHARACTERS, MOST_BYTES = 40, 4000, 10_170
_CALLBACKS = {
    4: "CreateMessageInteractionCallbackRequest",
    5: "CreateMessageInteractionCallbackRequest",
    6: "UpdateMessageInteractionCallbackRequest",
    7: "UpdateMessageInteractionCallbackRequest",
    8: "ApplicationCommandAutocompleteCallbackRequest",
    9: "ModalInteractionCallbackRequest",
}
CALLBACK = "POST /interactions/{interaction_id}/{interaction_token}/callback"


@functools.cache
def document() -> dict[str, Any]:
    """Discord's document, reduced to the routes in use (see `tools/openapi.py`)."""
    found: dict[str, Any] = json.loads(Path(__file__).with_name("discord-api.json").read_text("utf-8"))
    # Discord takes ids as numbers too; so the library names the files that it uploads.
    snowflake = found["components"]["schemas"]["SnowflakeType"]
    found["components"]["schemas"]["SnowflakeType"] = {
        "anyOf": [snowflake, {"type": "integer", "minimum": 0}]
    }
    return found


def _one_of(validator: Any, branches: Any, instance: Any, _schema: Any) -> Iterator[ValidationError]:
    """`oneOf`, but only the branch of a component's type, or the one beside null.

    That is quicker, and tells the field.
    """
    kind = instance.get("type") if isinstance(instance, dict) else None
    fitting = [each for each in branches if kind is not None and kind in _types_of(each.get("$ref", ""))]
    if {"type": "null"} in branches:
        if instance is None:
            return
        fitting = fitting or [each for each in branches if each != {"type": "null"}]
    if len(fitting) == 1:
        yield from validator.descend(instance, fitting[0])
    else:
        yield from Draft202012Validator.VALIDATORS["oneOf"](validator, branches, instance, {})


@functools.cache
def _types_of(reference: str) -> tuple[int, ...]:
    """The component types that a schema is for."""
    schema = document()["components"]["schemas"].get(reference.rpartition("/")[2], {})
    return tuple(schema.get("properties", {}).get("type", {}).get("enum", ()))


_Validator = extend(Draft202012Validator, {"oneOf": _one_of})


@functools.cache
def _validator(name: str) -> Any:
    """For a route's body, or for a schema by its name."""
    schema = document()["routes"][name]["body"] if " " in name else {"$ref": f"#/components/schemas/{name}"}
    return _Validator(schema | {"components": document()["components"]})


@functools.cache
def _query_validator(route: str, name: str) -> Draft202012Validator:
    schema = document()["routes"][route]["query"][name]
    return Draft202012Validator(schema | {"components": document()["components"]})


def violations(route: str, query: Mapping[str, str], body: Any) -> Iterator[str]:
    """What Discord's document has against a request, each with the field."""
    about = document()["routes"].get(route)
    if about is None:
        yield "is not among the routes in use"
        return
    for name, text in query.items():
        if name not in about["query"]:
            yield f"?{name}: Discord knows no such parameter"
        elif not any(_query_validator(route, name).is_valid(value) for value in _readings(text)):
            yield f"?{name}: {text!r} is not allowed"
    if about["body"] is None or (body is None and not about["body_required"]):
        return
    schema = route
    if route == CALLBACK and isinstance(body, dict):
        schema = _CALLBACKS.get(body.get("type"), route)
    error = best_match(_validator(schema).iter_errors(body))
    if error is not None:
        yield f"{_where(error)}: {error.message[:200]}"


def _readings(text: str) -> list[Any]:
    """A query parameter is text; the document describes what it stands for."""
    readings: list[Any] = [text]
    if text.lower() in ("true", "false", "1", "0"):
        readings.append(text.lower() in ("true", "1"))
    if text.isdigit():
        readings.append(int(text))
    return readings


def _where(error: ValidationError) -> str:
    return ".".join(map(str, error.absolute_path)) or "body"


def parts(components: Sequence[Any]) -> Iterator[dict[str, Any]]:
    """All components of a message, nested ones too."""
    for each in components:
        yield each
        yield from parts(each.get("components") or ())
        if each.get("accessory"):
            yield from parts([each["accessory"]])


def message_violations(
    body: Mapping[str, Any], flags: int, files: Sequence[str], kept_files: Sequence[str] = ()
) -> Iterator[str]:
    """What a message breaks beside the document. `flags` are those that it has once it is sent or edited."""
    components = body.get("components") or []
    every = list(parts(components))
    if flags & COMPONENTS_V2:
        yield from (f"{name}: not allowed with components V2" for name in _foreign(body))
        if len(every) > MOST_COMPONENTS:
            yield f"components: {len(every)} of {MOST_COMPONENTS}"
        characters = sum(len(each["content"]) for each in every if each["type"] == _TEXT)
        if characters > MOST_CHARACTERS:
            yield f"components: {characters} characters of text of {MOST_CHARACTERS}"
    elif any(each["type"] not in (_ROW, _BUTTON, 3, 5, 6, 7, 8) for each in every):
        yield "flags: components V2 need their flag"
    ids = [each["custom_id"] for each in every if each.get("custom_id")]
    yield from (f"custom_id {each!r}: twice in one message" for each in {i for i in ids if ids.count(i) > 1})
    for each in every:
        yield from _of_one(each)
    yield from _references(every, [*files, *kept_files])


def _foreign(body: Mapping[str, Any]) -> list[str]:
    return [name for name in ("content", "embeds", "sticker_ids", "poll") if body.get(name)]


def _of_one(each: Mapping[str, Any]) -> Iterator[str]:
    if each["type"] == _ROW:
        kinds = [child["type"] for child in each["components"]]
        if len(kinds) > 5 or (len(kinds) > 1 and set(kinds) != {_BUTTON}):
            yield f"components: a row of {kinds}; expected five buttons or one menu"
    if each["type"] == _BUTTON:
        if (each["style"] == _LINK) != bool(each.get("url")) or bool(each.get("url")) == bool(
            each.get("custom_id")
        ):
            yield "button: expected a custom_id, or a url with the style of a link"
        if not (each.get("label") or each.get("emoji")):
            yield "button: expected a label or an emoji"
    if each["type"] == _SECTION and not (1 <= len(each["components"]) <= 3 and each.get("accessory")):
        yield "section: expected one to three texts and an accessory"
    if each["type"] == _CONTAINER and any(child["type"] == _CONTAINER for child in each["components"]):
        yield "container: cannot hold another"


def _references(every: Sequence[Mapping[str, Any]], files: Sequence[str]) -> Iterator[str]:
    for each in every:
        media = [item["media"] for item in each.get("items") or ()]
        media += [each[name] for name in ("media", "file") if isinstance(each.get(name), dict)]
        for url in (str(medium["url"]) for medium in media):
            if url.startswith("attachment://") and url.removeprefix("attachment://") not in files:
                yield f"media.url: {url} is not attached (there are: {', '.join(files) or 'none'})"


def size(body: Mapping[str, Any]) -> int:
    """The bytes of text that Discord was seen to fail at when there are more than MOST_BYTES."""
    every = parts(body.get("components") or [])
    return sum(len(each["content"].encode()) + 12 for each in every if each["type"] == _TEXT)
