"""The form of a report, and the moderators' list of open ones."""

import functools
import secrets
from collections.abc import Callable
from typing import Any

import discord

from bot.app.reporting import OpenReport, OpenReports, ReportedCard
from bot.chat import cards, ids, layout, limits, markdown, verdicts
from bot.chat.report_buttons import HandleReport, ShowQuestion, TurnReports
from bot.chat.texts import texts
from bot.core.errors import IncompleteReport
from bot.core.question import Question
from bot.core.report import MAX_TEXT, Kind, Report
from bot.core.stem import split_stem

#: The web page of a question, or None without a public URL.
PageUrls = Callable[[Question], str | None]

_KIND, _TEXT = "kind", "text"
_LEAD_IN = 160
_TITLE = 60


def form(post_id: str, earlier: Report | None) -> discord.ui.Modal:
    """Asks what is wrong; filled in with the member's earlier report.

    The library keeps forms in memory until they are sent, and forgets them at a restart. This one is ended
    before it is shown, so that it is not kept; what comes back is read by `read_form`.
    """
    made = discord.ui.Modal(
        title=texts.REPORT_TITLE, custom_id=ids.report_form(post_id, secrets.token_hex(8))
    )
    kinds: discord.ui.RadioGroup[Any] = discord.ui.RadioGroup(custom_id=_KIND)
    for kind in Kind:
        chosen = earlier is not None and earlier.kind is kind
        kinds.add_option(label=texts.REPORT_KINDS[kind], value=kind.value, default=chosen)
    words: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id=_TEXT,
        style=discord.TextStyle.paragraph,
        required=False,
        max_length=MAX_TEXT,
        default=earlier.text if earlier else None,
    )
    made.add_item(discord.ui.Label(text=texts.REPORT_KIND, component=kinds))
    made.add_item(
        discord.ui.Label(text=texts.REPORT_TEXT, description=texts.REPORT_TEXT_ABOUT, component=words)
    )
    made.stop()
    return made


def read_form(data: Any) -> tuple[str, str]:
    """The kind and the text of a form that was sent, as the client says. Raises IncompleteReport."""
    try:
        controls = [each["component"] for each in data["components"]]
        values = {control["custom_id"]: control.get("value") or "" for control in controls}
        kind, text = values[_KIND], values[_TEXT]
    except (LookupError, TypeError, AttributeError) as error:
        raise IncompleteReport from error
    if not (isinstance(kind, str) and isinstance(text, str)):
        raise IncompleteReport
    return kind, text


def list_view(reports: OpenReports, page_url: PageUrls, note: str = "") -> discord.ui.LayoutView:
    """A page of the open reports with the buttons to deal with each; `note` says what was just done."""
    head = f"### {texts.REPORTS_HEAD.format(total=reports.total)}"
    top = "\n".join(filter(None, [note, head if reports.rows else texts.REPORTS_EMPTY]))
    parts: list[discord.ui.Item] = [discord.ui.TextDisplay(top)]
    foot = f"-# {texts.REPORTS_PAGE.format(page=reports.page, pages=reports.pages)}"
    abouts = [_about(row, page_url(row.question)) for row in reports.rows]
    used = limits.text_size([top, foot, *abouts])
    of_all = limits.TEXT_CHARACTERS - used[0], limits.TEXT_BYTES - used[1]
    for row, about in zip(reports.rows, abouts, strict=True):
        quote = markdown.quoted(row.report.text, *(room // len(reports.rows) - 1 for room in of_all))
        # last: a line below it might be taken for a part of it
        parts += [discord.ui.Separator(), discord.ui.TextDisplay("\n".join(filter(None, [about, quote])))]
        report_id = row.report.report_id
        show = ShowQuestion.of(report_id, 0, texts.SHOW_QUESTION)
        parts += layout.rows([show, *(HandleReport.of(report_id, how, reports.page) for how in "dm")])
    if reports.pages > 1:
        parts.append(discord.ui.TextDisplay(foot))
        parts += layout.rows(_turns(reports))
    return layout.view(discord.ui.Container(*parts, accent_colour=layout.NEUTRAL))


def question_view(reported: ReportedCard, asked: int, page_url: str | None) -> discord.ui.LayoutView:
    """A page of what a moderator needs to judge a report: the question as it was reported, and its key."""
    card = reported.card
    letters = texts.LETTERS_AS_SEEN if reported.as_seen else texts.LETTERS_NOT_SEEN
    above = [
        cards.head(card),
        *cards.stem_texts(card),
        cards.option_lines(card),
        f"-# {letters}",
        markdown.flowing(card.question.short),
    ]
    turn = functools.partial(ShowQuestion.of, reported.report_id)
    return verdicts.paged_view(verdicts.explanation_text(card, above), asked, page_url, turn)


def _about(row: OpenReport, page_url: str | None) -> str:
    """All that is said of a report but its words."""
    report, question = row.report, row.question
    lead_in = split_stem(question.stem).lead_in or texts.NO_LEAD_IN
    titles = {topic.topic_id: topic.title for topic in row.pack.topics}
    where = texts.REPORT_WHERE.format(
        pack=markdown.one_line(markdown.shorten(row.pack.title, _TITLE)),
        topic=markdown.one_line(markdown.shorten(titles.get(question.topic_id, question.topic_id), _TITLE)),
        question_id=question.question_id,
    )
    if page_url:
        where += " · " + texts.REPORT_PAGE.format(url=page_url)
    by = texts.REPORT_BY if row.open_here == 1 else texts.REPORT_BY_ONE_OF
    lines = [
        # a cut might leave a code span open
        markdown.bold(markdown.shorten(lead_in.replace("`", ""), _LEAD_IN)),
        f"-# {where}",
        by.format(
            says=texts.REPORT_SAYS[report.kind],
            name=markdown.name(report.name) or texts.NAMELESS,
            when=discord.utils.format_dt(report.reported_at, "R"),
            open_here=row.open_here,
        ),
    ]
    return "\n".join(lines)


def _turns(reports: OpenReports) -> list[discord.ui.Item]:
    turns: list[discord.ui.Item] = []
    if reports.page > 1:
        turns.append(TurnReports.of(reports.page - 1, texts.PREVIOUS))
    if reports.page < reports.pages:
        turns.append(TurnReports.of(reports.page + 1, texts.FOLLOWING))
    return turns
