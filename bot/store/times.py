"""Times as the database keeps them: UTC, ISO 8601, milliseconds, so that text order is time order."""

import datetime


def to_text(moment: datetime.datetime) -> str:
    """An aware time as "2026-12-01T08:00:00.000Z"."""
    utc = moment.astimezone(datetime.UTC).replace(tzinfo=None)
    return utc.isoformat(timespec="milliseconds") + "Z"


def to_time(text: str) -> datetime.datetime:
    """The inverse of `to_text`."""
    return datetime.datetime.fromisoformat(text)
