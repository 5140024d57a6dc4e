"""Everything that is checked about content: the reader, the linter, the figures, the rendered messages."""

import datetime
import itertools
from collections.abc import Collection, Iterator
from typing import Any

from bot.app.answering import Missed, Verdict
from bot.app.asking import Card
from bot.app.closing import Outcome
from bot.chat import cards, closed_cards, limits, verdicts
from bot.chat.layout import Picture
from bot.chat.texts import texts
from bot.core.findings import Finding, Remark, Severity
from bot.core.post import LETTERS, Post
from bot.core.question import Pack, Question, QuestionType
from bot.core.response import AT_ONCE, Response
from bot.figures import check_figure
from bot.packs import Content, check_questions

_NOW = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
#: As long as an address may be; the longest that a message could have to carry.
_LONG_URL = "https://example.org/" + "x" * (limits.URL - 20)


def complaints(
    content: Content, today: datetime.date, accepted: Collection[tuple[str, str]] = ()
) -> list[Finding]:
    """Every complaint about what was read, sorted by place.

    Questions in `accepted`, by (pack id, question id), passed before as they are.
    """
    packs = {pack.pack_id: pack for pack in content.packs}

    def rendered(question: Question) -> Iterator[Remark]:
        if question.pack_id in packs:
            yield from _rendered(question, packs[question.pack_id])

    def figure(question: Question) -> Iterator[Remark]:
        if question.figure is not None:
            yield from check_figure(question.figure)

    return check_questions(content, today, [figure, rendered], accepted=accepted)


def _rendered(question: Question, pack: Pack) -> Iterator[Remark]:
    """D001: the card and every verdict that a member can get stay within Discord's limits."""
    for message, components in _messages(question, pack):
        if broken := limits.violations(components):
            found = f"{message} has {', '.join(broken)}"
            yield Remark(
                "D001",
                Severity.ERROR,
                (),
                found,
                "a message that Discord accepts",
                "shorten its longest texts",
            )
            return  # its other messages are too long for the same reason


def _messages(question: Question, pack: Pack) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Every message that the question can lead to, with the widest values around its texts."""
    if not 2 <= len(question.options) <= len(LETTERS):
        return  # said elsewhere
    shown = tuple(option.option_id for option in question.options)
    post = Post("0" * 13, "g0", 2**63, 2**63, None, shown, 2**63, None, _NOW, answered=10**6)
    card = Card(post, question, pack)
    picture = Picture("x" * limits.ALT_TEXT, _LONG_URL)
    yield "the card", cards.card_view(card).to_components()
    outcome = Outcome(dict.fromkeys(shown, 10**6), 10**6)
    yield "the closed card", closed_cards.closed_view(card, outcome, picture, _LONG_URL).to_components()
    yield "a closed card's answer", verdicts.missed_view(Missed(card), picture, _LONG_URL).to_components()
    if question.type is QuestionType.MULTIPLE:
        yield "the choice", cards.choice_view(card, "").to_components()
    for option_ids in _answers(question):
        response = Response(
            post.post_id, 2**63, 1, option_ids, AT_ONCE, True, False, _NOW.date(), _NOW, 0.0, 0
        )
        verdict = Verdict(card, response, 10**4, clicked=option_ids)
        name = "the verdict for " + (", ".join(option_ids) or "“I don't know”")
        yield name, verdicts.verdict_view(verdict, picture, _LONG_URL, texts.NO_PICTURE).to_components()
    for page in range(1, verdicts.explanation_pages(card) + 1):
        view = verdicts.explanation_view(card, page, _LONG_URL)
        yield f"page {page} of the explanation", view.to_components()


def _answers(question: Question) -> Iterator[tuple[str, ...]]:
    yield ()
    option_ids = [option.option_id for option in question.options]
    if question.type is QuestionType.SINGLE:
        yield from ((option_id,) for option_id in option_ids)
    else:
        for size in range(1, len(option_ids) + 1):
            yield from itertools.combinations(option_ids, size)
