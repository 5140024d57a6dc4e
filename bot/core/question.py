"""What a question is: options, key, rationales, and the pack that it belongs to."""

import datetime
import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any


class Level(StrEnum):
    """The cognitive level that a question asks for."""

    RECALL = "recall"
    APPLY = "apply"
    ANALYSE = "analyse"


class QuestionType(StrEnum):
    """How many options make the key: exactly one, or an exact set of at least two."""

    SINGLE = "single"
    MULTIPLE = "multiple"


class Status(StrEnum):
    """Only published questions are posted; retired ones still explain old answers."""

    DRAFT = "draft"
    PUBLISHED = "published"
    RETIRED = "retired"


@dataclass(frozen=True, slots=True)
class Option:
    """One possible answer. `option_id` is stable; letters exist only on a post."""

    option_id: str
    text: str
    rationale: str
    correct: bool = False


@dataclass(frozen=True, slots=True)
class Reference:
    """A public source that supports the key, with the date on which it was read."""

    title: str
    url: str
    retrieved: datetime.date
    section: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """An infographic as declared: `data` holds the fields of its kind, still unchecked.

    `alt` says in words what the picture says (at most 1024 characters, Discord's limit).
    """

    kind: str
    title: str
    alt: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Image:
    """A picture file instead of a drawn figure; its bytes are identified by `sha256`."""

    file: str
    alt: str
    licence: str
    source: str
    sha256: str

    @property
    def name(self) -> str:
        """A file name that stands for the picture's content, so that it may be cached for ever."""
        return f"{self.sha256[:40]}.{self.file.rpartition('.')[2].lower()}"


@dataclass(frozen=True, slots=True)
class Suppression:
    """A lint warning that the author keeps on purpose, and why."""

    code: str
    reason: str


@dataclass(frozen=True, slots=True)
class Question:
    """One question of one pack, as its author wrote it.

    `number` is the author's revision number, for people; the identity of a revision is
    `content_hash`. Texts are Markdown as Discord shows it; `full` may have several paragraphs.
    """

    pack_id: str
    topic_id: str
    question_id: str
    number: int
    status: Status
    level: Level
    type: QuestionType
    stem: str
    options: tuple[Option, ...]
    short: str
    full: str
    takeaway: str
    objectives: tuple[str, ...] = ()
    figure: Figure | None = None
    image: Image | None = None
    references: tuple[Reference, ...] = ()
    enemies: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    suppressions: tuple[Suppression, ...] = ()
    provenance: Mapping[str, str] = field(default_factory=dict)

    @property
    def key(self) -> frozenset[str]:
        """The ids of the correct options."""
        return frozenset(option.option_id for option in self.options if option.correct)

    def option(self, option_id: str) -> Option:
        """The option with this id; KeyError if there is none."""
        for option in self.options:
            if option.option_id == option_id:
                return option
        raise KeyError(option_id)


#: Fields that say nothing about what is asked or explained.
_NOT_CONTENT = ("number", "status", "suppressions")


def content_of(question: Question) -> dict[str, Any]:
    """The question as JSON-ready data, with everything that a member may see."""
    data = asdict(question)
    for reference in data["references"]:
        reference["retrieved"] = reference["retrieved"].isoformat()
    return data


def content_hash(question: Question) -> str:
    """The identity of a revision: 64 hex digits over its content, not over number or status."""
    data = {name: value for name, value in content_of(question).items() if name not in _NOT_CONTENT}
    text = json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def question_from(data: Mapping[str, Any]) -> Question:
    """The inverse of `content_of`."""
    values = dict(data)
    values["options"] = tuple(Option(**option) for option in data["options"])
    values["references"] = tuple(
        Reference(**{**ref, "retrieved": datetime.date.fromisoformat(ref["retrieved"])})
        for ref in data["references"]
    )
    values["suppressions"] = tuple(Suppression(**item) for item in data["suppressions"])
    values["figure"] = Figure(**data["figure"]) if data["figure"] else None
    values["image"] = Image(**data["image"]) if data["image"] else None
    for name, enum in (("status", Status), ("level", Level), ("type", QuestionType)):
        values[name] = enum(data[name])
    for name in ("objectives", "enemies", "tags"):
        values[name] = tuple(data[name])
    return Question(**values)


@dataclass(frozen=True, slots=True)
class Topic:
    """A subject heading for choosing and reporting; its id is the folder's name."""

    topic_id: str
    title: str
    emoji: str = ""
    objectives: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Objective:
    """One thing that a learner should be able to do, such as 2.9, within a domain."""

    objective_id: str
    title: str
    domain_id: str


@dataclass(frozen=True, slots=True)
class Domain:
    """A part of the blueprint with its planned share of questions, in percent."""

    domain_id: str
    title: str
    weight: float


@dataclass(frozen=True, slots=True)
class Pack:
    """A folder of questions with one licence, and the blueprint that it is balanced by."""

    pack_id: str
    title: str
    licence: str
    language: str
    description: str
    topics: tuple[Topic, ...]
    objectives: tuple[Objective, ...] = ()
    domains: tuple[Domain, ...] = ()

    def topic(self, topic_id: str) -> Topic:
        """The topic with this id; KeyError if there is none."""
        for topic in self.topics:
            if topic.topic_id == topic_id:
                return topic
        raise KeyError(topic_id)


def pack_from(data: Mapping[str, Any]) -> Pack:
    """The inverse of `dataclasses.asdict` for a pack, from JSON."""
    values = dict(data)
    values["topics"] = tuple(
        Topic(**{**topic, "objectives": tuple(topic["objectives"])}) for topic in data["topics"]
    )
    values["objectives"] = tuple(Objective(**objective) for objective in data["objectives"])
    values["domains"] = tuple(Domain(**domain) for domain in data["domains"])
    return Pack(**values)
