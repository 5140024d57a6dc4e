"""Rules on a pack as a whole: its balance, and questions that repeat or give away each other."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from bot.core.lint import limits
from bot.core.lint.text import normal_words, plain, shown
from bot.core.lint.view import OPTION_SEEN, PackRemark, warning
from bot.core.lint.wordlists import STOP_WORDS
from bot.core.question import Level, Pack, Question, QuestionType, Status

#: Fewer questions say nothing about balance.
ENOUGH = 10
RECALL_SHARE = 0.6
DOMAIN_POINTS = 5
SHINGLE = 5
SIMILAR = 0.5
CUE_WORDS = 4


def check_longest(questions: Sequence[Question]) -> Iterator[PackRemark]:
    """L003: the key is not the longest option far more often than by chance."""
    longest = total = 0
    for question in questions:
        if question.type is not QuestionType.SINGLE or len(question.options) != 4 or len(question.key) != 1:
            continue
        total += 1
        lengths = {option.option_id: len(plain(option.text[:OPTION_SEEN])) for option in question.options}
        (key,) = question.key
        longest += all(lengths[key] > length for other, length in lengths.items() if other != key)
    if longest > 0.35 * total and _binomial_tail(longest, total, 0.25) < 0.05:
        found = f"the key is the longest option in {longest} of {total} questions with four options"
        yield None, warning("L003", (), found, "about a quarter", "shorten keys or lengthen distractors")


def _binomial_tail(least: int, total: int, chance: float) -> float:
    """The probability of at least so many successes, by logarithms so that large counts fit."""

    def term(count: int) -> float:
        ways = math.lgamma(total + 1) - math.lgamma(count + 1) - math.lgamma(total - count + 1)
        return math.exp(ways + count * math.log(chance) + (total - count) * math.log(1 - chance))

    return math.fsum(term(count) for count in range(least, total + 1))


def check_blueprint(pack: Pack, questions: Sequence[Question]) -> Iterator[PackRemark]:
    """B001: each domain has about its planned share: within one question or five points."""
    domain_of = {objective.objective_id: objective.domain_id for objective in pack.objectives}
    counts = Counter(
        domain_of[question.objectives[0]]
        for question in questions
        if question.objectives and question.objectives[0] in domain_of
    )
    total = counts.total()
    if total < ENOUGH:
        return
    for index, domain in enumerate(pack.domains):
        count = counts[domain.domain_id]
        share = 100 * count / total
        wanted = total * domain.weight / 100
        if abs(share - domain.weight) > DOMAIN_POINTS and abs(count - wanted) > 1:
            found = f'{count} of {total} questions ({share:.0f} %) in domain "{shown(domain.title)}"'
            mend = "write questions for the domains that lack them"
            path = ("blueprint", "domains", index)
            yield None, warning("B001", path, found, f"about {wanted:.0f} ({domain.weight:g} %)", mend)


def check_levels(questions: Sequence[Question]) -> Iterator[PackRemark]:
    """B002: no more than 60 % of the questions ask for recall."""
    recall = sum(question.level is Level.RECALL for question in questions)
    if len(questions) >= ENOUGH and recall > RECALL_SHARE * len(questions):
        found = f"{recall} of {len(questions)} questions that ask for recall"
        yield None, warning("B002", (), found, "at most 60 %", "write some that apply or analyse")


@dataclass(slots=True)
class _Shingled:
    question: Question
    shingles: frozenset[str]
    prefix: list[str] = field(default_factory=list)


def check_near_duplicates(questions: Sequence[Question]) -> Iterator[PackRemark]:
    """F003: no question repeats another: 5-word runs of stem and key overlap by at most half.

    Sets whose Jaccard similarity exceeds 1/2 share one of the rarest half of either's members
    (prefix filtering), so that only few pairs are compared, even in a bank of 10,000.
    """
    items = [_Shingled(question, _shingles(question)) for question in questions]
    frequency = Counter(shingle for item in items for shingle in item.shingles)
    for item in items:
        ordered = sorted(item.shingles, key=lambda shingle: (frequency[shingle], shingle))
        item.prefix = [shingle for shingle in ordered[: len(ordered) // 2 + 1] if frequency[shingle] > 1]
    index: defaultdict[str, list[_Shingled]] = defaultdict(list)
    for item in items:
        seen: dict[str, _Shingled] = {}
        for shingle in item.prefix:
            for other in index[shingle]:
                seen[other.question.question_id] = other
            index[shingle].append(item)
        for other in seen.values():
            similarity = len(item.shingles & other.shingles) / len(item.shingles | other.shingles)
            if similarity > SIMILAR and not _enemies(item.question, other.question):
                found = f"{similarity:.0%} of the wording of {other.question.question_id}"
                mend = f"reword it, or name {other.question.question_id} in enemies"
                yield item.question, warning("F003", ("stem",), found, "a question of its own", mend)


def _shingles(question: Question) -> frozenset[str]:
    keys = " ".join(option.text for option in question.options if option.correct)
    words = normal_words(f"{question.stem} {keys}"[: limits.FULL])
    return frozenset(" ".join(words[start : start + SHINGLE]) for start in range(len(words) - SHINGLE + 1))


def _enemies(one: Question, other: Question) -> bool:
    return other.question_id in one.enemies or one.question_id in other.enemies


def check_cueing(questions: Sequence[Question]) -> Iterator[PackRemark]:
    """F004: no stem holds the key of another question, unless they are enemies.

    Only keys of at least four words, one of them no stop word, count: shorter ones are terms
    that any stem may need.
    """
    stems = [(question, normal_words(question.stem[: limits.FULL])) for question in questions]
    index: defaultdict[str, dict[int, None]] = defaultdict(dict)
    for place, (_, words) in enumerate(stems):
        for start in range(len(words) - CUE_WORDS + 1):
            index[" ".join(words[start : start + CUE_WORDS])][place] = None
    for question in questions:
        for words in _keys(question):
            text = f" {' '.join(words)} "
            for place in index.get(" ".join(words[:CUE_WORDS]), ()):
                other, stem = stems[place]
                same = other.question_id == question.question_id
                if not same and text in f" {' '.join(stem)} " and not _enemies(question, other):
                    found = f'a stem with the key of {question.question_id}: "{shown(text.strip())}"'
                    mend = f"reword it, or name {question.question_id} in enemies"
                    yield (
                        other,
                        warning("F004", ("stem",), found, "a stem that answers no other question", mend),
                    )


def _keys(question: Question) -> Iterator[list[str]]:
    for option in question.options:
        words = normal_words(option.text[: limits.FULL])
        if option.correct and len(words) >= CUE_WORDS and not STOP_WORDS.issuperset(words):
            yield words


def in_use(questions: Iterable[Question]) -> list[Question]:
    """The questions that count in a pack's balance: all but the retired ones."""
    return [question for question in questions if question.status is not Status.RETIRED]
