"""Reading the questions again when asked to, one reading at a time."""

import asyncio
import logging

from bot.wiring import BadContent, Library

_log = logging.getLogger(__name__)


class Reloads:
    """However often one asks during a reading, one more follows it: so the last one is the newest."""

    def __init__(self) -> None:
        self._asked = asyncio.Event()

    def ask(self) -> None:
        """Asks for a reading that begins from now on."""
        self._asked.set()

    async def work(self, library: Library) -> None:
        """Reads whenever it was asked for, until cancelled."""
        while True:
            await self._asked.wait()
            self._asked.clear()
            _log.info("reading the questions again")
            try:
                await library.reload()
            except BadContent as error:
                for line in error.lines:
                    _log.error("%s", line)
                _log.error("the bank was not read again; the last good one stays in use")
            except Exception:
                _log.exception("the bank was not read again; the last good one stays in use")
