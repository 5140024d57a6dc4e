"""`timeline`: events in their order, from the top down."""

from typing import Literal

from pydantic import Field

from bot.figures.fields import Part, Prose, Role, Spec, Text


class Event(Part):
    """One event; `at` is a short text such as "0 s" or "step 2"."""

    at: Text = Field(min_length=1, max_length=12)
    title: Text = Field(min_length=1, max_length=44)
    note: Prose = Field("", max_length=90)
    role: Role = "neutral"


class Timeline(Spec):
    """What happens after what."""

    kind: Literal["timeline"]
    events: list[Event] = Field(min_length=2, max_length=6)
