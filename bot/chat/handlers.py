"""What pressing each button does: one use case, one private reply."""

import logging

import discord

from bot.app import answering, asking, boards
from bot.app.answering import Verdict
from bot.app.asking import Card
from bot.chat import board_views, cards, replies, verdicts
from bot.chat.context import Context, click_of, may_attach
from bot.chat.counts import Counts
from bot.chat.replies import Interaction, Reply
from bot.chat.texts import texts
from bot.chat.verdicts import Picture
from bot.core import flood
from bot.core.errors import TooFast
from bot.core.periods import Period
from bot.core.post import Click
from bot.core.question import Question

_log = logging.getLogger(__name__)


class ButtonHandlers:
    """The handlers of all buttons (see `buttons.Handlers`)."""

    def __init__(self, context: Context, counts: Counts) -> None:
        self._context = context
        self._counts = counts
        self._clicks = flood.Gate(flood.CLICKS_PER_MEMBER)

    def _let_through(self, interaction: Interaction) -> None:
        """Raises TooFast for a member who clicks more than 30 times a minute."""
        at = self._context.clock.monotonic()
        if wait_s := self._clicks.wait_s(interaction.user.id, at):
            raise TooFast(wait_s)
        self._clicks.let_through(interaction.user.id, at)

    async def answer(self, interaction: Interaction, post_id: str, letter: str) -> None:
        """Stores the response, then shows the verdict."""
        self._let_through(interaction)
        click = click_of(interaction, on_card=True)
        await self._context.reply(interaction, self._answer(interaction, post_id, letter, click))

    async def submit(self, interaction: Interaction, post_id: str, letters: str) -> None:
        """The same for the set of a `multiple`."""
        self._let_through(interaction)
        click = click_of(interaction)
        await self._context.reply(interaction, self._answer(interaction, post_id, letters, click))

    async def _answer(self, interaction: Interaction, post_id: str, letters: str, click: Click) -> Reply:
        now = self._context.clock.now()
        verdict = await self._context.engine.run(answering.answer, post_id, letters, click, now=now)
        if verdict.clicked is None:
            self._counts.changed(verdict.card.post, interaction.channel)
        return await self._verdict(interaction, verdict)

    async def _verdict(self, interaction: Interaction, verdict: Verdict) -> Reply:
        question = verdict.card.question
        picture, note = await self._picture(question, may_attach(interaction))
        page_url = self._context.page_url(question)

        def view(shown: Picture | None) -> discord.ui.LayoutView:
            return verdicts.verdict_view(verdict, shown, page_url, note)

        return Reply(view, picture)

    async def _picture(self, question: Question, allowed: bool) -> tuple[Picture | None, str]:
        """The picture, or a note why there is none. Whatever fails here, the verdict is told."""
        if question.figure is None and question.image is None:
            return None, ""
        try:
            picture = await self._context.pictures.of(question, allowed)
        except Exception:
            _log.exception("no picture for %s/%s", question.pack_id, question.question_id)
            return None, texts.BROKEN_PICTURE
        return picture, "" if picture else texts.NO_PICTURE

    async def open_choice(self, interaction: Interaction, post_id: str) -> None:
        """Opens the private choice of a `multiple`, or shows the verdict that exists."""
        self._let_through(interaction)
        click = click_of(interaction, on_card=True)

        async def work() -> Reply:
            now = self._context.clock.now()
            found = await self._context.engine.run(answering.open_choice, post_id, click, now=now)
            if isinstance(found, Verdict):
                return await self._verdict(interaction, found)
            return _choice(found)

        await self._context.reply(interaction, work())

    async def choose(self, interaction: Interaction, post_id: str, letters: str) -> None:
        """Shows the private choice with the new set, in its place."""
        self._let_through(interaction)
        click = click_of(interaction)
        now = self._context.clock.now()

        async def work() -> discord.ui.LayoutView:
            shown = await self._context.engine.run(answering.open_choice, post_id, click, now=now)
            if isinstance(shown, Verdict):
                reply = await self._verdict(interaction, shown)
                return reply.view(None if reply.picture and reply.picture.data else reply.picture)
            return cards.choice_view(shown, letters)

        await replies.replace(interaction, self._context.clock, work())

    async def explain(self, interaction: Interaction, post_id: str, page: int) -> None:
        """The full explanation as a new private message, or another page in its place."""
        self._let_through(interaction)
        click = click_of(interaction)

        async def view() -> discord.ui.LayoutView:
            verdict = await self._context.engine.run(answering.explain, post_id, click)
            page_url = self._context.page_url(verdict.card.question)
            return verdicts.explanation_view(verdict, page, page_url)

        async def work() -> Reply:
            shown = await view()
            return Reply(lambda _: shown)

        if page:
            await replies.replace(interaction, self._context.clock, view())
        else:
            await self._context.reply(interaction, work())

    async def next_question(self, interaction: Interaction, post_id: str) -> None:
        """A private card of the same topic."""
        self._let_through(interaction)
        click = click_of(interaction)
        context = self._context

        async def work() -> Reply:
            card = await context.engine.run(
                asking.next_question,
                context.bank,
                post_id,
                click,
                now=context.clock.now(),
                rng=context.rng,
            )
            return Reply(lambda _: cards.card_view(card))

        await context.reply(interaction, work())

    async def turn_board(self, interaction: Interaction, period: str, page: int, topic: str) -> None:
        """Another page of the leaderboard, in its place."""
        self._let_through(interaction)
        context, click = self._context, click_of(interaction)

        async def work() -> discord.ui.LayoutView:
            now = context.clock.now()
            board = await context.engine.read(boards.leaderboard, click, Period(period), topic, page, now=now)
            return board_views.board_view(board, context.topic_title(topic), page)

        await replies.replace(interaction, context.clock, work())


def _choice(card: Card) -> Reply:
    return Reply(lambda _: cards.choice_view(card, ""))
