"""Time zones by the names of their cities."""

import datetime
import difflib
import functools
import unicodedata
import zoneinfo
from dataclasses import dataclass

from bot.core.errors import UnknownZone

UTC = "UTC"
#: Discord's limit for autocomplete.
MAX_SUGGESTIONS = 25
#: More than this nobody types to name a city.
MAX_TYPED = 100

#: What is offered before anything is typed.
_WELL_KNOWN = (
    *(UTC, "Europe/London", "Europe/Berlin", "Europe/Istanbul", "Africa/Lagos", "Africa/Nairobi"),
    *("Asia/Dubai", "Asia/Kolkata", "Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland"),
    *("America/Los_Angeles", "America/Chicago", "America/New_York", "America/Sao_Paulo"),
)
_NEAREST = 3


@dataclass(frozen=True, slots=True)
class Zone:
    """A time zone by its IANA name, and the time on its walls ("16:40")."""

    name: str
    wall_time: str


@functools.cache
def names() -> frozenset[str]:
    """Every zone that can be set: those named after places, and UTC under its two names."""
    places = {name for name in zoneinfo.available_timezones() if "/" in name and not name.startswith("Etc/")}
    return frozenset(places | {UTC, "Etc/UTC"})


def resolve(text: str) -> str:
    """The IANA name of a zone that was typed out in full, in whatever case.

    A city alone is not enough, as several places share a name. Raises UnknownZone with what was
    probably meant.
    """
    asked = _plain(text)
    found = [name for name in names() if _plain(name) == asked]
    if found:
        return found[0]
    raise UnknownZone(text, tuple(_ranked(asked)[:_NEAREST]) if asked else ())


def suggest(text: str, now: datetime.datetime) -> list[Zone]:
    """At most 25 zones for autocomplete, best match first; well-known ones for an empty text."""
    asked = _plain(text)
    found = _ranked(asked) if asked else _WELL_KNOWN
    return [Zone(name, wall_time(name, now)) for name in found[:MAX_SUGGESTIONS]]


def wall_time(name: str, now: datetime.datetime) -> str:
    """The time on the walls of a zone, as "16:40"; `now` is aware."""
    return f"{now.astimezone(zoneinfo.ZoneInfo(name)):%H:%M}"


@functools.lru_cache(maxsize=2048)
def _plain(text: str) -> str:
    """Case, accents and underscores do not count."""
    spread = unicodedata.normalize("NFKD", text[:MAX_TYPED])[: 2 * MAX_TYPED].casefold()
    kept = "".join(char for char in spread if not unicodedata.combining(char))
    return " ".join(kept.replace("_", " ").split())


def _ranked(asked: str) -> list[str]:
    """The zones whose city, or whose name, begins or goes on like this; else the most similar cities."""
    scored = [(place, name) for name in names() if (place := _place(asked, _plain(name))) is not None]
    if scored:
        return [name for _, name in sorted(scored)]
    by_city = {_plain(name).rpartition("/")[2]: name for name in sorted(names())}
    return [by_city[city] for city in difflib.get_close_matches(asked, by_city, _NEAREST, 0.75)]


def _place(asked: str, name: str) -> int | None:
    """How well a name fits, 0 the best; None if it does not. Both are plain."""
    city = name.rpartition("/")[2]
    fits = (
        name == asked,
        city == asked,
        city.startswith(asked),
        f" {asked}" in city or f"-{asked}" in city,
        name.startswith(asked),
        f"/{asked}" in name,
        len(asked) >= 3 and asked in name,
    )
    return fits.index(True) if any(fits) else None
