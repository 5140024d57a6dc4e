"""Writes questions and packs as the files that authors would write."""

from pathlib import Path

import yaml

from bot.core.question import Pack, Question


def write_content(root: Path, pack: Pack, *questions: Question) -> Path:
    """A content folder with one pack."""
    folder = root / pack.pack_id
    folder.mkdir(parents=True, exist_ok=True)
    about = {
        "id": pack.pack_id,
        "title": pack.title,
        "licence": pack.licence,
        "language": pack.language,
        "description": pack.description,
        "blueprint": {
            "domains": [{"id": d.domain_id, "title": d.title, "weight": d.weight} for d in pack.domains]
        },
        "objectives": [
            {"id": o.objective_id, "title": o.title, "domain": o.domain_id} for o in pack.objectives
        ],
        "topics": [
            {"id": t.topic_id, "title": t.title, "emoji": t.emoji, "objectives": list(t.objectives)}
            for t in pack.topics
        ],
    }
    _dump(folder / "pack.yaml", about)
    for question in questions:
        write_question(root, question)
    return root


def write_question(root: Path, question: Question) -> Path:
    """One question file below a content folder."""
    path = root / question.pack_id / question.topic_id / f"{question.question_id}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    options = [
        {
            "id": o.option_id,
            "text": o.text,
            "rationale": o.rationale,
            **({"correct": "true"} if o.correct else {}),
        }
        for o in question.options
    ]
    figure = question.figure
    data = {
        "revision": str(question.number),
        "status": str(question.status),
        "objectives": list(question.objectives),
        "level": str(question.level),
        "type": str(question.type),
        "stem": question.stem,
        "options": options,
        "short": question.short,
        "full": question.full,
        "takeaway": question.takeaway,
        "references": [
            {"title": r.title, "section": r.section, "url": r.url, "retrieved": r.retrieved.isoformat()}
            for r in question.references
        ],
    }
    if figure is not None:
        data["figure"] = {"kind": figure.kind, "title": figure.title, "alt": figure.alt, **figure.data}
    _dump(path, data)
    return path


class _Plain(yaml.SafeDumper):
    def ignore_aliases(self, data: object) -> bool:
        return True


def _dump(path: Path, data: object) -> None:
    text = yaml.dump(data, Dumper=_Plain, allow_unicode=True, sort_keys=False, width=1000)
    path.write_text(text, "utf-8")
