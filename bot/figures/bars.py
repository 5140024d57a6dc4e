"""`bars`: horizontal bars, to scale from 0."""

from collections.abc import Iterator
from typing import Any, Literal

from pydantic import Field

from bot.figures.fields import Part, Problem, Prose, Quantity, Role, Spec, Text


class Bar(Part):
    """One bar; `shown` is printed instead of the value, for example with its unit."""

    label: Text = Field(min_length=1, max_length=40)
    value: Quantity
    shown: Text = Field("", max_length=20)
    note: Prose = Field("", max_length=80)
    role: Role = "neutral"

    def printed(self) -> str:
        """What stands at the end of the bar."""
        return self.shown or f"{self.value:,.15g}"


class Bars(Spec):
    """Quantities side by side."""

    kind: Literal["bars"]
    bars: list[Bar] = Field(min_length=2, max_length=6)

    def problems(self) -> Iterator[Problem]:
        """Bars that are all 0 have no scale."""
        if not any(bar.value for bar in self.bars):
            yield Problem(
                ("bars",),
                "every value is 0",
                "at least one value above 0",
                "give the values that the bars compare",
            )

    def drawn(self) -> dict[str, Any]:
        """The fields, and in each bar `printed`."""
        data = super().drawn()
        for bar, fields in zip(self.bars, data["bars"], strict=True):
            fields["printed"] = bar.printed()
        return data
