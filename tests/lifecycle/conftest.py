from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest_asyncio
from bot_here import Bot
from discord_here import Discord


@pytest_asyncio.fixture
async def discord() -> AsyncIterator[Discord]:
    async with Discord() as here:
        yield here


@pytest_asyncio.fixture
async def bot(tmp_path: Path, discord: Discord) -> AsyncIterator[Any]:
    """Not started yet."""
    made = Bot(tmp_path, discord)
    yield made
    await made.kill()
