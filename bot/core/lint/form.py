"""S001: the form of a question, whatever file it came from."""

import datetime
import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from bot.core.findings import FieldPath, Remark
from bot.core.lint import limits
from bot.core.lint.text import is_one_line, shown
from bot.core.lint.view import Context, View, error
from bot.core.question import Question, Reference

_NOT_IN_URL = re.compile(r"[\s<>\"`{}|\\^]")


def check_form(view: View) -> Iterator[Remark]:
    """S001: lengths, ids, references and everything that a question points to."""
    question = view.question
    yield from _number(question)
    yield from _lengths(question)
    yield from _options(question)
    yield from _references(question, view.context.today)
    yield from _pointers(question, view.context)
    if question.figure is not None and question.image is not None:
        yield error("S001", ("image",), "a figure and an image", "one of the two", "delete one")


def _number(question: Question) -> Iterator[Remark]:
    if question.number < 1:
        found = f"revision is {question.number}"
        yield error("S001", ("revision",), found, "a whole number from 1", "write 1 for the first")
    if not limits.is_id(question.question_id):
        found = f'the question id "{shown(question.question_id)}"'
        yield error("S001", (), found, _ID_EXPECTED, "rename the file")


_ID_EXPECTED = f"lower-case words joined by hyphens, at most {limits.ID_LENGTH} characters"


def _lengths(question: Question) -> Iterator[Remark]:
    fields: list[tuple[FieldPath, str, str, int, bool]] = [
        (("stem",), "the stem", question.stem, limits.STEM, True),
        (("short",), "the short explanation", question.short, limits.SHORT, True),
        (("full",), "the full explanation", question.full, limits.FULL, True),
        (("takeaway",), "the takeaway", question.takeaway, limits.TAKEAWAY, True),
    ]
    for index, option in enumerate(question.options):
        where: FieldPath = ("options", index)
        fields.append(((*where, "text"), "the option's text", option.text, limits.OPTION_TEXT, True))
        fields.append(((*where, "rationale"), "the rationale", option.rationale, limits.RATIONALE, False))
    for path, name, text, limit, needed in fields:
        if needed and not text.strip():
            yield error("S001", path, f"{name} is empty", "a text", "write it")
        elif len(text) > limit:
            found, expected = f"{name} has {len(text):,} characters", f"at most {limit:,}"
            yield error("S001", path, found, expected, f"shorten it by {len(text) - limit:,}")


def _options(question: Question) -> Iterator[Remark]:
    count = len(question.options)
    if not limits.MIN_OPTIONS <= count <= limits.MAX_OPTIONS:
        expected = f"{limits.MIN_OPTIONS} to {limits.MAX_OPTIONS}"
        yield error(
            "S001",
            ("options",),
            f"{count} option{'' if count == 1 else 's'}",
            expected,
            "add or delete options",
        )
    seen: dict[str, int] = {}
    for index, option in enumerate(question.options):
        path: FieldPath = ("options", index, "id")
        if not limits.is_id(option.option_id):
            found = f'the option id "{shown(option.option_id)}"'
            yield error("S001", path, found, _ID_EXPECTED, "rename it")
        if option.option_id in seen:
            found = f'the option id "{shown(option.option_id)}" a second time'
            expected = f"another id than option {seen[option.option_id] + 1} has"
            yield error("S001", path, found, expected, "rename one of the two")
        seen.setdefault(option.option_id, index)


def _references(question: Question, today: datetime.date) -> Iterator[Remark]:
    for index, reference in enumerate(question.references):
        if not is_https(reference.url):
            found = f'the address "{shown(reference.url, 80)}"'
            expected = "a full https:// address"
            yield error(
                "S001", ("references", index, "url"), found, expected, "write the page's https address"
            )
        elif len(reference.url) > limits.URL:
            found, expected = f"an address of {len(reference.url):,} characters", f"at most {limits.URL}"
            mend = "leave out what the page does without"
            yield error("S001", ("references", index, "url"), found, expected, mend)
        # A day of grace: it may be tomorrow already where the author is.
        if reference.retrieved > today + datetime.timedelta(days=1):
            found = f"retrieved is {reference.retrieved}, which is in the future"
            expected = f"{today} or a day before"
            yield error("S001", ("references", index, "retrieved"), found, expected, "write when you read it")
        yield from _reference_texts(index, reference)


def _reference_texts(index: int, reference: Reference) -> Iterator[Remark]:
    if not reference.title.strip():
        found, expected = "a reference without a title", "the document's title"
        yield error("S001", ("references", index, "title"), found, expected, "write it")
    for name, text in (("title", reference.title), ("section", reference.section)):
        if len(text) > limits.TITLE:
            found, expected = f"a {name} of {len(text):,} characters", f"at most {limits.TITLE}"
            yield error("S001", ("references", index, name), found, expected, "shorten it")
        if not is_one_line(text):
            found = f"a {name} of several lines"
            yield error("S001", ("references", index, name), found, "one line", "join them")


def is_https(url: str) -> bool:
    """True for an https address with a host name and without blanks or a password."""
    if not url.isprintable() or _NOT_IN_URL.search(url):
        return False
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
        return parts.scheme == "https" and "." in host and parts.username is None and parts.port is not False
    except ValueError:  # a port or an IPv6 host that cannot be one
        return False


def _pointers(question: Question, context: Context) -> Iterator[Remark]:
    pack = context.pack
    if pack is not None:
        known = {objective.objective_id for objective in pack.objectives}
        for index, objective_id in enumerate(question.objectives):
            if objective_id not in known:
                found = f'the objective "{shown(objective_id)}"'
                expected = f"an objective of the pack {pack.pack_id}"
                mend = "correct it, or add it to pack.yaml"
                yield error("S001", ("objectives", index), found, expected, mend)
        if question.topic_id not in {topic.topic_id for topic in pack.topics}:
            found = f'the topic "{shown(question.topic_id)}"'
            expected = f"a topic of the pack {pack.pack_id}"
            yield error("S001", (), found, expected, "add it to topics in pack.yaml, or move the question")
    for index, enemy in enumerate(question.enemies):
        path: FieldPath = ("enemies", index)
        if enemy == question.question_id:
            yield error("S001", path, "the question as its own enemy", "another question", "delete it")
        elif context.question_ids is not None and enemy not in context.question_ids:
            found = f'the enemy "{shown(enemy)}"'
            yield error("S001", path, found, "the id of a question of this pack", "correct or delete it")
