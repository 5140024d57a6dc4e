"""What is handed out and erased, with ids as large as Discord's."""

import json

import pytest

from bot.app import answering, asking, privacy
from bot.core.post import Place
from bot.core.selection import resolve
from tests import builders

#: A reader that takes ids for floating-point numbers makes one of the two.
ADA, BOB = 901234567890123457, 901234567890123459
PLACE = Place(901234567890123461, 901234567890123463)


@pytest.fixture
def card(store, publish):
    """A card that Ada asked for and both answered, differently."""
    bank = publish(builders.question())
    click = builders.click(ADA, place=PLACE)
    card = asking.post_question(
        store,
        lambda: bank,
        resolve(bank, "anything"),
        None,
        click,
        now=builders.NOON,
        rng=builders.chance(),
    )
    asking.mark_posted(store, card.post.post_id, 901234567890123465)
    for member_id, option_id in ((ADA, "right"), (BOB, "wrong-1")):
        answer = builders.click(member_id, place=PLACE)
        answering.answer(store, card.post.post_id, card.post.letter_of(option_id), answer, now=builders.NOON)
    return card


def numbers(value):
    """All numbers in what JSON holds."""
    if isinstance(value, dict | list):
        return [
            each for part in (value.values() if isinstance(value, dict) else value) for each in numbers(part)
        ]
    return [value] if isinstance(value, int | float) else []


def test_large_ids_keep_all_digits_in_an_export(store, card):
    """Field reports, Storage 2: ids are text, so two members stay two."""
    for member_id, chosen in ((ADA, ["right"]), (BOB, ["wrong-1"])):
        about = json.loads(json.dumps(privacy.export(store, member_id, now=builders.NOON)))
        assert about["member"] == str(member_id)
        (answer,) = about["answers"]
        assert answer["chosen"] == chosen
        assert answer["place"] == "server 901234567890123461"
        assert max(numbers(about)) < 2**53
    (of_ada,) = privacy.export(store, ADA, now=builders.NOON)["cards"]
    assert (of_ada["channel"], of_ada["message"]) == ("901234567890123463", "901234567890123465")
    assert (of_ada["you_asked"], of_ada["only_for_you"]) == (True, False)
    assert privacy.export(store, BOB, now=builders.NOON)["cards"] == []


def test_only_the_member_who_asks_for_it_is_erased(store, card):
    before = privacy.export(store, BOB, now=builders.NOON)
    privacy.erase(store, ADA, rng=builders.chance())
    assert privacy.export(store, BOB, now=builders.NOON) == before
    assert not any(
        isinstance(rows, list) and rows for rows in privacy.export(store, ADA, now=builders.NOON).values()
    )
    assert store.post(card.post.post_id).post.answered == 2
