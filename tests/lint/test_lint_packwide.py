"""Rules that take a whole pack to see."""

import time
from dataclasses import replace

import pytest

from bot.core.lint import lint_pack
from bot.core.question import Domain, Level, Objective, Option, Status, Topic
from tests.lint.sample import CLEAN, PACK, line, spoiled, texts

_STEMS = (
    "A tape robot stands still after an update of its firmware. What gets it going again?",
    "Four nodes write to one file and wait for each other. Which setting ends the waiting?",
    "The pool is full although users deleted half of it last night. Where is the room?",
    "One drive answers late, and every read of the pool waits for it. What shows which?",
    "A copy in another town has to be one hour behind at most. Which method keeps to that?",
    "After a power cut the log of a database is empty. Which setting would have saved it?",
    "Small files fill the table of inodes long before the disk is full. What helps?",
    "Reads from flash slow down after a week of writing. Which command restores them?",
    "Two sites may write the same record while the link is cut. Which record counts then?",
    "Backups run for nine hours and meet the working day. What shortens them most safely?",
    "Checksums of an old file no longer match. Which of its copies is put in its place?",
    "A guest sees a slow disk, its host a fast one. Which queue stands between the two?",
)


def many(count=12, **changes):
    """Different questions; `changes` are functions of their index."""
    return [
        spoiled(
            question_id=f"question-{index}",
            stem=_STEMS[index % len(_STEMS)],
            **{name: change(index) for name, change in changes.items()},
        )
        for index in range(count)
    ]


def said(questions, pack=PACK):
    """The remarks on a pack: the question's id or "pack", the code, and the line."""
    return [
        f"{question.question_id if question else 'pack'} [{remark.code}] {line(remark)}"
        for question, remark in lint_pack(pack, questions)
    ]


BALANCED = {"objectives": lambda index: ("1.1",) if index % 5 < 3 else ("2.1",)}


def test_a_balanced_pack_of_different_questions_is_left_alone():
    assert said(many(**BALANCED)) == []


def test_a_domain_far_from_its_share_is_named():
    assert said(many(objectives=lambda index: ("1.1",) if index < 10 else ("2.1",))) == [
        'pack [B001] blueprint.domains.0: warning: 10 of 12 questions (83 %) in domain "Disks"; '
        "expected about 7 (60 %); write questions for the domains that lack them",
        'pack [B001] blueprint.domains.1: warning: 2 of 12 questions (17 %) in domain "Pools"; '
        "expected about 5 (40 %); write questions for the domains that lack them",
    ]


def test_few_questions_say_nothing_about_balance():
    assert said(many(9, level=lambda index: Level.RECALL, objectives=lambda index: ("1.1",))) == []


def test_retired_questions_do_not_count_in_the_balance():
    retired = many(objectives=lambda index: ("1.1",), status=lambda index: Status.RETIRED)
    assert said(retired) == []


def test_mostly_recall_is_named():
    recall = many(level=lambda index: Level.RECALL if index < 8 else Level.APPLY, **BALANCED)
    assert said(recall) == [
        "pack [B002] -: warning: 8 of 12 questions that ask for recall; expected at most 60 %; "
        "write some that apply or analyse"
    ]


def _lengths(longest):
    key = "RAID 6 with double parity" if longest else "RAID 6"
    return texts(key, "RAID 0", "RAID 5 with a parity", "RAID 1")["options"]


def test_a_key_that_is_mostly_the_longest_option_is_named():
    assert said(many(options=lambda index: _lengths(index < 7), **BALANCED)) == [
        "pack [L003] -: warning: the key is the longest option in 7 of 12 questions with four options; "
        "expected about a quarter; shorten keys or lengthen distractors"
    ]


def test_a_key_that_is_the_longest_option_by_chance_is_left_alone():
    assert said(many(options=lambda index: _lengths(index < 5), **BALANCED)) == []


def test_a_near_duplicate_is_named_once():
    stem = CLEAN.stem.replace("twelve disks", "twenty disks")
    assert said([CLEAN, spoiled(question_id="again", stem=stem)]) == [
        "again [F003] stem: warning: 75% of the wording of two-failures; expected a question of its own; "
        "reword it, or name two-failures in enemies"
    ]


def test_enemies_may_resemble_each_other_and_give_away_each_other():
    again = spoiled(question_id="again", enemies=("two-failures",))
    assert said([CLEAN, again]) == []


def _giving_away():
    key = "Keep two parity blocks per stripe"
    first = spoiled(question_id="first", stem=_STEMS[0], **texts(key, "Mirror", "Copy"))
    second = spoiled(question_id="second", stem="They keep two parity blocks per stripe. What for?")
    return first, second


def test_a_stem_with_the_key_of_another_question_is_named():
    assert said(_giving_away()) == [
        'second [F004] stem: warning: a stem with the key of first: "keep two parity blocks per stripe"; '
        "expected a stem that answers no other question; reword it, or name first in enemies"
    ]


def test_a_short_key_may_stand_in_other_stems():
    first, second = _giving_away()
    assert said([replace(first, **texts("Two parity blocks", "Mirror", "Copy")), second]) == []


@pytest.mark.parametrize(
    ("pack", "expected"),
    [
        (
            replace(PACK, domains=(Domain("1", "Disks", 60), Domain("2", "Pools", 30))),
            "blueprint.domains: error: weights that sum to 90; expected 100; correct the weights",
        ),
        (
            replace(PACK, objectives=(*PACK.objectives, Objective("3.1", "Odd", "3"))),
            'objectives.2.domain: error: the domain "3"; expected a domain of the blueprint; '
            "correct it or add the domain",
        ),
        (
            replace(PACK, topics=(Topic("storage", "Storage", "", ("9.9",)),)),
            'topics.0.objectives.0: error: the objective "9.9"; expected an objective of this pack; '
            "correct it or add it",
        ),
        (
            replace(PACK, topics=(*PACK.topics, *PACK.topics)),
            'topics.1.id: error: the id "storage" a second time in topics; expected each id once; '
            "rename or delete one",
        ),
        (replace(PACK, licence=" "), "licence: error: licence is empty; expected a text; write it"),
        (
            replace(PACK, title="x" * 81),
            "title: error: title has 81 characters; expected at most 80; shorten it by 1",
        ),
        (
            replace(PACK, topics=(Topic("storage", "Storage", "disk"),)),
            'topics.0.emoji: error: the emoji "disk"; expected one emoji; correct or delete it',
        ),
        (
            replace(PACK, topics=(Topic("storage", "Sto\nrage"),)),
            "topics.0.title: error: title has several lines; expected one line; join them",
        ),
        (replace(PACK, title="a\nb"), "title: error: title has several lines; expected one line; join them"),
        (
            replace(PACK, topics=(Topic("Storage 1", "Storage"),)),
            'topics.0.id: error: the topic id "Storage 1"; expected lower-case words joined by hyphens, '
            "at most 40 characters; rename it and its folder",
        ),
        (
            replace(PACK, objectives=(Objective("1.1", " ", "1"),)),
            "objectives.0.title: error: title is empty; expected a text; write it",
        ),
        (
            replace(PACK, objectives=(Objective("1.1", "x" * 81, "1"),)),
            "objectives.0.title: error: title has 81 characters; expected at most 80; shorten it by 1",
        ),
        (
            replace(PACK, objectives=(Objective("1.1", "a\nb", "1"),)),
            "objectives.0.title: error: title has several lines; expected one line; join them",
        ),
        (
            replace(PACK, domains=(Domain("1", "", 60), Domain("2", "Pools", 40))),
            "blueprint.domains.0.title: error: title is empty; expected a text; write it",
        ),
        (
            replace(PACK, domains=(Domain("1", "x\ny", 60), Domain("2", "Pools", 40))),
            "blueprint.domains.0.title: error: title has several lines; expected one line; join them",
        ),
    ],
)
def test_a_pack_with_a_flaw_is_refused(pack, expected):
    assert said([], pack) == [f"pack [S001] {expected}"]


@pytest.mark.parametrize("odd", ["", "a b", "1.", "..", "x" * 21, "1\n2", "ä", "**1**", "1/2"])
def test_ids_of_objectives_and_domains_are_short_and_plain(odd):
    expected = "expected letters and digits, joined by dots or hyphens, at most 20 characters; rename it"
    topics = (Topic("storage", "Storage"),)
    pack = replace(PACK, topics=topics, objectives=(Objective(odd, "Name a level", "1"),))
    (found,) = said([], pack)
    assert found.startswith("pack [S001] objectives.0.id: error: the objective id")
    assert found.endswith(expected)
    pack = replace(PACK, topics=topics, objectives=(), domains=(Domain(odd, "Disks", 100),))
    (found,) = said([], pack)
    assert found.startswith("pack [S001] blueprint.domains.0.id: error: the domain id")
    assert found.endswith(expected)


@pytest.mark.parametrize("plain", ["2.10", "A", "IaaS-2.b", "x" * 20])
def test_numbers_and_words_are_ids_of_objectives_and_domains(plain):
    objectives, domains = (Objective(plain, "Name a level", plain),), (Domain(plain, "Disks", 100),)
    topics = (Topic("storage", "Storage", "", (plain,)),)
    assert said([], replace(PACK, topics=topics, objectives=objectives, domains=domains)) == []


def test_titles_of_objectives_and_domains_are_harmless():
    objectives = (Objective("1.1", "Ask @everyone", "1"), PACK.objectives[1])
    pack = replace(PACK, objectives=objectives, domains=(Domain("1", "**Disks", 60), PACK.domains[1]))
    assert [line.split(";")[0] for line in said([], pack)] == [
        "pack [D003] objectives.0.title: error: the mention @everyone",
        "pack [D003] blueprint.domains.0.title: error: bold text that stays open",
    ]


def test_a_user_pack_may_not_hide_an_address_in_its_description():
    pack = replace(PACK, description="See [this](https://a.org).")
    assert said([], pack) == []
    (found,) = [remark.found for _, remark in lint_pack(pack, [], user_pack=True)]
    assert found == "an address behind a word: [this](https://a.org)"


def test_a_pack_may_not_notify_anybody():
    topics = (Topic("storage", "Storage @everyone"),)
    assert said([], replace(PACK, topics=topics)) == [
        "pack [D003] topics.0.title: error: the mention @everyone; expected a text that notifies nobody; "
        "put it in a code span: `@everyone`"
    ]


@pytest.mark.parametrize("emoji", ["💾", "🇪🇺", "1️⃣", "🧑‍💻", "⚡", "❤️", "👩🏽‍🚀", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", ""])
def test_any_emoji_may_stand_before_a_topic(emoji):
    assert said([], replace(PACK, topics=(Topic("storage", "Storage", emoji),))) == []


@pytest.mark.parametrize(
    "text",
    ["💾💾", "💾\n", "\n💾", "💾 ", "🇪🇺🇪🇺", "🇪", "⚡1", "5", "💾\u0301", "\u200d", "|", "💾\u200d", "█\nx"],
)
def test_anything_else_before_a_topic_is_refused(text):
    (found,) = said([], replace(PACK, topics=(Topic("storage", "Storage", text),)))
    assert "topics.0.emoji" in found


def test_thousands_of_questions_are_compared_within_seconds():
    questions = [
        spoiled(
            question_id=f"q-{index}",
            stem=" ".join(f"w{(index * 31 + place * 7) % 5000}" for place in range(60)) + "?",
            options=(Option("a", f"Key number {index} of them all", "r", True), Option("b", "Other", "r")),
        )
        for index in range(3000)
    ]
    started = time.perf_counter()
    list(lint_pack(PACK, questions))
    assert time.perf_counter() - started < 15  # comparing all pairs would take minutes
