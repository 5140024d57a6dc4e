"""From a figure as declared to the spec of its kind, with a remark on everything that is wrong."""

from collections.abc import Iterable

from pydantic import ValidationError

from bot.core.findings import Remark
from bot.core.question import Figure
from bot.figures.complaints import complaint, error_at, nearest
from bot.figures.fields import Spec
from bot.figures.registry import KINDS


class InvalidFigure(ValueError):
    """A figure that cannot be drawn, because it contradicts the schema of its kind."""

    def __init__(self, remarks: Iterable[Remark]) -> None:
        self.remarks = tuple(remarks)
        super().__init__("; ".join(f"{remark.found}; expected {remark.expected}" for remark in self.remarks))


def spec_of(figure: Figure) -> Spec:
    """The spec that `figure` declares. Raises InvalidFigure, with all its remarks."""
    spec, remarks = read_figure(figure)
    if spec is None:
        raise InvalidFigure(remarks)
    return spec


def read_figure(figure: Figure) -> tuple[Spec | None, list[Remark]]:
    """The spec that `figure` declares, or None and what is wrong with it."""
    kind = KINDS.get(figure.kind)
    if kind is None:
        return None, [_unknown_kind(figure.kind)]
    try:
        spec = kind.model_validate({**figure.data, "kind": figure.kind, "title": figure.title})
    except ValidationError as error:
        return None, [complaint(kind, details) for details in error.errors(include_url=False)]
    remarks = [error_at(p.path, p.found, p.expected, p.mend) for p in spec.problems()]
    return (None if remarks else spec), remarks


def _unknown_kind(kind: str) -> Remark:
    found = f'kind is "{kind}"' if kind else "the figure has no kind"
    return error_at(
        ("kind",), found, f"one of {', '.join(KINDS)}", nearest(kind, KINDS, "write one of these")
    )
