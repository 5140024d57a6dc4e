"""What pressing each button does: one use case, one private reply."""

import logging

import discord

from bot.app import answering, asking, boards, closing
from bot.app.answering import Missed, Verdict
from bot.app.asking import Card
from bot.chat import board_views, cards, replies, verdicts
from bot.chat.card_edits import CardEdits
from bot.chat.context import Context, click_of, may_attach
from bot.chat.layout import Picture
from bot.chat.moderators import is_moderator
from bot.chat.permissions import EDITING, missing
from bot.chat.recent_verdicts import RecentVerdicts
from bot.chat.replies import Interaction, Reply, plain
from bot.chat.texts import texts
from bot.core import flood
from bot.core.errors import NotAnswered, RightsMissing, TooFast
from bot.core.periods import Period
from bot.core.post import Click
from bot.core.question import Question
from bot.store.store import Store

_log = logging.getLogger(__name__)


class ButtonHandlers:
    """The handlers of all buttons (see `buttons.Handlers`)."""

    def __init__(self, context: Context, card_edits: CardEdits) -> None:
        self._context = context
        self._card_edits = card_edits
        self._clicks = flood.Gate(flood.CLICKS_PER_MEMBER)
        self._verdicts = RecentVerdicts()

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
        result = await self._context.engine.run(answering.answer, post_id, letters, click, now=now)
        if isinstance(result, Verdict) and result.clicked is None:
            self._card_edits.answered(result.card.post)
        return await self._result(interaction, result)

    async def _result(self, interaction: Interaction, result: Verdict | Missed) -> Reply:
        question = result.card.question
        picture, note = await self._picture(question, may_attach(interaction))
        page_url = self._context.page_url(question)

        def view(shown: Picture | None) -> discord.ui.LayoutView:
            if isinstance(result, Missed):
                return verdicts.missed_view(result, shown, page_url, note)
            return self._verdicts.view(result, shown, page_url, note)

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
            return _choice(found) if isinstance(found, Card) else await self._result(interaction, found)

        await self._context.reply(interaction, work())

    async def choose(self, interaction: Interaction, post_id: str, letters: str) -> None:
        """Shows the private choice with the new set, in its place."""
        self._let_through(interaction)
        click = click_of(interaction)
        now = self._context.clock.now()

        async def work() -> discord.ui.LayoutView:
            shown = await self._context.engine.run(answering.open_choice, post_id, click, now=now)
            if not isinstance(shown, Card):
                reply = await self._result(interaction, shown)
                return reply.view(None if reply.picture and reply.picture.data else reply.picture)
            return cards.choice_view(shown, letters)

        await replies.replace(interaction, self._context.clock, work())

    async def explain(self, interaction: Interaction, post_id: str, page: int) -> None:
        """The full explanation as a new private message, or another page in its place."""
        self._let_through(interaction)
        click = click_of(interaction)

        async def view() -> discord.ui.LayoutView:
            card = await self._context.engine.run(answering.explain, post_id, click)
            return verdicts.explanation_view(card, page, self._context.page_url(card.question))

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

    async def result(self, interaction: Interaction, post_id: str) -> None:
        """The member's own verdict on a card that was answered by a reaction, or is closed."""
        self._let_through(interaction)
        click = click_of(interaction, on_card=True)

        async def work() -> Reply:
            now = self._context.clock.now()
            try:
                found = await self._context.engine.run(answering.result, post_id, click, now=now)
            except NotAnswered:
                return plain(texts.NO_RESULT)
            return await self._result(interaction, found)

        await self._context.reply(interaction, work())

    async def close(self, interaction: Interaction, post_id: str, sure: bool) -> None:
        """Asks whether to show the answer to everybody; once sure, does."""
        self._let_through(interaction)
        context, click = self._context, click_of(interaction, on_card=not sure)
        if interaction.guild_id and (lacking := missing(interaction.app_permissions, EDITING)):
            raise RightsMissing(lacking)

        async def moderator() -> bool:
            return is_moderator(interaction, await context.engine.read(Store.server, interaction.guild_id))

        async def ask() -> Reply:
            may = await moderator()
            card = await context.engine.run(closing.card_to_close, post_id, click, moderator=may)
            return Reply(lambda _: cards.close_view(card))

        async def close() -> discord.ui.LayoutView:
            may, now = await moderator(), context.clock.now()
            await context.engine.run(closing.close_post, post_id, click, moderator=may, now=now)
            self._card_edits.changed(post_id)
            _log.info("member %d closed post %s in server %s", click.member_id, post_id, click.place.guild_id)
            return plain(texts.SHOW_ANSWER_DONE).view(None)

        if sure:
            await replies.replace(interaction, context.clock, close())
        else:
            await context.reply(interaction, ask())

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
