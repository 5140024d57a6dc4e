"""A question with the derived texts that several rules share, each worked out once."""

import datetime
import re
from dataclasses import dataclass
from functools import cached_property

from bot.core.findings import FieldPath, Remark, Severity
from bot.core.lint import limits
from bot.core.lint.text import (
    count_words,
    normal_words,
    plain,
    sentences,
    texts_in,
    without_code,
    without_quotes,
)
from bot.core.question import Option, Pack, Question, QuestionType

#: A remark on a question of a pack, or on the pack itself (None).
PackRemark = tuple[Question | None, Remark]

#: Longer texts are refused by S001 anyway; the other rules look at their beginning only, so that
#: a hostile file cannot make them slow.
OPTION_SEEN = 1000
_CHOOSE_SEEN = 160

#: "(Choose two.)" or "Select 2 answers." behind the question itself.
_CHOOSE = re.compile(r"[\s(*_]*\b(?:choose|select|pick)\b[^.?!()]*[.!]?[)*_]*[.!]?\s*$", re.I)


@dataclass(frozen=True, slots=True)
class Context:
    """What a rule has to know besides the question.

    `question_ids` are all ids of the pack; None if they are unknown. `user_pack` is true for
    packs that people upload, which may not hide an address behind a word.
    """

    today: datetime.date
    pack: Pack | None = None
    question_ids: frozenset[str] | None = None
    user_pack: bool = False


class View:
    """The question and its texts, cut as the rules need them."""

    def __init__(self, question: Question, context: Context) -> None:
        self.question = question
        self.context = context

    @property
    def english(self) -> bool:
        """False if the pack says that its texts are in another language, whose words we do not know."""
        pack = self.context.pack
        return pack is None or pack.language.lower().startswith("en")

    @cached_property
    def texts(self) -> list[tuple[FieldPath, str]]:
        """Every Markdown text that a member may read, with its path."""
        question = self.question
        found: list[tuple[FieldPath, str]] = [
            (("stem",), question.stem),
            (("short",), question.short),
            (("full",), question.full),
            (("takeaway",), question.takeaway),
        ]
        for index, option in enumerate(question.options):
            found.append((("options", index, "text"), option.text))
            found.append((("options", index, "rationale"), option.rationale))
        if question.figure is not None:
            found.append((("figure", "alt"), question.figure.alt))
        if question.image is not None:
            found.append((("image", "alt"), question.image.alt))
        return [(path, text[: limits.FULL]) for path, text in found]

    @cached_property
    def drawn(self) -> list[tuple[FieldPath, str]]:
        """Every text in the infographic, which is drawn as it is written, with its path."""
        figure = self.question.figure
        if figure is None:
            return []
        texts = texts_in({"title": figure.title, **figure.data})
        return [(("figure", *path), text[: limits.FULL]) for path, text in texts]

    @cached_property
    def prose(self) -> list[tuple[FieldPath, str]]:
        """Both without code."""
        return [*((path, without_code(text)) for path, text in self.texts), *self.drawn]

    @cached_property
    def normal(self) -> list[tuple[FieldPath, list[str]]]:
        """The normalised words of both, code included."""
        return [(path, normal_words(text)) for path, text in (*self.texts, *self.drawn)]

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """All normalised words, for a quick look whether a rule has anything to do."""
        return frozenset().union(*(words for _, words in self.normal))

    @cached_property
    def stem(self) -> str:
        """The stem without Markdown's marks."""
        return plain(self.question.stem[: limits.FULL])

    @cached_property
    def asked(self) -> str:
        """The stem up to its question, without a closing "(Choose two.)"."""
        return _without_choose(self.stem)

    @cached_property
    def sentences(self) -> list[str]:
        """The sentences of the stem without code and without a closing "(Choose two.)"."""
        return sentences(plain(without_code(_without_choose(self.question.stem[: limits.FULL]))))

    @cached_property
    def lead_in(self) -> str:
        """The last sentence of the stem, which is the question; code and quotations are cut."""
        return without_quotes(without_code(self.raw_lead_in))

    @cached_property
    def raw_lead_in(self) -> str:
        """The last sentence as written, with its marks."""
        found = sentences(_without_choose(self.question.stem[: limits.FULL]))
        return found[-1] if found else ""

    @cached_property
    def choose(self) -> str:
        """The "(Choose two.)" behind the question; "" without one."""
        return self.stem[len(self.asked) :]

    @cached_property
    def options(self) -> list[str]:
        """The options' texts without Markdown's marks."""
        return [plain(option.text[:OPTION_SEEN]) for option in self.question.options]

    @cached_property
    def option_words(self) -> list[list[str]]:
        """The options' words for comparing."""
        return [normal_words(text) for text in self.options]

    @cached_property
    def option_lengths(self) -> list[int]:
        """The options' lengths in words."""
        return [count_words(text) for text in self.options]

    @cached_property
    def single_key(self) -> int | None:
        """The index of the key, if exactly one option is the key of a `single` question."""
        keys = [index for index, option in enumerate(self.question.options) if option.correct]
        return keys[0] if len(keys) == 1 and self.question.type is QuestionType.SINGLE else None

    def distractors(self) -> list[tuple[int, Option]]:
        """The wrong options with their indexes."""
        return [(index, option) for index, option in enumerate(self.question.options) if not option.correct]


def _without_choose(stem: str) -> str:
    """The stem without its closing "(Choose two.)"."""
    head, tail = stem[:-_CHOOSE_SEEN], stem[-_CHOOSE_SEEN:]
    return head + _CHOOSE.sub("", tail)


def error(code: str, path: FieldPath, found: str, expected: str, mend: str) -> Remark:
    """A remark that stops publication."""
    return Remark(code, Severity.ERROR, path, found, expected, mend)


def warning(code: str, path: FieldPath, found: str, expected: str, mend: str) -> Remark:
    """A remark that wants a change or a reason."""
    return Remark(code, Severity.WARNING, path, found, expected, mend)


def info(code: str, path: FieldPath, found: str, expected: str, mend: str) -> Remark:
    """A remark that is only said."""
    return Remark(code, Severity.INFO, path, found, expected, mend)
