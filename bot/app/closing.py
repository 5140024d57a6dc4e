"""Ending a post: no more answers, and everybody sees the key."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from bot.app.asking import Card, card_of, post_here
from bot.core.errors import NotHere, NotYours
from bot.core.post import Click

if TYPE_CHECKING:
    from bot.store.store import Store


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the members answered a post: for each option how many chose it, and how many knew nothing."""

    chosen: Mapping[str, int]
    unknown: int


def card_to_close(store: "Store", post_id: str, click: Click, *, moderator: bool) -> Card:
    """The card that this member may close. Raises NotHere, NotYours; stores nothing."""
    card = card_of(store, post_here(store, post_id, click))
    if card.post.private_to is not None:
        raise NotHere
    if not moderator and card.post.asked_by != click.member_id:
        raise NotYours
    return card


def close_post(store: "Store", post_id: str, click: Click, *, moderator: bool, now: datetime) -> Card:
    """Takes no more answers from now on. Closing again changes nothing. Raises NotHere, NotYours."""
    card = card_to_close(store, post_id, click, moderator=moderator)
    store.close_post(post_id, now)
    return card


def outcome(store: "Store", post_id: str) -> Outcome:
    """How a post was answered."""
    chosen: Counter[str] = Counter()
    unknown = 0
    for option_ids, members in store.chosen_on(post_id).items():
        chosen.update(dict.fromkeys(option_ids, members))
        unknown += 0 if option_ids else members
    return Outcome(chosen, unknown)
