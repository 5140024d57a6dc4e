"""The web pages as text. Pure: the server and the static build both call these functions."""

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from textwrap import shorten
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from bot.core.bank import Bank
from bot.core.question import Figure, Option, Question
from bot.core.stem import split_stem
from bot.site import markdown

if TYPE_CHECKING:
    from jinja2 import Environment

#: (figure, theme) -> the picture's file name below /f/, None if there is no picture; theme is
#: "light" or "dark".
FigureName = Callable[[Figure, str], str | None]

_FOLDER = Path(__file__).parent
_LICENCES = {
    "CC-BY-4.0": ("CC BY 4.0", "https://creativecommons.org/licenses/by/4.0/"),
    "CC-BY-SA-4.0": ("CC BY-SA 4.0", "https://creativecommons.org/licenses/by-sa/4.0/"),
    "CC0-1.0": ("CC0 1.0", "https://creativecommons.org/publicdomain/zero/1.0/"),
}
_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")

#: How a page under /q/<pack>/<question>/ reaches the site's root. Relative addresses let a host
#: serve the site below any folder.
QUESTION_ROOT = "../../../"


def question_path(question: Question) -> str:
    """The address of a question's page on the site, from the root."""
    return f"/q/{quote(question.pack_id, safe='')}/{quote(question.question_id, safe='')}/"


def question_title(question: Question) -> str:
    """The first words of the question that the stem ends with, at most 110 characters."""
    _, lead_in = split_stem(question.stem)
    return shorten(markdown.plain(lead_in), width=110, placeholder=" …")


def question_setting(question: Question) -> str:
    """The first words of the scenario, at most 88 characters; "" for a stem that has none.

    Many questions end alike ("Which change helps most?"); this tells them apart in a list.
    """
    scenario, _ = split_stem(question.stem)
    return shorten(markdown.plain(scenario), width=88, placeholder=" …")


def options_on_page(question: Question) -> list[Option]:
    """The options in an order that is always the same and says nothing about the key.

    Authors tend to write the key first, so the authored order would give it away.
    """

    def place(option: Option) -> bytes:
        return hashlib.sha256(f"{question.question_id}/{option.option_id}".encode()).digest()

    return sorted(question.options, key=place)


def question_page(bank: Bank, question: Question, figure_name: FigureName) -> str:
    """The page on which a question can be answered and is explained."""
    scenario, lead_in = split_stem(question.stem)
    pack = bank.packs[question.pack_id]
    return _render(
        "question.html",
        root=QUESTION_ROOT,
        language=pack.language,
        pack=pack,
        topic=pack.topic(question.topic_id),
        question=question,
        title=question_title(question),
        scenario=scenario,
        lead_in=lead_in,
        options=options_on_page(question),
        key_size=_COUNTS[len(question.key)],
        light=question.figure and figure_name(question.figure, "light"),
        dark=question.figure and figure_name(question.figure, "dark"),
        following=_following(bank, question),
    )


def index_page(bank: Bank) -> str:
    """The list of all questions by pack and topic."""
    packs: dict[str, dict[str, Any]] = {}
    for pack, topic in bank.topics():
        entry = packs.setdefault(pack.pack_id, {"pack": pack, "topics": [], "count": 0})
        questions = bank.select(pack_id=pack.pack_id, topic_id=topic.topic_id)
        entry["topics"].append({"topic": topic, "questions": questions})
        entry["count"] += len(questions)
    return _render("index.html", root="./", language="en", packs=list(packs.values()))


def not_found_page(root: str = "/") -> str:
    """The page for an address that leads nowhere; `root` is how that address reaches the index."""
    return _render("not_found.html", root=root, language="en")


@cache
def assets() -> dict[str, bytes]:
    """The files that pages refer to, by a name that changes with the content."""
    named = {}
    for file in sorted((_FOLDER / "static").iterdir()):
        content = file.read_bytes()
        named[f"{file.stem}.{hashlib.sha256(content).hexdigest()[:16]}{file.suffix}"] = content
    return named


def _following(bank: Bank, question: Question) -> Question | None:
    """The next question of the same topic, None after the last."""
    questions = bank.select(pack_id=question.pack_id, topic_id=question.topic_id)
    place = [other.question_id for other in questions].index(question.question_id)
    return questions[place + 1] if place + 1 < len(questions) else None


def _render(template: str, **values: Any) -> str:
    return _environment().get_template(template).render(**values)


def _licence(identifier: str) -> tuple[str, str]:
    """What a licence is called, and the address of its text ("" if we do not know it)."""
    return _LICENCES.get(identifier, (identifier, ""))


@cache
def _environment() -> "Environment":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(_FOLDER / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "block": markdown.block,
        "inline": markdown.inline,
        "title_of": question_title,
        "setting_of": question_setting,
        "path_of": question_path,
        "licence": _licence,
    }
    environment.globals["asset"] = {name.partition(".")[0]: name for name in assets()}
    return environment
