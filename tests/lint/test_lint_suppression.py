"""Keeping a warning on purpose, and what a correction may not change."""

from dataclasses import replace

import pytest

from bot.core.lint import apply_suppressions, changed_under_same_number, lint_question
from bot.core.question import QuestionType, Suppression
from tests.lint.sample import CLEAN, CONTEXT, line, option, spoiled, texts


def left(*suppressions, unchecked=(), **changes):
    """The codes and lines that stay, of a question with two options (O007) unless changed."""
    question = spoiled(suppressions=suppressions, **(changes or texts("RAID 6", "RAID 5")))
    found = lint_question(question, CONTEXT)
    return [
        f"{remark.code} {line(remark)}" for remark in apply_suppressions(question, found, unchecked=unchecked)
    ]


_TWO = "O007 options: warning: 2 options; expected 3 to 5; add a distractor that somebody would believe"


def test_a_suppressed_warning_is_gone():
    assert left(Suppression("O007", "There are only two such levels.")) == []


def test_a_suppression_without_a_reason_is_an_error_and_without_effect():
    assert left(Suppression("O007", " ")) == [
        _TWO,
        "S003 lint.suppress.0: error: O007 suppressed without a reason; "
        "expected the reason why the question is right as it is; "
        "add reason, or delete the entry and mend the question",
    ]


def test_a_suppression_that_nothing_needs_is_a_warning():
    assert left(Suppression("O007", "Only two."), Suppression("L002", "Long names.")) == [
        "S002 lint.suppress.1: warning: L002 suppressed, but not found; expected only what is needed; "
        "delete it"
    ]


def test_an_error_cannot_be_suppressed():
    assert left(Suppression("K003", "We like letters."), short="See option A.") == [
        'K003 short: error: "option A", but letters change with each post; expected the option in words; '
        "name what the option says",
        "S003 lint.suppress.0: error: K003 suppressed, which is an error here; expected a warning; mend it",
    ]


def test_nothing_is_said_about_rules_that_did_not_run():
    assert (
        left(Suppression("O007", "Only two."), Suppression("F003", "On purpose."), unchecked={"F003"}) == []
    )


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        (
            {"type": QuestionType.MULTIPLE},
            'revision: error: type "multiple" in revision 1, where revision 1 had "single"; '
            "expected a revision number above 1; write revision: 2",
        ),
        (
            option(0, option_id="raid-zero"),
            'revision: error: options "raid-10, raid-5, raid-6, raid-zero" in revision 1, '
            'where revision 1 had "raid-0, raid-10, raid-5, raid-6"; '
            "expected a revision number above 1; write revision: 2",
        ),
        (
            option(0, correct=True),
            'revision: error: key "raid-0, raid-6" in revision 1, where revision 1 had "raid-6"; '
            "expected a revision number above 1; write revision: 2",
        ),
    ],
)
def test_what_an_answer_was_graded_by_needs_a_new_number(changes, expected):
    remark = changed_under_same_number(CLEAN, spoiled(**changes))
    assert remark is not None
    assert f"{remark.code} {line(remark)}" == f"S004 {expected}"


@pytest.mark.parametrize(
    "new",
    [
        CLEAN,
        replace(CLEAN, stem="Reworded. Which is it?", **option(0, text="RAID zero")),
        replace(CLEAN, options=CLEAN.options[::-1]),
        replace(CLEAN, number=2, **option(0, correct=True)),
    ],
    ids=["same", "wording", "order", "new number"],
)
def test_other_changes_keep_their_number(new):
    assert changed_under_same_number(CLEAN, new) is None
