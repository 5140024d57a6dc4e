"""Every rule with its code, level and meaning; `docs/lint-rules.md` is held to it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.core.findings import Remark
from bot.core.lint import (
    copies,
    cues,
    form,
    keys,
    lengths,
    limits,
    markup,
    options,
    packform,
    packwide,
    sources,
    stems,
)
from bot.core.lint.view import Context, PackRemark, View
from bot.core.question import Pack, Question

QuestionCheck = Callable[[View], Iterator[Remark]]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule for people: `level` is E (error), W (warning), I (info), or E/W where it depends.

    `dated` rules fire because time passes, not because somebody wrote something.
    """

    code: str
    level: str
    meaning: str
    dated: bool = False


def _table(rows: Iterable[tuple[str, str, str]]) -> Mapping[str, Rule]:
    return {row[0]: Rule(*row, dated=row[0] == "F006") for row in rows}


RULES: Mapping[str, Rule] = _table(
    (
        ("S001", "E/W", "The file has the form of a question or a pack."),
        ("S002", "W", "Each suppression is needed."),
        ("S003", "E", "Each suppression has a reason and is for a warning."),
        ("S004", "E", "Key, option ids and type stay as they are within a revision."),
        ("K001", "E", "The key fits the type, and the stem says how many to choose."),
        ("K002", "W", "Every option has a rationale that fits `correct`."),
        ("K003", "E", "No text names an option by its letter; options are shuffled."),
        ("K004", "W", "The explanation uses the key's own words."),
        ("L001", "W", "The key is not the longest option by far."),
        ("L002", "W", "Options are of similar length."),
        ("L003", "W", "In a pack, the key is the longest option about as often as by chance."),
        ("O001", "E", "No option says “all of the above” or joins others by letter."),
        ("O002", "W", "No option says “none of the above”."),
        ("O003", "E/W", "All options differ."),
        ("O004", "W", "No single pair of options are opposites, or one within the other."),
        ("O005", "W", "Options have the same grammatical form."),
        ("O006", "W", "Numbers are sorted, in one unit, and ranges do not overlap."),
        ("O007", "W", "There are three to five options."),
        ("T001", "E/W", "Absolute terms stand in all options or in none; E if only wrong ones have them."),
        ("T002", "I", "No option is vague about how often."),
        ("T003", "W", "The key is not the only option that echoes rare words of the stem."),
        ("T004", "W", "Where options are lists, the key does not share most with the others."),
        ("T005", "W", "The stem's last word fits every option."),
        ("N001", "E/W", "The question is positive; an error if the negation is not emphasised."),
        ("N002", "W", "No negative option under a negative question."),
        ("Q001", "W", "The stem ends with a question."),
        ("Q002", "W", "The question asks for one thing, not for “what is true”."),
        ("Q003", "W", "The stem has no blank."),
        ("Q004", "I", "The question is about the matter, not about the reader."),
        ("Q005", "W", "A question for the best names its criterion."),
        ("R001", "W", "The stem reads easily."),
        ("R002", "W", "The stem has at most 120 words and is longer than each option."),
        ("R003", "W", "No text praises or alarms."),
        ("I001", "E", "Every picture has an alt text that says what it says."),
        ("I002", "E", "An image file is a PNG, JPEG or WebP of at most 1 MiB, with licence and source."),
        ("F001", "E/W", "A question rests on a reference; an error if a published one does not."),
        ("F002", "W", "References are primary sources."),
        ("F003", "W", "No question repeats another."),
        ("F004", "W", "No stem gives away the key of another question."),
        ("F005", "E", "No eight words in a row from a known text."),
        ("F006", "W", "References were read within the last 18 months."),
        ("B001", "W", "Each domain has about its planned share of the questions."),
        ("B002", "W", "At most 60 % of the questions ask for recall."),
        ("D002", "I", "Options can be read at a glance: at most 80 characters."),
        ("D003", "E", "No text notifies anybody, hides an address or spoils what stands behind it."),
    )
)

_QUESTION_CHECKS: tuple[QuestionCheck, ...] = (
    keys.check_key,
    keys.check_rationales,
    keys.check_letters,
    keys.check_agreement,
    lengths.check_key_length,
    lengths.check_spread,
    lengths.check_readability,
    lengths.check_stem_length,
    lengths.check_emphasis,
    options.check_all_of_the_above,
    options.check_none_of_the_above,
    options.check_duplicates,
    options.check_pairs,
    options.check_parallel,
    options.check_numbers,
    options.check_count,
    cues.check_absolutes,
    cues.check_vague,
    cues.check_clang,
    cues.check_convergence,
    cues.check_grammar,
    stems.check_negative,
    stems.check_double_negative,
    stems.check_lead_in,
    stems.check_focus,
    stems.check_blank,
    stems.check_address,
    stems.check_criterion,
    sources.check_references,
    sources.check_hosts,
    sources.check_age,
    sources.check_alt,
    sources.check_image_rights,
    sources.check_labels,
    markup.check_markup,
    copies.check_copies,
)

#: Codes that only a look at the whole pack can raise.
PACK_CODES = frozenset({"L003", "F003", "F004", "B001", "B002"})


def lint_question(question: Question, context: Context) -> Iterator[Remark]:
    """Every remark of the rules that concern one question; suppressions are not applied yet."""
    view = View(question, context)
    yield from form.check_form(view)
    # More options than a question can have make pairwise rules slow, and need no further remark.
    if len(question.options) <= limits.MAX_OPTIONS:
        for check in _QUESTION_CHECKS:
            yield from check(view)


def lint_pack(pack: Pack, questions: Sequence[Question], *, user_pack: bool = False) -> Iterator[PackRemark]:
    """Every remark that takes the whole pack to see, with the question that it concerns.

    `user_pack` is as in `Context`.
    """
    yield from packform.check_pack_form(pack, user_pack=user_pack)
    current = packwide.in_use(questions)
    yield from packwide.check_longest(current)
    yield from packwide.check_blueprint(pack, current)
    yield from packwide.check_levels(current)
    yield from packwide.check_near_duplicates(current)
    yield from packwide.check_cueing(current)
