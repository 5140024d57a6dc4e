"""What moderators set for a server decides how a question is asked there."""

from dataclasses import replace

import pytest

from bot.app.asking import post_question
from bot.core.errors import ChannelNotAllowed, NoQuestion, ReactionsNotPossible
from bot.core.post import Place
from bot.core.question import Level
from bot.core.selection import resolve
from bot.core.server import AnswersBy
from tests.builders import NOON, SERVER, chance, click, multiple, pack, question

DISKS = question("disks", topic_id="storage", objectives=())
SETS = multiple(topic_id="sets", objectives=())
REACTIONS, BUTTONS = AnswersBy.REACTIONS, AnswersBy.BUTTONS


@pytest.fixture
def ask(store, publish):
    made, rng = publish(question(), DISKS, SETS), chance()

    def ask(topic="anything", *, level=None, place=SERVER, **options):
        who, chosen = click(place=place), resolve(made, topic)
        return post_question(store, lambda: made, chosen, level, who, now=NOON, rng=rng, **options)

    return ask


def setting(store, **changes):
    store.put_server(replace(store.server(1), **changes))


def test_quiz_is_refused_outside_the_channels_that_are_set_and_names_them(store, ask):
    setting(store, channels=(77, 10))
    ask(place=Place(1, 999, parent_id=10))  # a thread of one of them
    with pytest.raises(ChannelNotAllowed) as refused:
        ask(place=Place(1, 11))
    assert refused.value.channels == (77, 10)
    ask(place=Place(None, 500))


def test_anything_means_the_servers_default_topics(store, ask):
    setting(store, topics=("ai/storage", "gone/topic"))
    assert {ask().question.topic_id for _ in range(4)} == {"storage"}
    assert ask("networking").question.topic_id == "networking"
    with pytest.raises(NoQuestion):
        ask(level=Level.ANALYSE)
    setting(store, topics=("gone/topic",))
    assert {ask().question.topic_id for _ in range(12)} == {"networking", "storage", "sets"}


def test_of_two_topics_that_are_called_alike_the_servers_default_pack_wins(publish):
    other = replace(pack(), pack_id="net", title="Wires", objectives=(), domains=())
    made = publish(question(), question(pack_id="net", objectives=()), packs=(pack(), other))
    assert resolve(made, "networking").pack_id == "ai"
    assert resolve(made, "networking", defaults=["net"]).pack_id == "net"
    assert resolve(made, "netw", defaults=["net/networking"]).pack_id == "net"


@pytest.mark.parametrize(
    ("default", "asked", "taken"),
    [
        (BUTTONS, None, BUTTONS),
        (REACTIONS, None, REACTIONS),
        (REACTIONS, BUTTONS, BUTTONS),
        (BUTTONS, REACTIONS, REACTIONS),
    ],
)
def test_answers_come_as_asked_else_as_the_server_has_set(store, ask, default, asked, taken):
    setting(store, answers_by=default)
    card = ask("networking", answers_by=asked)
    assert (card.post.answers_by, store.post(card.post.post_id).post.answers_by) == (taken, taken)


def test_reactions_are_refused_without_the_rights_and_nothing_is_stored(store, ask):
    with pytest.raises(ReactionsNotPossible) as refused:
        ask("networking", answers_by=REACTIONS, missing=("Manage Messages",))
    assert refused.value.missing == ("Manage Messages",)
    ask("networking", missing=("Manage Messages",))  # by buttons none of them is needed


def test_a_multiple_never_takes_reactions(store, ask):
    setting(store, answers_by=REACTIONS)
    assert ask("sets", missing=("Manage Messages",)).post.answers_by is BUTTONS
    with pytest.raises(ReactionsNotPossible):
        ask("sets", answers_by=REACTIONS)
    assert {ask(answers_by=REACTIONS).question.topic_id for _ in range(6)} == {
        "networking",
        "storage",
    }


def test_a_private_chat_takes_no_reactions(ask):
    with pytest.raises(ReactionsNotPossible):
        ask(place=Place(None, 500), answers_by=REACTIONS)
