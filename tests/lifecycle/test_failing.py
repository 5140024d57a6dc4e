"""Each failure at start or later ends with one clear line, and the exit code says whether to try again."""

import asyncio
import json
import re
from functools import partial

import pytest

from tests.wire.program import Bot
from tests.wire.standin import Discord, parts_of_the_token_in

REFUSED = [
    ("GET users/@me", 401, 78, "Discord refuses QUIZBOT_TOKEN; expected "),
    ("GET users/@me", 429, 1, "Discord refuses the start (429 "),
    ("GET users/@me", 503, 1, "Discord refuses the start (503 "),
    ("PUT applications", 403, 1, "Discord refuses the start (403 "),
    ("GET gateway/bot", 403, 1, "Discord does not name its gateway; expected "),
]
CLOSED = [
    (4004, 78, "Discord no longer takes QUIZBOT_TOKEN; expected "),
    (4014, 78, "Discord refuses the intents of the bot; expected "),
    (4013, 1, "Discord closed the connection (code 4013); expected "),
]


def told(bot, sentence):
    *before, last = bot.lines
    assert last.startswith(sentence)
    assert not any("Traceback" in line or line.startswith(" ") for line in before), bot.lines


async def refused(folder, request, status, code, sentence):
    async with Discord() as discord:
        discord.refuse(request, status)
        bot = await Bot(folder, discord).start()
        assert await bot.ends(30) == code, (request, status, bot.lines)
        told(bot, sentence)


async def closed(folder, closed_with, code, sentence):
    async with Discord() as discord:
        bot = await (await Bot(folder, discord).start()).is_ready()
        await discord.gateway.drop(closed_with)
        assert await bot.ends() == code, (closed_with, bot.lines)
        told(bot, sentence)


@pytest.mark.parametrize(("way", "cases"), [(refused, REFUSED), (closed, CLOSED)])
async def test_what_discord_refuses_or_ends_for_good(way, cases, tmp_path_factory):
    # All at once: each of them mostly waits.
    folders = [tmp_path_factory.mktemp("run") for _ in cases]
    await asyncio.gather(*(way(folder, *case) for folder, case in zip(folders, cases, strict=True)))


async def test_the_exit_code_is_the_same_with_debug_and_the_traceback_tells_no_token(bot, discord):
    discord.refuse("GET users/@me", 401)
    await bot.start("--debug")
    assert await bot.ends() == 78
    assert "Traceback (most recent call last):" in bot.lines
    assert any(line.startswith("Discord refuses QUIZBOT_TOKEN; expected ") for line in bot.lines)
    assert parts_of_the_token_in("\n".join(bot.written)) == []


@pytest.mark.parametrize("made", [None, partial(str.encode, "no folder")])
async def test_content_that_cannot_be_read(bot, made):
    path = bot.folder / "elsewhere"
    if made:
        path.write_bytes(made())
    await bot.start(CONTENT=path)
    assert await bot.ends() == 1
    assert any(str(path) in line for line in bot.lines)
    assert not any("Traceback" in line for line in bot.lines)


async def test_the_log_tells_each_step_as_one_json_object_in_a_line(bot, discord):
    await (await bot.start()).is_ready()
    await discord.gateway.drop(4000)
    await bot.says("the connection to Discord was resumed")

    assert await bot.stops() == 0
    told = [json.loads(line) for line in bot.written]
    assert all(list(each) == ["at", "level", "logger", "message"] for each in told)
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", each["at"]) for each in told)
    started, *_ = bot.lines
    assert re.search(
        rf"quizbot \S+, database {bot.database}, pages at http://127\.0\.0\.1:\d+, SQLite 3\.", started
    )
    assert [each["message"] for each in told[-2:]] == ["stopping", "stopped"]
