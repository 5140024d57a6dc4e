"""Taking an answer, and telling a member about it."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING

from bot.app.asking import Card, card_of, post_here
from bot.core import scoring
from bot.core.errors import NotAnswered, NotHere
from bot.core.periods import local_date
from bot.core.post import Click
from bot.core.question import Question, QuestionType
from bot.core.response import AT_ONCE, Response
from bot.core.streaks import extend

if TYPE_CHECKING:
    from bot.store.posts import StoredPost
    from bot.store.store import Store


@dataclass(frozen=True, slots=True)
class Verdict:
    """A member's response to a post, for their eyes.

    `streak` counts days; `clicked` holds the option ids of a later click that did not count, else None.
    """

    card: Card
    response: Response
    streak: int
    clicked: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Missed:
    """What a member is shown of a closed card that they did not answer: everything but a result."""

    card: Card


def topic_key(question: Question) -> str:
    """The topic of totals and boards."""
    return f"{question.pack_id}/{question.topic_id}"


def answer(store: "Store", post_id: str, letters: str, click: Click, *, now: datetime) -> Verdict | Missed:
    """Stores the member's first response to a post with everything that follows from it.

    A later one stores nothing and gives the first verdict again; so does any after the post was closed.
    `letters` are the post's own, "0" for "I don't know". Raises NotHere if post, place or letters do not
    fit together.
    """
    stored = post_here(store, post_id, click)
    card = card_of(store, stored)
    chosen = _chosen(card, letters)
    today = local_date(now, store.zone_of(click.place.guild_id))
    first = store.first_response(post_id, click.member_id)
    if first is None and card.post.closed_at is not None:
        return Missed(card)
    if first is None:
        response = _graded(store, stored, card, chosen, click, today, now)
        return _store_first(store, stored, card, response, click.name)
    return _verdict(store, card, first, today, clicked=chosen)


def _chosen(card: Card, letters: str) -> tuple[str, ...]:
    """A single question takes one letter; a multiple one any number, but not none."""
    if card.question.type is QuestionType.SINGLE and len(letters) != 1:
        raise NotHere
    return card.post.options_of(letters)


def _graded(
    store: "Store",
    stored: "StoredPost",
    card: Card,
    chosen: tuple[str, ...],
    click: Click,
    today: date,
    now: datetime,
) -> Response:
    last = store.last_scored_at(card.post.scope, click.member_id, stored.question_key)
    standing = scoring.standing(card.post.posted_at, last, now)
    grade = scoring.grade_response(card.question, chosen)
    return Response(
        post_id=card.post.post_id,
        member_id=click.member_id,
        sequence=1,
        option_ids=chosen,
        mode=AT_ONCE,
        repeat=standing.repeat,
        late=standing.late,
        local_date=today,
        responded_at=now,
        grade=grade,
        points=scoring.points_for(card.question.level, grade, standing),
    )


def _store_first(store: "Store", stored: "StoredPost", card: Card, response: Response, name: str) -> Verdict:
    scope, member_id = card.post.scope, response.member_id
    store.add_response(response, scope, stored.question_key, stored.revision_key)
    if response.scores:
        store.add_to_totals(scope, topic_key(card.question), response)
    streak = extend(store.streak_of(scope, member_id), response.local_date)
    store.remember_member(scope, member_id, name, streak)
    if card.post.private_to is None:  # a private card was counted when it was shown
        store.count_member_showing(scope, member_id, stored.question_key, response.responded_at)
    return Verdict(card, response, streak.days)


def _verdict(
    store: "Store", card: Card, response: Response, today: date, clicked: tuple[str, ...] | None = None
) -> Verdict:
    streak = store.streak_of(card.post.scope, response.member_id)
    return Verdict(card, response, streak.on(today), clicked)


def open_choice(store: "Store", post_id: str, click: Click, *, now: datetime) -> Card | Verdict | Missed:
    """What the Answer button of a `multiple` opens: the card to choose from, or the result that exists."""
    card = card_of(store, post_here(store, post_id, click))
    if card.question.type is not QuestionType.MULTIPLE:
        raise NotHere
    return _result(store, card, click, now) or card


def result(store: "Store", post_id: str, click: Click, *, now: datetime) -> Verdict | Missed:
    """The member's own result of a post. Raises NotHere, NotAnswered."""
    card = card_of(store, post_here(store, post_id, click))
    found = _result(store, card, click, now)
    if found is None:
        raise NotAnswered
    return found


def _result(store: "Store", card: Card, click: Click, now: datetime) -> Verdict | Missed | None:
    first = store.first_response(card.post.post_id, click.member_id)
    if first is None:
        return None if card.post.closed_at is None else Missed(card)
    today = local_date(now, store.zone_of(click.place.guild_id))
    return _verdict(store, card, first, today, clicked=first.option_ids)


def explain(store: "Store", post_id: str, click: Click) -> Card:
    """The card whose full explanation this member may read. Raises NotHere, NotAnswered."""
    card = card_of(store, post_here(store, post_id, click))
    if card.post.closed_at is None and store.first_response(post_id, click.member_id) is None:
        raise NotAnswered
    return card
