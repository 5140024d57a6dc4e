"""Choosing a question and putting it before people."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from bot.core.bank import Bank
from bot.core.choosing import choose
from bot.core.errors import ChannelNotAllowed, NoQuestion, NotAnswered, NotHere, ReactionsNotPossible
from bot.core.post import Click, Place, Post, new_post_id, shuffled
from bot.core.question import Level, Pack, Question, QuestionType
from bot.core.selection import Selection, questions_of
from bot.core.server import AnswersBy

if TYPE_CHECKING:
    from bot.store.bank import StoredRevision
    from bot.store.posts import StoredPost
    from bot.store.store import Store

#: A private card is gone with the next start of its reader's Discord, and gives no points after a day.
UNANSWERED_KEPT = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Card:
    """A post with the revision that it shows and the pack that this belongs to."""

    post: Post
    question: Question
    pack: Pack


def identity(question: Question) -> tuple[str, str]:
    """What names a question over all its revisions: (pack id, question id)."""
    return question.pack_id, question.question_id


def post_question(
    store: "Store",
    bank: Callable[[], Bank],
    selection: Selection,
    level: Level | None,
    click: Click,
    *,
    answers_by: AnswersBy | None = None,
    missing: tuple[str, ...] = (),
    now: datetime,
    rng: random.Random,
) -> Card:
    """Chooses the question that this channel has seen least, and stores its post before it is sent.

    `bank` is asked inside the transaction: a bank that was published before is then the one in use.
    `answers_by` is what was asked for, None for the server's default; `missing` names the permissions
    that cards with reactions need and the bot lacks here. A `multiple` takes buttons whatever is set.
    Raises ChannelNotAllowed, NoQuestion if the selection has none of this level, ReactionsNotPossible.
    """
    place = click.place
    server = store.server(place.guild_id)
    if not server.allows(place.counting_channel_id):
        raise ChannelNotAllowed(server.channels)
    candidates = questions_of(bank(), selection, level, server.topics)
    if not candidates:
        others = {question.level for question in questions_of(bank(), selection, None, server.topics)}
        raise NoQuestion(selection.title, level, tuple(each for each in Level if each in others))
    if answers_by is AnswersBy.REACTIONS:
        candidates = [each for each in candidates if each.type is QuestionType.SINGLE]
        if not candidates or place.guild_id is None:
            raise ReactionsNotPossible
    question = choose(candidates, identity, store.channel_showings(place.counting_channel_id), rng)
    wanted = answers_by or server.answers_by
    if question.type is QuestionType.MULTIPLE:
        wanted = AnswersBy.BUTTONS
    if wanted is AnswersBy.REACTIONS and missing:
        raise ReactionsNotPossible(missing)
    revision = store.current_revision(*identity(question))
    store.count_channel_showing(place, revision.question_key, now)
    return _put(store, revision, click, None, wanted, now, rng)


def next_question(
    store: "Store", bank: Callable[[], Bank], post_id: str, click: Click, *, now: datetime, rng: random.Random
) -> Card:
    """A private card of the same topic: what this member has met least. The channel's turn is not touched.

    Raises NotHere, NotAnswered, or NoQuestion if the topic has left the bank.
    """
    answered = card_of(store, post_here(store, post_id, click))
    if store.first_response(post_id, click.member_id) is None and answered.post.closed_at is None:
        raise NotAnswered
    asked = answered.question
    candidates: Sequence[Question] = bank().select(pack_id=asked.pack_id, topic_id=asked.topic_id)
    if not candidates:
        raise NoQuestion(asked.topic_id, None, ())
    question = choose(candidates, identity, store.member_showings(click.scope, click.member_id), rng)
    revision = store.current_revision(*identity(question))
    store.count_member_showing(click.scope, click.member_id, revision.question_key, now)
    return _put(store, revision, click, click.member_id, AnswersBy.BUTTONS, now, rng)


def _put(
    store: "Store",
    revision: "StoredRevision",
    click: Click,
    private_to: int | None,
    answers_by: AnswersBy,
    now: datetime,
    rng: random.Random,
) -> Card:
    post = Post(
        post_id=new_post_id(rng),
        scope=click.scope,
        guild_id=click.place.guild_id,
        channel_id=click.place.channel_id,
        message_id=None,
        shown=shuffled(revision.question, rng),
        asked_by=click.member_id,
        private_to=private_to,
        posted_at=now,
        answers_by=answers_by,
    )
    store.add_post(post, revision.question_key, revision.revision_key)
    return Card(post, revision.question, revision.pack)


def mark_posted(store: "Store", post_id: str, message_id: int) -> None:
    """Discord has shown the post as this message."""
    store.set_message(post_id, message_id)


def withdraw_post(store: "Store", post_id: str, place: Place) -> None:
    """Discord refused the message: the post and its showing never happened. Answered ones stay."""
    stored = store.post(post_id)
    if store.remove_post(post_id) and stored.post.private_to is None:
        store.forget_channel_showing(place.counting_channel_id, stored.question_key)


def is_unanswered(store: "Store", *, now: datetime) -> bool:
    """True if there are private cards that nobody answered in a day."""
    return store.has_unanswered_private_posts(now - UNANSWERED_KEPT)


def erase_unanswered(store: "Store", *, now: datetime) -> None:
    """One step: erases some of them. They count as never shown."""
    store.erase_unanswered_private_posts(now - UNANSWERED_KEPT)


def post_here(store: "Store", post_id: str, click: Click) -> "StoredPost":
    """The post, if it belongs to where the click happened; else NotHere, whatever the reason.

    What a custom id says is the client's word: server, channel and message come from Discord. A post
    whose message is not known yet (we crashed after sending) adopts the one that was clicked.
    """
    stored = store.post(post_id)
    post, place = stored.post, click.place
    here = (post.guild_id, post.channel_id, post.scope) == (place.guild_id, place.channel_id, click.scope)
    theirs = post.private_to in (None, click.member_id)
    # A private card's message is ephemeral: a click on any other message is not on it.
    on_it = click.message_id is None or (
        post.private_to is None and post.message_id in (None, click.message_id)
    )
    if not (here and theirs and on_it):
        raise NotHere
    if click.message_id is not None and post.message_id is None:
        store.set_message(post_id, click.message_id)
    return stored


def card_of(store: "Store", stored: "StoredPost") -> Card:
    """A stored post with its question and pack."""
    revision = store.revision(stored.revision_key)
    return Card(stored.post, revision.question, revision.pack)


def card_to_edit(store: "Store", post_id: str) -> Card | None:
    """The card as its message should show it now; None if the message is unknown or cannot be edited."""
    stored = store.post(post_id)
    frozen = stored.post.closed_at is None and store.count_is_frozen(post_id)
    return None if frozen or stored.post.message_id is None else card_of(store, stored)


def freeze_card(store: "Store", post_id: str) -> None:
    """The card's message is gone: it is never edited again."""
    store.freeze_count(post_id)
    if store.post(post_id).post.closed_at is not None:
        store.mark_closing_shown(post_id)
