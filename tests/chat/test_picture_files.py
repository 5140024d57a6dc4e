"""A question's picture file is the bot's own: no address that may expire, no file that may go."""

from datetime import timedelta

import pytest
import yaml

from bot.wiring import BadContent
from tests.chat.test_show_the_answer import close
from tests.chat.world import components, text

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000d49444154789c636060f8cf00000301010018dd8db00000000049454e44ae426082"
)


async def with_picture(world, file):
    """Gives the question on disks a picture file, and reads the content again; where the file lies."""
    path = world.content / "ai" / "images" / "board.png"
    path.parent.mkdir()
    path.write_bytes(PIXEL)
    asked = world.content / "ai" / "storage" / "disks.yaml"
    data = yaml.safe_load(asked.read_text("utf-8"))
    del data["figure"]
    about = {"alt": "A board with two ports.", "licence": "CC-BY-4.0", "source": "https://example.org/board"}
    asked.write_text(yaml.safe_dump(data | {"image": {"file": file, **about}}, sort_keys=False), "utf-8")
    await world.client.library.reload()
    return path


async def test_a_picture_file_shows_two_days_later_from_our_own_copy_uploaded_anew(world):
    path = await with_picture(world, "images/board.png")
    card = await world.quiz(topic="storage")
    await world.answers(world.ada, card)
    path.unlink()
    await world.env.advance_time(timedelta(hours=48).total_seconds())
    verdict = await world.answers(world.bob, card)
    await close(world, world.ada, card)
    for message in (verdict, card):
        (gallery,) = [each for each in components(message) if each["type"] == 12]
        assert gallery["items"][0]["description"] == "A board with two ports."
        kept = world.env.backend.get_message(world.channel.id, message.id)
        (attached,) = kept.attachments
        assert attached["size"] == len(PIXEL)


@pytest.mark.parametrize("host", ["cdn.discordapp.com", "media.discordapp.net"])
async def test_an_address_of_a_discord_attachment_is_refused_as_a_picture(world, host):
    with pytest.raises(BadContent) as refusal:
        await with_picture(world, f"https://{host}/attachments/1/2/board.png?ex=6")
    (line,) = [line for line in refusal.value.lines if "[I002]" in line]
    assert "expected a path within the pack" in line
    assert line.endswith("move the file into the pack")
    assert "💾 Storage" in text(await world.quiz(topic="storage"))
