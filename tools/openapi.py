"""Reduces Discord's OpenAPI document to what `tests/wire` checks requests against.

    python tools/openapi.py discord-openapi.json

Kept are the routes in use, the constraints of their request bodies and query parameters, and what those
refer to; prose is dropped. Source: github.com/discord/discord-api-spec, MIT (see NOTICE).
"""

import json
import sys
from pathlib import Path
from typing import Any

TARGET = Path(__file__).parents[1] / "tests" / "wire" / "discord-api.json"

_MESSAGE = "/channels/{channel_id}/messages/{message_id}"
_ORIGINAL = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
ROUTES = (
    "GET /applications/@me",
    "PUT /applications/{application_id}/commands",
    "GET /channels/{channel_id}",
    "GET /channels/{channel_id}/messages",
    "POST /channels/{channel_id}/messages",
    f"GET {_MESSAGE}",
    f"PATCH {_MESSAGE}",
    f"DELETE {_MESSAGE}",
    f"DELETE {_MESSAGE}/reactions",
    f"GET {_MESSAGE}/reactions/{{emoji_name}}",
    f"PUT {_MESSAGE}/reactions/{{emoji_name}}/@me",
    f"DELETE {_MESSAGE}/reactions/{{emoji_name}}/{{user_id}}",
    f"POST {_MESSAGE}/threads",
    "POST /channels/{channel_id}/threads",
    "GET /channels/{channel_id}/threads/archived/public",
    "GET /guilds/{guild_id}/threads/active",
    "PATCH /channels/{channel_id}",
    "GET /gateway",
    "GET /gateway/bot",
    "POST /interactions/{interaction_id}/{interaction_token}/callback",
    "GET /oauth2/applications/@me",
    "GET /users/@me",
    "POST /users/@me/channels",
    "GET /users/@me/guilds",
    "POST /webhooks/{webhook_id}/{webhook_token}",
    f"GET {_ORIGINAL}",
    f"PATCH {_ORIGINAL}",
    f"DELETE {_ORIGINAL}",
)

_PROSE = {"description", "title", "example", "examples", "summary", "externalDocs", "deprecated"}


def main() -> None:
    document = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    schemas: dict[str, Any] = {}
    routes = {route: _route(document, *route.split(" "), schemas) for route in ROUTES}
    reduced = {"routes": routes, "components": {"schemas": dict(sorted(schemas.items()))}}
    TARGET.write_text(json.dumps(reduced, indent=1, sort_keys=True) + "\n", "utf-8")
    print(f"{len(routes)} routes, {len(schemas)} schemas, {TARGET.stat().st_size // 1024} kB")


def _route(document: Any, method: str, path: str, schemas: dict[str, Any]) -> dict[str, Any]:
    """The schema of a route's JSON body (None if it takes none) and of its query parameters."""
    operation = document["paths"][path][method.lower()]
    content = operation.get("requestBody", {}).get("content", {})
    body = content.get("application/json", {}).get("schema")
    queries = {
        each["name"]: _constraints(each["schema"], document, schemas)
        for each in operation.get("parameters", ())
        if each.get("in") == "query"
    }
    return {
        "body": _constraints(body, document, schemas) if body else None,
        "body_required": bool(operation.get("requestBody", {}).get("required")),
        "query": queries,
    }


def _constraints(schema: Any, document: Any, schemas: dict[str, Any]) -> Any:
    """The schema without prose; what it refers to is put into `schemas`."""
    if isinstance(schema, list):
        return [_constraints(each, document, schemas) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        if name not in schemas:
            schemas[name] = None  # it may refer to itself
            schemas[name] = _constraints(document["components"]["schemas"][name], document, schemas)
    kept = {}
    for key, value in schema.items():
        if key == "properties":  # their names are data, whatever they are called
            kept[key] = {name: _constraints(each, document, schemas) for name, each in value.items()}
        elif key not in _PROSE and not key.startswith("x-"):
            kept[key] = _constraints(value, document, schemas)
    # A named constant carries its prose beside it.
    if "oneOf" in kept and all(set(each) == {"const"} for each in kept["oneOf"]):
        kept["enum"] = [each["const"] for each in kept.pop("oneOf")]
    return kept


if __name__ == "__main__":
    main()
