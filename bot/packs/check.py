"""All that there is to say about what was read: every rule over every question, with places."""

import datetime
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path

from bot.core.findings import Finding, Remark, Severity
from bot.core.lint import PACK_CODES, RULES, Context, apply_suppressions, lint_pack, lint_question
from bot.core.lint.markup import question_texts
from bot.core.lint.packform import pack_texts
from bot.core.lint.text import shown
from bot.core.lint.view import View
from bot.core.question import Question
from bot.packs.characters import endless_characters, quoted_texts
from bot.packs.content import Content
from bot.packs.files import readable_name

QuestionChecker = Callable[[Question], Iterable[Remark]]


def check_questions(
    content: Content,
    today: datetime.date,
    extra: Sequence[QuestionChecker] = (),
    *,
    user_pack: bool = False,
    accepted: Collection[tuple[str, str]] = (),
) -> list[Finding]:
    """The reader's findings and all of the linter's, sorted by place.

    `extra` are further checkers of a question, such as the figures' own; one that raises has found a
    question that cannot be shown, which is told if no other error says why. `user_pack` is true for
    packs that people upload, which may not hide an address behind a word. Questions in `accepted`, by
    (pack id, question id), passed before as they are: only errors between questions are looked for.
    """
    return sorted({*content.findings, *_linted(content, today, extra, user_pack, accepted)})


def _linted(
    content: Content,
    today: datetime.date,
    extra: Sequence[QuestionChecker],
    user_pack: bool,
    accepted: Collection[tuple[str, str]],
) -> Iterator[Finding]:
    remarks: defaultdict[tuple[str, str], list[Remark]] = defaultdict(list)
    if content.whole:
        for pack in content.packs:
            texts = list(pack_texts(pack))
            for remark in (*endless_characters(texts), *quoted_texts(texts)):
                yield placed(content, content.pack_files[pack.pack_id], remark)
            own = [question for question in content.questions if question.pack_id == pack.pack_id]
            for question, remark in lint_pack(pack, own, user_pack=user_pack):
                if question is None:
                    yield placed(content, content.pack_files[pack.pack_id], remark)
                else:
                    remarks[question.pack_id, question.question_id].append(remark)
    packs = {pack.pack_id: pack for pack in content.packs}
    for question in content.questions:
        if (question.pack_id, question.question_id) in accepted:
            for remark in remarks[question.pack_id, question.question_id]:
                if remark.severity is Severity.ERROR:
                    yield placed(content, content.file_of(question), remark)
            continue
        ids = content.question_ids.get(question.pack_id)
        context = Context(today, packs.get(question.pack_id), ids, user_pack)
        found = [*lint_question(question, context), *remarks[question.pack_id, question.question_id]]
        texts = list(question_texts(View(question, context)))
        found += [*endless_characters(texts), *quoted_texts(texts)]
        _ask_further(extra, question, found)
        unchecked = set() if content.whole else set(PACK_CODES)
        if not extra:  # codes of checkers that were not asked
            unchecked |= {item.code for item in question.suppressions} - RULES.keys()
        for remark in apply_suppressions(question, found, unchecked=unchecked):
            yield placed(content, content.file_of(question), remark)


def _ask_further(extra: Sequence[QuestionChecker], question: Question, found: list[Remark]) -> None:
    """Add what further checkers say. Other questions are still checked if one raises."""
    problem: Exception | None = None
    for checker in extra:
        try:
            for remark in checker(question):
                found.append(remark)  # one by one: what was said before it raised counts
        except Exception as raised:
            problem = raised
    if problem is not None and all(remark.severity is not Severity.ERROR for remark in found):
        reason = shown(f"{type(problem).__name__}: {problem}", 120)
        words = f"a question that cannot be rendered ({reason})", "one that can be shown"
        found.append(Remark("D001", Severity.ERROR, (), *words, "look for what is unusual in it"))


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
