"""The form of a report, and the moderators' list of open ones."""

import secrets
from typing import Any

import discord

from bot.app.reporting import OpenReport, OpenReports
from bot.chat import ids, layout, limits, markdown
from bot.chat.report_buttons import HandleReport, TurnReports
from bot.chat.texts import texts
from bot.core.report import MAX_TEXT, Kind, Report
from bot.core.stem import split_stem

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
    """The kind and the text of a form that was sent, as the client says; "" for what is missing."""
    controls = [each.get("component") or {} for each in data.get("components", ())]
    values = {control.get("custom_id"): control.get("value") for control in controls}
    return str(values.get(_KIND) or ""), str(values.get(_TEXT) or "")


def list_view(reports: OpenReports, note: str = "") -> discord.ui.LayoutView:
    """A page of the open reports with the buttons to deal with each; `note` says what was just done."""
    head = f"### {texts.REPORTS_HEAD.format(total=reports.total)}"
    top = "\n".join(filter(None, [note, head if reports.rows else texts.REPORTS_EMPTY]))
    parts: list[discord.ui.Item] = [discord.ui.TextDisplay(top)]
    foot = f"-# {texts.REPORTS_PAGE.format(page=reports.page, pages=reports.pages)}"
    used = limits.text_size([top, foot, *(_about(row, "") for row in reports.rows)])
    of_all = limits.TEXT_CHARACTERS - used[0], limits.TEXT_BYTES - used[1]
    for row in reports.rows:
        quote = markdown.quoted(row.report.text, *(room // len(reports.rows) - 1 for room in of_all))
        parts += [discord.ui.Separator(), discord.ui.TextDisplay(_about(row, quote))]
        parts += layout.rows(HandleReport.of(row.report.report_id, how, reports.page) for how in "dm")
    if reports.pages > 1:
        parts.append(discord.ui.TextDisplay(foot))
        parts += layout.rows(_turns(reports))
    return layout.view(discord.ui.Container(*parts, accent_colour=layout.NEUTRAL))


def _about(row: OpenReport, quote: str) -> str:
    report, question = row.report, row.question
    lead_in = split_stem(question.stem).lead_in or texts.NO_LEAD_IN
    titles = {topic.topic_id: topic.title for topic in row.pack.topics}
    where = texts.REPORT_WHERE.format(
        pack=markdown.one_line(markdown.shorten(row.pack.title, _TITLE)),
        topic=markdown.one_line(markdown.shorten(titles.get(question.topic_id, question.topic_id), _TITLE)),
        question_id=question.question_id,
    )
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
        quote,  # last: a line below it might be taken for a part of it
    ]
    return "\n".join(filter(None, lines))


def _turns(reports: OpenReports) -> list[discord.ui.Item]:
    turns: list[discord.ui.Item] = []
    if reports.page > 1:
        turns.append(TurnReports.of(reports.page - 1, texts.PREVIOUS))
    if reports.page < reports.pages:
        turns.append(TurnReports.of(reports.page + 1, texts.FOLLOWING))
    return turns
