"""One writer thread for all writes, a few read-only connections for boards.

A use case is a function `f(store, ...)`. Many queued ones share one transaction, each inside its own
savepoint; a caller hears the result only after the commit that made it durable.
"""

import asyncio
import contextlib
import logging
import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from filelock import FileLock, Timeout

from bot.core.errors import Busy, CannotSave
from bot.store.copies import keep_copy, own_like
from bot.store.job import Job, tell_all
from bot.store.migrations import migrate, pending
from bot.store.store import Store

P = ParamSpec("P")
R = TypeVar("R")

_log = logging.getLogger(__name__)

QUEUE_LIMIT = 5000
_BATCH = 100
_READERS = 2
_BUSY_TIMEOUT_MS = 5000
#: What the write-ahead log shrinks to after a long reader, a backup say, let it grow.
_WAL_BYTES = 4 * 2**20
#: Tries to begin a transaction while a foreign process holds the file.
_BEGIN_TRIES = 3


class InUse(Exception):
    """Another process has this database open."""


class Unusable(Exception):
    """The database cannot be opened or written; the text says why."""


class Engine:
    """Owns the database file from `open` to `close`."""

    def __init__(self, path: Path, lock: FileLock, connection: sqlite3.Connection) -> None:
        self.path = path.resolve()
        self._file = _file_at(self.path)
        self._lock = lock
        self._connection = connection
        self._store = Store(connection)
        self._closing = threading.Lock()
        self._closed = False
        self._failed = 0  # attempts to store since it last worked
        self._jobs: queue.Queue[Job | None] = queue.Queue(QUEUE_LIMIT)
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="reader")
        self._reading = threading.local()
        self._read_connections: list[sqlite3.Connection] = []
        self._writer = threading.Thread(target=self._write, name="writer", daemon=True)
        self._writer.start()

    @classmethod
    def open(cls, path: Path) -> "Engine":
        """Opens or creates the file, takes its lock, brings its schema up to date.

        Raises InUse, Unusable, or migrations.NewerDatabase. An older file is copied beside itself
        before it is migrated.
        """
        lock = take_lock(path)
        try:
            return cls(path, lock, _connect_writer(path))
        except BaseException as error:
            lock.release()
            # A damaged file may also fail as text that cannot be decoded.
            if isinstance(error, (sqlite3.Error, OSError, UnicodeDecodeError)):
                raise Unusable(str(error)) from error
            raise

    async def run(self, use_case: Callable[Concatenate[Store, P], R], *args: P.args, **kwargs: P.kwargs) -> R:
        """The result of a use case, once it is durable. Raises what it raised; then nothing of it is stored.

        Raises Busy when 5,000 wait already, CannotSave when SQLite cannot write.
        """
        loop = asyncio.get_running_loop()
        future = loop.create_future()
        job = Job(lambda store: use_case(store, *args, **kwargs), future, loop)
        with self._closing:
            if self._closed:
                raise CannotSave("the database is closed")
            try:
                self._jobs.put_nowait(job)
            except queue.Full:
                raise Busy from None
        result: R = await future  # a caller that goes away does not undo what is already queued
        return result

    def wait(self, use_case: Callable[Concatenate[Store, P], R], *args: P.args, **kwargs: P.kwargs) -> R:
        """`run` for the start of the program, when no event loop turns yet. Blocks."""
        future: Future[R] = Future()
        self._jobs.put(Job(lambda store: use_case(store, *args, **kwargs), future))
        return future.result()

    async def read(self, query: Callable[Concatenate[Store, P], R], *args: P.args, **kwargs: P.kwargs) -> R:
        """The result of a function that only reads, from a connection that cannot write."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, lambda: query(self._reader(), *args, **kwargs))

    def is_in_place(self) -> bool:
        """False if the file was removed or replaced since it was opened: then all that is stored is lost."""
        return _file_at(self.path) == self._file

    def close(self) -> None:
        """Finishes what is queued, then closes the file and gives the lock back."""
        with self._closing:
            if self._closed:
                return
            self._closed = True
        self._jobs.put(None)
        self._writer.join()
        self._readers.shutdown()
        for connection in [*self._read_connections, self._connection]:
            connection.close()
        self._lock.release()

    def _reader(self) -> Store:
        if not hasattr(self._reading, "store"):
            uri = f"{self.path.as_uri()}?mode=ro"
            connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
            connection.execute(f"PRAGMA busy_timeout = {_BUSY_TIMEOUT_MS}")
            self._read_connections.append(connection)
            self._reading.store = Store(connection)
        store: Store = self._reading.store
        return store

    def _write(self) -> None:
        while (job := self._jobs.get()) is not None:
            batch, ending = [job], False
            while len(batch) < _BATCH and not ending:
                try:
                    following = self._jobs.get_nowait()
                except queue.Empty:
                    break
                if following is None:
                    ending = True
                else:
                    batch.append(following)
            self._commit(batch)
            if ending:
                return

    def _commit(self, batch: list[Job]) -> None:
        """Runs a batch in one transaction and tells each caller, after the commit, what came of it."""
        try:
            self._begin()
            before = self._connection.total_changes
            errors = [job.attempt(self._store) for job in batch]
            self._connection.execute("COMMIT")
        except Exception as error:  # SQLite failed, whatever the use cases were
            self._note(error)
            with contextlib.suppress(sqlite3.Error):
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
            self._store.forget_revisions()  # one of them may have been read before it was lost
            failure = CannotSave(str(error))
            failure.__cause__ = error
            for job in batch:
                job.fail(failure)
        else:
            error_of_one = next(filter(None, errors), None)
            if error_of_one or self._connection.total_changes > before:
                self._note(error_of_one)
        tell_all(batch)

    def _note(self, error: Exception | None) -> None:
        """Logs when storing begins to fail and when it works again: not a line for each click meanwhile.

        What only reads works on a full disk too, and says nothing about it.
        """
        if error is not None and not self._failed:
            _log.error("storing failed: %s", error)
        if error is None and self._failed:
            _log.warning("storing works again; it failed %d times", self._failed)
        self._failed = self._failed + 1 if error is not None else 0

    def _begin(self) -> None:
        for left in reversed(range(_BEGIN_TRIES)):
            try:
                self._connection.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or not left:
                    raise
                _log.warning("another process holds the database; trying again")
            else:
                return


def take_lock(path: Path) -> FileLock:
    """Makes this process the only one that may write to the database. Raises InUse, Unusable."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(path.with_name(path.name + ".lock"))
        lock.acquire(timeout=0)
        own_like(Path(lock.lock_file), path.parent)
    except Timeout as error:
        raise InUse from error
    except OSError as error:
        raise Unusable(error.strerror or str(error)) from error
    return lock


def _file_at(path: Path) -> tuple[int, int] | None:
    """Which file has this name, whatever it is called later; None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _connect_writer(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        connection.execute(f"PRAGMA busy_timeout = {_BUSY_TIMEOUT_MS}")
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        if tables and "_sqlite_migrations" not in tables:
            raise Unusable("it is the database of another program")
        if not tables:
            own_like(path, path.parent)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA journal_size_limit = {_WAL_BYTES}")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA secure_delete = ON")  # what was erased is not left in free pages
        steps = pending(connection)
        if steps and tables:
            keep_copy(path, path.with_name(f"{path.name}.before-{steps[0]}"))
        migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection
