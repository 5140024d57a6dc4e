"""No log tells a token, and strangers at the pages' door write nothing into it."""

import asyncio
import re

import pytest

from bot.logs import without_secrets
from tests.wire.standin import TOKEN, parts_of_the_token_in


async def test_the_most_detailed_log_tells_no_token_and_no_text_not_even_when_a_reply_fails(bot, discord):
    await (await bot.start("--debug")).is_ready()
    asked = await discord.types("quiz", topic="networking")
    await discord.answered(asked)
    discord.refuse("POST interactions", 403)
    refused = await discord.types("help")
    await bot.says("has returned status code 403")
    assert await bot.stops() == 0
    log = "\n".join(bot.written)
    assert "networking" not in log
    assert "Ada" not in log
    assert f"/interactions/{asked.id}/[hidden]/callback" in log
    assert asked.token not in log
    assert refused.token not in log
    assert parts_of_the_token_in(log) == []


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        (
            "https://discord.com/api/v10/webhooks/12/aW50-_x/messages/@original",
            "/webhooks/12/[hidden]/messages",
        ),
        ("{'token': 'aW50', 'id': 1}", "{'token': '[hidden]', 'id': 1}"),
        ('{"token":"aW50"}', '{"token":"[hidden]"}'),
        (f"Authorization: Bot {TOKEN}", "Authorization: Bot [hidden]"),
        ("nothing to hide", "nothing to hide"),
    ],
)
def test_tokens_are_hidden_wherever_they_stand(told, shown):
    assert shown in without_secrets(told)
    assert "aW50" not in without_secrets(told)


async def test_bad_requests_of_strangers_are_not_logged(bot):
    await (await bot.start()).is_ready()
    port = re.search(r"pages at http://127\.0\.0\.1:(\d+)", "\n".join(bot.lines))[1]
    for sent in (b"GET / HTTP/9.9\r\n\r\n", b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n\r\n"):
        reader, writer = await asyncio.open_connection("127.0.0.1", int(port))
        writer.write(sent)
        assert b" 400 " in await reader.readline()
        writer.close()
    assert await bot.stops() == 0
    assert not any("aiohttp" in line or "Traceback" in line or "HTTP/" in line for line in bot.lines)
