"""The card that shows a post, and the private choice for a `multiple`."""

from collections.abc import Iterator

import discord

from bot.app.asking import Card
from bot.chat import buttons, markdown
from bot.chat.layout import NEUTRAL, rows, view
from bot.chat.texts import texts
from bot.core.post import DONT_KNOW
from bot.core.question import QuestionType
from bot.core.scoring import POINTS, SCORING_WINDOW
from bot.core.server import AnswersBy
from bot.core.stem import split_stem


def head(card: Card) -> str:
    """The quiet line above a question: where it comes from and what it is worth."""
    question = card.question
    titles = {topic.topic_id: f"{topic.emoji} {topic.title}".strip() for topic in card.pack.topics}
    return "-# " + texts.CARD_HEAD.format(
        pack=markdown.one_line(card.pack.title),
        topic=markdown.one_line(titles.get(question.topic_id, question.topic_id)),
        level=texts.LEVELS[question.level],
        points=texts.count(POINTS[question.level], "point"),
    )


def option_lines(card: Card) -> str:
    """The options in shown order, each behind its bold letter."""
    return "\n".join(
        f"**{card.post.letter_of(option_id)}**\u2002{option_text(card, option_id)}"
        for option_id in card.post.shown
    )


def option_text(card: Card, option_id: str) -> str:
    """An option's text on one line, with its code spans closed."""
    return markdown.one_line(markdown.closed(card.question.option(option_id).text))


def stem_texts(card: Card) -> list[str]:
    """The scenario, if there is one, set apart the question in bold, and code that follows it."""
    scenario, _, code = split_stem(card.question.stem)
    return [text for text in (markdown.flowing(scenario), lead_in(card), markdown.flowing(code)) if text]


def lead_in(card: Card) -> str:
    """The question itself in bold."""
    return markdown.bold(split_stem(card.question.stem).lead_in or texts.NO_LEAD_IN)


def card_view(card: Card) -> discord.ui.LayoutView:
    """The card as everybody (or, for a private one, its member) sees it. Tells nothing about the key."""
    return view(
        discord.ui.Container(
            discord.ui.TextDisplay(head(card)),
            *map(discord.ui.TextDisplay, stem_texts(card)),
            discord.ui.Separator(),
            discord.ui.TextDisplay(option_lines(card)),
            *rows(_answers(card)),
            discord.ui.TextDisplay(_foot(card)),
            accent_colour=NEUTRAL,
        )
    )


def _answers(card: Card) -> Iterator[discord.ui.Item]:
    post = card.post
    if post.answers_by is AnswersBy.REACTIONS:
        yield buttons.MyResult.of(post.post_id, buttons.LOUD)
    elif card.question.type is QuestionType.MULTIPLE:
        yield buttons.OpenChoice.of(post.post_id)
    else:
        yield from (buttons.Answer.of(post.post_id, letter) for letter in post.letters)
    yield buttons.Answer.of(post.post_id, DONT_KNOW)
    if post.private_to is None:
        yield buttons.Close.of(post.post_id)


def _foot(card: Card) -> str:
    until = discord.utils.format_dt(card.post.posted_at + SCORING_WINDOW, "R")
    if card.post.private_to is not None:
        return "-# " + texts.CARD_FOOT_PRIVATE.format(until=until)
    foot = texts.CARD_FOOT_REACTIONS if card.post.answers_by is AnswersBy.REACTIONS else texts.CARD_FOOT
    return "-# " + foot.format(answered=card.post.answered, asked_by=_asked_by(card), until=until)


def _asked_by(card: Card) -> str:
    """Who asked; nothing once that member's data were erased."""
    member_id = card.post.asked_by
    return texts.ASKED_BY.format(member_id=member_id) if member_id else ""


def closed_foot(card: Card) -> str:
    """The quiet line below a closed card."""
    return "-# " + texts.CARD_FOOT_CLOSED.format(answered=card.post.answered, asked_by=_asked_by(card))


def close_view(card: Card) -> discord.ui.LayoutView:
    """Asks whether everybody shall see the answer."""
    answered = texts.count(card.post.answered, "answer")
    return view(
        discord.ui.Container(
            discord.ui.TextDisplay(texts.SHOW_ANSWER_ASK.format(answered=answered)),
            *rows([buttons.Close.of(card.post.post_id, sure=True)]),
            accent_colour=NEUTRAL,
        )
    )


def choice_view(card: Card, chosen: str) -> discord.ui.LayoutView:
    """The private choice of a `multiple`: a toggle for each letter, and Submit, which carries the set."""
    post_id = card.post.post_id
    return view(
        discord.ui.Container(
            discord.ui.TextDisplay(lead_in(card)),
            discord.ui.TextDisplay(option_lines(card)),
            *rows(buttons.Choose.of(post_id, letter, chosen) for letter in card.post.letters),
            *rows([buttons.Submit.of(post_id, chosen)]),
            discord.ui.TextDisplay("-# " + texts.CHOOSE),
            accent_colour=NEUTRAL,
        )
    )
