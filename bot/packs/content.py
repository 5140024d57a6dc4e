"""What a folder of packs holds, and where each field of it stands."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from bot.core.findings import FieldPath, Finding
from bot.core.question import Pack, Question
from bot.packs.memory import KnownFile
from bot.packs.yamlfile import MAX_BYTES, START, Document, Place, read_yaml


@dataclass(frozen=True)
class Content:
    """Packs and questions in a stable order, and what the reader had to say about their files.

    Questions of a pack whose pack.yaml could not be read are among `questions`; then `findings`
    has an error. `question_ids` holds the ids of all question files of a pack, readable or not.
    `known` is what to hand to the next reading. `whole` is false if a single file or topic was read.
    """

    packs: tuple[Pack, ...]
    questions: tuple[Question, ...]
    findings: tuple[Finding, ...]
    known: Mapping[str, KnownFile]
    question_files: Mapping[tuple[str, str], Path]
    pack_files: Mapping[str, Path]
    question_ids: Mapping[str, frozenset[str]]
    whole: bool = True
    _documents: dict[Path, Document | None] = field(default_factory=dict, repr=False, compare=False)

    def file_of(self, question: Question) -> Path:
        """The file of one of `questions`."""
        return self.question_files[question.pack_id, question.question_id]

    def place(self, file: Path, path: FieldPath) -> Place:
        """Where a field stands in a file, which is read for it; its start if that fails."""
        if file not in self._documents:
            self._documents[file] = document_of(file)
        return place_in(self._documents[file], path)


def document_of(file: Path) -> Document | None:
    """The document in a file, read for its places; None if it cannot be read."""
    try:
        with file.open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except OSError:
        return None
    return read_yaml(raw, str(file))[0]


def place_in(document: Document | None, path: FieldPath) -> Place:
    """Where a field stands; the file's start if it cannot be read."""
    return START if document is None else document.place(path)
