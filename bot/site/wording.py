"""What the pages say of a question before it is answered: titles, the parts of its stem, its preview."""

import hashlib
from textwrap import shorten
from typing import NamedTuple
from urllib.parse import quote

from bot.core.bank import Bank
from bot.core.question import Option, Question
from bot.core.stem import split_stem
from bot.figures import Preview, is_drawable
from bot.site import markdown


class Stem(NamedTuple):
    """A stem as a page shows it: blocks of text around the one question, which is the heading."""

    before: str
    question: str
    after: str


def stem_of(question: Question) -> Stem:
    """The stem in its parts, with a question even for one that is all code."""
    scenario, lead_in, code = split_stem(question.stem)
    return Stem(scenario, lead_in or "Which answer is right?", code)


def question_path(question: Question) -> str:
    """The address of a question's page on the site, from the root."""
    return f"/q/{quote(question.pack_id, safe='')}/{quote(question.question_id, safe='')}/"


def question_title(question: Question) -> str:
    """The first words of the question that the stem ends with, at most 110 characters."""
    return shorten(markdown.plain(stem_of(question).question), width=110, placeholder=" …")


def question_setting(question: Question, width: int = 88) -> str:
    """The first words of the scenario, at most `width` characters; "" for a stem that has none.

    Many questions end alike ("Which change helps most?"); this tells them apart in a list.
    """
    return shorten(markdown.plain(stem_of(question).before), width=width, placeholder=" …")


def options_on_page(question: Question) -> list[Option]:
    """The options in an order that is always the same and says nothing about the key.

    Authors tend to write the key first, so the authored order would give it away.
    """

    def place(option: Option) -> bytes:
        return hashlib.sha256(f"{question.question_id}/{option.option_id}".encode()).digest()

    return sorted(question.options, key=place)


def preview_of(bank: Bank, question: Question) -> Preview | None:
    """What a link to the question unfurls into; None if the font lacks a character of the question."""
    pack = bank.packs[question.pack_id]
    asked = shorten(markdown.plain(stem_of(question).question), width=240, placeholder=" …")
    quiet = (pack.title, pack.topic(question.topic_id).title, question_setting(question, 360))
    if not is_drawable(asked):
        return None
    # Of the smaller texts a missing one is better than one with gaps.
    pack_title, topic_title, scenario = (text if is_drawable(text) else "" for text in quiet)
    return Preview(pack_title, topic_title, scenario, asked)
