"""Time zones by what people type: a city, a country, an abbreviation, a difference from UTC."""

import datetime
import difflib
import functools
import re
import unicodedata
import zoneinfo
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.core import cities
from bot.core.errors import UnknownZone

UTC = "UTC"
#: Discord's limit for autocomplete.
MAX_SUGGESTIONS = 25
#: More than this nobody types to name a place.
MAX_TYPED = 100

#: From west to east; what is offered when nothing is typed, and, as each shows its time, when nothing fits.
_WELL_KNOWN = (
    *(
        UTC,
        "Pacific/Honolulu",
        "America/Anchorage",
        "America/Los_Angeles",
        "America/Denver",
        "America/Chicago",
    ),
    *("America/New_York", "America/Halifax", "America/Sao_Paulo", "Europe/London", "Africa/Lagos"),
    *("Europe/Berlin", "Africa/Johannesburg", "Europe/Athens", "Europe/Istanbul", "Africa/Nairobi"),
    *("Asia/Dubai", "Asia/Karachi", "Asia/Kolkata", "Asia/Dhaka", "Asia/Bangkok", "Asia/Shanghai"),
    *("Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland"),
)
_NEAREST = 3
_SIMILAR = 0.75
#: Nothing that is named is longer; comparing takes time.
_LONGEST_NAME = 40

_OFFSET = re.compile(r"(?:utc|gmt)? ?([+\-−]) ?(\d{1,2})(?::?([0-5]\d))?")


@dataclass(frozen=True, slots=True)
class Zone:
    """A time zone by its IANA name, and the time on its walls ("16:40")."""

    name: str
    wall_time: str


class _Word(NamedTuple):
    """A plain word for a zone, and how well the zone fits (0 the best) if what is typed equals it, begins
    it, begins one of its parts, or is inside it; None if it does not fit then.
    """

    text: str
    zone: str
    places: tuple[int | None, int | None, int | None, int | None]


_NAME = (0, 6, 7, 9)
_CITY = (1, 3, 5, 9)
_COUNTRY = (2, 4, 6, None)
_CODE = (2, None, None, None)
#: The smaller zones of a country come after all that is likelier.
_SMALL = {_COUNTRY: (8, 10, 10, None), _CODE: (8, None, None, None)}


class Atlas:
    """All zones, and the words by which they are found."""

    def __init__(
        self, names: Iterable[str], places: Sequence[tuple[str, str]], countries: Mapping[str, str]
    ) -> None:
        """`names` are those of all zones, old ones too; `places` holds (country code, zone) for each zone
        of today, a country's main one first; `countries` their names by code.
        """
        # without a slash it is an old name that does not say what it means, such as EST
        self._exact = {_plain(name): name for name in names if "/" in name or name == UTC}
        self._words = [*_names(places), *_countries(places, countries)]
        self._by_text: dict[str, list[str]] = {}
        for word in self._words:
            if word.places != _CODE:
                self._by_text.setdefault(word.text, []).append(word.zone)
        zones = [*cities.WORDS, *sorted({word.zone for word in self._words} - {*cities.WORDS})]
        self._order = {name: number for number, name in enumerate(zones)}
        # held here, they need not be read from their files again
        self._main = {name: zoneinfo.ZoneInfo(name) for name in cities.WORDS}

    def resolve(self, text: str, now: datetime.datetime) -> str:
        """The IANA name of a zone that was typed out in full, in whatever case.

        A city alone is not enough, as several places share a name. Raises UnknownZone with what was
        probably meant.
        """
        asked = _plain(text)
        if asked in self._exact:
            return self._exact[asked]
        raise UnknownZone(text, tuple(self._found(asked, now)[:_NEAREST]))

    def suggest(self, text: str, now: datetime.datetime) -> list[Zone]:
        """At most 25 zones for autocomplete, best match first; well-known ones if there is none."""
        found = self._found(_plain(text), now) or _WELL_KNOWN
        return [Zone(name, wall_time(name, now)) for name in found[:MAX_SUGGESTIONS]]

    def _found(self, asked: str, now: datetime.datetime) -> Sequence[str]:
        if not asked or len(asked) > _LONGEST_NAME:
            return ()
        if offset := _OFFSET.fullmatch(asked):
            return self._at(offset, now)
        if asked in self._exact:
            return [self._exact[asked], *self._ranked(asked)]
        return self._ranked(asked) or self._similar(asked)

    def _at(self, offset: re.Match[str], now: datetime.datetime) -> list[str]:
        """The zones that differ from UTC by so much now."""
        sign, hours, minutes = offset.groups()
        east = datetime.timedelta(hours=int(hours), minutes=int(minutes or 0))
        asked = east if sign == "+" else -east
        return [name for name, zone in self._main.items() if now.astimezone(zone).utcoffset() == asked]

    def _ranked(self, asked: str) -> list[str]:
        best: dict[str, int] = {}
        for word in self._words:
            place = _place(asked, word)
            if place is not None and place < best.get(word.zone, place + 1):
                best[word.zone] = place
        return sorted(best, key=lambda name: (best[name], self._order[name]))

    def _similar(self, asked: str) -> list[str]:
        """A misspelling of a city or a country."""
        close = difflib.get_close_matches(asked, self._by_text, _NEAREST, _SIMILAR)
        return list(dict.fromkeys(zone for text in close for zone in self._by_text[text]))


def wall_time(name: str, now: datetime.datetime) -> str:
    """The time on the walls of a zone, as "16:40"; `now` is aware."""
    return f"{now.astimezone(zoneinfo.ZoneInfo(name)):%H:%M}"


def _names(places: Sequence[tuple[str, str]]) -> Iterator[_Word]:
    for zone in (UTC, "Etc/UTC", *(zone for _, zone in places)):
        name = _plain(zone)
        yield _Word(name, zone, _NAME)
        yield _Word(name.rpartition("/")[2], zone, _CITY)
    for zone, words in cities.WORDS.items():
        yield from (_Word(_plain(word), zone, _CITY) for word in words.split(", "))


def _countries(places: Sequence[tuple[str, str]], countries: Mapping[str, str]) -> Iterator[_Word]:
    seen: set[str] = set()
    for code, zone in places:
        main = zone in cities.WORDS or code not in seen
        seen.add(code)
        yield _Word(_plain(code), zone, _CODE if main else _SMALL[_CODE])
        for name in (countries[code], *filter(None, cities.COUNTRIES.get(code, "").split(", "))):
            yield _Word(_plain(name), zone, _COUNTRY if main else _SMALL[_COUNTRY])


@functools.lru_cache(maxsize=2048)
def _plain(text: str) -> str:
    """Case, accents, underscores and brackets do not count."""
    spread = unicodedata.normalize("NFKD", text[:MAX_TYPED])[: 2 * MAX_TYPED].casefold()
    kept = "".join(char for char in spread if not unicodedata.combining(char))
    return " ".join(re.sub(r"[_()]", " ", kept).split())


def _place(asked: str, word: _Word) -> int | None:
    """How well the zone of a word fits; None if it does not."""
    text, (equal, begins, part, inside) = word.text, word.places
    if asked not in text:
        return None
    if text == asked:
        return equal
    if text.startswith(asked):
        return begins
    if any(f"{before}{asked}" in text for before in " -/"):
        return part
    return inside if len(asked) >= 3 else None
