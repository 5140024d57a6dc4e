"""How long texts may be, in characters, so that every card and verdict fits one Discord message.

A message with Components V2 holds 4,000 characters of text; an alt text holds 1,024.
"""

import re

STEM = 1200
OPTION_TEXT = 200
RATIONALE = 600
SHORT = 900
TAKEAWAY = 240
ALT = 1024

#: Not sent as one message: a page and "Full explanation" split it.
FULL = 20_000

TITLE = 200

#: The title of a pack or topic stands in lists and choices; Discord cuts these at 100.
NAME = 80
DESCRIPTION = 1000
EMOJI = 10
MIN_OPTIONS = 2
MAX_OPTIONS = 8

#: Ids stand in addresses, file names and databases; 40 characters fit a custom_id with room to spare.
ID_PATTERN = r"[a-z0-9]+(-[a-z0-9]+)*"
ID_LENGTH = 40

_ID = re.compile(ID_PATTERN)


def is_id(text: str) -> bool:
    """True for a pack, topic, question or option id: lower-case words joined by hyphens."""
    return len(text) <= ID_LENGTH and _ID.fullmatch(text) is not None
