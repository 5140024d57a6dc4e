"""What a measure gives: medians of ratios over rounds, beside a goal."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table.

    `ratio` is a median over rounds, `low` and `high` the smallest and the largest. `goal` is the limit
    that the ratio has to keep (None: only told); `at_least` turns it round. `about` holds what the ratio
    was made of.
    """

    name: str
    ratio: float
    low: float
    high: float
    goal: float | None = None
    at_least: bool = False
    about: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the goal is kept; None without one."""
        if self.goal is None:
            return None
        return self.ratio >= self.goal if self.at_least else self.ratio <= self.goal

    def as_json(self) -> dict[str, object]:
        """For programs."""
        sign = None if self.goal is None else ">=" if self.at_least else "<="
        spread = [round(self.low, 4), round(self.high, 4)]
        named = {"name": self.name, "ratio": round(self.ratio, 4), "spread": spread}
        return named | {"goal": self.goal, "sign": sign, "met": self.met, "about": self.about}


def ratio(
    name: str,
    ours: Sequence[float],
    theirs: Sequence[float],
    goal: float | None = None,
    *,
    at_least: bool = False,
    unit: str = "",
    scale: float = 1,
) -> Figure:
    """Ours to theirs, round by round. `scale` turns both into `unit`, for people."""
    of_rounds = [a / b for a, b in zip(ours, theirs, strict=True)]
    medians = (statistics.median(each) * scale for each in (ours, theirs))
    about = "{:.3g} to {:.3g} {}".format(*medians, unit)
    middle = statistics.median(of_rounds)
    return Figure(name, middle, min(of_rounds), max(of_rounds), goal, at_least, about.strip())


def count(name: str, found: int, about: str = "") -> Figure:
    """A number that has to be zero."""
    return Figure(name, found, found, found, 0, about=about)


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of all does not exceed (nearest rank)."""
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * share // 1).__int__() - 1)]


def table(figures: Sequence[Figure]) -> str:
    """For people."""
    rows = [("name", "ratio", "spread", "goal", "met", "")]
    for each in figures:
        sign = "≥" if each.at_least else "≤"
        goal = "" if each.goal is None else f"{sign} {each.goal:g}"
        met = {None: "", True: "yes", False: "NO"}[each.met]
        rows.append(
            (each.name, f"{each.ratio:.2f}", f"{each.low:.2f}–{each.high:.2f}", goal, met, each.about)
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)
