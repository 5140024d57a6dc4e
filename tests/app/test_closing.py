import pytest

from bot.app.answering import Missed, answer, explain, open_choice, result
from bot.app.asking import card_to_edit, freeze_card, mark_posted, next_question, post_question
from bot.app.closing import card_to_close, close_post, outcome
from bot.core.errors import NotAnswered, NotHere, NotYours
from bot.core.selection import resolve
from tests.builders import HOUR, NOON, bank, chance, click, multiple, question


@pytest.fixture
def card(store, publish):
    made = publish(question())
    return post_question(
        store, lambda: made, resolve(made, "anything"), None, click(), now=NOON, rng=chance()
    )


def close(store, card, member_id=7, *, moderator=False, now=NOON):
    return close_post(store, card.post.post_id, click(member_id), moderator=moderator, now=now)


def respond(store, card, option_id, member_id):
    letters = card.post.letter_of(option_id) if option_id else "0"
    return answer(store, card.post.post_id, letters, click(member_id), now=NOON)


def test_who_asked_and_moderators_may_close_a_card_and_nobody_else(store, card):
    with pytest.raises(NotYours):
        close(store, card, 8)
    assert store.post(card.post.post_id).post.closed_at is None
    card_to_close(store, card.post.post_id, click(8), moderator=True)
    close(store, card, 7)
    assert store.post(card.post.post_id).post.closed_at == NOON


def test_a_card_that_was_closed_stays_closed_since_then(store, card):
    close(store, card)
    close(store, card, now=NOON + HOUR)
    assert store.post(card.post.post_id).post.closed_at == NOON


def test_after_closing_nothing_is_stored_and_who_did_not_answer_is_shown_the_key(store, card):
    respond(store, card, "wrong-1", 8)
    close(store, card)
    late, again = respond(store, card, "right", 9), respond(store, card, "right", 8)
    assert isinstance(late, Missed)
    assert again.response.option_ids == ("wrong-1",)
    assert store.first_response(card.post.post_id, 9) is None
    assert store.post(card.post.post_id).post.answered == 1


def test_a_closed_card_is_explained_to_everybody_and_an_open_one_is_not(store, card):
    for asked in (explain, lambda *a: result(*a, now=NOON)):
        with pytest.raises(NotAnswered):
            asked(store, card.post.post_id, click(9))
    close(store, card)
    assert explain(store, card.post.post_id, click(9)).question == card.question
    assert isinstance(result(store, card.post.post_id, click(9), now=NOON), Missed)


def test_a_closed_multiple_opens_no_choice_any_more(store, publish):
    made = publish(multiple(topic_id="sets", objectives=()))
    card = post_question(store, lambda: made, resolve(made, "sets"), None, click(), now=NOON, rng=chance())
    close(store, card)
    assert isinstance(open_choice(store, card.post.post_id, click(8), now=NOON), Missed)


def test_a_private_card_is_not_closed(store, card):
    respond(store, card, "right", 7)
    made = next_question(
        store, lambda: bank(card.question), card.post.post_id, click(7), now=NOON, rng=chance(2)
    )
    with pytest.raises(NotHere):
        close(store, made)


def test_the_outcome_counts_how_many_chose_each_option(store, card):
    for member_id, option_id in ((1, "right"), (2, "wrong-1"), (3, "right"), (4, None)):
        respond(store, card, option_id, member_id)
    found = outcome(store, card.post.post_id)
    assert (dict(found.chosen), found.unknown) == ({"right": 2, "wrong-1": 1}, 1)


def test_a_card_whose_message_was_out_of_reach_is_tried_again_once_it_is_closed(store, card):
    mark_posted(store, card.post.post_id, 55)
    freeze_card(store, card.post.post_id)
    close(store, card)
    assert card_to_edit(store, card.post.post_id) is not None
    assert store.posts_to_close() == [card.post.post_id]
    freeze_card(store, card.post.post_id)
    assert store.posts_to_close() == []
