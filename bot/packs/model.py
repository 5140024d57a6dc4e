"""The question file and the pack file, as pydantic sees them, and their JSON Schemas for editors.

The models settle form only: which keys, which kind of value. Lengths and everything that takes
more than one field to judge are rules of `bot.core.lint`, which imported questions pass too;
here lengths only go into the schema, so that an editor can show them.
"""

import datetime
import re
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError

from bot.core.lint import limits
from bot.core.question import Level, QuestionType, Status

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def _refusal(expected: str, mend: str) -> PydanticCustomError:
    """An error that carries our words; `bot.packs.words` turns it into a finding."""
    return PydanticCustomError("ours", "", {"expected": expected, "mend": mend})


def _boolean(value: object) -> object:
    if value == "true":
        return True
    if value == "false":
        return False
    raise _refusal("exactly true or false", "write true for the key, and leave it out for a wrong option")


def _revision(value: object) -> object:
    if isinstance(value, str) and re.fullmatch("[1-9][0-9]{0,5}", value):
        return int(value)
    raise _refusal("a whole number from 1", "write 1, and one more when key, option ids or type change")


def _date(value: object) -> object:
    if isinstance(value, str) and re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        try:
            return datetime.date.fromisoformat(value)
        except ValueError:
            pass
    raise _refusal("a date as YYYY-MM-DD", "write for example 2026-12-01")


def _weight(value: object) -> object:
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,3})?", value):
        return float(value)
    raise _refusal("a percentage", "write a number such as 38")


def _text(limit: int, description: str) -> Any:
    return Field(description=description, json_schema_extra={"maxLength": limit, "minLength": 1})


def _id(description: str) -> Any:
    extra: dict[str, Any] = {"pattern": f"^{limits.ID_PATTERN}$", "maxLength": limits.ID_LENGTH}
    return Field(description=description, json_schema_extra=extra)


def _count(low: int, high: int, description: str) -> Any:
    return Field(description=description, json_schema_extra={"minItems": low, "maxItems": high})


class _Model(BaseModel):
    """Every key is known, and values are taken as they are."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)


class OptionModel(_Model):
    """One possible answer."""

    id: str = _id("Stable name of the option; letters are only given when it is shown.")
    text: str = _text(limits.OPTION_TEXT, "What stands beside the letter. Markdown.")
    correct: Annotated[bool, BeforeValidator(_boolean)] = Field(False, description="true for the key.")
    rationale: str = Field(
        "",
        description="Why it is right or wrong here, and where it would be right.",
        json_schema_extra={"maxLength": limits.RATIONALE},
    )


class FigureModel(_Model):
    """The infographic; the fields of its kind are checked where figures are drawn."""

    model_config = ConfigDict(extra="allow", str_strip_whitespace=False)

    kind: str = Field(description="Which kind of infographic, such as bars.")
    title: str = Field(description="Its message in one line.")
    alt: str = Field(
        "", description="What the picture says, in words.", json_schema_extra={"maxLength": limits.ALT}
    )


class ImageModel(_Model):
    """A picture file instead of an infographic."""

    file: str = Field(description="Path of a PNG, JPEG or WebP file, counted from the pack's folder.")
    alt: str = Field(
        "", description="What the picture says, in words.", json_schema_extra={"maxLength": limits.ALT}
    )
    licence: str = Field("", description="Licence of the picture, such as CC-BY-4.0.")
    source: str = Field("", description="Who made it, or where it is from.")


class ReferenceModel(_Model):
    """A public source that supports the key."""

    title: str = _text(limits.TITLE, "Title of the document.")
    section: str = Field("", description="Where in the document.")
    url: str = Field(description="Its address.", json_schema_extra={"pattern": "^https://"})
    retrieved: Annotated[datetime.date, BeforeValidator(_date)] = Field(description="When it was read.")


class SuppressionModel(_Model):
    """A lint warning that is kept on purpose."""

    code: str = Field(description="The warning's code.", json_schema_extra={"pattern": "^[A-Z][0-9]{3}$"})
    reason: str = Field("", description="Why the question is right as it is.")


class LintModel(_Model):
    """Settings for the linter."""

    suppress: list[SuppressionModel] = Field(default_factory=list, description="Warnings kept on purpose.")


class ProvenanceModel(_Model):
    """Which file a question was imported from."""

    file: str
    sha256: str


class QuestionModel(_Model):
    """A quizbot question; the file's name is its id."""

    revision: Annotated[int, BeforeValidator(_revision)] = Field(
        description="1; one more when key, option ids or type change.", json_schema_extra={"minimum": 1}
    )
    status: Status = Field(description="Only published questions are posted.")
    objectives: list[str] = Field(default_factory=list, description="Ids of objectives of the pack.")
    level: Level = Field(description="What the question asks of the learner.")
    type: QuestionType = Field(description="single: one option is the key; multiple: an exact set is.")
    stem: str = _text(limits.STEM, "The scenario; its last sentence is the question and ends with ?")
    options: list[OptionModel] = _count(limits.MIN_OPTIONS, limits.MAX_OPTIONS, "The possible answers.")
    short: str = _text(limits.SHORT, "The short explanation, shown at once with the verdict. Markdown.")
    full: str = _text(limits.FULL, "The full explanation. Markdown.")
    takeaway: str = _text(limits.TAKEAWAY, "One sentence to remember.")
    figure: FigureModel | None = Field(None, description="The infographic.")
    image: ImageModel | None = Field(None, description="A picture file instead of a figure.")
    references: list[ReferenceModel] = Field(default_factory=list, description="Sources, read by the author.")
    enemies: list[str] = Field(default_factory=list, description="Questions that give this one away.")
    tags: list[str] = Field(default_factory=list, description="Free words to find it by.")
    lint: LintModel | None = Field(None, description="Settings for the linter.")
    provenance: ProvenanceModel | None = Field(None, description="Where it was imported from.")


class DomainModel(_Model):
    """A part of the blueprint."""

    id: str
    title: str
    weight: Annotated[float, BeforeValidator(_weight)] = Field(
        description="Planned share of the questions, in percent.",
        json_schema_extra={"minimum": 0, "maximum": 100},
    )


class BlueprintModel(_Model):
    """The planned share of questions per domain."""

    domains: list[DomainModel] = Field(description="Their weights sum to 100.")


class ObjectiveModel(_Model):
    """One thing that a learner should be able to do."""

    id: str
    title: str
    domain: str = Field(description="Id of the domain that it belongs to.")


class TopicModel(_Model):
    """A subject heading; its id is the name of its folder."""

    id: str = _id("Name of the topic's folder.")
    title: str = _text(limits.NAME, "What members read.")
    emoji: str = Field("", description="One emoji, shown before the title.")
    objectives: list[str] = Field(default_factory=list, description="Objectives that the topic serves.")


class PackModel(_Model):
    """A quizbot pack: a folder of questions with one licence."""

    id: str = _id("Name of the pack's folder.")
    title: str = _text(limits.NAME, "What members read.")
    licence: str = Field(description="Licence of all its texts, such as CC-BY-4.0.")
    language: str = Field(description="Language of its texts, such as en.")
    description: str = Field(description="What it is for, in one or two sentences.")
    blueprint: BlueprintModel | None = Field(None, description="Planned shares.")
    objectives: list[ObjectiveModel] = Field(default_factory=list, description="What a learner should do.")
    topics: list[TopicModel] = Field(description="The folders, in the order in which members see them.")


def question_schema(figure_schema: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """JSON Schema (2020-12) of a question file; `figure_schema` describes `figure` more closely."""
    schema = _schema(QuestionModel)
    if figure_schema is not None:
        figure = dict(figure_schema)
        # Its own references keep working when its definitions move to the top.
        schema["$defs"].update(figure.pop("$defs", {}))
        schema["$defs"]["FigureModel"] = figure
    return schema


def pack_schema() -> dict[str, Any]:
    """JSON Schema (2020-12) of a pack.yaml."""
    return _schema(PackModel)


def _schema(model: type[BaseModel]) -> dict[str, Any]:
    schema: dict[str, Any] = _without_noise(model.model_json_schema())
    return {"$schema": _DIALECT, "title": (model.__doc__ or "").splitlines()[0], **schema}


def _without_noise(node: Any) -> Any:
    """Drop titles made of field names, and null: an optional key is left out, not null."""
    if isinstance(node, list):
        return [_without_noise(item) for item in node]
    if not isinstance(node, dict):
        return node
    noise = {"title"} if isinstance(node.get("title"), str) else set()
    if "default" in node and node["default"] is None:
        noise.add("default")
    kept = {name: _without_noise(value) for name, value in node.items() if name not in noise}
    if {"type": "null"} in kept.get("anyOf", []):
        (only,) = [item for item in kept.pop("anyOf") if item != {"type": "null"}]
        kept.update(only)
    return kept
