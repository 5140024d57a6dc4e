import pytest

from bot.core.errors import UnknownTopic
from bot.core.question import Objective, Topic
from bot.core.selection import MAX_SUGGESTIONS, resolve, suggest
from tests.builders import bank, pack, question

BANK = bank(question("a"), question("b", topic_id="storage", objectives=()))


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("networking", "ai/networking"),
        ("Networking", "ai/networking"),
        ("  NETWORKING ", "ai/networking"),
        ("net", "ai/networking"),
        ("🌐 Networking", "ai/networking"),
        ("netwroking", "ai/networking"),
        ("ai/networking", "ai/networking"),
        ("ＮＥＴＷＯＲＫＩＮＧ", "ai/networking"),
        ("stor", "ai/storage"),
        ("2.9", "ai#2.9"),
        ("interconnect", "ai#2.9"),
        ("AI infrastructure", "ai"),
        ("anything", "anything"),
        ("Any", "anything"),
    ],
)
def test_a_topic_may_be_spelled_as_people_type_it(typed, value):
    assert resolve(BANK, typed).value == value


@pytest.mark.parametrize("typed", ["quantum", "", "!!", "`", "x" * 300])
def test_nothing_is_named_for_a_topic_that_resembles_none(typed):
    with pytest.raises(UnknownTopic) as refusal:
        resolve(BANK, typed)
    assert refusal.value.nearest == ()
    assert suggest(BANK, typed) == suggest(BANK, "")


def test_a_misspelled_topic_names_the_one_that_was_meant_first():
    with pytest.raises(UnknownTopic) as refusal:
        resolve(BANK, "networkology")
    assert refusal.value.nearest == ("🌐 Networking",)


def test_an_exact_topic_wins_over_a_pack_of_the_same_name():
    both = bank(question(), packs=(pack(title="Networking"),))
    assert resolve(both, "Networking").value == "ai/networking"


def test_topics_without_a_question_cannot_be_asked_for():
    assert "ai/sets" not in [selection.value for selection in suggest(BANK, "")]


def test_suggestions_start_with_anything():
    assert suggest(BANK, "")[0].value == "anything"


def test_suggestions_come_best_first():
    assert suggest(BANK, "stor")[0].value == "ai/storage"


def test_there_are_at_most_25_suggestions_and_all_can_be_reached():
    topics = tuple(Topic(f"net-{number}", f"Net {number}") for number in range(40))
    many = bank(
        *(question(f"q-{topic.topic_id}", topic_id=topic.topic_id, objectives=()) for topic in topics),
        packs=(pack(topics=topics, objectives=()),),
    )
    assert len(suggest(many, "net")) == MAX_SUGGESTIONS
    assert suggest(many, "net 39")[0].value == "ai/net-39"


def test_a_very_long_title_still_chooses_the_right_part():
    title = "Long " * 30
    long = bank(question(), packs=(pack(objectives=(Objective("2.9", title, "2"),)),))
    assert resolve(long, suggest(long, "2.9")[0].value).value == "ai#2.9"


@pytest.mark.parametrize("typed", ["networking", "everything", "ai", "2.9"])
def test_a_selection_holds_its_questions(typed):
    assert question("a") in resolve(BANK, typed).questions(BANK)


@pytest.mark.parametrize("typed", ["\ufdfa" * 6000, "㎨" * 6000, "e" * 6000, "net " * 1500])
def test_what_nobody_types_is_cut_before_it_is_compared(typed):
    from bot.core.selection import MAX_TYPED, _plain

    assert len(_plain(typed)) <= MAX_TYPED
    with pytest.raises(UnknownTopic):
        resolve(BANK, typed + "?" * 100)


def test_a_board_asks_for_topics_only():
    with pytest.raises(UnknownTopic):
        resolve(BANK, "2.9", only_topics=True)
    assert resolve(BANK, "stor", only_topics=True).value == "ai/storage"
