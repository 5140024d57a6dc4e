"""Discord's limits on messages, checked before anything leaves; the library does not check most of them.

Sources: Discord's component and message reference; the byte limit is what the API was seen to fail at
(10,170 bytes, counted with 12 for each text), kept well below.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

COMPONENTS = 40
TEXT_CHARACTERS = 4000
TEXT_BYTES = 9000
BYTES_PER_TEXT = 12
LABEL = 80
CUSTOM_ID = 100
URL = 512
ALT_TEXT = 1024
BUTTONS_IN_ROW = 5
GALLERY_ITEMS = 10

_ACTION_ROW, _BUTTON, _TEXT, _GALLERY = 1, 2, 10, 12

Component = Mapping[str, Any]


class PayloadTooLarge(Exception):
    """A message that Discord would refuse was about to be sent; the text lists why."""


def _all(components: Sequence[Component]) -> Iterator[Component]:
    for component in components:
        yield component
        yield from _all(component.get("components", ()))
        if "accessory" in component:
            yield component["accessory"]


def text_size(texts: Sequence[str]) -> tuple[int, int]:
    """(characters, bytes) that these texts cost in one message."""
    return sum(map(len, texts)), sum(len(text.encode()) + BYTES_PER_TEXT for text in texts)


def violations(components: Sequence[Component]) -> list[str]:
    """Every limit that a Components V2 payload breaks, as "<what> <found> of <limit>"."""
    every = list(_all(components))
    characters, size = text_size([str(each["content"]) for each in every if each["type"] == _TEXT])
    ids = [each["custom_id"] for each in every if each.get("custom_id")]
    checks = [
        ("components", len(every), COMPONENTS),
        ("characters of text", characters, TEXT_CHARACTERS),
        ("bytes of text", size, TEXT_BYTES),
        ("equal custom ids", len(ids) - len(set(ids)), 0),
    ]
    for each in every:
        checks += _of_one(each)
    return [f"{what} {found} of {limit}" for what, found, limit in checks if found > limit]


def _of_one(each: Component) -> list[tuple[str, int, int]]:
    checks = [("characters of a custom id", len(each.get("custom_id") or ""), CUSTOM_ID)]
    if each["type"] == _BUTTON:
        checks.append(("characters of a label", len(each.get("label") or ""), LABEL))
        checks.append(("characters of a link", len(each.get("url") or ""), URL))
    elif each["type"] == _ACTION_ROW:
        checks.append(("buttons in a row", len(each["components"]), BUTTONS_IN_ROW))
    elif each["type"] == _GALLERY:
        checks.append(("pictures", len(each["items"]), GALLERY_ITEMS))
        checks += [
            ("characters of alt text", len(item.get("description") or ""), ALT_TEXT) for item in each["items"]
        ]
    return checks


def check_payload(components: Sequence[Component]) -> None:
    """Raises PayloadTooLarge if Discord would refuse the message."""
    if found := violations(components):
        raise PayloadTooLarge("; ".join(found))
