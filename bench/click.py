"""From a click to the private verdict: CPU, and how long members wait, against the bare bot.

Both bots run at once, each beside a Discord of its own, and take turns.
"""

import contextlib
import sqlite3
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from bench.content import one_question
from bench.load import Click, Crowd, file_of, letters_of, renamed
from bench.measuring import Figure, count, percentile, ratio
from bench.programs import Program
from tests.wire.model import Message

ROUNDS = 7
ALONE = 300
CROWD = 1000
#: Nobody may wait this long where the bare bot lets nobody wait for `SOON_S`.
LATE_S, SOON_S = 3.0, 2.0
PUBLIC_URL = "https://quiz.example.org"


@dataclass
class Side:
    """A bot at work, and what was measured of it in each round."""

    discord: Crowd
    program: Program
    card: Message
    cpu_s: dict[str, list[float]] = field(default_factory=lambda: {"alone": [], "crowd": []})
    waited_s: dict[str, list[list[float]]] = field(default_factory=lambda: {"alone": [], "crowd": []})
    clicks: list[Click] = field(default_factory=list)
    measured: list[Click] = field(default_factory=list)

    async def round(self) -> None:
        """Clicks one by one, then all at once."""
        events = [self.discord.event(self.card, each) for each in letters_of(self.card)]
        for how, times in (("alone", ALONE), ("crowd", CROWD)):
            before = self.program.cpu_s
            click = self.discord.one_by_one if how == "alone" else self.discord.at_once
            clicks = await click(events, times)
            await self.program.rests()
            self.cpu_s[how].append((self.program.cpu_s - before) / times)
            self.waited_s[how].append([each.waited_s for each in clicks if each.acknowledged_at])
            self.clicks += clicks
            self.measured += clicks

    def forget(self) -> None:
        """What was measured so far was only to get warm."""
        self.measured.clear()
        for measured in (self.cpu_s, self.waited_s):
            for rounds in measured.values():
                rounds.clear()

    def shares(self, how: str, share: float) -> list[float]:
        """A percentile of each round."""
        return [percentile(waited, share) for waited in self.waited_s[how]]

    @property
    def slowest_s(self) -> float:
        """The longest that anybody waited."""
        return max(max(waited) for how in self.waited_s.values() for waited in how)


async def measure(folder: Path) -> list[Figure]:
    """With the picture by link, then with the picture attached."""
    linked = await _measured(folder / "linked", linked=True)
    return linked + await _measured(folder / "attached", linked=False)


async def _measured(folder: Path, *, linked: bool) -> list[Figure]:
    async with _both(folder, linked=linked) as (ours, bare):
        for number in range(ROUNDS + 1):
            for side in (ours, bare) if number % 2 else (bare, ours):
                await side.round()
            if not number:  # that was to get warm
                ours.forget()
                bare.forget()
        figures = _compared(ours, bare, "link" if linked else "file")
    return [*figures, _lost(ours, "link" if linked else "file")]


@contextlib.asynccontextmanager
async def _both(folder: Path, *, linked: bool) -> AsyncIterator[tuple[Side, Side]]:
    """Our bot with its card, and the bare one with a card that looks the same and a picture of our bytes."""
    settings = {"PUBLIC_URL": PUBLIC_URL} if linked else {}
    async with Crowd() as our_discord, Crowd() as bare_discord:
        our_program = Program.ours(folder / "ours", our_discord, one_question(folder / "content"), **settings)
        async with our_program:
            ours = Side(our_discord, our_program, await our_discord.card())
            picture = None if linked else await _picture(ours, folder)
            async with Program.bare(folder / "bare", bare_discord, picture) as bare_program:
                card = await bare_discord.card(like=renamed(ours.card))
                yield ours, Side(bare_discord, bare_program, card)


async def _picture(ours: Side, folder: Path) -> Path:
    """A file with the bytes that our bot uploads with its verdict."""
    event = ours.discord.event(ours.card, letters_of(ours.card)[0])
    (click,) = await ours.discord.one_by_one([event], 1)
    ours.clicks.append(click)
    path = folder / "picture.png"
    path.write_bytes(file_of(ours.discord.last_upload))
    return path


def _compared(ours: Side, bare: Side, name: str) -> list[Figure]:
    figures = []
    for how, at in (("alone", "at 1"), ("crowd", "at 1,000")):
        cpu = (ours.cpu_s[how], bare.cpu_s[how])
        figures.append(ratio(f"click {name} cpu {at}", *cpu, 1.5, unit="ms", scale=1000))
        for share in (0.5, 0.99):
            goal = 1.3 if (how, share) == ("crowd", 0.99) else None
            waited = (ours.shares(how, share), bare.shares(how, share))
            figures.append(
                ratio(f"click {name} p{share * 100:.0f} {at}", *waited, goal, unit="ms", scale=1000)
            )
    return [*figures, _late(ours, bare, name)]


def _late(ours: Side, bare: Side, name: str) -> Figure:
    """Clicks that Discord would have given up; no verdict on them where the bare bot is slow as well."""
    late = [sum(each.waited_s > LATE_S for each in side.measured) for side in (ours, bare)]
    deferred = sum(each.deferred for each in ours.measured)
    about = f"of {len(ours.measured)}; bare {late[1]}; slowest {ours.slowest_s:.1f} to {bare.slowest_s:.1f} s"
    about += f"; {deferred} deferred"
    found = count(f"click {name} over 3 s", late[0], about)
    if bare.slowest_s < SOON_S:
        return found
    return replace(found, goal=None, about=f"NOT JUDGED, the machine is too slow: {about}")


def _lost(ours: Side, name: str) -> Figure:
    """Clicks that were not told a whole verdict, or told one that is not stored."""
    told = sum(_is_whole(each.answer.decode()) for each in ours.clicks)
    with contextlib.closing(sqlite3.connect(ours.program.folder / "quiz.sqlite3")) as database:
        (stored,) = database.execute("SELECT count(*) FROM response").fetchone()
    clicks = len(ours.clicks)
    return count(f"click {name} lost", clicks - min(told, stored), f"of {clicks}")


def _is_whole(answer: str) -> bool:
    """A headline, why, the picture, points, and what can be done next."""
    return all(each in answer for each in ("### ", "streak", '"type":12', '"r:', '"n:', '"f:'))
