"""`matrix`: two things crossed, with a role and a word in each cell."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from bot.figures.fields import Part, Problem, Role, Spec, Text, Tidied

Heading = Annotated[str, Field(min_length=1, max_length=20), Tidied]


class Cell(Part):
    """What holds where a row and a column meet."""

    text: Text = Field(min_length=1, max_length=32)
    role: Role = "neutral"


Cells = Annotated[list[Cell], Field(min_length=2, max_length=5)]


class Matrix(Spec):
    """What holds in which combination."""

    kind: Literal["matrix"]
    columns: list[Heading] = Field(min_length=2, max_length=5)
    rows: list[Heading] = Field(min_length=2, max_length=5)
    cells: list[Cells] = Field(min_length=2, max_length=5)
    column_axis: Text = Field("", max_length=60)
    row_axis: Text = Field("", max_length=40)

    def problems(self) -> Iterator[Problem]:
        """There is one row of cells for each row, and one cell in it for each column."""
        if len(self.cells) != len(self.rows):
            yield Problem(
                ("cells",),
                f"{len(self.cells)} rows of cells under {len(self.rows)} row labels",
                "one row of cells for each label in rows",
                "add or drop rows of cells",
            )
        for index, cells in enumerate(self.cells):
            if len(cells) != len(self.columns):
                yield Problem(
                    ("cells", index),
                    f"{len(cells)} cells in a matrix of {len(self.columns)} columns",
                    "one cell for each column",
                    "add or drop cells, or mend columns",
                )
