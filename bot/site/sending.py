"""A file as HTTP sends it: with its type, its caching, a strong ETag, and packed for those who can unpack."""

import gzip
import hashlib
import re
from dataclasses import dataclass

from aiohttp import web

#: A correction shows after five minutes at the latest; starting over needs no second download.
PAGE_CACHING = "public, max-age=300"
#: For names that change with the content.
FOREVER = "public, max-age=31536000, immutable"

_TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml; charset=utf-8",
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "webp": "image/webp",
}
_TEXTS = ("html", "css", "js", "svg")
_TAKES_GZIP = re.compile(r"(?:^|[,\s])(?:x-)?gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))|,|$)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class File:
    """What is sent for one address. `packed` is the content in gzip, None for what it does not shrink."""

    content: bytes
    content_type: str
    caching: str
    etag: str
    packed: bytes | None

    def answer(self, request: web.Request, status: int = 200) -> web.Response:
        """The response to a request: the file, or 304 for who has it already."""
        packed = self.packed if _TAKES_GZIP.search(request.headers.get("Accept-Encoding", "")) else None
        # Different bytes need different strong ETags.
        etag = self.etag if packed is None else f"{self.etag}-gzip"
        headers = {"Cache-Control": self.caching, "ETag": f'"{etag}"'}
        if self.packed is not None:
            headers["Vary"] = "Accept-Encoding"
        if status == 200 and any(known.value in ("*", etag) for known in request.if_none_match or ()):
            return web.Response(status=304, headers=headers)
        headers["Content-Type"] = self.content_type
        if packed is not None:
            headers["Content-Encoding"] = "gzip"
        return web.Response(body=packed or self.content, status=status, headers=headers)


def file_of(name: str, content: bytes, caching: str) -> File:
    """The file of this content; the ending of `name` tells its type."""
    ending = name.rpartition(".")[2]
    etag = hashlib.sha256(content).hexdigest()[:32]
    # Without a time of packing the same content is always packed to the same bytes.
    packed = gzip.compress(content, mtime=0) if ending in _TEXTS else None
    return File(content, _TYPES[ending], caching, etag, packed)
