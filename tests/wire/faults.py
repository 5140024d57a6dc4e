"""The ways in which Discord's answers go wrong on command."""

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web


@dataclass
class Fault:
    """What happens to the next `times` requests that begin with `request` ("METHOD path")."""

    request: str
    #: Answered with this status; None: the connection is reset instead.
    status: int | None = None
    #: The request has its effect first.
    after: bool = False
    times: int = 1
    code: int = 0
    #: Seconds of the header and body of a 429; without `via` it is the page of Discord's door keeper.
    retry_after: float | None = None
    via: bool = True
    #: The request waits for this first.
    hold: asyncio.Event | None = None
    seen: int = field(default=0)

    def matches(self, request: str) -> bool:
        """Takes one of its times if this is such a request."""
        if self.seen >= self.times or not request.startswith(self.request):
            return False
        self.seen += 1
        return True

    async def happen(self, request: web.Request) -> web.StreamResponse | None:
        """Instead of the answer, or None where the answer stands and only had to wait."""
        if self.hold is not None:
            await self.hold.wait()
        if self.status is None:
            if self.hold is None:
                assert request.transport is not None
                request.transport.abort()
                raise web.HTTPInternalServerError  # nobody hears it
            return None
        if self.status == 429 and not self.via:
            return web.Response(text="<html>error code: 1015</html>", status=429, content_type="text/html")
        body: dict[str, Any] = {"message": "so it was told", "code": self.code}
        headers = {}
        if self.status == 429:
            body |= {"retry_after": self.retry_after or 0.1, "global": False}
            headers = {"Retry-After": str(body["retry_after"]), "Via": "1.1 google"}
        return answer(body, self.status, headers)


def answer(data: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """JSON as Discord sends it: the library looks at the whole header, and Discord's says no charset."""
    told = {"Content-Type": "application/json"} | (headers or {})
    return web.Response(body=json.dumps(data).encode(), status=status, headers=told)


@dataclass
class Refused(Exception):
    """Discord says no."""

    status: int
    code: int
    message: str = "no"
    headers: dict[str, str] = field(default_factory=dict)

    def response(self) -> web.Response:
        """As the bot hears it."""
        body: dict[str, Any] = {"message": self.message, "code": self.code}
        if self.status == 429:
            body |= {"retry_after": float(self.headers["Retry-After"]), "global": False}
        return answer(body, self.status, self.headers)


class Buckets:
    """Limits of routes, as (route's beginning) -> (requests, seconds); told in headers, as Discord does."""

    def __init__(self, limits: dict[str, tuple[int, float]]) -> None:
        self._limits = limits
        self._used: dict[tuple[str, str], tuple[int, float]] = {}

    def take(self, route: str, major: str, now: float) -> dict[str, str]:
        """The headers for one more request; raises Refused when there is no room."""
        limit = next((each for start, each in self._limits.items() if route.startswith(start)), None)
        if limit is None:
            return {}
        most, period_s = limit
        used, since = self._used.get((route, major), (0, now))
        if now - since >= period_s:
            used, since = 0, now
        left_s = period_s - (now - since)
        if used >= most:
            headers = {"Retry-After": f"{left_s:.3f}", "Via": "1.1 google"}
            raise Refused(429, 0, "You are being rate limited.", headers | {"X-RateLimit-Scope": "user"})
        self._used[(route, major)] = (used + 1, since)
        return {
            **{"X-RateLimit-Limit": str(most), "X-RateLimit-Remaining": str(most - used - 1)},
            **{"X-RateLimit-Reset-After": f"{left_s:.3f}", "X-RateLimit-Bucket": f"{abs(hash(route)):x}"},
        }
