"""Drawing a figure with Typst: the same figure gives the same bytes on every machine.

Texts reach Typst as data only; its root is an empty folder, and the only fonts are our own.
"""

import atexit
import functools
import importlib.metadata
import json
import shutil
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from bot.core.findings import FieldPath
from bot.core.question import Figure
from bot.figures.fields import Spec
from bot.figures.font import font_files
from bot.figures.reading import spec_of

Format = Literal["png", "svg"]
#: Dark for Discord, both for the pages.
THEMES = ("dark", "light")
FORMATS: tuple[Format, ...] = get_args(Format)

#: Points; 720 pixels at `PPI`.
WIDTH = 360
PPI = 144

_TEMPLATES = Path(__file__).parent / "templates"
# A compiler that two threads use at once raises "Already borrowed".
_lock = threading.Lock()


@dataclass(frozen=True, slots=True)
class Overflow:
    """A text for which the layout has no room; `limit` depends on the problem."""

    path: FieldPath
    problem: Literal["word", "lines", "crowded", "thin"]
    text: str
    limit: int


@dataclass(frozen=True, slots=True)
class Layout:
    """What a figure's layout comes to: its height in points, and what it has no room for."""

    height: float
    overflows: tuple[Overflow, ...]


def draw(figure: Figure, theme: str, format: str) -> bytes:
    """The picture of `figure`. Blocks for some 30 to 60 ms. Raises InvalidFigure."""
    return draw_spec(spec_of(figure), theme, format)


def draw_spec(spec: Spec, theme: str, format: str) -> bytes:
    """The picture of a spec. Raises ValueError on another theme or format than ours."""
    if theme not in THEMES or format not in FORMATS:
        raise ValueError(f"no picture in theme {theme!r} and format {format!r}")
    with _lock:
        return _press().compile(_source(spec), _inputs(spec, theme), format)


def lay_out(spec: Spec) -> Layout:
    """The layout of a spec, without the drawing. It is the same in every theme."""
    with _lock:
        reports = _press().query(_source(spec), _inputs(spec, "dark"))
    height = next(report for report in reports if isinstance(report, float | int))
    overflows = [
        Overflow(tuple(report["path"]), report["problem"], report["text"], report["limit"])
        for report in reports
        if isinstance(report, dict)
    ]
    return Layout(height, tuple(overflows))


def template_bytes(spec: Spec) -> bytes:
    """Everything besides the data that decides what the picture of a spec looks like."""
    return _source(spec) + _versions().encode()


@functools.cache
def _versions() -> str:
    names = ("typst", "font-source-sans-pro")
    return " ".join(f"{name} {importlib.metadata.version(name)}" for name in names)


@functools.cache
def _template(name: str) -> bytes:
    return (_TEMPLATES / f"{name}.typ").read_bytes()


def _source(spec: Spec) -> bytes:
    # An import between files would need a root that holds them; one behind the other needs none.
    return _template("shared") + b"\n" + _template(spec.drawn()["kind"])


def _inputs(spec: Spec, theme: str) -> dict[str, str]:
    return {"data": json.dumps(spec.drawn(), ensure_ascii=False, sort_keys=True), "theme": theme}


class _Press:
    """The one compiler of the process, with its empty root and its folder of three fonts."""

    def __init__(self) -> None:
        import typst

        folder = tempfile.TemporaryDirectory(prefix="quizbot-figures-")
        atexit.register(folder.cleanup)
        self._root = Path(folder.name) / "root"
        self._root.mkdir()
        fonts = Path(folder.name) / "fonts"
        fonts.mkdir()
        for file in font_files():
            shutil.copyfile(file, fonts / file.name)
        self._typst = typst
        self._fonts = typst.Fonts(
            include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(fonts)]
        )
        self._world: dict[str, Any] = {
            "root": str(self._root),
            "font_paths": self._fonts,
            "ignore_system_fonts": True,
            # Templates name no packages; without these a mistake would fetch one.
            "package_path": str(self._root),
            "package_cache_path": str(self._root),
        }
        self._compiler = typst.Compiler(b"", **self._world)

    def compile(self, source: bytes, inputs: dict[str, str], format: Format) -> bytes:
        picture = self._compiler.compile(source, format=format, ppi=PPI, sys_inputs=inputs)
        assert isinstance(picture, bytes), "a figure is one page"
        return picture

    def query(self, source: bytes, inputs: dict[str, str]) -> list[Any]:
        labels = "selector(<overflow>).or(<height>)"
        return json.loads(self._typst.query(source, labels, field="value", sys_inputs=inputs, **self._world))


@functools.cache
def _press() -> _Press:
    return _Press()
