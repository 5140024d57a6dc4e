"""The card after its end: the key, why, and how everybody answered."""

import discord

from bot.app.asking import Card
from bot.app.closing import Outcome
from bot.chat import buttons, cards, layout, limits, markdown
from bot.chat.layout import Picture, gallery
from bot.chat.texts import texts
from bot.chat.verdicts import PageUrl

#: In less room than this many characters nothing can be explained.
_LITTLE = 120


def closed_view(
    card: Card, outcome: Outcome, picture: Picture | None, page_url: PageUrl
) -> discord.ui.LayoutView:
    """The card with its key, the short explanation, the picture, and how many chose each option."""
    head, options, foot = cards.head(card), _options(card, outcome), cards.closed_foot(card)
    stem = cards.stem_texts(card)
    parts: list[discord.ui.Item] = [discord.ui.TextDisplay(text) for text in (head, *stem)]
    parts += [discord.ui.Separator(), discord.ui.TextDisplay(options)]
    if short := _short(card, [head, *stem, options, foot]):
        parts += [discord.ui.Separator(), discord.ui.TextDisplay(short)]
    if picture is not None:
        parts.append(gallery(picture))
    post_id = card.post.post_id
    follow_ups: list[discord.ui.Item] = [
        buttons.Explain.of(post_id, 0, texts.EXPLANATION),
        buttons.MyResult.of(post_id, buttons.QUIET),
    ]
    if page_url:
        follow_ups.append(discord.ui.Button(label=texts.PAGE_LINK, url=page_url))
    parts += [*layout.rows(follow_ups), discord.ui.TextDisplay(foot)]
    return layout.view(discord.ui.Container(*parts, accent_colour=layout.GOOD))


def _options(card: Card, outcome: Outcome) -> str:
    lines = []
    for option_id in card.post.shown:
        letter, option = card.post.letter_of(option_id), cards.option_text(card, option_id)
        chose = _chose(outcome.chosen.get(option_id, 0), card.post.answered)
        if option_id in card.question.key:
            lines.append(texts.CLOSED_KEY.format(letter=letter, option=markdown.bold(option), chose=chose))
        else:
            lines.append(texts.CLOSED_DISTRACTOR.format(letter=letter, option=option, chose=chose))
    if outcome.unknown:
        lines.append(texts.CLOSED_UNKNOWN.format(unknown=_chose(outcome.unknown, card.post.answered)))
    return "\n".join(lines)


def _chose(members: int, answered: int) -> str:
    if not members:
        return texts.NOBODY_CHOSE
    return texts.CHOSE.format(members=members, percent=round(100 * members / max(members, answered)))


def _short(card: Card, others: list[str]) -> str:
    """The short explanation, cut where the rest leaves too little room for it; "" if it leaves none."""
    characters, size = limits.text_size(others)
    characters, size = limits.TEXT_CHARACTERS - characters, limits.TEXT_BYTES - limits.BYTES_PER_TEXT - size
    if min(characters, size // 3) < _LITTLE:
        return ""
    first, *more = markdown.pages(markdown.flowing(card.question.short), characters - 2, size - 4)
    return f"{first} …" if more else first
