"""From the bytes of one file to a question or a pack."""

from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from bot.core.findings import Finding
from bot.core.question import (
    Domain,
    Figure,
    Image,
    Objective,
    Option,
    Pack,
    Question,
    Reference,
    Suppression,
    Topic,
)
from bot.packs.model import PackModel, QuestionModel
from bot.packs.words import findings_from, quoted_names
from bot.packs.yamlfile import START, error, read_yaml

_AnyModel = TypeVar("_AnyModel", bound=BaseModel)


def read_question(
    raw: bytes, file: str, *, pack_id: str, topic_id: str, question_id: str
) -> tuple[Question | None, list[Finding]]:
    """The question in a file, or None with every reason why it is none.

    An image's `sha256` stays empty: only the folder knows the picture.
    """
    model, findings = _read(QuestionModel, raw, file)
    if model is None:
        return None, findings
    return _question(model, pack_id, topic_id, question_id), findings


def read_pack(raw: bytes, file: str) -> tuple[Pack | None, list[Finding]]:
    """The pack that a pack.yaml describes, or None with every reason why it does not."""
    model, findings = _read(PackModel, raw, file)
    return (None if model is None else _pack(model)), findings


def _read(kind: type[_AnyModel], raw: bytes, file: str) -> tuple[_AnyModel | None, list[Finding]]:
    document, findings = read_yaml(raw, file)
    if document is None:
        return None, findings
    if not isinstance(document.data, dict):
        found = "a list" if isinstance(document.data, list) else "a text without keys"
        return None, [error(file, START, found, "keys with values", "write lines of the form `key: value`")]
    quoted = {(item.line, item.column): item for item in quoted_names(document, file)}
    try:
        model = kind.model_validate(document.data)
    except ValidationError as problem:
        others = findings_from(problem, kind, document, file)
        unsaid = [item for item in others if (item.line, item.column) not in quoted]
        return None, sorted([*quoted.values(), *unsaid])
    return (None if quoted else model), list(quoted.values())


def _question(model: QuestionModel, pack_id: str, topic_id: str, question_id: str) -> Question:
    suppress = model.lint.suppress if model.lint else []
    return Question(
        pack_id=pack_id,
        topic_id=topic_id,
        question_id=question_id,
        number=model.revision,
        status=model.status,
        level=model.level,
        type=model.type,
        stem=model.stem,
        options=tuple(Option(item.id, item.text, item.rationale, item.correct) for item in model.options),
        short=model.short,
        full=model.full,
        takeaway=model.takeaway,
        objectives=tuple(model.objectives),
        figure=_figure(model),
        image=_image(model),
        references=tuple(
            Reference(item.title, item.url, item.retrieved, item.section) for item in model.references
        ),
        enemies=tuple(model.enemies),
        tags=tuple(model.tags),
        suppressions=tuple(Suppression(item.code, item.reason) for item in suppress),
        provenance=model.provenance.model_dump() if model.provenance else {},
    )


def _figure(model: QuestionModel) -> Figure | None:
    if model.figure is None:
        return None
    data: dict[str, Any] = dict(model.figure.model_extra or {})
    return Figure(kind=model.figure.kind, title=model.figure.title, alt=model.figure.alt.strip(), data=data)


def _image(model: QuestionModel) -> Image | None:
    if model.image is None:
        return None
    image = model.image
    return Image(image.file, image.alt, image.licence, image.source, sha256="")


def _pack(model: PackModel) -> Pack:
    return Pack(
        pack_id=model.id,
        title=model.title,
        licence=model.licence,
        language=model.language,
        description=model.description,
        topics=tuple(Topic(item.id, item.title, item.emoji, tuple(item.objectives)) for item in model.topics),
        objectives=tuple(Objective(item.id, item.title, item.domain) for item in model.objectives),
        domains=tuple(
            Domain(item.id, item.title, item.weight)
            for item in (model.blueprint.domains if model.blueprint else [])
        ),
    )
