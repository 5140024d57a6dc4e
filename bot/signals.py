"""What signals do: SIGTERM and SIGINT end the program, SIGHUP reads the questions again.

They are ours before anything heavy is imported, so that none of them kills the program half-way.
"""

import contextlib
import os
import signal
import socket
import threading
from asyncio import AbstractEventLoop
from collections.abc import Callable

#: A program that was told to end has ended by then, whatever still hangs (ten seconds are promised).
DEADLINE_S = 9.5


class Signals:
    """Catches them from `catch` on; hands them to an event loop from `attend` on."""

    def __init__(self) -> None:
        self._loop: AbstractEventLoop | None = None
        self._on_end: Callable[[], None] = leave
        self._on_hangup: Callable[[], None] = _nothing
        self._told = False
        self._ending = threading.Event()
        self._sockets = socket.socketpair()
        for each in self._sockets:
            each.setblocking(False)

    def catch(self) -> None:
        """Takes the signals. Until somebody attends, nothing is open: the end comes at once."""
        threading.Thread(target=self._watch, name="deadline", daemon=True).start()
        signal.signal(signal.SIGTERM, self._end)
        signal.signal(signal.SIGINT, self._end)
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, self._hangup)

    def attend(
        self, loop: AbstractEventLoop, on_end: Callable[[], None], on_hangup: Callable[[], None]
    ) -> None:
        """From now on these are called in the loop."""
        # One that comes while the loop falls asleep would not wake it otherwise.
        with contextlib.suppress(NotImplementedError):  # Windows
            loop.add_reader(self._sockets[0], self._sockets[0].recv, 4096)
            signal.set_wakeup_fd(self._sockets[1].fileno(), warn_on_full_buffer=False)
        self._loop, self._on_end, self._on_hangup = loop, on_end, on_hangup

    def _end(self, *_: object) -> None:
        if self._loop is None or self._told:
            leave()
        self._told = True
        self._ending.set()
        self._call(self._on_end)

    def _hangup(self, *_: object) -> None:
        self._call(self._on_hangup)

    def _call(self, what: Callable[[], None]) -> None:
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has ended: so does the program
                self._loop.call_soon_threadsafe(what)

    def _watch(self) -> None:
        self._ending.wait()
        threading.Event().wait(DEADLINE_S)
        os.write(2, b"the end took too long; what was answered is stored\n")
        leave()


def leave() -> None:
    """Ends the process as it is: what was acknowledged is on the disk, the rest nobody was told.

    Python is not taken down first: a thread whose reading nobody waits for may be inside a library that
    does not survive that.
    """
    os._exit(0)


def _nothing() -> None:
    """Nothing is read yet, so there is nothing to read again."""
