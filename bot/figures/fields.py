"""What the fields of every figure kind are made of: texts, numbers, roles, and the common ones."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from bot.core.findings import FieldPath

_BLANKS = re.compile(r"[ \t\r\n]+")


def tidy(value: Any) -> Any:
    """A text as it is drawn: composed characters (NFC), and one space where lines were folded."""
    if not isinstance(value, str):
        return value
    return _BLANKS.sub(" ", unicodedata.normalize("NFC", value)).strip(" ")


_UNIT = re.compile(r"(?<=\d) (?=(?:%|°C|min|h|[kMGTPmµn]?(?:B|b|bit|W|Wh|Hz|s|m|V|A)(?:/s)?)(?![\w/]))")


def bind_units(value: Any) -> Any:
    """A tidy text in which no line begins with the unit of the number before it."""
    value = tidy(value)
    return _UNIT.sub("\u00a0", value) if isinstance(value, str) else value


Tidied = BeforeValidator(tidy)
#: One line of plain text. "" in an optional field is the same as leaving it out.
Text = Annotated[str, Tidied]
#: A text that usually takes several lines.
Prose = Annotated[str, BeforeValidator(bind_units)]
#: A number of at least 0. The ceiling keeps sums finite.
Quantity = Annotated[float, Field(ge=0, le=1e12, allow_inf_nan=False)]
#: A name that other fields of the same figure refer to.
Id = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]
#: What a colour and a mark say: what the key does, what goes wrong, a plain quantity, what is missing.
Role = Literal["key", "wrong", "neutral", "absent"]


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong between fields that are each well formed; `path` starts at the figure's fields."""

    path: FieldPath
    found: str
    expected: str
    mend: str


class Part(BaseModel):
    """A mapping inside a figure. Unknown fields are refused, and numbers may stand where text is meant."""

    model_config = ConfigDict(extra="forbid", frozen=True, coerce_numbers_to_str=True)


class Spec(Part):
    """The fields that every kind has; each kind adds `kind` and its own.

    The alternative text is not here: it is not drawn, and so never changes a picture.
    """

    title: Text = Field(min_length=1, max_length=46)
    subtitle: Prose = Field("", max_length=70)
    source: Prose = Field("", max_length=120)

    def problems(self) -> Iterator[Problem]:
        """What is wrong between the fields, such as a link to a node that does not exist."""
        yield from ()

    def drawn(self) -> dict[str, Any]:
        """The data that the kind's template draws from, ready for JSON."""
        return self.model_dump(mode="json", by_alias=True)
