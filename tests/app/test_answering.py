import pytest

from bot.app.answering import answer, explain, open_choice
from bot.app.asking import mark_posted, post_question
from bot.app.boards import leaderboard, score
from bot.core.errors import NotAnswered, NotHere
from bot.core.periods import Period
from bot.core.post import Place
from bot.core.question import Level
from bot.core.selection import resolve
from tests.builders import DAY, HOUR, NOON, SECOND, chance, click, multiple, question

PRIVATE = Place(None, 500)


@pytest.fixture
def ask(store, publish):
    """Posts the question and gives the card."""

    rng = chance()

    def ask(asked=None, *, now=NOON, place=None, by=7):
        bank = publish(asked or question())
        who = click(by, place=place) if place else click(by)
        return post_question(store, lambda: bank, resolve(bank, "anything"), None, who, now=now, rng=rng)

    return ask


def letter_of(card, option_id):
    return card.post.letter_of(option_id)


def respond(store, card, option_id="right", member_id=7, *, now=NOON, place=None):
    who = click(member_id, place=place) if place else click(member_id)
    letters = "0" if option_id is None else letter_of(card, option_id)
    return answer(store, card.post.post_id, letters, who, now=now)


def points(store, member_id=7, *, now=NOON):
    total = score(store, click(member_id), member_id, now=now).totals[Period.ALL]
    return total.points if total else None


def test_a_right_first_response_earns_the_points_of_its_level(store, ask):
    verdict = respond(store, ask(question(level=Level.ANALYSE)))
    assert (verdict.response.points, verdict.response.right, points(store)) == (3, True, 3)


def test_a_wrong_response_and_an_unknown_count_as_answered_but_not_right(store, ask):
    card = ask()
    respond(store, card, "wrong-1", 7)
    respond(store, card, None, 8)
    board = leaderboard(store, click(7), Period.ALL, now=NOON)
    assert [(row.points, row.answered, row.correct) for row in board.rows] == [(0, 1, 0), (0, 1, 0)]


def test_the_option_that_was_clicked_is_graded_wherever_it_stands(store, publish):
    bank = publish(question())
    for seed in range(8):
        card = post_question(
            store, lambda: bank, resolve(bank, "any"), None, click(), now=NOON, rng=chance(seed)
        )
        for member_id, option_id in enumerate(card.post.shown):
            verdict = respond(store, card, option_id, 100 * seed + member_id)
            assert verdict.response.option_ids == (option_id,)
            assert verdict.response.right is (option_id == "right")


def test_a_second_response_stores_nothing_and_shows_the_first_verdict(store, ask):
    card = ask()
    first = respond(store, card, "wrong-1")
    second = respond(store, card, "right", now=NOON + SECOND)
    assert (second.response, second.clicked) == (first.response, ("right",))
    assert store.post(card.post.post_id).post.answered == 1
    assert points(store) == 0


def test_a_repeat_within_90_days_is_recorded_without_points(store, ask):
    respond(store, ask())
    again = ask(now=NOON + 89 * DAY)
    verdict = respond(store, again, now=NOON + 89 * DAY)
    assert (verdict.response.repeat, verdict.response.points, points(store)) == (True, 0, 2)
    assert store.first_response(again.post.post_id, 7) == verdict.response


def test_after_90_days_the_question_scores_again(store, ask):
    respond(store, ask())
    verdict = respond(store, ask(now=NOON + 90 * DAY), now=NOON + 90 * DAY)
    assert (verdict.response.repeat, points(store)) == (False, 4)


def test_the_90_days_run_from_the_last_response_that_could_score(store, ask):
    respond(store, ask(), "wrong-1")
    respond(store, ask(now=NOON + 60 * DAY), now=NOON + 60 * DAY)  # a repeat: starts nothing
    verdict = respond(store, ask(now=NOON + 91 * DAY), now=NOON + 91 * DAY)
    assert (verdict.response.repeat, verdict.response.points) == (False, 2)


def test_another_server_and_a_private_chat_have_their_own_90_days(store, ask):
    respond(store, ask())
    elsewhere = Place(2, 20)
    assert respond(store, ask(place=elsewhere), place=elsewhere).response.points == 2
    assert respond(store, ask(place=PRIVATE), place=PRIVATE).response.points == 2


def test_an_old_card_still_answers_as_practice_without_points(store, ask):
    verdict = respond(store, ask(), now=NOON + 24 * HOUR + SECOND)
    assert (verdict.response.late, verdict.response.points, points(store)) == (True, 0, None)


def test_practice_does_not_start_the_90_days(store, ask):
    respond(store, ask(), now=NOON + 2 * DAY)
    verdict = respond(store, ask(now=NOON + 3 * DAY), now=NOON + 3 * DAY)
    assert verdict.response.points == 2


@pytest.mark.parametrize("option_id", ["right", "wrong-1", None])
def test_every_first_response_of_a_day_extends_the_streak(store, ask, option_id):
    respond(store, ask(), "right")
    verdict = respond(store, ask(now=NOON + DAY), option_id, now=NOON + DAY)
    assert verdict.streak == 2


def test_a_day_without_a_response_ends_the_streak(store, ask):
    respond(store, ask())
    assert respond(store, ask(now=NOON + 2 * DAY), now=NOON + 2 * DAY).streak == 1


@pytest.mark.parametrize(("hours", "streak"), [(0.5, 2), (24.5, 1)])
def test_days_end_at_midnight_in_the_servers_zone(store, ask, hours, streak):
    store.connection.execute("INSERT INTO server (guild_id, zone) VALUES (1, 'Asia/Seoul')")
    late_monday = NOON.replace(day=1, hour=14, minute=50)  # 23:50 in Seoul
    respond(store, ask(now=late_monday), now=late_monday)
    then = late_monday + hours * HOUR
    assert respond(store, ask(now=then), now=then).streak == streak


def test_a_private_chat_counts_days_in_utc(store, ask):
    card = ask(place=PRIVATE)
    assert respond(store, card, place=PRIVATE).response.local_date == NOON.date()


@pytest.mark.parametrize(
    "who",
    [
        click(place=Place(2, 10)),
        click(place=Place(1, 11)),
        click(place=Place(None, 10)),
        click(message_id=999),
    ],
)
def test_a_click_from_elsewhere_is_refused_and_stores_nothing(store, ask, who):
    card = ask()
    mark_posted(store, card.post.post_id, 55)
    with pytest.raises(NotHere):
        answer(store, card.post.post_id, "A", who, now=NOON)
    assert store.post(card.post.post_id).post.answered == 0


@pytest.mark.parametrize("letters", ["E", "AB", "", "H"])
def test_forged_letters_are_refused_and_store_nothing(store, ask, letters):
    card = ask()
    with pytest.raises(NotHere):
        answer(store, card.post.post_id, letters, click(), now=NOON)
    assert store.first_response(card.post.post_id, 7) is None


def test_an_unknown_post_is_refused_like_a_foreign_one(store):
    with pytest.raises(NotHere):
        answer(store, "z" * 13, "A", click(), now=NOON)


def test_a_post_whose_message_was_never_told_adopts_the_clicked_one(store, ask):
    card = ask()
    answer(store, card.post.post_id, "A", click(message_id=77), now=NOON)
    assert store.post(card.post.post_id).post.message_id == 77


def test_a_set_of_letters_answers_a_multiple(store, ask):
    card = ask(multiple())
    letters = letter_of(card, "key-1") + letter_of(card, "key-2")
    verdict = answer(store, card.post.post_id, letters, click(), now=NOON)
    assert (verdict.response.right, verdict.response.points) == (True, 3)


def test_opening_a_choice_after_answering_shows_the_verdict(store, ask):
    card = ask(multiple())
    first = respond(store, card, "key-1")
    assert open_choice(store, card.post.post_id, click(), now=NOON).response == first.response


def test_nothing_is_explained_before_an_answer(store, ask):
    with pytest.raises(NotAnswered):
        explain(store, ask().post.post_id, click())


def test_an_old_answer_stays_explained_when_the_question_has_changed(store, ask, publish):
    card = ask()
    respond(store, card, "wrong-1")
    publish(question(number=2, short="Now in other words."))
    publish()  # and then it leaves the bank
    assert explain(store, card.post.post_id, click()).question == card.question


def test_an_open_card_is_graded_by_the_revision_that_it_shows(store, ask, publish):
    card = ask()
    flipped = tuple(
        type(option)(option.option_id, option.text, option.rationale, option.option_id == "wrong-1")
        for option in question().options
    )
    publish(question(number=2, options=flipped))
    assert respond(store, card, "right").response.right


def test_a_name_is_kept_as_it_was_at_the_last_answer(store, ask):
    respond(store, ask())
    renamed = type(click())(click().place, 7, "Ada", None)
    answer(store, ask().post.post_id, "A", renamed, now=NOON)
    assert leaderboard(store, click(), Period.ALL, now=NOON).rows[0].name == "Ada"
