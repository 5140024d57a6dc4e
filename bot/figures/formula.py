"""`formula`: an expression with the meaning of its symbols."""

import re
from typing import Any, Literal

from pydantic import Field

from bot.figures.fields import Part, Prose, Role, Spec, Text


class Term(Part):
    """What a symbol of the expression stands for, and its value in the example."""

    symbol: Text = Field(min_length=1, max_length=12)
    meaning: Prose = Field(min_length=1, max_length=70)
    value: Text = Field("", max_length=20)


class Result(Part):
    """What comes out."""

    text: Prose = Field(min_length=1, max_length=90)
    role: Role = "neutral"


class Formula(Spec):
    """How a number comes about. The expression is plain text, not a formula language."""

    kind: Literal["formula"]
    expression: Text = Field(min_length=1, max_length=60)
    terms: list[Term] = Field(min_length=1, max_length=5)
    result: Result | None = None

    def drawn(self) -> dict[str, Any]:
        """The fields, and the expression as `runs` of text that are a symbol or are not."""
        longest_first = sorted((term.symbol for term in self.terms), key=len, reverse=True)
        symbols = "|".join(re.escape(symbol) for symbol in longest_first)
        parts = re.split(rf"(?<!\w)({symbols})(?!\w)", self.expression)
        # re.split puts what the group caught at the odd places.
        runs = [{"text": part, "symbol": index % 2 == 1} for index, part in enumerate(parts)]
        return {**super().drawn(), "runs": runs}
