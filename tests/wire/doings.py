"""What members and moderators do on the stand-in, and what they see of the answers."""

from typing import TYPE_CHECKING, Any

from tests.wire.model import Channel, Interaction, Message, User

if TYPE_CHECKING:
    from tests.wire.standin import Discord

_COMMAND, _COMPONENT, _SUGGESTIONS, _FORM = 2, 3, 4, 5
_TEXT, _MEMBER, _SUBCOMMAND = 3, 6, 1


class Doings:
    """The part of a Discord that people see."""

    async def types(
        self: "Discord",
        command: str,
        member: User | None = None,
        channel: Channel | None = None,
        **options: str | User,
    ) -> Interaction:
        """A member sends a slash command ("quiz", or "privacy export")."""
        data = _command(command, options)
        return await self._interact(_COMMAND, data, member or self.ada, channel or self.channel)

    async def begins_to_type(
        self: "Discord", command: str, option: str, text: str, member: User | None = None
    ) -> Interaction:
        """A member types in an option of a command that makes suggestions."""
        data = _command(command, {option: text})
        data["options"][0]["focused"] = True
        return await self._interact(_SUGGESTIONS, data, member or self.ada, self.channel)

    async def clicks(
        self: "Discord", custom_id: str, message: Message, member: User | None = None
    ) -> Interaction:
        """A member presses a button of a message; a forged one is put on it as well."""
        return await self._uses(message, member, {"component_type": 2, "custom_id": custom_id})

    async def selects(
        self: "Discord", custom_id: str, values: list[str], message: Message, member: User | None = None
    ) -> Interaction:
        """A member chooses in a menu of a message."""
        kinds = {each.get("custom_id"): each["type"] for each in message.parts()}
        kind = kinds[custom_id]
        chosen: dict[str, Any] = {"component_type": kind, "custom_id": custom_id, "values": values}
        if kind == 6:
            chosen["resolved"] = {"roles": {each: self.server.roles[int(each)].payload() for each in values}}
        if kind == 8:
            shown = {each: self.channels[int(each)].payload() | {"permissions": "0"} for each in values}
            chosen["resolved"] = {"channels": shown}
        return await self._uses(message, member, chosen)

    async def _uses(
        self: "Discord", message: Message, member: User | None, data: dict[str, Any]
    ) -> Interaction:
        member = member or self.bob
        assert message.seen_by in (None, member.id), f"{member.name} does not see this message"
        channel = self.channels[message.channel_id]
        return await self._interact(_COMPONENT, {"id": 1} | data, member, channel, message)

    async def submits(self: "Discord", opened: Interaction, **values: str) -> Interaction:
        """A member fills in the form that an interaction was answered with, and sends it."""
        await self.acknowledged(opened)
        assert opened.answer == 9, f"expected a form; there is an answer of type {opened.answer}"
        labels = [
            each | {"component": each["component"] | {"value": values.get(each["component"]["custom_id"])}}
            for each in opened.data["components"]
        ]
        data = {"custom_id": opened.data["custom_id"], "components": labels}
        return await self._interact(_FORM, data, opened.member, opened.channel, opened.source)

    async def reacts(self: "Discord", emoji: str, message: Message, member: User | None = None) -> None:
        """A member puts a reaction below a message."""
        member = member or self.bob
        message.reactions.setdefault(emoji, []).append(member.id)
        await self.gateway.send("MESSAGE_REACTION_ADD", self.rest.reaction(message, emoji, member))

    async def _interact(
        self: "Discord", kind: int, data: Any, member: User, channel: Channel, message: Message | None = None
    ) -> Interaction:
        number = self.new_id()
        made = Interaction(number, f"told-{number}", kind, member, channel, self.monotonic(), message)
        self.interactions[number] = made
        await self.gateway.send("INTERACTION_CREATE", self.rest.interaction(made, data))
        return made

    # --- what they see

    async def answered(self: "Discord", interaction: Interaction, seconds: float = 10) -> Message:
        """The message that the bot answered an interaction with, once it is there (and not only thinking)."""
        await self.until(lambda: interaction.original and not interaction.thinking, seconds)
        assert interaction.original is not None
        return interaction.original

    async def acknowledged(self: "Discord", interaction: Interaction, seconds: float = 10) -> float:
        """Waits for the first answer; how many seconds it took."""
        await self.until(lambda: interaction.acknowledged_at, seconds)
        assert interaction.acknowledged_at is not None
        return interaction.acknowledged_at - interaction.sent_at

    # --- what moderators do

    def deletes_message(self: "Discord", message: Message) -> None:
        """Deletes a message; without the messages' intent the bot is not told."""
        del self.messages[message.id]

    async def deletes_channel(self: "Discord", channel: Channel) -> None:
        """Deletes a channel with its messages."""
        channel.gone = True
        await self.gateway.send("CHANNEL_DELETE", channel.payload())

    async def denies(self: "Discord", channel: Channel, rights: int) -> None:
        """Takes rights from the bot in a channel; 0 gives them back."""
        channel.denied = rights
        await self.gateway.send("CHANNEL_UPDATE", channel.payload())

    async def removes_bot(self: "Discord") -> None:
        """The bot is thrown out of the server."""
        del self.servers[self.server.id]
        await self.gateway.send("GUILD_DELETE", {"id": str(self.server.id)})


def _command(command: str, options: dict[str, str | User]) -> dict[str, Any]:
    """The data of a command with its options, texts or members."""
    name, *sub = command.split()
    given: list[dict[str, Any]] = []
    resolved: dict[str, Any] = {}
    for key, value in options.items():
        if isinstance(value, User):
            resolved[str(value.id)] = value.payload()
            given.append({"name": key, "type": _MEMBER, "value": str(value.id)})
        else:
            given.append({"name": key, "type": _TEXT, "value": value})
    if sub:
        given = [{"name": sub[0], "type": _SUBCOMMAND, "options": given}]
    told = {"id": "1", "name": name, "type": 1, "options": given}
    told["resolved"] = {"users": resolved}
    return told
