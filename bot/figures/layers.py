"""`layers`: a stack, from the top down."""

from typing import Literal

from pydantic import Field

from bot.figures.fields import Part, Prose, Role, Spec, Text


class Layer(Part):
    """One layer of the stack."""

    title: Text = Field(min_length=1, max_length=44)
    note: Prose = Field("", max_length=90)
    role: Role = "neutral"


class Layers(Spec):
    """What rests on what."""

    kind: Literal["layers"]
    layers: list[Layer] = Field(min_length=2, max_length=7)
    top: Text = Field("", max_length=44)
    bottom: Text = Field("", max_length=44)
