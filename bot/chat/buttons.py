"""Every button, as a dynamic item: it works on any old message, after any number of restarts.

A button only parses its custom id and hands over to the client's handlers. All dispatchable items of a
view must be dynamic: the library forgets a whole class of buttons when a mixed view stops.
"""

import re
from collections.abc import Awaitable, Mapping
from typing import Any, ClassVar, Protocol, Self

import discord

from bot.chat import ids
from bot.chat.replies import Interaction, guarded
from bot.chat.texts import texts
from bot.core.post import DONT_KNOW

#: In the `extras` of an interaction that a button or menu answers.
TAKEN = "taken"


class Handlers(Protocol):
    """What pressing the buttons does."""

    def answer(self, interaction: Interaction, post_id: str, letter: str) -> Awaitable[None]:
        """A letter of a `single`, or "I don't know"."""

    def open_choice(self, interaction: Interaction, post_id: str) -> Awaitable[None]:
        """The Answer button of a `multiple`."""

    def choose(self, interaction: Interaction, post_id: str, letters: str) -> Awaitable[None]:
        """A toggle in the private choice."""

    def submit(self, interaction: Interaction, post_id: str, letters: str) -> Awaitable[None]:
        """Submit of the private choice."""

    def explain(self, interaction: Interaction, post_id: str, page: int) -> Awaitable[None]:
        """The full explanation, or another page of it."""

    def next_question(self, interaction: Interaction, post_id: str) -> Awaitable[None]:
        """One more private question."""

    def result(self, interaction: Interaction, post_id: str) -> Awaitable[None]:
        """The member's own result."""

    def close(self, interaction: Interaction, post_id: str, sure: bool) -> Awaitable[None]:
        """Shows the answer to everybody, or asks whether to."""

    def turn_board(self, interaction: Interaction, period: str, page: int, topic: str) -> Awaitable[None]:
        """Another page of the leaderboard."""


class Pressable:
    """What all buttons and menus share: back from the custom id, and a callback that never fails silently.

    `handled_by` is the client's attribute that holds their handlers.
    """

    handled_by: ClassVar[str] = "handlers"
    values: Mapping[str, str]

    @classmethod
    async def from_custom_id(
        cls, _interaction: Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button as it was pressed."""
        self = cls.__new__(cls)
        discord.ui.DynamicItem.__init__(self, item)  # type: ignore[arg-type]
        self.values = match.groupdict()
        return self

    async def callback(self, interaction: Interaction) -> None:
        """Acknowledges whatever happens, and notes that it will."""
        interaction.extras[TAKEN] = True
        await guarded(interaction, self._work(interaction))

    async def _work(self, interaction: Interaction) -> None:
        await self.pressed(getattr(interaction.client, self.handled_by), interaction)

    def pressed(self, handlers: Any, interaction: Interaction) -> Awaitable[None]:
        """Hands over to the handler."""
        raise NotImplementedError


def plain_button(custom_id: str, label: str, style: discord.ButtonStyle, disabled: bool = False) -> Any:
    """A button for a dynamic item to stand on."""
    return discord.ui.Button(label=label, style=style, custom_id=custom_id, disabled=disabled)


QUIET = discord.ButtonStyle.secondary
LOUD = discord.ButtonStyle.primary
DONE = discord.ButtonStyle.success
DANGER = discord.ButtonStyle.danger


class Answer(Pressable, discord.ui.DynamicItem[discord.ui.Button[Any]], template=ids.ANSWER):
    """A letter of a `single`, or "I don't know"."""

    @classmethod
    def of(cls, post_id: str, letter: str) -> Self:
        """The button for one shown letter."""
        label = texts.DONT_KNOW if letter == DONT_KNOW else letter
        return cls(plain_button(ids.answer(post_id, letter), label, QUIET))

    def pressed(self, handlers: Handlers, interaction: Interaction) -> Awaitable[None]:
        """Answers."""
        return handlers.answer(interaction, self.values["post"], self.values["letter"])


class OpenChoice(Pressable, discord.ui.DynamicItem[discord.ui.Button[Any]], template=ids.OPEN):
    """The Answer button of a `multiple`."""

    @classmethod
    def of(cls, post_id: str) -> Self:
        """The button for a post."""
        return cls(plain_button(ids.open_choice(post_id), texts.ANSWER, LOUD))

    def pressed(self, handlers: Handlers, interaction: Interaction) -> Awaitable[None]:
        """Opens the private choice."""
        return handlers.open_choice(interaction, self.values["post"])


class Choose(Pressable, discord.ui.DynamicItem[discord.ui.Button[Any]], template=ids.CHOOSE):
    """A toggle. Its id carries the whole set as it will be after pressing, so no state is kept."""

    @classmethod
    def of(cls, post_id: str, letter: str, chosen: str) -> Self:
        """The toggle for one letter, where `chosen` is chosen now."""
        on = letter in chosen
        after = "".join(sorted({*chosen} ^ {letter}))
        label = f"✓ {letter}" if on else letter
        return cls(plain_button(ids.choose(post_id, after), label, LOUD if on else QUIET))

    def pressed(self, handlers: Handlers, interaction: Interaction) -> Awaitable[None]:
        """Shows the choice with the new set."""
        return handlers.choose(interaction, self.values["post"], self.values["letters"])


class Submit(Pressable, discord.ui.DynamicItem[discord.ui.Button[Any]], template=ids.SUBMIT):
    """Submits what was chosen; the set is in its id."""

    @classmethod
    def of(cls, post_id: str, chosen: str) -> Self:
        """Submit for this set; it cannot be pressed while the set is empty."""
        label = texts.SUBMIT.format(letters=", ".join(chosen)) if chosen else texts.SUBMIT_NOTHING
        return cls(plain_button(ids.submit(post_id, chosen), label, DONE, disabled=not chosen))

    def pressed(self, handlers: Handlers, interaction: Interaction) -> Awaitable[None]:
        """Answers with the set."""
        return handlers.submit(interaction, self.values["post"], self.values["letters"])


class Explain(Pressable, discord.ui.DynamicItem[discord.ui.Button[Any]], template=ids.EXPLAIN):
    """Opens the full explanation (page 0), or turns its pages."""

    @classmethod
    def of(cls, post_id: str, page: int, label: str) -> Self:
        """The button for a page."""
        return cls(plain_button(ids.explain(post_id, page), label, QUIET if page else LOUD))

    def pressed(self, handlers: Handlers, interaction: Interaction) -> Awaitable[None]:
        """Shows the page."""
        return handlers.explain(interaction, self.values["post"], int(self.values["page"]))


class NextQuestion(Pressable, discord.ui.DynamicItem[discord.ui.Button[Any]], template=ids.NEXT):
    """One more question of the same topic, for this member alone."""

    @classmethod
    def of(cls, post_id: str) -> Self:
        """The button behind a post."""
        return cls(plain_button(ids.next_question(post_id), texts.NEXT, QUIET))

    def pressed(self, handlers: Handlers, interaction: Interaction) -> Awaitable[None]:
        """Shows a private card."""
        return handlers.next_question(interaction, self.values["post"])


class MyResult(Pressable, discord.ui.DynamicItem[discord.ui.Button[Any]], template=ids.RESULT):
    """Shows members their own verdict: on cards that take reactions, and on closed ones."""

    @classmethod
    def of(cls, post_id: str, style: discord.ButtonStyle) -> Self:
        """The button for a post; loud where it is what a member presses first."""
        return cls(plain_button(ids.result(post_id), texts.MY_RESULT, style))

    def pressed(self, handlers: Handlers, interaction: Interaction) -> Awaitable[None]:
        """Shows the result."""
        return handlers.result(interaction, self.values["post"])


class Close(Pressable, discord.ui.DynamicItem[discord.ui.Button[Any]], template=ids.CLOSE):
    """Shows the answer to everybody. On the card it only asks; the button that it opens does it."""

    @classmethod
    def of(cls, post_id: str, *, sure: bool = False) -> Self:
        """The button for a post."""
        return cls(plain_button(ids.close(post_id, sure=sure), texts.SHOW_ANSWER, DANGER if sure else QUIET))

    def pressed(self, handlers: Handlers, interaction: Interaction) -> Awaitable[None]:
        """Asks, or closes."""
        return handlers.close(interaction, self.values["post"], self.values["sure"] == "1")


class Report(Pressable, discord.ui.DynamicItem[discord.ui.Button[Any]], template=ids.REPORT):
    """Opens the form in which a member says what is wrong with a question."""

    handled_by = "reports"

    @classmethod
    def of(cls, post_id: str) -> Self:
        """The button for the question of a post."""
        return cls(plain_button(ids.report(post_id), texts.REPORT, QUIET))

    def pressed(self, handlers: Any, interaction: Interaction) -> Awaitable[None]:
        """Opens the form."""
        return handlers.open_form(interaction, self.values["post"])


class TurnBoard(Pressable, discord.ui.DynamicItem[discord.ui.Button[Any]], template=ids.LEADERBOARD):
    """Another page of the leaderboard."""

    @classmethod
    def of(cls, period: str, page: int, topic: str, label: str) -> Self:
        """The button to a page."""
        return cls(plain_button(ids.leaderboard(period, page, topic), label, QUIET))

    def pressed(self, handlers: Handlers, interaction: Interaction) -> Awaitable[None]:
        """Shows the page."""
        values = self.values
        return handlers.turn_board(interaction, values["period"], int(values["page"]), values["topic"])


ALL: tuple[type[discord.ui.DynamicItem[Any]], ...] = (
    Answer,
    OpenChoice,
    Choose,
    Submit,
    Explain,
    NextQuestion,
    MyResult,
    Close,
    Report,
    TurnBoard,
)
