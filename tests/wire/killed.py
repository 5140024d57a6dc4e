"""A bot that is killed again and again while members answer, and what must hold after each start."""

import asyncio
import contextlib
import json
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import NamedTuple

from bot.chat.reactions import EMOJI
from bot.chat.texts import texts
from tests.wire import machine
from tests.wire.model import Interaction, Message, User
from tests.wire.people import ids_on, rows, says
from tests.wire.program import Bot

_VERDICTS = (texts.RIGHT, texts.WRONG, texts.WRONG_SET, texts.UNKNOWN)
#: Where the process dies, if not at a random moment: before or after a call of one of these functions.
STOPS = (
    ("bot.store.engine", "Engine._commit"),
    ("bot.store.job", "Job.attempt"),
    ("bot.store.job", "Job.tell"),
    ("bot.app.asking", "post_question"),
    ("bot.app.asking", "mark_posted"),
    ("bot.app.answering", "answer"),
    ("bot.app.reacting", "react"),
    ("bot.app.closing", "close_post"),
    ("bot.app.privacy", "erase"),
    ("bot.store.store", "Store.add_response"),
    ("bot.store.store", "Store.add_to_totals"),
    ("bot.store.store", "Store.remember_member"),
    ("bot.store.store", "Store.mark_closing_shown"),
    ("bot.chat.replies", "reply_privately"),
    ("bot.chat.replies", "reply_publicly"),
    ("bot.chat.replies", "replace"),
    ("discord.webhook.async_", "AsyncWebhookAdapter.request"),
    ("discord.http", "HTTPClient.request"),
)


class NotNow(Exception):
    """It cannot be done, since the message looks otherwise by now, or enough was done."""


#: How long members wait for anything, in seconds: the machine may be busy with much else.
PATIENCE_S = 30.0


@dataclass
class Given:
    """An answer that a member gave by a button, whatever came of it."""

    clicked: Interaction
    post_id: str
    letters: str


class Reacted(NamedTuple):
    """A letter that a member put below a card."""

    card: Message
    letter: str
    member: User


def _is_there(reacted: Reacted) -> bool:
    """It still is below its card."""
    return reacted.member.id in reacted.card.reactions.get(EMOJI[reacted.letter], [])


class Life:
    """Members of one server, over all lives of its bot. `chance` decides what they do."""

    def __init__(self, bot: Bot, chance: random.Random) -> None:
        self.bot, self.discord, self.chance = bot, bot.discord, chance
        self.given: list[Given] = []
        self.reacted: list[Reacted] = []
        self.erasures: list[Interaction] = []
        #: How many cards there were when the bot was started.
        self.old_cards = 0
        #: (post id, member id) -> option ids as they were stored when last looked at.
        self.known: dict[tuple[str, int], list[str]] = {}

    # --- what members do

    def cards(self) -> list[Message]:
        """All cards in the channel, also those that the bot did not live to remember; oldest first."""
        return [
            each
            for each in self.discord.messages.values()
            if each.seen_by is None and any(i.startswith("x:") for i in ids_on(each))
        ]

    async def goes_on(self) -> None:
        """Somebody does one thing after the other, until cancelled."""
        doings: list[Callable[[], Awaitable[object]]] = [self.asks, self.reacts, self.closes, self.erases]
        doings += [*[self.answers] * 4, self.answers_again, self.answers_next, self.reacts]
        while True:
            doing = self.chance.choice(doings) if self.cards() else self.asks
            with contextlib.suppress(TimeoutError, NotNow):  # the bot died, or others were quicker
                await doing()

    async def _answered(self, interaction: Interaction) -> Message:
        return await self.discord.answered(interaction, seconds=PATIENCE_S)

    async def _presses(self, start: str, message: Message, member: User) -> Message:
        """One of the buttons that begin so. What it is answered with."""
        fitting = [each for each in ids_on(message) if each.startswith(start)]
        if not fitting:
            raise NotNow
        pressed = self.chance.choice(fitting)
        clicked = await self.discord.clicks(pressed, message, member)
        if pressed[0] in "qs":
            self.given.append(Given(clicked, *pressed.split(":")[1:]))
        if pressed == "e:1":
            self.erasures.append(clicked)
        return await self._answered(clicked)

    def _somebody(self) -> User:
        return self.discord.user("somebody")

    async def asks(self) -> None:
        """A question, of whatever kind; not too many, since a channel takes ten a minute."""
        if len(self.cards()) > self.old_cards + 4:
            raise NotNow
        topic = self.chance.choice(["networking", "networking", "sets"])
        by = self.chance.choice(["buttons", "reactions"]) if topic == "networking" else "buttons"
        asked = await self.discord.types("quiz", member=self._somebody(), topic=topic, answers=by)
        await self._answered(asked)

    async def answers(self, member: User | None = None) -> Message:
        """One of the newest cards. The verdict."""
        return await self.answers_card(self.chance.choice(self.cards()[-6:]), member or self._somebody())

    async def answers_again(self) -> None:
        """Whoever heard nothing tries once more, perhaps with another option."""
        cards = self.cards()
        unheard = [each.clicked for each in self.given if each.clicked.original is None]
        unheard = [each for each in unheard if each.source in cards]
        if unheard:
            again = self.chance.choice(unheard)
            assert again.source is not None
            await self.answers_card(again.source, again.member)

    async def answers_card(self, card: Message, member: User) -> Message:
        """The same for this card."""
        if any(each.startswith("m:") for each in ids_on(card)):
            choice = await self._presses("m:", card, member)
            return await self._presses("s:", await self._presses("c:", choice, member), member)
        return await self._presses("q:", card, member)

    async def answers_next(self) -> None:
        """A second question, in private."""
        member = self._somebody()
        verdict = await self.answers(member)
        await self.answers_card(await self._presses("n:", verdict, member), member)

    async def reacts(self) -> None:
        """A letter below a card that has letters."""
        member, letter = self._somebody(), self.chance.choice("ABCD")
        cards = [each for each in self.cards()[-6:] if EMOJI[letter] in each.reactions]
        if cards:
            card = self.chance.choice(cards)
            made = Reacted(card, letter, member)
            self.reacted.append(made)
            await self.discord.reacts(EMOJI[letter], card, member)
            await self.discord.until(lambda: not _is_there(made), PATIENCE_S)

    async def closes(self) -> None:
        """Who asked for a card shows everybody the answer."""
        card = self.chance.choice(self.cards())
        asked = next(each for each in self.discord.interactions.values() if each.original is card)
        sure = await self._presses("x:", card, asked.member)
        await self._presses("x:", sure, asked.member)

    async def erases(self) -> None:
        """A member answers, then wants everything about them to be erased."""
        member = self._somebody()
        await self.answers(member)
        asked = await self._answered(await self.discord.types("privacy delete", member=member))
        await self._presses("e:1", asked, member)

    # --- what must hold

    async def holds(self) -> None:
        """No acknowledged answer is lost, none counts twice; what is closed gets shown as closed."""
        assert machine.faults_of(self.bot.database) == []
        stored = self._nothing_is_lost()
        erasing = {each.member.id for each in self.erasures}
        self.known = {key: value for key, value in stored.items() if key[1] not in erasing}
        for each in self.erasures:
            if each.original and says(each.original) == texts.ERASE_DONE:
                assert not [key for key in stored if key[1] == each.member.id], "an erased member is back"
        await self.reactions_are_taken()
        await self.closed_cards_are_shown()

    def _nothing_is_lost(self) -> dict[tuple[str, int], list[str]]:
        query = "SELECT post_id, member_id, option_ids FROM response WHERE member_id > 0"
        stored = {(post_id, who): json.loads(chosen) for post_id, who, chosen in rows(self.bot, query)}
        erasing = {each.member.id for each in self.erasures}
        changed = {key for key, value in self.known.items() if stored.get(key) != value}
        assert {key for key in changed if key[1] not in erasing} == set(), "an answer changed"
        shown = {
            post_id: json.loads(ids) for post_id, ids in rows(self.bot, "SELECT post_id, shown FROM post")
        }
        for each in self.given:
            key, verdict = (each.post_id, each.clicked.member.id), each.clicked.original
            if (
                key[1] in erasing
                or verdict is None
                or not any(f"### {text}" in says(verdict) for text in _VERDICTS)
            ):
                continue
            assert key in stored, f"the answer of {key} was acknowledged and is lost"
            if "You answered this card before" not in says(verdict):
                chosen = [
                    shown[each.post_id]["ABCDEFGH".index(letter)] for letter in each.letters if letter != "0"
                ]
                assert sorted(stored[key]) == sorted(chosen), f"{key} chose something else"
        return stored

    async def reactions_are_taken(self) -> None:
        """Those on open cards that the bot knows: all are stored, and none is left to be seen."""
        query = "SELECT message_id FROM post WHERE answers_by = 'reactions' AND closed_at IS NULL"
        known = {number for (number,) in rows(self.bot, query)}
        mine = [each for each in self.reacted if each.card.id in known]
        await self.discord.until(lambda: not any(map(_is_there, mine)), PATIENCE_S)
        query = "SELECT message_id, member_id FROM response JOIN post USING (post_id)"
        stored = set(rows(self.bot, query))
        assert {(card.id, who.id) for card, _, who in mine} - stored == set(), "a reaction is lost"

    async def closed_cards_are_shown(self) -> None:
        """Each card that is closed shows the answer."""
        closed = {
            number for (number,) in rows(self.bot, "SELECT message_id FROM post WHERE closed_at IS NOT NULL")
        }
        assert None not in closed
        await self.discord.until(lambda: not [each for each in self.cards() if each.id in closed], PATIENCE_S)

    async def can_be_clicked(self, cards: list[Message]) -> None:
        """Each of these cards gives a verdict to somebody new."""
        for start in range(0, len(cards), 10):
            some = cards[start : start + 10]
            verdicts = await asyncio.gather(*(self.answers_card(each, self._somebody()) for each in some))
            for each in verdicts:
                assert any(f"### {text}" in says(each) for text in _VERDICTS), says(each)
