"""Calendar periods of boards, in a server's own time zone."""

import datetime
import functools
from enum import StrEnum
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


class Period(StrEnum):
    """What a board covers; weeks start on Monday."""

    TODAY = "today"
    WEEK = "week"
    MONTH = "month"
    ALL = "all"


def local_date(now: datetime.datetime, zone: str) -> datetime.date:
    """The date on the wall in this IANA zone (UTC if there is no such zone); `now` is aware."""
    try:
        return now.astimezone(ZoneInfo(zone)).date()
    except (ValueError, ZoneInfoNotFoundError):
        return now.astimezone(datetime.UTC).date()


def period_start(period: Period, day: datetime.date) -> str:
    """The first day of the period around a local date as ISO text; "" for all time."""
    match period:
        case Period.TODAY:
            return day.isoformat()
        case Period.WEEK:
            return (day - datetime.timedelta(days=day.weekday())).isoformat()
        case Period.MONTH:
            return day.replace(day=1).isoformat()
        case Period.ALL:
            return ""


@functools.lru_cache(16)
def period_starts(day: datetime.date) -> tuple[tuple[str, str], ...]:
    """Every period with its `period_start`, as plain texts: SQLite's module is slow with any other type."""
    return tuple((str(period), period_start(period, day)) for period in Period)
