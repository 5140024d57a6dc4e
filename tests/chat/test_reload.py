import dataclasses

import pytest

from bot.wiring import BadContent
from tests.builders import question
from tests.chat.world import World, components, post_of, text
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


async def test_a_picture_file_is_shown_with_the_verdict_and_kept_for_old_answers(tmp_path):
    import yaml

    pixel = bytes.fromhex(
        "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
        "0000000d49444154789c636060f8cf00000301010018dd8db00000000049454e44ae426082"
    )
    async with World(tmp_path, (question(),)) as world:
        path = world.content / "ai" / "networking" / "fabric.yaml"
        data = yaml.safe_load(path.read_text("utf-8"))
        del data["figure"]
        (world.content / "ai" / "images").mkdir()
        (world.content / "ai" / "images" / "board.png").write_bytes(pixel)
        source = {"licence": "CC-BY-4.0", "source": "https://example.org/board"}
        data["image"] = {"file": "images/board.png", "alt": "A board with two ports.", **source}
        path.write_text(yaml.safe_dump(data, sort_keys=False), "utf-8")
        await world.client.library.reload()
        card = await world.quiz()
        (world.content / "ai" / "images" / "board.png").unlink()
        verdict = await world.answers(world.bob, card)
        (gallery,) = [each for each in components(verdict) if each["type"] == 12]
        assert gallery["items"][0]["description"] == "A board with two ports."


@pytest.fixture
def checked(monkeypatch):
    """The ids of the questions that are checked from now on."""
    from bot.packs import check

    ids = []
    original = check.lint_question

    def noting(asked, context):
        ids.append(asked.question_id)
        return original(asked, context)

    monkeypatch.setattr(check, "lint_question", noting)
    return ids


async def test_only_what_changed_is_checked_again(world, checked):
    checked.clear()
    write_question(world.content, question("tapes", topic_id="storage", objectives=()))
    await world.client.library.reload()
    assert checked == ["tapes"]


async def test_a_new_version_of_the_program_checks_everything_again(world, checked, monkeypatch):
    from bot import wiring

    checked.clear()
    monkeypatch.setattr(wiring, "_RULES", "99/1:")
    await world.restart()
    assert len(checked) == 7
