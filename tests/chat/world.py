"""A simulated Discord with the real client in it, and people who do things in it."""

import contextlib
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
import simcord
from simcord.backend.models import Overwrite

from bot.config import Settings
from bot.trial import SimulatedClock
from bot.wiring import Client, make_client
from tests import builders
from tests.contents import write_content

QUESTIONS = (
    *(builders.question(f"link-{number}", stem=f"Rack {number} waits. Which link helps rack {number}?")
      for number in range(5)),
    builders.multiple(topic_id="sets", objectives=()),
    builders.question("disks", topic_id="storage", objectives=(), stem="Disks wait. What do the disks need?"),
)  # fmt: skip


class World:
    """One server with a text channel, and members who act. The clock moves only when told."""

    def __init__(self, folder: Path, questions: tuple[Any, ...] = QUESTIONS, **settings: Any) -> None:
        self.folder = folder
        self.content = write_content(folder / "content", builders.pack(), *questions)
        values = {"token": None, "database": folder / "quiz.sqlite3", "content": self.content} | settings
        self.settings = Settings(_env_file=None, **values)
        self.clock = SimulatedClock()
        self.client = self._client()
        self.env: Any = None

    def _client(self) -> Client:
        return make_client(self.settings, clock=self.clock, shard_count=1)

    async def __aenter__(self) -> "World":
        self.env = simcord.Env(self.client, settle_timeout=20)
        await self.env.start()
        self.clock.env = self.env
        self.guild = self.env.create_guild("Study group")
        self.channel = self.guild.create_text_channel("networking")
        self.ada, self.bob = self.member("ada"), self.member("bob")
        self.client.start_loops()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.env.shutdown()
        self.client.release()

    def member(self, name: str) -> Any:
        """A new member of the server."""
        return self.guild.add_member(self.env.create_user(name, global_name=name.title()))

    async def restart(self) -> None:
        """The process ends and starts again on the same database."""
        for loop in (self.client.reactions, self.client.card_edits, self.client.housekeeping):
            await loop.close()  # with the process ends what it had begun
        self.client.release()
        self.client = self._client()
        await self.env.restart_bot(self.client)
        self.client.start_loops()

    async def quiz(
        self, member: Any = None, topic: str = "networking", channel: Any = None, **options: Any
    ) -> Any:
        """Somebody asks for a question; the card's message. The flood limit has passed."""
        await self.env.advance_time(6)
        result = await (member or self.ada).slash(channel or self.channel, "quiz", topic=topic, **options)
        return result.response

    async def presses(self, member: Any, message: Any, custom_id: str) -> Any:
        """A member presses a button; what came of it."""
        return await member.click(message, custom_id=custom_id)

    async def answers(self, member: Any, card: Any, option_id: str | None = "right") -> Any:
        """A member answers a card with an option; the private reply."""
        post_id = post_of(card)
        stored = await self.read(lambda store: store.post(post_id).post)
        letter = "0" if option_id is None else stored.letter_of(option_id)
        return (await member.click(card, custom_id=f"q:{post_id}:{letter}")).response

    async def set(self, **changes: Any) -> None:
        """What a moderator sets for the server."""
        change = lambda store: store.put_server(replace(store.server(self.guild.id), **changes))  # noqa: E731
        await self.client.context.engine.run(change)

    async def grants(self, **rights: bool | None) -> None:
        """What the bot's own role may do in the channel from now on; nothing given: as its server says."""
        backend = self.env.backend
        (role,) = [each for each in backend.get_guild(self.guild.id).roles.values() if each.managed]
        allow, deny = discord.PermissionOverwrite(**rights).pair()
        overwrites = [Overwrite(role.id, 0, allow.value, deny.value)] if rights else []
        backend.edit_channel(self.channel.id, {}, overwrites=overwrites)
        await self.env.advance_time(2)

    @contextlib.contextmanager
    def deaf(self) -> Iterator[None]:
        """While the block runs, no event reaches the bot, as if it were not there."""
        parsers = self.client._connection.parsers
        kept = dict(parsers)
        parsers.update(dict.fromkeys(parsers, lambda _data: None))
        try:
            yield
        finally:
            parsers.update(kept)

    async def read(self, query: Any) -> Any:
        """What the database says."""
        return await self.client.context.engine.read(query)

    async def forged(self, who: Any, message: Any, real: str, fake: str, **changes: Any) -> list[Any]:
        """Presses `real`, but the payload says `fake` (in data and message); the requests that follow.

        `changes` replace top-level fields of the interaction, such as `channel_id`.
        """
        held = json.dumps(await self.held(who, message, real))
        payload = json.loads(held.replace(json.dumps(real), json.dumps(fake))) | changes
        return await self.deliver(payload)

    async def held(self, who: Any, message: Any, custom_id: str) -> dict[str, Any]:
        """Presses a button; the payload, which has not reached the bot yet."""
        parsers = self.client._connection.parsers
        kept: list[dict[str, Any]] = []
        original = parsers["INTERACTION_CREATE"]
        parsers["INTERACTION_CREATE"] = kept.append
        try:
            with contextlib.suppress(Exception):  # nobody answers the click that is kept back
                await who.click(message, custom_id=custom_id)
        finally:
            parsers["INTERACTION_CREATE"] = original
        return kept[0]

    async def deliver(self, *payloads: dict[str, Any]) -> list[Any]:
        """Lets payloads reach the bot at the same moment; the requests that follow."""
        before = len(self.env.http_requests)
        with self.env._bot_scope():
            for payload in payloads:
                self.client._connection.parsers["INTERACTION_CREATE"](payload)
        await self.env.settle()
        return list(self.env.http_requests[before:])


def components(message: Any) -> list[dict[str, Any]]:
    """All components of a message, nested ones too, as JSON."""
    found: list[dict[str, Any]] = []

    def walk(each: Any) -> None:
        found.append(each)
        for child in each.get("components", ()):
            walk(child)

    for component in message.components:
        walk(component if isinstance(component, dict) else component.to_dict())
    return found


def text(message: Any) -> str:
    """Everything that a message says."""
    return "\n".join(each["content"] for each in components(message) if each["type"] == 10)


def buttons(message: Any) -> list[str]:
    """The custom ids (or links) of a message's buttons."""
    return [each.get("custom_id") or each["url"] for each in components(message) if each["type"] == 2]


def post_of(message: Any) -> str:
    """The post id in a message's buttons."""
    return next(each.split(":")[1] for each in buttons(message) if each[1] == ":")
