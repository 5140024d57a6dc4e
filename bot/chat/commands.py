"""The slash commands."""

from dataclasses import replace
from typing import Any

import discord
from discord import app_commands

from bot.app import asking, boards
from bot.app.asking import Card
from bot.chat import board_views, cards, markdown, permissions, replies
from bot.chat.context import Context, click_of
from bot.chat.declaring import declare
from bot.chat.limits import PayloadTooLarge
from bot.chat.reactions import Reactions
from bot.chat.replies import Interaction, Reply, guarded, plain
from bot.chat.texts import texts
from bot.core import flood
from bot.core.errors import TooFast
from bot.core.periods import Period
from bot.core.post import Click, Post
from bot.core.question import Level
from bot.core.response import ALL_TOPICS
from bot.core.selection import MAX_TYPED, resolve, suggest
from bot.core.server import AnswersBy
from bot.store.store import Store

_CHOICE = 100

Topic = app_commands.Range[str, 1, MAX_TYPED]

LEVEL_CHOICES = [app_commands.Choice(name=texts.LEVELS[level], value=level.value) for level in Level]
ANSWERS_CHOICES = [app_commands.Choice(name=each.value, value=each.value) for each in AnswersBy]
PERIOD_CHOICES = [app_commands.Choice(name=texts.PERIODS[period], value=period.value) for period in Period]


class Commands:
    """The handlers behind the slash commands; `add_to` registers them on a tree."""

    def __init__(self, context: Context, reactions: Reactions) -> None:
        self._context = context
        self._reactions = reactions
        self._per_member = flood.Gate(flood.QUIZ_PER_MEMBER)
        self._per_channel = flood.Gate(flood.QUIZ_PER_CHANNEL)

    def _let_through(self, click: Click) -> None:
        """Raises TooFast if this member or this channel asks too often; a refused try counts nothing."""
        at = self._context.clock.monotonic()
        wait_s = max(
            self._per_member.wait_s(click.member_id, at),
            self._per_channel.wait_s(click.place.channel_id, at),
        )
        if wait_s:
            raise TooFast(wait_s)
        self._per_member.let_through(click.member_id, at)
        self._per_channel.let_through(click.place.channel_id, at)

    async def quiz(
        self, interaction: Interaction, topic: Topic, level: Level | None, answers_by: AnswersBy | None
    ) -> None:
        """Stores a post, then shows it to everybody as the command's own response."""
        context, click = self._context, click_of(interaction)
        self._let_through(click)
        posted: list[Card] = []

        async def work() -> discord.ui.LayoutView:
            server = await context.engine.read(Store.server, interaction.guild_id)
            card = await context.engine.run(
                asking.post_question,
                context.bank,
                resolve(context.bank(), topic, defaults=server.topics),
                level,
                click,
                answers_by=answers_by,
                missing=permissions.missing(interaction.app_permissions, permissions.REACTING),
                now=context.clock.now(),
                rng=context.rng,
            )
            posted.append(card)
            return cards.card_view(card)

        try:
            message_id = await replies.reply_publicly(interaction, context.clock, work())
        except (discord.HTTPException, PayloadTooLarge) as error:
            said_no = not (isinstance(error, discord.HTTPException) and error.status >= 500)
            if posted and said_no:  # anything else may have worked
                await context.engine.run(asking.withdraw_post, posted[0].post.post_id, click.place)
            raise
        await self._appeared(replace(posted[0].post, message_id=message_id), message_id)

    async def _appeared(self, post: Post, message_id: int) -> None:
        """The card is there: remember its message, and put the letters below it if it takes reactions."""
        reacting = post.answers_by is AnswersBy.REACTIONS
        if reacting:
            self._reactions.expect(message_id)
        await self._context.engine.run(asking.mark_posted, post.post_id, message_id)
        if reacting:
            await self._reactions.settle(post)

    async def score(self, interaction: Interaction, member: discord.User | discord.Member | None) -> None:
        """Shows a member's score."""
        who = member or interaction.user

        async def work() -> Reply:
            now = self._context.clock.now()
            score = await self._context.engine.read(boards.score, click_of(interaction), who.id, now=now)
            return Reply(lambda _: board_views.score_view(score, who.display_name))

        await self._context.reply(interaction, work())

    async def leaderboard(self, interaction: Interaction, period: Period, topic: str | None) -> None:
        """Shows the first page of a board."""
        context = self._context
        selection = resolve(context.bank(), topic, only_topics=True) if topic else None
        key = selection.value if selection and selection.topic_id else ALL_TOPICS

        async def work() -> Reply:
            now = context.clock.now()
            board = await context.engine.read(boards.leaderboard, click_of(interaction), period, key, now=now)
            return Reply(lambda _: board_views.board_view(board, context.topic_title(key), 1))

        await context.reply(interaction, work())

    async def help(self, interaction: Interaction) -> None:
        """Shows how it works."""

        async def work() -> Reply:
            zone = await self._context.engine.read(Store.zone_of, interaction.guild_id)
            return plain(texts.HELP.format(zone=zone))

        await self._context.reply(interaction, work())

    async def topics(self, current: str, *, only_topics: bool) -> list[app_commands.Choice[str]]:
        """Suggestions for a topic, best first, from memory."""
        found = suggest(self._context.bank(), current, only_topics=only_topics)
        return [
            app_commands.Choice(name=markdown.shorten(each.title, _CHOICE), value=each.value[:_CHOICE])
            for each in found
        ]

    def add_to(self, tree: app_commands.CommandTree[Any]) -> None:
        """Declares the commands. They work in servers and in private chats with the bot."""
        for command in (self._quiz(), self._score(), self._leaderboard(), self._help()):
            declare(tree, command, in_private_chats=True)

    def _quiz(self) -> app_commands.Command[Any, ..., None]:
        @app_commands.command(name="quiz", description=texts.CMD_QUIZ)
        @app_commands.describe(
            topic=texts.CMD_QUIZ_TOPIC, level=texts.CMD_QUIZ_LEVEL, answers=texts.CMD_QUIZ_ANSWERS
        )
        @app_commands.choices(level=LEVEL_CHOICES, answers=ANSWERS_CHOICES)
        async def quiz(
            interaction: Interaction,
            topic: Topic,
            level: app_commands.Choice[str] | None = None,
            answers: app_commands.Choice[str] | None = None,
        ) -> None:
            of_level = Level(level.value) if level else None
            answers_by = AnswersBy(answers.value) if answers else None
            await guarded(interaction, self.quiz(interaction, topic, of_level, answers_by))

        @quiz.autocomplete("topic")
        async def _(_: Interaction, current: str) -> list[app_commands.Choice[str]]:
            return await self.topics(current, only_topics=False)

        return quiz

    def _score(self) -> app_commands.Command[Any, ..., None]:
        @app_commands.command(name="score", description=texts.CMD_SCORE)
        @app_commands.describe(member=texts.CMD_SCORE_MEMBER)
        async def score(interaction: Interaction, member: discord.User | None = None) -> None:
            await guarded(interaction, self.score(interaction, member))

        return score

    def _leaderboard(self) -> app_commands.Command[Any, ..., None]:
        @app_commands.command(name="leaderboard", description=texts.CMD_LEADERBOARD)
        @app_commands.describe(period=texts.CMD_LEADERBOARD_PERIOD, topic=texts.CMD_LEADERBOARD_TOPIC)
        @app_commands.choices(period=PERIOD_CHOICES)
        async def leaderboard(
            interaction: Interaction,
            period: app_commands.Choice[str] | None = None,
            topic: Topic | None = None,
        ) -> None:
            chosen = Period(period.value) if period else Period.ALL
            await guarded(interaction, self.leaderboard(interaction, chosen, topic))

        @leaderboard.autocomplete("topic")
        async def _(_: Interaction, current: str) -> list[app_commands.Choice[str]]:
            return await self.topics(current, only_topics=True)

        return leaderboard

    def _help(self) -> app_commands.Command[Any, ..., None]:
        @app_commands.command(name="help", description=texts.CMD_HELP)
        async def help_(interaction: Interaction) -> None:
            await guarded(interaction, self.help(interaction))

        return help_
