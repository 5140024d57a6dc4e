"""The bank that comes with the bot is as large, as varied and as well explained as promised."""

from collections import Counter

import pytest

from bot.core.question import Status
from bot.packs import read_content
from tests.cli.program import quizbot
from tests.project.repository import ROOT


@pytest.fixture(scope="module")
def questions():
    content = read_content(ROOT / "content", {})
    assert content.findings == ()
    return [question for question in content.questions if question.status is Status.PUBLISHED]


def test_it_passes_the_strict_check(tmp_path):
    result = quizbot("check", "--strict", ROOT / "content", cwd=tmp_path)
    assert (result.code, result.err) == (0, "")
    assert result.out.splitlines()[-1].endswith("questions checked: 0 errors, 0 warnings, 0 infos")


def test_it_has_enough_questions_over_enough_topics(questions):
    topics = Counter(question.topic_id for question in questions)
    assert len(questions) >= 16
    assert len(topics) >= 5
    assert topics["networking"] >= 6


def test_every_topic_that_is_offered_has_a_question(questions):
    (pack,) = read_content(ROOT / "content", {}).packs
    assert {topic.topic_id for topic in pack.topics} == {question.topic_id for question in questions}


def test_every_question_has_an_infographic_and_they_are_of_many_kinds(questions):
    assert [question.question_id for question in questions if question.figure is None] == []
    assert len({question.figure.kind for question in questions}) >= 5


def test_every_option_has_a_rationale_of_its_own(questions):
    rationales = Counter(option.rationale.strip() for question in questions for option in question.options)
    assert "" not in rationales
    assert [text for text, times in rationales.items() if times > 1] == []


def test_every_question_says_what_it_rests_on_and_what_to_remember(questions):
    bare = [each.question_id for each in questions if not (each.references and each.takeaway and each.full)]
    assert bare == []
