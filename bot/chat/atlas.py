"""The atlas of time zones, from the tables of the package tzdata."""

import functools
from collections.abc import Iterator
from importlib import resources

from bot.core.zones import Atlas


@functools.cache
def atlas() -> Atlas:
    """The atlas; the first call reads files, which takes some hundredths of a second."""
    places = [(row[0], row[2]) for row in _rows("zone.tab")]
    countries = {row[0]: row[1] for row in _rows("iso3166.tab")}
    names = resources.files("tzdata").joinpath("zones").read_text("utf-8").split()
    return Atlas(names, places, countries)


def _rows(table: str) -> Iterator[list[str]]:
    """The columns of each line that is no comment."""
    text = resources.files("tzdata").joinpath("zoneinfo", table).read_text("utf-8")
    return (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
