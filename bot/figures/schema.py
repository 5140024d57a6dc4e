"""The JSON Schema of all kinds, for editors and for the schema of a question."""

from typing import Any

from bot.figures.registry import KINDS

#: A number as YAML gives it: to an editor a number, to us the text that stands in the file.
_NUMERIC = r"^[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$"
_ALT = {
    "type": "string",
    "minLength": 1,
    "maxLength": 1024,
    "description": "What the picture says, in words, for those who do not see it.",
}


def figure_schema() -> dict[str, Any]:
    """One schema for each kind, told apart by `kind`. It has no references and can stand anywhere."""
    return {
        "title": "Figure",
        "description": "An infographic, drawn from these fields.",
        "type": "object",
        "required": ["kind"],
        "properties": {"kind": {"enum": list(KINDS)}},
        "oneOf": [_kind_schema(kind) for kind in KINDS],
    }


def _kind_schema(kind: str) -> dict[str, Any]:
    schema = KINDS[kind].model_json_schema(by_alias=True)
    schema = _inlined(schema, schema.get("$defs", {}))
    fields = schema["properties"]
    first = {"kind": {"const": kind}, "title": fields["title"], "alt": _ALT}
    schema["properties"] = first | {name: field for name, field in fields.items() if name not in first}
    schema["required"] = list(first) + [name for name in schema["required"] if name not in first]
    return schema


def _inlined(node: Any, definitions: dict[str, Any]) -> Any:
    """`node` without references and titles, and with numbers welcome where texts are."""
    if isinstance(node, list):
        return [_inlined(item, definitions) for item in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return _inlined(definitions[node["$ref"].rpartition("/")[2]], definitions)
    result = {
        # Below `properties` a "title" is a field, above it pydantic's echo of the field's name.
        name: {field: _inlined(value, definitions) for field, value in inner.items()}
        if name == "properties"
        else _inlined(inner, definitions)
        for name, inner in node.items()
        if name not in ("title", "$defs")
    }
    if result.get("type") == "string" and not {"enum", "const", "pattern"} & result.keys():
        result["type"] = ["string", "number"]
    elif result.get("type") == "number":
        result |= {"type": ["number", "string"], "pattern": _NUMERIC}
    return result
