"""All that there is to say about what was read: every rule over every question, with places."""

import datetime
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from bot.core.findings import Finding, Remark
from bot.core.lint import PACK_CODES, RULES, Context, apply_suppressions, lint_pack, lint_question
from bot.core.question import Question
from bot.packs.content import Content
from bot.packs.files import readable_name

QuestionChecker = Callable[[Question], Iterable[Remark]]


def check_questions(
    content: Content,
    today: datetime.date,
    extra: Sequence[QuestionChecker] = (),
    *,
    user_pack: bool = False,
) -> list[Finding]:
    """The reader's findings and all of the linter's, sorted by place.

    `extra` are further checkers of a question, such as the figures' own. `user_pack` is true for
    packs that people upload, which may not hide an address behind a word.
    """
    return sorted({*content.findings, *_linted(content, today, extra, user_pack)})


def _linted(
    content: Content, today: datetime.date, extra: Sequence[QuestionChecker], user_pack: bool
) -> Iterator[Finding]:
    remarks: defaultdict[tuple[str, str], list[Remark]] = defaultdict(list)
    if content.whole:
        for pack in content.packs:
            own = [question for question in content.questions if question.pack_id == pack.pack_id]
            for question, remark in lint_pack(pack, own):
                if question is None:
                    yield placed(content, content.pack_files[pack.pack_id], remark)
                else:
                    remarks[question.pack_id, question.question_id].append(remark)
    packs = {pack.pack_id: pack for pack in content.packs}
    for question in content.questions:
        ids = content.question_ids.get(question.pack_id)
        context = Context(today, packs.get(question.pack_id), ids, user_pack)
        found = [*lint_question(question, context), *remarks[question.pack_id, question.question_id]]
        for checker in extra:
            found += checker(question)
        unchecked = set() if content.whole else set(PACK_CODES)
        if not extra:  # codes of checkers that were not asked
            unchecked |= {item.code for item in question.suppressions} - RULES.keys()
        for remark in apply_suppressions(question, found, unchecked=unchecked):
            yield placed(content, content.file_of(question), remark)


def placed(content: Content, file: Path, remark: Remark) -> Finding:
    """A remark about a file's field with its place in it."""
    place = content.place(file, remark.path)
    return Finding(
        file=readable_name(file),
        line=place.line,
        column=place.column,
        code=remark.code,
        severity=remark.severity,
        found=remark.found,
        expected=remark.expected,
        mend=remark.mend,
    )
