"""`compare`: a table that says yes, no or partly."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from bot.figures.fields import Part, Problem, Role, Spec, Text, Tidied

Column = Annotated[str, Field(min_length=1, max_length=24), Tidied]


class Cell(Part):
    """A mark with a few words; `none` is for words alone, or for nothing at all."""

    mark: Literal["yes", "no", "part", "none"] = "none"
    text: Text = Field("", max_length=40)


class Row(Part):
    """One thing that is compared, with a cell for each column."""

    label: Text = Field(min_length=1, max_length=32)
    role: Role = "neutral"
    cells: list[Cell] = Field(min_length=1, max_length=3)


class Compare(Spec):
    """Who offers what."""

    kind: Literal["compare"]
    columns: list[Column] = Field(min_length=1, max_length=3)
    rows: list[Row] = Field(min_length=2, max_length=6)

    def problems(self) -> Iterator[Problem]:
        """Every row has a cell for each column."""
        for index, row in enumerate(self.rows):
            if len(row.cells) != len(self.columns):
                yield Problem(
                    ("rows", index, "cells"),
                    f"{len(row.cells)} cells in a table of {len(self.columns)} columns",
                    "one cell for each column",
                    "add or drop cells, or mend columns",
                )
