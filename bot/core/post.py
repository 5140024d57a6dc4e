"""A question as shown once: where, to whom, in which order of options."""

import datetime
import random
from dataclasses import dataclass

from bot.core.errors import NotHere
from bot.core.question import Question
from bot.core.server import AnswersBy

LETTERS = "ABCDEFGH"
#: The choice "I don't know" in custom ids.
DONT_KNOW = "0"

_BASE36 = "0123456789abcdefghijklmnopqrstuvwxyz"
#: 36**13 > 2**64
POST_ID_LENGTH = 13


@dataclass(frozen=True, slots=True)
class Place:
    """Where an interaction happened. `parent_id` is the thread's channel, else None."""

    guild_id: int | None
    channel_id: int
    parent_id: int | None = None

    @property
    def counting_channel_id(self) -> int:
        """The channel whose showings count: a thread counts as its parent."""
        return self.parent_id or self.channel_id

    def scope(self, member_id: int) -> str:
        """Whose scores these are: the server's, or in a private chat the member's own."""
        return f"d{member_id}" if self.guild_id is None else f"g{self.guild_id}"


@dataclass(frozen=True, slots=True)
class Click:
    """Who pressed a button where, as Discord tells it. `name` is what the server calls them now.

    `message_id` is the card's message, or None where the button stands on a private reply.
    """

    place: Place
    member_id: int
    name: str
    message_id: int | None = None

    @property
    def scope(self) -> str:
        """Whose scores a response counts for."""
        return self.place.scope(self.member_id)


@dataclass(frozen=True, slots=True)
class Post:
    """One showing of one revision. `shown` holds the option ids from A on; letters are this post's own.

    `private_to` is the member who alone sees the card, or None. `message_id` is None until Discord
    has told it. Times are UTC; `closed_at` is None while answers are taken.
    """

    post_id: str
    scope: str
    guild_id: int | None
    channel_id: int
    message_id: int | None
    shown: tuple[str, ...]
    asked_by: int
    private_to: int | None
    posted_at: datetime.datetime
    answered: int = 0
    answers_by: AnswersBy = AnswersBy.BUTTONS
    closed_at: datetime.datetime | None = None

    @property
    def letters(self) -> str:
        """The letters that this post shows, in order."""
        return LETTERS[: len(self.shown)]

    def letter_of(self, option_id: str) -> str:
        """The letter under which this post shows the option."""
        return LETTERS[self.shown.index(option_id)]

    def options_of(self, letters: str) -> tuple[str, ...]:
        """The option ids behind letters, in shown order; () for "I don't know".

        Raises NotHere if a letter is none of this post's.
        """
        if letters == DONT_KNOW:
            return ()
        places = sorted(LETTERS.find(letter) for letter in set(letters))
        if not places or places[0] < 0 or places[-1] >= len(self.shown):
            raise NotHere
        return tuple(self.shown[place] for place in places)


def new_post_id(rng: random.Random) -> str:
    """13 base-36 characters from 64 random bits."""
    number = rng.getrandbits(64)
    characters = []
    for _ in range(POST_ID_LENGTH):
        number, digit = divmod(number, 36)
        characters.append(_BASE36[digit])
    return "".join(reversed(characters))


def shuffled(question: Question, rng: random.Random) -> tuple[str, ...]:
    """The option ids in the order in which a new post shows them."""
    option_ids = [option.option_id for option in question.options]
    rng.shuffle(option_ids)
    return tuple(option_ids)
