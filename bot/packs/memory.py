"""What is remembered of files, so that an unchanged one is not read again."""

import hashlib
import json
import stat
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Generic, TypeVar

from bot.core.findings import Finding
from bot.core.question import Pack, Question, content_of, pack_from, question_from
from bot.packs.files import Tell, unreadable
from bot.packs.yamlfile import MAX_BYTES

#: Raise it whenever a file that has not changed may be read to another result.
READER_VERSION = 3


@dataclass(frozen=True, slots=True)
class KnownFile:
    """A file as it was when last read; `value` is the JSON of its question or pack, or a picture's kind."""

    size: int
    mtime_ns: int
    sha256: str
    reader_version: int
    value: str


_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class Form(Generic[_Item]):
    """How an item is written down; `recall` raises ValueError, KeyError or TypeError for other text."""

    write: Callable[[_Item], str]
    recall: Callable[[str], _Item]


def _pack_from(text: str) -> Pack:
    return pack_from(json.loads(text))


def _question_from(text: str) -> Question:
    return question_from(json.loads(text))


PACK_FORM: Form[Pack] = Form(lambda pack: json.dumps(asdict(pack), ensure_ascii=False), _pack_from)
QUESTION_FORM: Form[Question] = Form(
    lambda question: json.dumps(content_of(question), ensure_ascii=False), _question_from
)


class Memory:
    """What was known of each file before a reading, and what is known after it."""

    def __init__(self, known: Mapping[str, KnownFile], tell: Tell) -> None:
        self.known = known
        self.fresh: dict[str, KnownFile] = {}
        self._tell = tell

    def load(
        self,
        path: Path,
        key: str,
        form: Form[_Item],
        read: Callable[[bytes], tuple[_Item | None, list[Finding]]],
    ) -> _Item | None:
        """What a file holds: recalled if it has not changed, else read and remembered under `key`."""
        try:
            now, raw = read_if_changed(path, self.known.get(key), MAX_BYTES)
            item = _recalled(form, now.value) if raw is None else None
            if item is None:
                if raw is None:  # what was remembered makes no sense
                    now, raw = read_if_changed(path, None, MAX_BYTES)
                item, findings = read(raw or b"")
                for finding in findings:
                    self._tell(finding)
        except OSError as problem:
            self._tell(unreadable(path, problem))
            return None
        if item is not None:
            self.fresh[key] = now if now.value else replace(now, value=form.write(item))
        return item


def _recalled(form: Form[_Item], text: str) -> _Item | None:
    try:
        return form.recall(text)
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def read_if_changed(path: Path, known: KnownFile | None, limit: int) -> tuple[KnownFile, bytes | None]:
    """The file's state now, and its bytes if its size, time or reader differ from what is known.

    At most `limit` + 1 bytes are read. `value` of the state is that of `known` as long as the
    content is the same, else "". Raises OSError, also for pipes and devices.
    """
    status = path.stat()
    if not stat.S_ISREG(status.st_mode):
        raise OSError(0, "not a regular file")
    if known and (known.size, known.mtime_ns, known.reader_version) == (
        status.st_size,
        status.st_mtime_ns,
        READER_VERSION,
    ):
        return known, None
    with path.open("rb") as stream:
        raw = stream.read(limit + 1)
    digest = hashlib.sha256(raw).hexdigest()
    same = known is not None and (known.sha256, known.reader_version) == (digest, READER_VERSION)
    value = known.value if known is not None and same else ""
    now = KnownFile(status.st_size, status.st_mtime_ns, digest, READER_VERSION, value)
    return now, None if same else raw
