"""A use case on its way through the writer."""

import sqlite3
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from bot.core.errors import CannotSave
from bot.store.store import Store


class Job:
    """What to run, and who waits for what comes of it."""

    def __init__(self, work: Callable[[Store], Any]) -> None:
        self._work = work
        self._outcome: Callable[[], None] = lambda: None
        self.future: Future[Any] = Future()

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
            self._outcome = lambda: self.fail(failure)
        else:
            self._outcome = lambda: self.future.set_result(result)
        connection.execute("RELEASE use_case")
        return error_of_sqlite

    def tell(self) -> None:
        """Gives the caller the result or the error."""
        if not self.future.done():
            self._outcome()

    def fail(self, error: BaseException) -> None:
        """Gives the caller this error instead."""
        if not self.future.done():
            self.future.set_exception(error)
