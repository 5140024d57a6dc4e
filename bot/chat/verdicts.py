"""The private verdict, and the full explanation in pages."""

import functools
from collections.abc import Callable, Iterator, Sequence

import discord

from bot.app.answering import Missed, Verdict
from bot.app.asking import Card
from bot.chat import buttons, cards, layout, markdown
from bot.chat.layout import Picture, gallery
from bot.chat.texts import texts
from bot.core.question import QuestionType

#: Where the web page of a question is, or None without a public URL.
PageUrl = str | None

# What is left for a page of the explanation after its head, foot and buttons.
_PAGE_CHARACTERS = 3400
_PAGE_BYTES = 7500
# A set of up to eight options may bring more rationales than one message holds.
_RATIONALES_CHARACTERS = 2700
_RATIONALES_BYTES = 5400


def verdict_view(
    verdict: Verdict, picture: Picture | None, page_url: PageUrl, note: str = ""
) -> discord.ui.LayoutView:
    """Right or wrong, why the chosen option is so here, the key if it was missed, the short explanation."""
    card, right = verdict.card, verdict.response.right
    parts: list[discord.ui.Item] = []
    if verdict.clicked is not None:
        parts.append(discord.ui.TextDisplay("-# " + _again(verdict)))
    parts += [discord.ui.TextDisplay(text) for text in (f"### {_headline(verdict)}", *_rationales(verdict))]
    parts += _in_short(card, picture, [note, _points(verdict)])
    parts += layout.rows(_follow_ups(card, page_url))
    colour = layout.GOOD if right else layout.BAD if verdict.response.option_ids else layout.NEUTRAL
    return layout.view(discord.ui.Container(*parts, accent_colour=colour))


def missed_view(
    missed: Missed, picture: Picture | None, page_url: PageUrl, note: str = ""
) -> discord.ui.LayoutView:
    """What a closed card tells who did not answer it: the key and why, and that nothing was counted."""
    card = missed.card
    about = [(texts.THE_ANSWER, option_id) for option_id in card.post.shown if option_id in card.question.key]
    return layout.view(
        discord.ui.Container(
            discord.ui.TextDisplay(f"### {texts.CLOSED}"),
            *(discord.ui.TextDisplay(_about(card, *each, len(about))) for each in about),
            *_in_short(card, picture, [note, texts.MISSED_CARD]),
            *layout.rows(_follow_ups(card, page_url)),
            accent_colour=layout.NEUTRAL,
        )
    )


def _in_short(card: Card, picture: Picture | None, foot: Sequence[str]) -> Iterator[discord.ui.Item]:
    """The short explanation with its picture, and quiet lines below it."""
    yield discord.ui.Separator()
    yield discord.ui.TextDisplay(markdown.flowing(card.question.short))
    if picture is not None:
        yield gallery(picture)
    yield discord.ui.TextDisplay("\n".join(f"-# {line}" for line in foot if line))


def _headline(verdict: Verdict) -> str:
    if verdict.response.right:
        return texts.RIGHT
    if not verdict.response.option_ids:
        return texts.UNKNOWN
    return texts.WRONG if verdict.card.question.type is QuestionType.SINGLE else texts.WRONG_SET


def _again(verdict: Verdict) -> str:
    first = _letters(verdict.card, verdict.response.option_ids)
    if verdict.clicked == verdict.response.option_ids:
        return texts.AGAIN.format(first=first)
    return texts.AGAIN_OTHER.format(first=first, now=_letters(verdict.card, verdict.clicked or ()))


def _letters(card: Card, option_ids: tuple[str, ...]) -> str:
    if not option_ids:
        return texts.AN_UNKNOWN
    return ", ".join(f"**{card.post.letter_of(option_id)}**" for option_id in option_ids)


def _rationales(verdict: Verdict) -> list[str]:
    """For each option that the member should hear about a bold line and its rationale."""
    card, chosen, key = verdict.card, verdict.response.option_ids, verdict.card.question.key
    if card.question.type is QuestionType.SINGLE:
        about = [(texts.YOU_CHOSE, option_id) for option_id in chosen]
        missed = [option_id for option_id in card.post.shown if option_id in key - {*chosen}]
        about += [(texts.THE_ANSWER, option_id) for option_id in missed]
    else:
        worth_hearing = [option_id for option_id in card.post.shown if option_id in {*chosen, *key}]
        about = [(_mark(option_id, chosen, key), option_id) for option_id in worth_hearing]
    return [_about(card, template, option_id, len(about)) for template, option_id in about]


def _mark(option_id: str, chosen: tuple[str, ...], key: frozenset[str]) -> str:
    if option_id not in chosen:
        return texts.MISSED
    return texts.CHOSEN_RIGHT if option_id in key else texts.CHOSEN_WRONG


def _about(card: Card, template: str, option_id: str, parts: int) -> str:
    """The option and its rationale; both are cut where a large set would not fit into one message."""
    option = card.question.option(option_id)
    characters, size = _RATIONALES_CHARACTERS // parts, _RATIONALES_BYTES // parts
    option_text = markdown.shorten(cards.option_text(card, option_id), characters // 3)
    headline = markdown.bold(template.format(letter=card.post.letter_of(option_id), option=option_text))
    rationale = markdown.flowing(option.rationale)
    room = characters - len(headline), size - len(headline.encode())
    first, *others = markdown.pages(rationale, *room)
    return f"{headline}\n{first}" + " …" * bool(others)


def _points(verdict: Verdict) -> str:
    response = verdict.response
    if response.late:
        points = texts.LATE
    elif response.repeat:
        points = texts.REPEAT
    elif response.points:
        points = texts.EARNED.format(points=texts.count(response.points, "point"))
    else:
        points = texts.NO_POINTS
    return f"{points} · {texts.STREAK.format(days=texts.count(verdict.streak, 'day'))}"


def _follow_ups(card: Card, page_url: PageUrl) -> list[discord.ui.Item]:
    post_id = card.post.post_id
    items: list[discord.ui.Item] = [buttons.Explain.of(post_id, 0, texts.EXPLANATION)]
    if page_url:
        items.append(discord.ui.Button(label=texts.PAGE_LINK, url=page_url))
    items.append(buttons.NextQuestion.of(post_id))
    items.append(buttons.Report.of(post_id))
    return items


def explanation_text(card: Card, above: Sequence[str] = ()) -> str:
    """The full explanation as one Markdown text: what it is, each option, what to remember, sources.

    `above` stands there instead of the question alone.
    """
    question = card.question
    parts = [*(above or [cards.lead_in(card)]), markdown.flowing(question.full), f"### {texts.EACH_OPTION}"]
    for option_id in card.post.shown:
        option = question.option(option_id)
        mark = f"✓ {texts.KEY_MARK}" if option.correct else f"✗ {texts.DISTRACTOR_MARK}"
        title = markdown.bold(f"{card.post.letter_of(option_id)} · {cards.option_text(card, option_id)}")
        parts.append(f"{title} · {mark}\n{markdown.flowing(option.rationale)}")
    parts.append("> " + markdown.bold(texts.TAKEAWAY.format(takeaway=markdown.one_line(question.takeaway))))
    sources = [f"### {texts.REFERENCES}"] if question.references else []
    for reference in question.references:
        section = f", {markdown.one_line(reference.section)}" if reference.section else ""
        read_on = texts.READ_ON.format(date=reference.retrieved.isoformat())
        sources.append(f"{markdown.one_line(reference.title)}{section} ({read_on})\n<{reference.url}>")
    return "\n\n".join(filter(None, [*parts, "\n".join(sources)]))


def explanation_pages(card: Card) -> int:
    """How many pages the full explanation has."""
    return len(_pages(explanation_text(card)))


def _pages(text: str) -> list[str]:
    return markdown.pages(text, _PAGE_CHARACTERS, _PAGE_BYTES)


def explanation_view(card: Card, asked: int, page_url: PageUrl) -> discord.ui.LayoutView:
    """One page of the full explanation; a page that does not exist becomes the nearest that does."""
    turn = functools.partial(buttons.Explain.of, card.post.post_id)
    return paged_view(explanation_text(card), asked, page_url, turn)


def paged_view(
    text: str, asked: int, page_url: PageUrl, turn: Callable[[int, str], discord.ui.Item]
) -> discord.ui.LayoutView:
    """One page of a long text; `turn` makes the button, with this label, to another page."""
    texts_of_pages = _pages(text)
    page = min(max(asked, 1), len(texts_of_pages))
    items: list[discord.ui.Item] = []
    if page > 1:
        items.append(turn(page - 1, texts.PREVIOUS))
    if page < len(texts_of_pages):
        items.append(turn(page + 1, texts.FOLLOWING))
    if page_url:
        items.append(discord.ui.Button(label=texts.PAGE_LINK, url=page_url))
    parts: list[discord.ui.Item] = [discord.ui.TextDisplay(texts_of_pages[page - 1])]
    if len(texts_of_pages) > 1:
        foot = texts.EXPLANATION_PAGE.format(page=page, pages=len(texts_of_pages))
        parts.append(discord.ui.TextDisplay(f"-# {foot}"))
    return layout.view(discord.ui.Container(*parts, *layout.rows(items), accent_colour=layout.NEUTRAL))
