"""Drawing a figure with Typst: the same figure gives the same bytes on every machine.

Texts reach Typst as data only; its root holds our templates and nothing else, and the only fonts are
our own. Once the first figure is drawn, nothing outside of the process is needed for the next.
"""

import contextlib
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
from bot.figures.font import WEIGHTS, font_files
from bot.figures.preview import Preview
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


def draw_spec(spec: Spec | Preview, theme: str, format: str) -> bytes:
    """The picture of a spec or a preview. Raises ValueError on another theme or format than ours."""
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


def template_bytes(spec: Spec | Preview) -> bytes:
    """Everything besides the data that decides what the picture of a spec looks like."""
    return _source(spec) + _versions().encode()


@functools.cache
def _versions() -> str:
    names = ("typst", "font-source-sans-pro")
    return " ".join(f"{name} {importlib.metadata.version(name)}" for name in names)


@functools.cache
def _template(name: str) -> bytes:
    return (_TEMPLATES / f"{name}.typ").read_bytes()


def _source(spec: Spec | Preview) -> bytes:
    # An import between files would need a root that holds them; one behind the other needs none.
    return _template("shared") + b"\n" + _template(spec.drawn()["kind"])


def _inputs(spec: Spec | Preview, theme: str) -> dict[str, str]:
    return {"data": json.dumps(spec.drawn(), ensure_ascii=False, sort_keys=True), "theme": theme}


class _Press:
    """The one compiler of the process, with its root and its three fonts in memory."""

    def __init__(self) -> None:
        import typst

        self._typst = typst
        self._world: dict[str, Any] = {
            "root": str(_TEMPLATES),
            "font_paths": _fonts(),
            "ignore_system_fonts": True,
            # Templates name no packages; without these a mistake would fetch one.
            "package_path": str(_TEMPLATES),
            "package_cache_path": str(_TEMPLATES),
        }
        self._compiler = typst.Compiler(b"", **self._world)

    def compile(self, source: bytes, inputs: dict[str, str], format: Format) -> bytes:
        picture = self._compiler.compile(source, format=format, ppi=PPI, sys_inputs=inputs)
        assert isinstance(picture, bytes), "a figure is one page"
        return picture

    def query(self, source: bytes, inputs: dict[str, str]) -> list[Any]:
        labels = "selector(<overflow>).or(<height>)"
        answer = self._typst.query(source, labels, field="value", sys_inputs=inputs, **self._world)
        # A query remembers its layout, over a megabyte, for ever; a compilation sweeps such memories out.
        self._compiler.compile(b"", format="svg")
        return json.loads(answer)


@functools.cache
def _press() -> _Press:
    return _Press()


# ---- Fonts ----

#: How wide a letter of each weight is, in points: 0 without the font, and another weight's without
#: its own. Typst does not warn of either.
_PROBE = f"""
#context for weight in ({", ".join(f'"{weight.lower()}"' for weight in WEIGHTS)}) [
  #metadata(measure(text(font: "Source Sans Pro", weight: weight)[m]).width.pt()) <width>
]
"""


def _fonts() -> Any:
    """The fonts, read into memory, so that no file can go missing or change under a running bot.

    Typst takes folders only, and that of the package also holds TrueType twins, of which the order
    in the folder would pick some. So the files pass through a folder of their own, which is gone at
    once. Where none can be made, as on a full disk, the twins do: the layout is the same to the
    point, and the eye sees no difference. Raises RuntimeError if the fonts cannot be read.
    """
    with (
        contextlib.suppress(OSError),
        tempfile.TemporaryDirectory(prefix="quizbot-figures-", ignore_cleanup_errors=True) as folder,
    ):
        for file in font_files():
            shutil.copyfile(file, Path(folder) / file.name)
        return _loaded(Path(folder))
    return _loaded(font_files()[0].parent)


def _loaded(folder: Path) -> Any:
    """The fonts of a folder after a first use, with which Typst reads their files for good."""
    import typst

    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(folder)])
    world: dict[str, Any] = {"root": str(_TEMPLATES), "font_paths": fonts, "ignore_system_fonts": True}
    widths = json.loads(typst.query(_PROBE.encode(), "<width>", field="value", **world))
    if 0 in widths or len(set(widths)) != len(WEIGHTS):
        raise RuntimeError(f"the fonts of figures cannot be read from {folder}")
    return fonts
