"""Rules on what a question rests on and shows: references, pictures (F…, I…, D002)."""

import calendar
import datetime
import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from bot.core.findings import FieldPath, Remark
from bot.core.lint import limits
from bot.core.lint.hosts import PRIMARY_HOSTS
from bot.core.lint.text import shown
from bot.core.lint.view import View, error, info, warning
from bot.core.question import Status

#: A source that was read longer ago is worth a second look.
MAX_AGE_MONTHS = 18

#: Discord's label of a button holds 80 characters; letters stand there instead of the text.
LABEL = 80

_ALT_OPENING = re.compile(r"\s*(?:an?\s+|the\s+)?(?:image|picture|photo)\s+of\b", re.I)


def check_references(view: View) -> Iterator[Remark]:
    """F001: a published question rests on at least one source."""
    if view.question.references:
        return
    published = view.question.status is Status.PUBLISHED
    remark = error if published else warning
    found = "no reference" + (" in a published question" if published else "")
    yield remark("F001", (), found, "a source for the key", "add references with title, url and retrieved")


def check_hosts(view: View) -> Iterator[Remark]:
    """F002: sources are primary ones."""
    for index, reference in enumerate(view.question.references):
        host = _host(reference.url)
        if host and not is_primary(host):
            path: FieldPath = ("references", index, "url")
            expected = "a maker's, standards body's or project's own site"
            yield warning("F002", path, f"the host {shown(host)}", expected, "name the primary source")


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def is_primary(host: str) -> bool:
    """True if the host or a domain above it is on the list of primary hosts."""
    labels = host.lower().rstrip(".").split(".")
    return any(".".join(labels[start:]) in PRIMARY_HOSTS for start in range(len(labels) - 1))


def check_age(view: View) -> Iterator[Remark]:
    """F006: sources were read within the last 18 months."""
    limit = months_before(view.context.today, MAX_AGE_MONTHS)
    for index, reference in enumerate(view.question.references):
        if reference.retrieved < limit:
            path: FieldPath = ("references", index, "retrieved")
            found = f"a source read on {reference.retrieved}"
            yield warning("F006", path, found, f"{limit} or later", "read it again and write today's date")


def months_before(day: datetime.date, months: int) -> datetime.date:
    """The same day some months earlier, or the last day of that month if it is shorter."""
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    last = calendar.monthrange(year, month + 1)[1]
    return datetime.date(year, month + 1, min(day.day, last))


def check_alt(view: View) -> Iterator[Remark]:
    """I001: every picture says in words what it shows."""
    question = view.question
    for name, picture in (("figure", question.figure), ("image", question.image)):
        if picture is None:
            continue
        alt = picture.alt.strip()
        path: FieldPath = (name, "alt")
        mend = "say in words what the picture says"
        if not alt:
            yield error("I001", path, f"the {name} has no alt text", "a text", mend)
        elif len(alt) > limits.ALT:
            found = f"an alt text of {len(alt):,} characters"
            yield error("I001", path, found, f"at most {limits.ALT:,}", "shorten it")
        elif question.image is not None and _is_file_name(alt, question.image.file):
            yield error("I001", path, "the file's name as alt text", "what the picture says", mend)
        elif match := _ALT_OPENING.match(alt):
            found = f'an alt text that starts with "{match[0].strip()}"'
            yield error("I001", path, found, "what the picture says", "begin with what it shows")


def _is_file_name(alt: str, file: str) -> bool:
    name = PurePosixPath(file)
    return alt.casefold() in {file.casefold(), name.name.casefold(), name.stem.casefold()}


def check_image_rights(view: View) -> Iterator[Remark]:
    """I002: a picture file says whose it is and under which licence."""
    image = view.question.image
    if image is None:
        return
    for name, value in (("licence", image.licence), ("source", image.source)):
        if not value.strip():
            mend = f"add {name} to the image"
            yield error("I002", ("image", name), f"an image without {name}", f"its {name}", mend)


def check_labels(view: View) -> Iterator[Remark]:
    """D002: options that no button label could hold."""
    for index, option in enumerate(view.question.options):
        if len(option.text) > LABEL:
            path: FieldPath = ("options", index, "text")
            found = f"an option of {len(option.text)} characters"
            yield info(
                "D002", path, found, f"at most {LABEL} to be read at a glance", "shorten it if you can"
            )
