"""A use case on its way through the writer."""

import asyncio
import contextlib
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from typing import Any

from bot.core.errors import CannotSave
from bot.store.store import Store


class Job:
    """What to run, and who waits for what comes of it.

    `loop` is the event loop that `future` belongs to; without one it may be set from any thread.
    """

    def __init__(
        self,
        work: Callable[[Store], Any],
        future: "Future[Any] | asyncio.Future[Any]",
        loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self._work = work
        self._outcome: Callable[[], None] = lambda: None
        self.future = future
        self.loop = loop

    def attempt(self, store: Store) -> Exception | None:
        """Runs inside a savepoint; the error, if SQLite could not do it.

        Raises sqlite3.Error if the whole transaction is gone.
        """
        connection, error_of_sqlite = store.connection, None
        connection.execute("SAVEPOINT use_case")
        try:
            result = self._work(store)
        except Exception as error:
            if not connection.in_transaction:  # a full disk rolls everything back by itself
                raise
            connection.execute("ROLLBACK TO use_case")
            failure = error
            if isinstance(error, sqlite3.OperationalError):
                error_of_sqlite, failure = error, CannotSave(str(error))
                failure.__cause__ = error
            self.fail(failure)
        else:
            self._outcome = lambda: self.future.set_result(result)
        connection.execute("RELEASE use_case")
        return error_of_sqlite

    def fail(self, error: BaseException) -> None:
        """From now on the caller shall be given this error instead."""
        self._outcome = lambda: self.future.set_exception(error)

    def tell(self) -> None:
        """Gives the caller the result or the error, unless it has gone away."""
        if not self.future.done():
            self._outcome()


def tell_all(jobs: Iterable[Job]) -> None:
    """Tells every caller what came of its job.

    To wake an event loop costs more than to be told, so each loop is woken once for all who wait in it.
    """
    by_loop: dict[asyncio.AbstractEventLoop | None, list[Job]] = defaultdict(list)
    for job in jobs:
        by_loop[job.loop].append(job)
    for loop, waiting in by_loop.items():
        if loop is None:
            _tell(waiting)
        else:
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits in it any more
                loop.call_soon_threadsafe(_tell, waiting)


def _tell(jobs: Iterable[Job]) -> None:
    for job in jobs:
        job.tell()
