"""Points, ranks and streaks, read from the totals."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING

from bot.core.errors import ScoreHidden
from bot.core.periods import Period, local_date, period_start
from bot.core.post import Click
from bot.core.response import ALL_TOPICS, BoardKey, Total

if TYPE_CHECKING:
    from bot.store.store import Store

PAGE_ROWS = 10


@dataclass(frozen=True, slots=True)
class Score:
    """One member's standing here: a total for each period (None if nothing scored in it) and the streak.

    `zone` is where its days end; `hidden` tells that nobody else sees this.
    """

    member_id: int
    totals: Mapping[Period, Total | None]
    streak: int
    longest_streak: int
    zone: str
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """One page of a leaderboard. Pages count from 1; `own` is the asking member's row, wherever it stands.

    `hidden` tells that this row is on nobody else's page; `rows` and `players` leave hidden members out.
    """

    period: Period
    topic: str
    day: date
    rows: tuple[Total, ...]
    own: Total | None
    page: int
    pages: int
    players: int
    hidden: bool = False


def score(store: "Store", click: Click, member_id: int, *, now: datetime) -> Score:
    """How a member stands where it was asked. Raises ScoreHidden for somebody else who hides."""
    hidden = store.preference(member_id).hidden
    if hidden and member_id != click.member_id:
        raise ScoreHidden
    scope = click.scope
    zone = store.zone_of(click.place.guild_id)
    today = local_date(now, zone)
    keys = {period: BoardKey(scope, period, period_start(period, today)) for period in Period}
    streak = store.streak_of(scope, member_id)
    return Score(
        member_id,
        {period: store.total_of(key, member_id) for period, key in keys.items()},
        streak.on(today),
        streak.longest,
        zone,
        hidden,
    )


def leaderboard(
    store: "Store",
    click: Click,
    period: Period,
    topic: str = ALL_TOPICS,
    page: int = 1,
    *,
    now: datetime,
) -> Board:
    """A page of ten rows; a page that does not exist becomes the nearest that does."""
    today = local_date(now, store.zone_of(click.place.guild_id))
    key = BoardKey(click.scope, period, period_start(period, today), topic)
    players = store.board_size(key)
    pages = max(1, -(-players // PAGE_ROWS))
    page = min(max(1, page), pages)
    rows = store.board_page(key, (page - 1) * PAGE_ROWS, PAGE_ROWS)
    own = store.total_of(key, click.member_id)
    hidden = own is not None and store.preference(click.member_id).hidden
    return Board(period, topic, today, tuple(rows), own, page, pages, players, hidden)
