"""Members say what is wrong with a question; moderators deal with it."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import TYPE_CHECKING

from bot.app.answering import explain
from bot.app.asking import Card, card_of
from bot.core.post import Click, Post
from bot.core.question import Pack, Question
from bot.core.report import Report, State, checked

if TYPE_CHECKING:
    from bot.store.store import Store

REPORTS_ON_PAGE = 5


@dataclass(frozen=True, slots=True)
class Reported:
    """A report that was stored; `updated` if it took the place of the member's earlier one."""

    question: Question
    updated: bool


@dataclass(frozen=True, slots=True)
class OpenReport:
    """An open report with what it is about; `open_here` counts those of the same question in this place."""

    report: Report
    question: Question
    pack: Pack
    open_here: int


@dataclass(frozen=True, slots=True)
class OpenReports:
    """A page of the open reports, oldest first. Pages count from 1; `total` is over all of them."""

    rows: tuple[OpenReport, ...]
    page: int
    pages: int
    total: int


@dataclass(frozen=True, slots=True)
class ReportedCard:
    """The question of a report in the revision that was reported.

    `as_seen`: its letters are those of the card that the member answered; else the options stand in
    their own order.
    """

    report_id: int
    card: Card
    as_seen: bool


class Handling(Enum):
    """What came of dealing with a report."""

    DONE = "done"
    NOT_OPEN = "not open"
    GONE = "gone"


def earlier_report(store: "Store", post_id: str, click: Click) -> Report | None:
    """The member's report of this post's question, to be written anew. Raises NotHere, NotAnswered.

    Only who has seen the key may report: what the form asks would tell something about it.
    """
    explain(store, post_id, click)
    return store.report_of(click.scope, store.post(post_id).question_key, click.member_id)


def report(store: "Store", post_id: str, kind: str, text: str, click: Click, *, now: datetime) -> Reported:
    """Stores what a member says is wrong with a question; an earlier report of theirs here gives way.

    `kind` and `text` are the client's word. Raises NotHere, NotAnswered, IncompleteReport.
    """
    card = explain(store, post_id, click)
    of_kind, typed = checked(kind, text)
    stored, scope = store.post(post_id), click.scope
    earlier = store.report_of(scope, stored.question_key, click.member_id)
    store.put_report(
        scope, stored.question_key, stored.revision_key, click.member_id, click.name, of_kind, typed, now
    )
    return Reported(card.question, updated=earlier is not None)


def open_reports(store: "Store", scope: str, asked_page: int = 1) -> OpenReports:
    """A page of a server's open reports; a page that does not exist becomes the nearest that does."""
    total = store.open_report_count(scope)
    pages = max(1, -(-total // REPORTS_ON_PAGE))
    page = min(max(asked_page, 1), pages)
    rows = []
    for found, open_here in store.open_reports(scope, (page - 1) * REPORTS_ON_PAGE, REPORTS_ON_PAGE):
        revision = store.revision(found.revision_key)
        rows.append(OpenReport(found, revision.question, revision.pack, open_here))
    return OpenReports(tuple(rows), page, pages, total)


def reported_card(store: "Store", scope: str, report_id: int) -> ReportedCard | None:
    """What a report of this server is about, for a moderator's eyes; None if there is none of this id.

    A member's words may name letters, which differ from card to card.
    """
    found = store.report(scope, report_id)
    if found is None:
        return None
    post_id = store.last_post_answered(scope, found.member_id, found.revision_key, found.reported_at)
    if post_id is not None:
        return ReportedCard(report_id, card_of(store, store.post(post_id)), as_seen=True)
    revision = store.revision(found.revision_key)
    shown = tuple(option.option_id for option in revision.question.options)
    never_posted = Post("", scope, None, 0, None, shown, 0, None, found.reported_at)
    return ReportedCard(report_id, Card(never_posted, revision.question, revision.pack), as_seen=False)


def handle_report(
    store: "Store", scope: str, report_id: int, state: State, moderator_id: int, *, now: datetime
) -> tuple[Handling, Report | None]:
    """Dismisses an open report of this server or marks it mended; the report as it was before.

    What was dealt with already stays as it is. The id is the client's word: one of another place is GONE.
    """
    found = store.report(scope, report_id)
    if found is None:
        return Handling.GONE, None
    if found.state is not State.OPEN:
        return Handling.NOT_OPEN, found
    store.handle_report(report_id, state, moderator_id, now)
    return Handling.DONE, found
