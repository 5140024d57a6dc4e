"""Packs, questions by revision, images, and what the reader knew of each file."""

import datetime
import json
import sqlite3
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass

from bot.core.question import (
    Pack,
    Question,
    content_hash,
    content_of,
    pack_from,
    question_from,
)
from bot.store.times import to_text

#: Bundled packs belong to nobody.
NOBODY = 0
_REVISIONS_IN_MEMORY = 2048


@dataclass(frozen=True, slots=True)
class StoredRevision:
    """A revision with its keys in the database."""

    question_key: int
    revision_key: int
    question: Question
    pack: Pack


class BankStore:
    """The part of the store that knows questions."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        # Revisions never change, so they may be remembered; packs are remembered by their text.
        self._revisions: OrderedDict[int, StoredRevision] = OrderedDict()
        self._packs: dict[str, Pack] = {}

    def publish(self, packs: Iterable[Pack], questions: Iterable[Question], now: datetime.datetime) -> None:
        """Makes these the bundled bank: new contents become revisions, missing questions retire."""
        keys = {pack.pack_id: self._put_pack(pack) for pack in packs}
        self.connection.execute(
            """UPDATE question SET revision_key = NULL
            WHERE pack_key IN (SELECT pack_key FROM pack WHERE owner_guild_id = ?)""",
            (NOBODY,),
        )
        for question in questions:
            self._put_question(keys[question.pack_id], question, now)
        self.forget_revisions()  # they carry their pack's titles

    def _put_pack(self, pack: Pack) -> int:
        (key,) = self.connection.execute(
            """INSERT INTO pack (owner_guild_id, pack_id, data) VALUES (?, ?, ?)
            ON CONFLICT DO UPDATE SET data = excluded.data RETURNING pack_key""",
            (NOBODY, pack.pack_id, json.dumps(asdict(pack), ensure_ascii=False)),
        ).fetchone()
        return int(key)

    def _put_question(self, pack_key: int, question: Question, now: datetime.datetime) -> None:
        (question_key,) = self.connection.execute(
            """INSERT INTO question (pack_key, question_id) VALUES (?, ?)
            ON CONFLICT DO UPDATE SET question_id = excluded.question_id RETURNING question_key""",
            (pack_key, question.question_id),
        ).fetchone()
        data = json.dumps(content_of(question), ensure_ascii=False)
        (revision_key,) = self.connection.execute(
            """INSERT INTO revision (question_key, hash, number, data, stored_at) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET number = excluded.number RETURNING revision_key""",
            (question_key, content_hash(question), question.number, data, to_text(now)),
        ).fetchone()
        self.connection.execute(
            "UPDATE question SET revision_key = ? WHERE question_key = ?", (revision_key, question_key)
        )

    def forget_revisions(self) -> None:
        """Reads them from the database again."""
        self._revisions.clear()

    def revisions_numbered(self, pack_id: str, question_id: str, number: int) -> list[Question]:
        """Every stored content that carried this revision number, oldest first."""
        rows = self.connection.execute(
            """SELECT revision.data
            FROM revision JOIN question USING (question_key) JOIN pack USING (pack_key)
            WHERE owner_guild_id = ? AND pack_id = ? AND question_id = ? AND number = ?
            ORDER BY revision.revision_key""",
            (NOBODY, pack_id, question_id, number),
        )
        return [question_from(json.loads(data)) for (data,) in rows]

    def current_revision(self, pack_id: str, question_id: str) -> StoredRevision:
        """The published revision of a question of the bank; KeyError if there is none."""
        row = self.connection.execute(
            """SELECT revision_key FROM question JOIN pack USING (pack_key)
            WHERE owner_guild_id = ? AND pack_id = ? AND question_id = ? AND revision_key IS NOT NULL""",
            (NOBODY, pack_id, question_id),
        ).fetchone()
        if row is None:
            raise KeyError((pack_id, question_id))
        return self.revision(row[0])

    def revision(self, revision_key: int) -> StoredRevision:
        """A revision by its key, with its pack as it is titled today."""
        if revision_key in self._revisions:
            self._revisions.move_to_end(revision_key)
            return self._revisions[revision_key]
        question_key, data, pack_data = self.connection.execute(
            """SELECT question_key, revision.data, pack.data
            FROM revision JOIN question USING (question_key) JOIN pack USING (pack_key)
            WHERE revision.revision_key = ?""",
            (revision_key,),
        ).fetchone()
        if pack_data not in self._packs:
            self._packs[pack_data] = pack_from(json.loads(pack_data))
        stored = StoredRevision(
            question_key, revision_key, question_from(json.loads(data)), self._packs[pack_data]
        )
        self._revisions[revision_key] = stored
        if len(self._revisions) > _REVISIONS_IN_MEMORY:
            self._revisions.popitem(last=False)
        return stored

    def known_files(self) -> dict[str, tuple[int, int, str, int, str]]:
        """What the reader remembered: path -> (size, mtime_ns, sha256, reader version, value)."""
        rows = self.connection.execute(
            "SELECT path, size, mtime_ns, sha256, reader_version, data FROM source_file"
        )
        return {path: tuple(values) for path, *values in rows}

    def remember_files(self, known: Mapping[str, tuple[int, int, str, int, str]]) -> None:
        """Replaces what the reader remembers."""
        self.connection.execute("DELETE FROM source_file")
        self.connection.executemany(
            "INSERT INTO source_file VALUES (?, ?, ?, ?, ?, ?)",
            [(path, *values) for path, values in known.items()],
        )

    def put_image(self, sha256: str, data: bytes) -> None:
        """Keeps a picture file's bytes, for as long as a revision may show it."""
        self.connection.execute("INSERT OR IGNORE INTO image VALUES (?, ?)", (sha256, data))

    def image(self, sha256: str) -> bytes:
        """A picture file's bytes; KeyError if it was never stored."""
        row = self.connection.execute("SELECT data FROM image WHERE sha256 = ?", (sha256,)).fetchone()
        if row is None:
            raise KeyError(sha256)
        return bytes(row[0])
