"""What an engine or a service manager that starts the bot again and again has to rely on."""

import os

import pytest


async def test_a_refused_token_is_tried_once_and_needs_mending_first(bot, discord):
    discord.refuse("GET users/@me", 401)
    await bot.start()
    assert await bot.ends() == 78
    assert discord.seen == ["GET users/@me"]


@pytest.fixture
def in_container(tmp_path, monkeypatch):
    """As in an image of ours, with the files of a test on no volume."""
    if any(os.path.ismount(each) for each in (tmp_path, *tmp_path.parents[:-1])):
        pytest.skip("the folder for temporary files is a mount of its own")
    monkeypatch.setenv("container", "docker")


async def test_a_database_that_goes_with_the_container_is_told_at_the_start(in_container, bot):
    await (await bot.start()).is_ready()
    warned = await bot.says(f"{bot.database.parent} is not on a volume: ")
    assert "WARNING" in warned.upper()
    assert bot.lines.index(warned) == 1, "it comes right after the line that names the database"
