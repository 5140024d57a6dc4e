from bot.core.question import content_hash, content_of, question_from
from tests.builders import NOON, bank, multiple, question


def test_a_question_comes_back_as_it_was_stored(store, publish):
    publish(question(), multiple())
    for each in (question(), multiple()):
        assert store.current_revision("ai", each.question_id).question == each


def test_a_revision_is_known_by_its_content_not_its_number():
    assert content_hash(question(number=2)) == content_hash(question())
    assert content_hash(question(short="Other words.")) != content_hash(question())


def test_a_question_survives_its_journey_through_json():
    assert question_from(content_of(question())) == question()


def test_the_same_content_is_one_revision_however_often_it_is_published(store, publish):
    for _ in range(3):
        publish(question())
    assert store.connection.execute("SELECT count(*) FROM revision").fetchone() == (1,)


def test_a_question_that_left_the_bank_keeps_its_revisions(store, publish):
    publish(question())
    publish()
    assert store.connection.execute("SELECT revision_key FROM question").fetchall() == [(None,)]
    assert store.connection.execute("SELECT count(*) FROM revision").fetchone() == (1,)


def test_a_content_that_comes_back_is_its_old_revision(store, publish):
    publish(question())
    before = store.current_revision("ai", "fabric").revision_key
    publish(question(number=2, short="Other words."))
    publish(question(number=3))
    assert store.current_revision("ai", "fabric").revision_key == before


def test_what_carried_a_number_is_found(store, publish):
    publish(question())
    assert store.revisions_numbered("ai", "fabric", 1) == [question()]
    assert store.revisions_numbered("ai", "fabric", 2) == []


def test_publishing_nothing_is_no_error(store):
    store.publish(bank().packs.values(), [], NOON)
