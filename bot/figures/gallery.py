"""The pictures of figures and previews: drawn once, kept in a folder, served by name."""

import asyncio
import contextlib
import hashlib
import json
import logging
import os
import re
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bot.core.question import Figure
from bot.figures.drawing import draw_spec, template_bytes
from bot.figures.fields import Spec
from bot.figures.preview import Preview
from bot.figures.reading import spec_of

log = logging.getLogger(__name__)

_NAME = re.compile(r"[0-9a-f]{40}\.(png|svg)", re.ASCII)
#: How a whole picture begins and ends; a file that a crash or a full disk cut short does not.
_ENDS = {"png": (b"\x89PNG\r\n\x1a\n", b"IEND\xaeB`\x82"), "svg": (b"<svg", b"</svg>")}


class Gallery:
    """Pictures of figures and previews, cached in `folder`, which may be deleted at any time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        # One thread: more would only wait for the one compiler.
        self._drawer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="figures")

    def name(self, figure: Figure | Preview, theme: str, format: str) -> str:
        """The file name of a picture, which is its address too. It changes with everything that the
        picture depends on, and so may be cached for ever. Raises InvalidFigure.
        """
        return _name(_spec(figure), theme, format)

    async def picture(self, figure: Figure | Preview, theme: str, format: str) -> bytes:
        """The picture, from the folder or newly drawn. Raises InvalidFigure."""
        spec = _spec(figure)
        name = _name(spec, theme, format)
        # A kept picture does not wait behind those that are being drawn.
        kept = await asyncio.to_thread(self.cached, name)
        if kept is not None:
            return kept
        return await asyncio.wrap_future(self._drawer.submit(self._drawn, spec, theme, format, name))

    def cached(self, name: str) -> bytes | None:
        """The picture of this name if it has been drawn; None for any other name."""
        match = _NAME.fullmatch(name)
        if match is None:
            return None
        try:
            picture = (self._folder / name).read_bytes()
        except OSError:
            return None
        begin, end = _ENDS[match[1]]
        return picture if picture.startswith(begin) and picture.rstrip().endswith(end) else None

    def close(self) -> None:
        """Wait for the picture that is being drawn, and drop those that are not begun."""
        self._drawer.shutdown(wait=True, cancel_futures=True)

    def _drawn(self, spec: Spec | Preview, theme: str, format: str, name: str) -> bytes:
        # Who asked for the same picture before this one has had it drawn by now.
        picture = self.cached(name)
        if picture is None:
            picture = draw_spec(spec, theme, format)
            self._keep(name, picture)
        return picture

    def _keep(self, name: str, picture: bytes) -> None:
        """Write whole or not at all. A folder that takes no file costs time, not the picture."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            handle, draft = tempfile.mkstemp(dir=self._folder, suffix=".draft")
        except OSError as error:
            log.warning("cannot keep the picture %s: %s", name, error)
            return
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(picture)
            Path(draft).replace(self._folder / name)
        except OSError as error:
            log.warning("cannot keep the picture %s: %s", name, error)
            with contextlib.suppress(OSError):
                Path(draft).unlink()


def _spec(figure: Figure | Preview) -> Spec | Preview:
    return spec_of(figure) if isinstance(figure, Figure) else figure


def _name(spec: Spec | Preview, theme: str, format: str) -> str:
    text = json.dumps({**spec.drawn(), "theme": theme}, sort_keys=True, ensure_ascii=False)
    digest = hashlib.sha256(template_bytes(spec) + text.encode()).hexdigest()
    return f"{digest[:40]}.{format}"
