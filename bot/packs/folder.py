"""Reading a folder of packs: `root/<pack>/pack.yaml` and `root/<pack>/<topic>/<question>.yaml`.

A file is opened only if its size, time or reader version differ from what is known of it, and
parsed only if its content differs too. Pictures are named from the pack's folder.
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from bot.core.findings import Finding, Severity, has_errors
from bot.core.lint.limits import ID_LENGTH, is_id
from bot.core.lint.text import shown
from bot.core.question import Image, Pack, Question
from bot.packs.content import Content, document_of, place_in
from bot.packs.files import entries, readable_name, stray, yaml_names
from bot.packs.memory import PACK_FORM, QUESTION_FORM, KnownFile, Memory
from bot.packs.pictures import look_at
from bot.packs.reading import read_pack, read_question
from bot.packs.yamlfile import START, error

#: Files for people that may stand beside pack.yaml.
_WELCOME = ("license", "licence", "readme", "contributing", "notice", "changelog")
_PACK_FILE = "pack.yaml"
_ENDINGS = (".yaml", ".yml")


def read_content(root: Path, known: Mapping[str, KnownFile]) -> Content:
    """Everything below `root`: a folder of packs, a pack (its folder or pack.yaml), a topic, or a question.

    `known` is `Content.known` of an earlier reading, or empty. Never raises for what it reads:
    each thing that is wrong is a finding.
    """
    reader = _Reader(known)
    if root.name == _PACK_FILE:
        root = root.parent
    if root.is_file():
        return reader.read_file(root)
    if (root / _PACK_FILE).exists():
        reader.read_pack(root, root.resolve().name)
    elif (_parent(root) / _PACK_FILE).exists():
        return reader.read_topic(root)
    else:
        reader.read_root(root)
    return reader.content(whole=True)


class _Reader:
    """Collects what the folders hold; made for one reading."""

    def __init__(self, known: Mapping[str, KnownFile]) -> None:
        self._findings: list[Finding] = []
        self._memory = Memory(known, self._tell)
        self._packs: list[Pack] = []
        self._questions: list[Question] = []
        self._question_files: dict[tuple[str, str], Path] = {}
        self._pack_files: dict[str, Path] = {}
        self._ids: dict[str, frozenset[str]] = {}
        #: The first file of each name in a pack's folder.
        self._names: dict[tuple[Path, str], Path] = {}

    def content(self, *, whole: bool) -> Content:
        """What was read."""
        return Content(
            packs=tuple(self._packs),
            questions=tuple(self._questions),
            findings=tuple(sorted(self._findings)),
            known=self._memory.fresh,
            question_files=self._question_files,
            pack_files=self._pack_files,
            question_ids=self._ids,
            whole=whole,
        )

    def _tell(self, finding: Finding) -> None:
        self._findings.append(finding)

    def read_root(self, root: Path) -> None:
        """Every pack of a folder of packs."""
        packs = 0
        for entry in entries(root, root.resolve(), self._tell):
            path = Path(entry.path)
            if entry.is_dir():
                packs += 1
                self.read_pack(path, entry.name)
            elif not _is_welcome(entry.name):
                self._tell(stray(path, "a file outside of a pack", "folders of packs", "move or delete it"))
        if not packs and not has_errors(self._findings):
            found = "a folder without packs"
            mend = f"add a folder with a {_PACK_FILE}"
            self._tell(error(readable_name(root), START, found, f"<pack>/{_PACK_FILE}", mend))

    def read_file(self, path: Path) -> Content:
        """One question file, with the pack that it belongs to."""
        topic = _parent(path)
        folder = _parent(topic)
        if path.suffix not in _ENDINGS:
            self._tell(
                _no_question(path, "a file that is no question", "name another file, a topic or a pack")
            )
        elif (topic / _PACK_FILE).exists() or (_parent(folder) / _PACK_FILE).exists():
            found = "a question that is not right in a topic's folder"
            self._tell(_no_question(path, found, "move it to the folder of a topic"))
        else:
            pack_id, topic_id = folder.resolve().name, topic.resolve().name
            self._ids[pack_id] = frozenset(yaml_names(folder))
            self._pack_of(folder, pack_id)
            self._read_question(path, folder, (pack_id, topic_id))
        return self.content(whole=False)

    def read_topic(self, path: Path) -> Content:
        """The questions of one topic, with the pack that it belongs to."""
        folder = _parent(path)
        pack_id = folder.resolve().name
        self._ids[pack_id] = frozenset(yaml_names(folder))
        self._read_topic(path, folder, (pack_id, path.resolve().name), self._pack_of(folder, pack_id))
        return self.content(whole=False)

    def read_pack(self, folder: Path, pack_id: str) -> None:
        """A pack's folder: its pack.yaml, its topics, its pictures."""
        self._ids[pack_id] = frozenset(yaml_names(folder))
        pack = self._pack_of(folder, pack_id)
        others: list[Path] = []
        first = len(self._questions)
        for entry in entries(folder, folder.resolve(), self._tell):
            path = Path(entry.path)
            if entry.is_dir():
                others += self._read_topic(path, folder, (pack_id, entry.name), pack)
            elif entry.name != _PACK_FILE and not _is_welcome(entry.name):
                others.append(path)
        self._tell_strays(folder, others, self._questions[first:])

    def _read_topic(self, topic: Path, folder: Path, ids: tuple[str, str], pack: Pack | None) -> list[Path]:
        """The questions of a topic's folder; returns the files that are none."""
        inside = entries(topic, folder.resolve(), self._tell)
        known = is_id(ids[1]) if pack is None else ids[1] in {each.topic_id for each in pack.topics}
        if not known and any(entry.name.endswith(_ENDINGS) for entry in inside):
            found = f'the folder "{readable_name(ids[1])}"'
            expected = f"a topic that {_PACK_FILE} lists"
            mend = f"add it to topics in {_PACK_FILE}, or rename it"
            self._tell(error(readable_name(topic), START, found, expected, mend))
            return []
        others: list[Path] = []
        for entry in inside:
            path = Path(entry.path)
            if entry.is_dir() or not entry.name.endswith(_ENDINGS):
                others.append(path)
            elif self._is_new(path, folder):
                self._read_question(path, folder, ids)
        return others

    def _is_new(self, path: Path, folder: Path) -> bool:
        """False, and told, if another file of the pack has this name, or the same but for its case."""
        first = self._names.setdefault((folder, path.stem.casefold()), path)
        if first is path:
            return True
        again = "a second time, as in" if first.stem == path.stem else "which differs by case only from"
        found = f'the question id "{readable_name(path.stem)}", {again} {readable_name(first)}'
        self._tell(
            error(readable_name(path), START, found, "each id once in a pack", "rename one of the two")
        )
        return False

    def _tell_strays(self, folder: Path, others: list[Path], questions: list[Question]) -> None:
        used = {folder / question.image.file for question in questions if question.image}
        for path in others:
            if path not in used:
                found = "a folder within a topic" if path.is_dir() else "a file that no question uses"
                expected = f"{_PACK_FILE}, <topic>/<question>.yaml, and pictures that questions name"
                self._tell(stray(path, found, expected, "move or delete it"))

    def _pack_of(self, folder: Path, pack_id: str) -> Pack | None:
        path = folder / _PACK_FILE
        self._pack_files[pack_id] = path
        if not path.exists():
            found, expected = f"a folder without {_PACK_FILE}", "a pack"
            mend = f"add {_PACK_FILE} with its title, licence and topics, or move the folder away"
            self._tell(error(readable_name(folder), START, found, expected, mend))
            return None
        pack = self._memory.load(
            path, f"{pack_id}/{_PACK_FILE}", PACK_FORM, lambda raw: read_pack(raw, readable_name(path))
        )
        if pack is not None and pack.pack_id != pack_id:
            found = f'the id "{shown(pack.pack_id)}"'
            mend = "rename the folder or correct the id"
            place = place_in(document_of(path), ("id",))
            self._tell(error(readable_name(path), place, found, f"the folder's name, {pack_id}", mend))
            return None
        if pack is not None:
            self._packs.append(pack)
        return pack

    def _read_question(self, path: Path, folder: Path, ids: tuple[str, str]) -> None:
        pack_id, topic_id = ids
        question_id = path.stem
        if path.suffix != ".yaml" or not is_id(question_id):
            expected = f"lower-case words joined by hyphens, at most {ID_LENGTH} characters, and .yaml"
            found = f'the file name "{readable_name(path.name)}"'
            self._tell(error(readable_name(path), START, found, expected, "rename the file"))
            return

        def read(raw: bytes) -> tuple[Question | None, list[Finding]]:
            return read_question(
                raw, readable_name(path), pack_id=pack_id, topic_id=topic_id, question_id=question_id
            )

        question = self._memory.load(path, f"{pack_id}/{topic_id}/{path.name}", QUESTION_FORM, read)
        if question is None:
            return
        if question.image is not None:
            question = self._with_picture(question, question.image, path, folder)
        self._questions.append(question)
        self._question_files[pack_id, question_id] = path

    def _with_picture(self, question: Question, image: Image, path: Path, folder: Path) -> Question:
        """The question with the fingerprint of its picture, or told why there is none."""
        key = f"{question.pack_id}/{image.file}"
        now, problem = look_at(image.file, folder, self._memory.known.get(key))
        if problem is not None:
            place = place_in(document_of(path), ("image", "file"))
            self._tell(
                Finding(readable_name(path), place.line, place.column, "I002", Severity.ERROR, *problem)
            )
        if now is None:
            return question
        self._memory.fresh[key] = now
        return replace(question, image=replace(image, sha256=now.sha256))


def _is_welcome(name: str) -> bool:
    return name.split(".", maxsplit=1)[0].lower() in _WELCOME


def _parent(path: Path) -> Path:
    """The folder that a path is in, also of a bare name, of `.` and of `..`."""
    if path.name in ("", ".."):
        return path.resolve().parent
    return path.parent if len(path.parts) > 1 else path.absolute().parent


def _no_question(path: Path, found: str, mend: str) -> Finding:
    return error(readable_name(path), START, found, f"<topic>/<question>.yaml beside {_PACK_FILE}", mend)
