"""Scores and leaderboards as messages."""

import discord

from bot.app.boards import Board, Score
from bot.chat import buttons, layout, markdown
from bot.chat.texts import texts
from bot.core.periods import Period
from bot.core.response import Total


def _percent(total: Total) -> int:
    return round(100 * total.correct / total.answered)


def score_view(score: Score, name: str) -> discord.ui.LayoutView:
    """A member's points, accuracy and rank in each period, and the streak."""
    lines = [f"### {texts.SCORE_HEAD.format(name=markdown.name(name) or texts.NAMELESS)}"]
    for period in reversed(Period):
        total = score.totals[period]
        label = texts.PERIODS[period].capitalize()
        if total is None:
            lines.append(texts.SCORE_ROW_NONE.format(period=label))
            continue
        lines.append(
            texts.SCORE_ROW.format(
                period=label,
                points=texts.count(total.points, "point"),
                correct=total.correct,
                answered=total.answered,
                percent=_percent(total),
                rank=total.rank,
            )
        )
    lines.append(
        texts.SCORE_STREAK.format(
            days=texts.count(score.streak, "day"), longest=texts.count(score.longest_streak, "day")
        )
    )
    lines.append("-# " + texts.SCORE_DAY.format(zone=score.zone))
    if score.hidden:
        lines.append("-# " + texts.SCORE_HIDDEN)
    return layout.view(
        discord.ui.Container(discord.ui.TextDisplay("\n".join(lines)), accent_colour=layout.NEUTRAL)
    )


def _row(template: str, total: Total) -> str:
    return template.format(
        rank=total.rank,
        name=markdown.name(total.name) or texts.NAMELESS,
        points=texts.count(total.points, "point"),
        correct=total.correct,
        answered=total.answered,
    )


def board_view(board: Board, topic_title: str, asked_page: int) -> discord.ui.LayoutView:
    """A page of a leaderboard, with the asking member's own row below it."""
    head = texts.BOARD_HEAD.format(period=texts.PERIODS[board.period], topic=topic_title)
    lines = [_row(texts.BOARD_ROW, total) for total in board.rows] or [
        texts.BOARD_ALONE if board.own else texts.BOARD_EMPTY
    ]
    parts: list[discord.ui.Item] = [
        discord.ui.TextDisplay(f"### {head}"),
        discord.ui.TextDisplay("\n".join(lines)),
    ]
    if board.rows or board.own:
        own = _row(texts.BOARD_YOU, board.own) if board.own else texts.BOARD_NOT_YOU
        if board.hidden:
            own += "\n-# " + texts.BOARD_HIDDEN
        parts += [discord.ui.Separator(), discord.ui.TextDisplay(own)]
    if board.pages > 1:
        parts.append(discord.ui.TextDisplay("-# " + _foot(board, asked_page)))
        parts += layout.rows(_turns(board))
    return layout.view(discord.ui.Container(*parts, accent_colour=layout.NEUTRAL))


def _foot(board: Board, asked_page: int) -> str:
    players = texts.count(board.players, "member")
    foot = texts.BOARD_PAGE.format(page=board.page, pages=board.pages, players=players)
    if asked_page > board.pages:
        return texts.BOARD_NO_PAGE.format(asked=asked_page) + " " + foot
    return foot


def _turns(board: Board) -> list[discord.ui.Item]:
    turns: list[discord.ui.Item] = []
    if board.page > 1:
        turns.append(buttons.TurnBoard.of(board.period, board.page - 1, board.topic, texts.PREVIOUS))
    if board.page < board.pages:
        turns.append(buttons.TurnBoard.of(board.period, board.page + 1, board.topic, texts.FOLLOWING))
    return turns
