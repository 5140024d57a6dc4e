"""The schema, as an append-only list of steps. A released step is never edited.

Times are UTC, ISO 8601 with milliseconds, so that text order is time order. Dates are local ISO dates.
"""

import sqlite3

from sqlite_utils import Database, Migrations

MIGRATIONS = Migrations("quizbot")


class NewerDatabase(Exception):
    """The file was written by a newer quizbot: it holds migrations that this one does not know."""

    def __init__(self, names: list[str]) -> None:
        super().__init__(", ".join(names))
        self.names = names


def pending(connection: sqlite3.Connection) -> list[str]:
    """The steps that this file still lacks. Raises NewerDatabase if it knows steps that we do not."""
    database = Database(connection)
    ours = [step.name for step in MIGRATIONS.pending(Database(memory=True))]
    theirs = [step.name for step in MIGRATIONS.applied(database)]
    if unknown := [name for name in theirs if name not in ours]:
        raise NewerDatabase(unknown)
    return [name for name in ours if name not in theirs]


def migrate(connection: sqlite3.Connection) -> None:
    """Takes the pending steps, each in its own transaction together with the record of it."""
    MIGRATIONS.apply(Database(connection))


@MIGRATIONS()
def m001_bank(db: Database) -> None:
    """Packs, questions and their revisions; a revision never changes."""
    for statement in (
        "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT",
        # owner_guild_id 0: bundled, belongs to nobody
        """CREATE TABLE pack (
            pack_key INTEGER PRIMARY KEY,
            owner_guild_id INTEGER NOT NULL DEFAULT 0,
            pack_id TEXT NOT NULL,
            data TEXT NOT NULL,
            UNIQUE (owner_guild_id, pack_id)) STRICT""",
        """CREATE TABLE question (
            question_key INTEGER PRIMARY KEY,
            pack_key INTEGER NOT NULL REFERENCES pack,
            question_id TEXT NOT NULL,
            revision_key INTEGER REFERENCES revision,
            UNIQUE (pack_key, question_id)) STRICT""",
        """CREATE TABLE revision (
            revision_key INTEGER PRIMARY KEY,
            question_key INTEGER NOT NULL REFERENCES question,
            hash TEXT NOT NULL,
            number INTEGER NOT NULL,
            data TEXT NOT NULL,
            stored_at TEXT NOT NULL,
            UNIQUE (question_key, hash)) STRICT""",
        # what the reader knew of each file when it last parsed it
        """CREATE TABLE source_file (
            path TEXT PRIMARY KEY,
            size INTEGER NOT NULL,
            mtime_ns INTEGER NOT NULL,
            sha256 TEXT NOT NULL,
            reader_version INTEGER NOT NULL,
            data TEXT NOT NULL) STRICT""",
        "CREATE TABLE image (sha256 TEXT PRIMARY KEY, data BLOB NOT NULL) STRICT",
    ):
        db.execute(statement)


@MIGRATIONS()
def m002_posts_and_responses(db: Database) -> None:
    """Posts, responses (appended, never overwritten), and the totals that boards read."""
    for statement in (
        "CREATE TABLE server (guild_id INTEGER PRIMARY KEY, zone TEXT NOT NULL DEFAULT 'UTC') STRICT",
        # scope: g<guild id>, or d<member id> for a private chat
        """CREATE TABLE post (
            post_id TEXT PRIMARY KEY,
            scope TEXT NOT NULL,
            guild_id INTEGER,
            channel_id INTEGER NOT NULL,
            message_id INTEGER,
            question_key INTEGER NOT NULL REFERENCES question,
            revision_key INTEGER NOT NULL REFERENCES revision,
            shown TEXT NOT NULL,
            asked_by INTEGER NOT NULL,
            private_to INTEGER,
            posted_at TEXT NOT NULL,
            answered INTEGER NOT NULL DEFAULT 0,
            count_frozen INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID""",
        """CREATE TABLE response (
            post_id TEXT NOT NULL REFERENCES post,
            member_id INTEGER NOT NULL,
            sequence INTEGER NOT NULL,
            scope TEXT NOT NULL,
            question_key INTEGER NOT NULL REFERENCES question,
            revision_key INTEGER NOT NULL REFERENCES revision,
            option_ids TEXT NOT NULL,
            mode TEXT NOT NULL,
            repeat INTEGER NOT NULL,
            late INTEGER NOT NULL,
            local_date TEXT NOT NULL,
            responded_at TEXT NOT NULL,
            grade REAL,
            points INTEGER,
            PRIMARY KEY (post_id, member_id, sequence)) STRICT, WITHOUT ROWID""",
        """CREATE INDEX response_that_scored ON response
            (scope, member_id, question_key, responded_at) WHERE NOT repeat AND NOT late""",
        """CREATE TABLE total (
            scope TEXT NOT NULL,
            period TEXT NOT NULL,
            start TEXT NOT NULL,
            topic TEXT NOT NULL,
            member_id INTEGER NOT NULL,
            points INTEGER NOT NULL DEFAULT 0,
            answered INTEGER NOT NULL DEFAULT 0,
            correct INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (scope, period, start, topic, member_id)) STRICT, WITHOUT ROWID""",
        """CREATE INDEX total_board ON total
            (scope, period, start, topic, points DESC, correct DESC, member_id)""",
        """CREATE TABLE member (
            scope TEXT NOT NULL,
            member_id INTEGER NOT NULL,
            name TEXT NOT NULL,
            streak INTEGER NOT NULL DEFAULT 0,
            longest_streak INTEGER NOT NULL DEFAULT 0,
            last_day TEXT,
            PRIMARY KEY (scope, member_id)) STRICT, WITHOUT ROWID""",
        """CREATE TABLE channel_showing (
            channel_id INTEGER NOT NULL,
            question_key INTEGER NOT NULL REFERENCES question,
            times INTEGER NOT NULL,
            last_at TEXT NOT NULL,
            PRIMARY KEY (channel_id, question_key)) STRICT, WITHOUT ROWID""",
        """CREATE TABLE member_showing (
            scope TEXT NOT NULL,
            member_id INTEGER NOT NULL,
            question_key INTEGER NOT NULL REFERENCES question,
            times INTEGER NOT NULL,
            last_at TEXT NOT NULL,
            PRIMARY KEY (scope, member_id, question_key)) STRICT, WITHOUT ROWID""",
    ):
        db.execute(statement)


@MIGRATIONS()
def m003_servers_reports_and_closing(db: Database) -> None:
    """What moderators set, what members report and prefer, and cards that are closed or take reactions."""
    for statement in (
        # JSON lists: values of selections; channel ids
        "ALTER TABLE server ADD COLUMN topics TEXT NOT NULL DEFAULT '[]'",
        "ALTER TABLE server ADD COLUMN channels TEXT NOT NULL DEFAULT '[]'",
        "ALTER TABLE server ADD COLUMN answers_by TEXT NOT NULL DEFAULT 'buttons'",
        "ALTER TABLE server ADD COLUMN moderator_role_id INTEGER",
        "ALTER TABLE server ADD COLUMN greeted_at TEXT",
        "ALTER TABLE server ADD COLUMN removed_at TEXT",
        "ALTER TABLE post ADD COLUMN answers_by TEXT NOT NULL DEFAULT 'buttons'",
        "ALTER TABLE post ADD COLUMN closed_at TEXT",
        # 1 once its message shows the key
        "ALTER TABLE post ADD COLUMN closing_shown INTEGER NOT NULL DEFAULT 0",
        "CREATE INDEX post_by_reactions ON post (message_id) WHERE answers_by = 'reactions'",
        "CREATE INDEX response_of_member ON response (member_id)",
        """CREATE INDEX post_to_close ON post (closed_at)
            WHERE closed_at IS NOT NULL AND NOT closing_shown""",
        # a second report of the same member in the same place replaces the first
        """CREATE TABLE report (
            report_id INTEGER PRIMARY KEY,
            scope TEXT NOT NULL,
            question_key INTEGER NOT NULL REFERENCES question,
            revision_key INTEGER NOT NULL REFERENCES revision,
            member_id INTEGER NOT NULL,
            name TEXT NOT NULL,
            kind TEXT NOT NULL,
            text TEXT NOT NULL,
            reported_at TEXT NOT NULL,
            state TEXT NOT NULL DEFAULT 'open',
            handled_by INTEGER,
            handled_at TEXT,
            UNIQUE (scope, question_key, member_id)) STRICT""",
        "CREATE INDEX report_open ON report (scope, reported_at) WHERE state = 'open'",
        """CREATE TABLE preference (
            member_id INTEGER PRIMARY KEY,
            hidden INTEGER NOT NULL DEFAULT 0,
            notes INTEGER NOT NULL DEFAULT 0) STRICT""",
        "CREATE INDEX preference_hidden ON preference (member_id) WHERE hidden",
    ):
        db.execute(statement)


@MIGRATIONS()
def m004_showings_of_servers(db: Database) -> None:
    """The server of a channel that questions were shown in; NULL for private chats, and for older rows."""
    for statement in (
        "ALTER TABLE channel_showing ADD COLUMN guild_id INTEGER",
        "CREATE INDEX channel_showing_of_server ON channel_showing (guild_id) WHERE guild_id IS NOT NULL",
    ):
        db.execute(statement)


@MIGRATIONS()
def m005_unanswered_private_cards(db: Database) -> None:
    """Private cards that nobody answered are found by their age, to be erased."""
    db.execute(
        """CREATE INDEX post_private_unanswered ON post (posted_at)
            WHERE private_to IS NOT NULL AND answered = 0"""
    )
