"""The web pages as text. Pure: the server and the static build both call these functions."""

import hashlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.core.bank import Bank
from bot.core.question import Question, Topic
from bot.site import markdown
from bot.site.pictures import PREVIEW, PictureName
from bot.site.wording import (
    options_on_page,
    preview_of,
    question_path,
    question_setting,
    question_title,
    stem_of,
)

if TYPE_CHECKING:
    from jinja2 import Environment

_FOLDER = Path(__file__).parent
_LICENCES = {
    "CC-BY-4.0": ("CC BY 4.0", "https://creativecommons.org/licenses/by/4.0/"),
    "CC-BY-SA-4.0": ("CC BY-SA 4.0", "https://creativecommons.org/licenses/by-sa/4.0/"),
    "CC0-1.0": ("CC0 1.0", "https://creativecommons.org/publicdomain/zero/1.0/"),
}
_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")

_INVITATION = "Choose an answer and see at once why it is right or wrong."

#: What browsers let a page load: our own files, and nothing that is written into the page itself.
POLICY = (
    "default-src 'none'; script-src 'self'; img-src 'self'; style-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)

#: How a page under /q/<pack>/<question>/ reaches the site's root. Relative addresses let a host
#: serve the site below any folder.
QUESTION_ROOT = "../../../"


def question_page(
    bank: Bank, question: Question, picture_name: PictureName, public_url: str | None = None
) -> str:
    """The page on which a question can be answered and is explained.

    `public_url` is the site's absolute address, without which nobody could fetch the preview's picture.
    """
    pack, figure = bank.packs[question.pack_id], question.figure
    preview = preview_of(bank, question) if public_url else None
    return _render(
        "question.html",
        root=QUESTION_ROOT,
        language=pack.language,
        pack=pack,
        topic=pack.topic(question.topic_id),
        question=question,
        title=question_title(question),
        stem=stem_of(question),
        options=options_on_page(question),
        key_size=_COUNTS[len(question.key)],
        light=figure and picture_name(figure, "light", "svg"),
        dark=figure and picture_name(figure, "dark", "svg"),
        description=question_setting(question, 200) or _INVITATION,
        preview=preview and f"{public_url}/f/{picture_name(preview, *PREVIEW)}",
        public_url=public_url,
        **_neighbours(bank, question),
    )


def index_page(bank: Bank, public_url: str | None = None) -> str:
    """The list of all questions by pack and topic."""
    packs: dict[str, dict[str, Any]] = {}
    for pack, topic in bank.topics():
        entry = packs.setdefault(pack.pack_id, {"pack": pack, "topics": [], "count": 0})
        questions = bank.select(pack_id=pack.pack_id, topic_id=topic.topic_id)
        entry["topics"].append({"topic": topic, "questions": questions})
        entry["count"] += len(questions)
    return _render("index.html", root="./", language="en", packs=list(packs.values()), public_url=public_url)


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


def _neighbours(bank: Bank, question: Question) -> dict[str, Any]:
    """Where a question stands in its topic, and what comes before and after it."""
    questions = bank.select(pack_id=question.pack_id, topic_id=question.topic_id)
    place = [other.question_id for other in questions].index(question.question_id)
    return {
        "place": place + 1,
        "count": len(questions),
        "previous": questions[place - 1] if place else None,
        "following": questions[place + 1] if place + 1 < len(questions) else None,
        "next_topic": _next_topic(bank, question),
    }


def _next_topic(bank: Bank, question: Question) -> tuple[Topic, Question] | None:
    """The next topic of the same pack with its first question, None after the last."""
    topics = [topic for pack, topic in bank.topics() if pack.pack_id == question.pack_id]
    place = [topic.topic_id for topic in topics].index(question.topic_id)
    if place + 1 == len(topics):
        return None
    topic = topics[place + 1]
    return topic, bank.select(pack_id=question.pack_id, topic_id=topic.topic_id)[0]


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
    environment.globals["policy"] = POLICY
    environment.globals["asset"] = {name.partition(".")[0]: name for name in assets()}
    return environment
