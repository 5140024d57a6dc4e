"""Work in a thread of its own, for what takes long: it waits for no other, and no other for it."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


async def in_thread(name: str, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """The result of work that blocks, or what it raised. The end of the program does not wait for it."""
    future: Future[R] = Future()
    future.set_running_or_notify_cancel()  # who stops waiting does not stop the work

    def do() -> None:
        try:
            result = work(*args, **kwargs)
        except BaseException as error:
            future.set_exception(error)
        else:
            future.set_result(result)

    threading.Thread(target=do, name=name, daemon=True).start()
    return await asyncio.wrap_future(future)
