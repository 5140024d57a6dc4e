"""What the server refuses, whoever asks: other methods than reading, bodies, and floods."""

import ipaddress
import math
from collections.abc import Callable

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from bot.core.flood import Gate

#: A reader needs some five requests a page; an office or a class may share one address.
REQUESTS_PER_CLIENT = (600, 60.0)
HEALTH = "/healthz"

#: Seconds that a connection may be idle, and that is waited for the rest of a refused body.
_IDLE_S = 30.0
_LINGERING_S = 1.0
#: The longest address and header line, in bytes.
_LINE = 4096

_IP = ipaddress.IPv4Address | ipaddress.IPv6Address


def make_runner(app: web.Application, *, shutdown_timeout: float = 1.0) -> web.AppRunner:
    """What serves the site, with limits on what a connection may cost. `shutdown_timeout` is in seconds."""
    return web.AppRunner(
        app,
        access_log=None,
        shutdown_timeout=shutdown_timeout,
        keepalive_timeout=_IDLE_S,
        lingering_time=_LINGERING_S,
        max_line_size=_LINE,
        max_field_size=_LINE,
    )


def refusing(monotonic: Callable[[], float]) -> Middleware:
    """A middleware that lets only harmless requests through, and no client too often."""
    gate = Gate(REQUESTS_PER_CLIENT)

    @web.middleware
    async def refuse(request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.method not in ("GET", "HEAD"):
            found = f"The method {request.method} is refused; these pages can only be read, with GET or HEAD."
            return _refusal(request, 405, found, {"Allow": "GET, HEAD"})
        if request.body_exists:
            return _refusal(request, 413, "The request has a body; ask for a page without one.")
        # The health check must not fail because somebody reads many pages through the same proxy.
        key, at = (client_of(request), request.path == HEALTH), monotonic()
        if wait_s := gate.wait_s(key, at):
            count, period_s = REQUESTS_PER_CLIENT
            seconds = math.ceil(wait_s)
            found = f"There were more than {count} requests in {period_s:.0f} seconds from your address"
            return _refusal(
                request, 429, f"{found}; try again in {seconds} seconds.", {"Retry-After": str(seconds)}
            )
        gate.let_through(key, at)
        return await handler(request)

    return refuse


def client_of(request: web.BaseRequest) -> str:
    """Who asks: the address of the peer, or what a proxy near us says last about whom it asks for.

    Only the last entry is the proxy's own; a client can write any others. Of IPv6 the network counts,
    since a household has 2^64 addresses.
    """
    address = _address(request.remote or "")
    forwarded = request.headers.getall("X-Forwarded-For", [])
    if forwarded and (address is None or not address.is_global):
        address = _address(forwarded[-1].rpartition(",")[2]) or address
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.IPv6Network((address.packed, 64), strict=False))
    return str(address)


def _address(text: str) -> _IP | None:
    """The address in a text such as 192.0.2.1, 192.0.2.1:80, 2001:db8::1 or [2001:db8::1]:80."""
    text = text.strip()
    if text.startswith("[") or text.count(":") == 1:
        text = text.lstrip("[").partition("]")[0] if "[" in text else text.partition(":")[0]
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _refusal(
    request: web.Request, status: int, text: str, headers: dict[str, str] | None = None
) -> web.Response:
    response = web.Response(
        text=f"{text}\n", status=status, headers={**(headers or {}), "Cache-Control": "no-store"}
    )
    if request.body_exists:
        response.force_close()  # what it holds is not read
    return response
