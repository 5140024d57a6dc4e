import pytest

from bot.app.answering import answer
from bot.app.asking import (
    card_to_edit,
    freeze_card,
    mark_posted,
    next_question,
    post_question,
    withdraw_post,
)
from bot.core.errors import NoQuestion, NotAnswered, NotHere
from bot.core.post import Place
from bot.core.question import Level
from bot.core.selection import resolve
from tests.builders import NOON, SECOND, SERVER, bank, chance, click, question

FIVE = tuple(question(f"q-{number}") for number in range(5))


@pytest.fixture
def rng():
    return chance()


def ask(store, of, topic="networking", *, level=None, who=None, turn=0):
    return post_question(
        store,
        lambda: of,
        resolve(of, topic),
        level,
        who or click(),
        now=NOON + turn * SECOND,
        rng=chance(turn),
    )


def test_nothing_comes_twice_in_a_channel_until_the_topic_is_exhausted(store, publish):
    made = publish(*FIVE)
    asked = [ask(store, made, turn=turn).question.question_id for turn in range(10)]
    assert len(set(asked[:5])) == len(set(asked[5:])) == 5
    assert asked[4] != asked[5]


def test_a_thread_counts_as_its_channel(store, publish):
    made = publish(*FIVE)
    thread = Place(1, 999, parent_id=SERVER.channel_id)
    asked = {
        ask(store, made, turn=turn, who=click(place=thread if turn % 2 else SERVER)).question.question_id
        for turn in range(5)
    }
    assert len(asked) == 5


def test_channels_do_not_disturb_each_other(store, publish):
    made = publish(question())
    ask(store, made)
    ask(store, made, who=click(place=Place(1, 11)), turn=1)
    assert [len(store.channel_showings(channel_id)) for channel_id in (10, 11, 12)] == [1, 1, 0]


def test_the_key_is_on_no_preferred_letter(store, publish):
    made = publish(*(question(f"q-{number}") for number in range(20)))
    letters = [ask(store, made, turn=turn).post.letter_of("right") for turn in range(20)]
    assert max(map(letters.count, "ABCD")) <= 12


def test_a_level_without_questions_is_refused_with_the_levels_that_exist(store, publish):
    made = publish(question(level=Level.APPLY), question("b", level=Level.RECALL))
    with pytest.raises(NoQuestion) as refusal:
        ask(store, made, level=Level.ANALYSE)
    assert refusal.value.levels == (Level.RECALL, Level.APPLY)


def test_an_empty_bank_has_no_question(store):
    with pytest.raises(NoQuestion):
        ask(store, bank(), "anything")


def test_a_post_that_discord_refused_never_happened(store, publish):
    card = ask(store, publish(question()))
    withdraw_post(store, card.post.post_id, SERVER)
    with pytest.raises(NotHere):
        store.post(card.post.post_id)
    assert store.channel_showings(SERVER.channel_id) == {}


def test_a_post_that_somebody_answered_is_never_withdrawn(store, publish):
    card = ask(store, publish(question()))
    answer(store, card.post.post_id, "A", click(message_id=3), now=NOON)
    withdraw_post(store, card.post.post_id, SERVER)
    assert store.post(card.post.post_id).post.answered == 1


def test_next_is_private_and_leaves_the_channels_turn_alone(store, publish):
    made = publish(*FIVE)
    card = ask(store, made)
    answer(store, card.post.post_id, "A", click(), now=NOON)
    before = store.channel_showings(SERVER.channel_id)
    following = next_question(store, lambda: made, card.post.post_id, click(), now=NOON, rng=chance())
    assert following.post.private_to == 7
    assert store.channel_showings(SERVER.channel_id) == before


def test_next_brings_what_the_member_has_not_met(store, publish, rng):
    made = publish(*FIVE)
    card = ask(store, made, turn=9)
    met = []
    for turn in range(5):
        answer(store, card.post.post_id, "A", click(), now=NOON + turn * SECOND)
        met.append(card.question.question_id)
        card = next_question(
            store, lambda: made, card.post.post_id, click(), now=NOON + turn * SECOND, rng=rng
        )
    assert len(set(met)) == 5


def test_next_stays_in_the_topic(store, publish):
    made = publish(question("a"), question("b"), question("c", topic_id="storage", objectives=()))
    card = ask(store, made)
    answer(store, card.post.post_id, "A", click(), now=NOON)
    following = next_question(store, lambda: made, card.post.post_id, click(), now=NOON, rng=chance())
    assert following.question.topic_id == "networking"


def test_next_is_only_for_those_who_have_answered(store, publish):
    made = publish(*FIVE)
    card = ask(store, made)
    with pytest.raises(NotAnswered):
        next_question(store, lambda: made, card.post.post_id, click(8), now=NOON, rng=chance())


def test_nobody_else_can_answer_a_private_card(store, publish):
    made = publish(*FIVE)
    card = ask(store, made)
    answer(store, card.post.post_id, "A", click(), now=NOON)
    private = next_question(store, lambda: made, card.post.post_id, click(), now=NOON, rng=chance())
    with pytest.raises(NotHere):
        answer(store, private.post.post_id, "A", click(8), now=NOON)


def test_a_frozen_count_is_never_edited_again(store, publish):
    card = ask(store, publish(question()))
    mark_posted(store, card.post.post_id, 5)
    assert card_to_edit(store, card.post.post_id) is not None
    freeze_card(store, card.post.post_id)
    assert card_to_edit(store, card.post.post_id) is None
