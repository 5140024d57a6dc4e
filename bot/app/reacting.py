"""Answers by reactions: a letter below a card instead of a button."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from bot.app.answering import Verdict, answer
from bot.core.post import Click, Post

if TYPE_CHECKING:
    from bot.store.store import Store


def react(
    store: "Store", letters: Collection[str], click: Click, *, now: datetime
) -> tuple[Post, Verdict | None] | None:
    """What came of a member's letters below a message: None if it is no card that takes reactions.

    Else its post with the first verdict, or with None if nothing was counted. Several letters are there
    only if they were put while nobody watched: nobody knows which was first, so none counts. A letter
    that the card does not show counts as none.
    """
    stored = store.post_with_reactions(click.message_id)
    if stored is None:
        return None
    post = stored.post
    shown = [letter for letter in letters if letter in post.letters]
    if len(shown) != 1:
        return post, None
    # A reaction comes without the channel's parent, but the place is the post's: its message was matched.
    place = replace(click.place, guild_id=post.guild_id, channel_id=post.channel_id)
    verdict = answer(store, post.post_id, shown[0], replace(click, place=place), now=now)
    return post, verdict if isinstance(verdict, Verdict) else None
