"""What people type to say which questions they want, and what they probably meant."""

import difflib
import functools
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from bot.core.bank import Bank
from bot.core.errors import UnknownTopic
from bot.core.question import Level, Question

ANYTHING = "anything"
#: More than this nobody types to name a topic.
MAX_TYPED = 100
#: Discord's limit for autocomplete.
MAX_SUGGESTIONS = 25

# Scores of a match, best first; below _ACCEPT we ask back.
_EXACT, _PREFIX, _WORD, _INSIDE = 100.0, 80.0, 70.0, 60.0
_ACCEPT = 60.0
_SIMILAR = 0.75
#: Below this a topic has nothing to do with what was typed.
_NEAR = 0.6 * _ACCEPT / _SIMILAR


@dataclass(frozen=True, slots=True)
class Selection:
    """A part of the bank. `value` is its spelling for machines, `title` for people.

    Values: "anything", "<pack>", "<pack>/<topic>", "<pack>#<objective>".
    """

    value: str
    title: str
    terms: tuple[str, ...]
    pack_id: str | None = None
    topic_id: str | None = None
    objective_id: str | None = None

    def questions(self, bank: Bank, level: Level | None = None) -> list[Question]:
        """The questions of the bank that belong to it."""
        return bank.select(
            pack_id=self.pack_id, topic_id=self.topic_id, objective_id=self.objective_id, level=level
        )


def questions_of(
    bank: Bank, selection: Selection, level: Level | None, defaults: Collection[str]
) -> list[Question]:
    """The questions of a selection, where "Anything" means the server's default selections.

    `defaults` holds their values; those that have left the bank do not count.
    """
    parts = [each for each in selections(bank) if each.value in defaults]
    if selection.value != ANYTHING or not parts:
        return selection.questions(bank, level)
    found = {(each.pack_id, each.question_id): each for part in parts for each in part.questions(bank, level)}
    return list(found.values())


@functools.lru_cache(maxsize=2)
def selections(bank: Bank) -> tuple[Selection, ...]:
    """Everything that can be asked for; of equal matches the earlier wins: topics, packs, objectives."""
    return tuple(_selections(bank))


def _selections(bank: Bank) -> Iterator[Selection]:
    yield Selection(ANYTHING, "Anything", (ANYTHING, "any", "all", "everything"))
    packs_with = Counter(topic.title for _, topic in bank.topics())
    for pack, topic in bank.topics():
        title = f"{topic.emoji} {topic.title}".strip()
        terms: tuple[str, ...] = (topic.topic_id, topic.title)
        if packs_with[topic.title] > 1:  # alone it would not tell which one is meant
            title = f"{title} · {pack.title}"
            terms = (*terms, f"{topic.title} {pack.title}")
        yield Selection(f"{pack.pack_id}/{topic.topic_id}", title, terms, pack.pack_id, topic.topic_id)
    for pack in bank.packs.values():
        yield Selection(pack.pack_id, f"All of {pack.title}", (pack.pack_id, pack.title), pack.pack_id)
    asked = {(q.pack_id, objective_id) for q in bank.questions.values() for objective_id in q.objectives}
    for pack in bank.packs.values():
        for objective in pack.objectives:
            objective_id = objective.objective_id
            if (pack.pack_id, objective_id) in asked:
                title = f"{objective_id} {objective.title}"
                terms = (objective_id, objective.title)
                value = f"{pack.pack_id}#{objective_id}"
                yield Selection(value, title, terms, pack.pack_id, objective_id=objective_id)


def _plain(text: str) -> str:
    """Case, accents' form, emoji and punctuation do not count; a stop inside a number does."""
    # Cut before and after: some characters grow eighteenfold, and every term is compared.
    text = unicodedata.normalize("NFKC", text[:MAX_TYPED])[:MAX_TYPED].casefold()
    return " ".join(re.findall(r"\d+(?:\.\d+)+|\w+", text.replace("_", " ")))


def _score(asked: str, terms: tuple[str, ...]) -> float:
    best = 0.0
    for place, term in enumerate(map(_plain, terms)):
        if asked == term:
            score = _EXACT - place
        elif term.startswith(asked):
            score = _PREFIX
        elif f" {asked}" in term:
            score = _WORD
        elif len(asked) >= 3 and asked in term:
            score = _INSIDE
        else:
            score = _likeness(asked, term)
        best = max(best, score)
    return best


def _likeness(asked: str, term: str) -> float:
    """A misspelling stays below every real match, but a close one is still accepted."""
    if max(len(asked), len(term)) > 3 * min(len(asked), len(term)):
        return 0.0
    ratio = difflib.SequenceMatcher(None, asked, term).ratio()
    return _ACCEPT * ratio / _SIMILAR * 0.99 if ratio < _SIMILAR else _ACCEPT + (ratio - _SIMILAR)


def _wanted(among: Sequence[Selection], only_topics: bool) -> list[Selection]:
    return [each for each in among if not only_topics or each.topic_id or each.value == ANYTHING]


def _ranked(bank: Bank, text: str, only_topics: bool) -> list[tuple[float, Selection]]:
    asked = _plain(text)
    scored = [
        (
            _EXACT + 1 if text[:MAX_TYPED].strip() == selection.value else _score(asked, selection.terms),
            selection,
        )
        for selection in _wanted(selections(bank), only_topics)
    ]
    return sorted(scored, key=lambda pair: -pair[0])


def suggest(bank: Bank, text: str, *, only_topics: bool = False) -> list[Selection]:
    """At most 25 selections for autocomplete, best match first; any of them if nothing fits."""
    if not _plain(text):
        return _wanted(selections(bank), only_topics)[:MAX_SUGGESTIONS]
    ranked = _ranked(bank, text, only_topics)
    matching = [selection for score, selection in ranked if score >= _ACCEPT]
    return (matching or _near(ranked) or _wanted(selections(bank), only_topics))[:MAX_SUGGESTIONS]


def _near(ranked: Sequence[tuple[float, Selection]]) -> list[Selection]:
    """What was probably meant: up to three that are at least similar."""
    return [selection for score, selection in ranked[:3] if score >= _NEAR]


def resolve(bank: Bank, text: str, *, only_topics: bool = False, defaults: Collection[str] = ()) -> Selection:
    """What was meant. An exact id or title wins; else the only best match; of equals what is in `defaults`.

    `only_topics` leaves packs and objectives out. Raises UnknownTopic, with up to three that are similar, if
    nothing is near or several are equally near.
    """
    preferred = {value.partition("/")[0] for value in defaults}

    def elsewhere(selection: Selection) -> bool:
        return selection.pack_id not in preferred

    ranked = sorted(_ranked(bank, text, only_topics), key=lambda pair: (-pair[0], elsewhere(pair[1])))
    (best, selection), *others = ranked
    rivals = [other for score, other in others if score == best and elsewhere(other) == elsewhere(selection)]
    clear = best >= _EXACT - 1 or not rivals
    if _plain(text) and best >= _ACCEPT and clear:
        return selection
    near = _near(ranked) if _plain(text) else []
    raise UnknownTopic(text, tuple(each.title for each in near))
