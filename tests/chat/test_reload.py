import dataclasses

import pytest

from bot.wiring import BadContent
from tests.builders import question
from tests.chat.world import post_of, text
from tests.contents import write_question


def flipped(asked, key):
    """The same question with another key."""
    options = tuple(dataclasses.replace(o, correct=o.option_id == key) for o in asked.options)
    return dataclasses.replace(asked, options=options)


async def test_a_new_question_can_be_asked_after_a_reload(world):
    write_question(
        world.content, question("tapes", topic_id="storage", objectives=(), stem="Tapes wait. Why?")
    )
    await world.client.library.reload()
    asked = [text(await world.quiz(topic="storage")) for _ in range(2)]
    assert any("Tapes wait." in each for each in asked)


async def test_a_bad_change_keeps_the_last_good_bank_and_names_everything_that_is_wrong(world):
    path = write_question(world.content, question("disks", topic_id="storage", objectives=("7.7",)))
    other = write_question(world.content, flipped(question("link-0"), "none"))
    with pytest.raises(BadContent) as refusal:
        await world.client.library.reload()
    assert any(str(path) in line and "7.7" in line for line in refusal.value.lines)
    assert any(str(other) in line and "[K001]" in line for line in refusal.value.lines)
    assert "✓ Right" in text(await world.answers(world.bob, await world.quiz(topic="storage")))


async def test_a_key_that_changed_under_its_number_is_refused_and_both_are_named(world):
    asked = world.client.library.bank.questions["ai", "link-0"]
    write_question(world.content, flipped(asked, "wrong-1"))
    with pytest.raises(BadContent) as refusal:
        await world.client.library.reload()
    (line,) = [line for line in refusal.value.lines if "[S004]" in line]
    assert 'key "wrong-1" in revision 1, where revision 1 had "right"' in line


async def test_an_open_card_keeps_its_revision_and_new_cards_take_the_new_one(world):
    card = await world.quiz(topic="storage")
    asked = world.client.library.bank.questions["ai", "disks"]
    write_question(world.content, dataclasses.replace(flipped(asked, "wrong-1"), number=2))
    await world.client.library.reload()
    assert "✓ Right" in text(await world.answers(world.bob, card, "right"))
    newer = await world.quiz(topic="storage")
    assert "✗ Not this one" in text(await world.answers(world.ada, newer, "right"))


async def test_a_question_that_was_removed_is_not_asked_and_stays_explained(world):
    card = await world.quiz(topic="storage")
    (world.content / "ai" / "storage" / "disks.yaml").unlink()
    await world.client.library.reload()
    verdict = await world.answers(world.bob, card)
    assert "✓ Right" in text(verdict)
    refused = await world.presses(world.bob, verdict, f"n:{post_of(card)}")
    assert "has no question at the moment" in text(refused.response)
    assert "I know no topic" in text(await world.quiz(topic="storage"))


async def test_unchanged_files_are_not_parsed_again(world, monkeypatch):
    parsed = []
    from bot.packs import folder

    original = folder.read_question
    monkeypatch.setattr(
        folder, "read_question", lambda raw, file, **ids: parsed.append(file) or original(raw, file, **ids)
    )
    await world.restart()
    assert parsed == []
    path = write_question(world.content, question("tapes", topic_id="storage", objectives=()))
    await world.client.library.reload()
    assert parsed == [str(path)]
