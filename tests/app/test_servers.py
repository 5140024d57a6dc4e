"""Settings of servers, and servers that come, go and are forgotten."""

import pytest

from bot.app import servers
from bot.app.answering import answer
from bot.app.asking import next_question, post_question
from bot.app.reporting import report
from bot.app.servers import KEPT, Present
from bot.core.errors import EveryoneModerates, TooManyTopics
from bot.core.post import Place
from bot.core.selection import resolve
from bot.core.server import AnswersBy, Server
from tests.builders import DAY, HOUR, NOON, SECOND, chance, click, question

THERE = Present(("ai", "ai/networking", "ai/storage"), (10, 11), (20,))


def test_each_setting_is_stored_and_the_others_stay(store):
    servers.set_typed(store, 1, THERE, zone="Europe/Berlin")
    servers.set_topics(store, 1, THERE, ["ai/storage"])
    servers.set_channels(store, 1, THERE, [10])
    servers.set_answers(store, 1, THERE, AnswersBy.REACTIONS)
    shown = servers.set_moderator_role(store, 1, THERE, 20)
    assert shown == Server(1, "Europe/Berlin", ("ai/storage",), (10,), AnswersBy.REACTIONS, 20)
    assert store.server(1) == shown


def test_everyone_cannot_be_the_moderator_role(store):
    with pytest.raises(EveryoneModerates):
        servers.set_moderator_role(store, 1, Present((), (), (1, 20)), 1)
    assert store.server(1).moderator_role_id is None


def test_what_is_not_there_is_neither_shown_nor_stored_with_the_next_change(store):
    store.put_server(Server(1, topics=("ai/gone", "ai"), channels=(10, 99), moderator_role_id=77))
    assert THERE.of(store.server(1)) == Server(1, topics=("ai",), channels=(10,))
    servers.set_typed(store, 1, THERE, zone="UTC")
    assert store.server(1) == Server(1, topics=("ai",), channels=(10,))


def test_forged_choices_are_left_out(store):
    assert servers.set_channels(store, 1, THERE, [11, 12345]).channels == (11,)
    assert servers.set_topics(store, 1, THERE, ["ai", "x" * 90]).topics == ("ai",)
    assert servers.set_moderator_role(store, 1, THERE, 999).moderator_role_id is None


def test_a_topic_is_added_and_taken_out_by_the_same_command(store):
    assert servers.set_typed(store, 1, THERE, topic="ai").topics == ("ai",)
    assert servers.set_typed(store, 1, THERE, topic="ai/storage").topics == ("ai", "ai/storage")
    assert servers.set_typed(store, 1, THERE, topic="ai").topics == ("ai/storage",)


def test_there_are_no_more_default_topics_than_the_menu_can_show(store):
    many = Present([f"ai/t{number}" for number in range(26)], (), ())
    for topic in many.topics[:25]:
        servers.set_typed(store, 1, many, topic=topic)
    with pytest.raises(TooManyTopics):
        servers.set_typed(store, 1, many, topic=many.topics[25])


def test_deleted_channels_alone_do_not_keep_quiz_out_of_everywhere(store):
    store.put_server(Server(1, channels=(10, 99)))
    store.put_server(Server(2, channels=(98,)))
    servers.drop_deleted_channels(store, {1: {10}, 2: {5}, 3: {6}})
    assert [store.server(guild_id).channels for guild_id in (1, 2, 3)] == [(10,), (), ()]
    assert store.server(2).allows(5)


def test_a_server_is_greeted_at_most_once_also_after_it_came_back(store):
    assert servers.join(store, 1, now=NOON)
    assert not servers.join(store, 1, now=NOON)
    servers.leave(store, 1, now=NOON)
    assert not servers.join(store, 1, now=NOON + DAY)
    assert store.server(1).removed_at is None


def test_what_happened_while_the_bot_was_away_is_found_out(store):
    servers.join(store, 1, now=NOON)
    servers.join(store, 2, now=NOON)
    servers.join(store, 3, now=NOON)
    servers.leave(store, 3, now=NOON)
    # 1 stays, 2 was left, 3 is back, 4 is new, only posts know 5 (there) and 6 (left)
    found = servers.compare(store, {1, 3, 4, 5}, [5, 6], now=NOON + DAY)
    assert (sorted(found.left), found.back, found.never_greeted) == ([2, 6], (3,), {4, 5})
    assert store.known_servers() == {1: None, 2: NOON + DAY, 3: None, 4: None, 5: None, 6: NOON + DAY}
    assert servers.compare(store, {1, 3, 4, 5}, [], now=NOON + 2 * DAY).left == ()
    assert store.known_servers()[2] == NOON + DAY  # the time runs on from then


@pytest.fixture
def play(store, publish):
    """A member asks, answers, goes on privately and reports, in one server or private chat."""
    made, rng = publish(question(), question("rails")), chance()

    def play(place, member_id):
        who = click(member_id, place=place)
        card = post_question(store, lambda: made, resolve(made, "anything"), None, who, now=NOON, rng=rng)
        answer(store, card.post.post_id, "A", who, now=NOON)
        next_question(store, lambda: made, card.post.post_id, who, now=NOON, rng=rng)
        report(store, card.post.post_id, "key", "", who, now=NOON)

    return play


KEPT_TABLES = {"meta", "pack", "question", "revision", "source_file", "image", "preference"}


def rows_naming(store, *values):
    """Everything in the database that equals, or holds, one of the values, by table."""
    named = {}
    tables = [
        name for (name,) in store.connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    ]
    for table in set(tables) - KEPT_TABLES - {"_sqlite_migrations"}:
        for row in store.connection.execute(f"SELECT * FROM {table}"):
            if {str(value) for value in row} & {str(value) for value in values}:
                named[table] = named.get(table, 0) + 1
    return named


def erase(store, guild_id, now, size=1):
    for guild in servers.due_for_erasure(store, now=now):
        assert guild == guild_id
        posts = store.posts_of_server(guild)
        for at in range(0, len(posts), size):
            assert servers.erase_posts(store, guild, posts[at : at + size], now=now)
        while servers.erase_the_rest(store, guild, now=now):
            pass


def test_after_30_days_nothing_of_a_left_server_is_kept_and_everything_else_is(store, play):
    left, stays = Place(111, 1110), Place(222, 2220)
    for place in (left, stays, Place(None, 3330)):
        for member_id in (7, 8):
            play(place, member_id)
    store.put_server(Server(111, channels=(1110, 1111)))
    store.count_channel_showing(Place(111, 1111), 1, NOON)
    store.connection.execute("UPDATE channel_showing SET guild_id = NULL WHERE channel_id = 1111")  # older
    store.count_channel_showing(Place(111, 555, parent_id=1112), 1, NOON)  # only in a thread of it
    before = rows_naming(store, "g222", 222, 2220, "d7", 3330)
    assert set(rows_naming(store, "g111", 111, 1110, 1111, 1112)) == {
        *("channel_showing", "member", "member_showing", "post", "report", "response", "server", "total")
    }
    servers.leave(store, 111, now=NOON)
    erase(store, 111, NOON + KEPT)
    assert rows_naming(store, "g111")["post"] == 4  # to the last second
    erase(store, 111, NOON + KEPT + SECOND)
    assert rows_naming(store, "g111", 111, 1110, 1111, 1112) == {}
    assert rows_naming(store, "g222", 222, 2220, "d7", 3330) == before
    assert store.connection.execute("PRAGMA foreign_key_check").fetchall() == []


def test_a_server_that_comes_back_during_its_erasure_keeps_what_is_left(store, play):
    play(Place(111, 1110), 7)
    servers.leave(store, 111, now=NOON)
    later = NOON + KEPT + HOUR
    (first, second) = store.posts_of_server(111)
    assert servers.erase_posts(store, 111, [first], now=later)
    servers.join(store, 111, now=later)
    assert not servers.erase_posts(store, 111, [second], now=later)
    assert not servers.erase_the_rest(store, 111, now=later)
    assert store.posts_of_server(111) == [second]


def test_a_step_takes_a_thousand_rows_at_most(store):
    store.connection.executemany(
        "INSERT INTO member (scope, member_id, name) VALUES ('g1', ?, 'x')",
        [(number,) for number in range(2500)],
    )
    left = []
    while store.erase_some_of_server(1):
        left.append(store.connection.execute("SELECT count(*) FROM member").fetchone()[0])
    assert left == [1500, 500, 0]


def test_servers_that_only_their_posts_know_are_found(store, play):
    play(Place(111, 1110), 7)
    play(Place(None, 3330), 7)
    store.put_server(Server(222))
    play(Place(222, 2220), 7)
    assert store.servers_without_row() == [111]
