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

#: Discord's limit of the address of a button.
URL = 512

#: Longer ones cannot be cut between two messages; the longest emoji has ten code points.
GRAPHEME = 40

#: The title of a pack, topic, domain or objective stands in lists and choices; Discord cuts these at 100.
NAME = 80
DESCRIPTION = 1000
EMOJI = 10
MIN_OPTIONS = 2
MAX_OPTIONS = 8

#: Ids stand in addresses, file names and databases; 40 characters fit a custom_id with room to spare.
ID_PATTERN = r"[a-z0-9]+(-[a-z0-9]+)*"
ID_LENGTH = 40

#: Objectives and domains keep the numbers that others gave them, such as 2.9.
OUTLINE_ID_LENGTH = 20

_ID = re.compile(ID_PATTERN)
_OUTLINE_ID = re.compile(r"[A-Za-z0-9]+([.-][A-Za-z0-9]+)*")


def is_id(text: str) -> bool:
    """True for a pack, topic, question or option id: lower-case words joined by hyphens."""
    return len(text) <= ID_LENGTH and _ID.fullmatch(text) is not None


def is_outline_id(text: str) -> bool:
    """True for the id of an objective or domain: letters and digits, joined by dots or hyphens."""
    return len(text) <= OUTLINE_ID_LENGTH and _OUTLINE_ID.fullmatch(text) is not None
