"""`flow`: steps in parallel lanes, to scale along one axis."""

from typing import Annotated, Literal

from pydantic import Field

from bot.figures.fields import Part, Prose, Quantity, Role, Spec, Text


class Step(Part):
    """One stretch of a lane; `size` is its length in the unit of all lanes."""

    text: Text = Field(min_length=1, max_length=48)
    size: Annotated[Quantity, Field(gt=0)]
    role: Role = "neutral"


class Lane(Part):
    """One actor's steps in order; a lane may end before the others."""

    label: Text = Field(min_length=1, max_length=24)
    steps: list[Step] = Field(min_length=1, max_length=6)


class Flow(Spec):
    """Who does what, and for how long."""

    kind: Literal["flow"]
    lanes: list[Lane] = Field(min_length=1, max_length=5)
    conclusion: Prose = Field("", max_length=120)
