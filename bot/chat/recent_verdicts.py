"""Verdicts as they were built last: of many who answer a card within minutes, most are told the same."""

from collections import OrderedDict

import discord

from bot.app.answering import Verdict
from bot.chat import verdicts
from bot.chat.layout import Picture
from bot.chat.verdicts import PageUrl

#: Views kept in memory, about 20 kB each.
_RECENT = 256


class RecentVerdicts:
    """Builds each verdict once. A view is finished when it is made, so it may be sent any number of times."""

    def __init__(self) -> None:
        self._views: OrderedDict[tuple[object, ...], discord.ui.LayoutView] = OrderedDict()

    def view(
        self, verdict: Verdict, picture: Picture | None, page_url: PageUrl, note: str
    ) -> discord.ui.LayoutView:
        """What `verdicts.verdict_view` builds."""
        response, url = verdict.response, picture.url if picture else None
        # All that a verdict tells: the revision is the post's for good, and the key follows from it.
        told = (response.option_ids, response.grade, response.points, response.late, response.repeat)
        key = (verdict.card.post.post_id, told, verdict.streak, verdict.clicked, url, page_url, note)
        view = self._views.get(key)
        if view is None:
            view = self._views[key] = verdicts.verdict_view(verdict, picture, page_url, note)
            if len(self._views) > _RECENT:
                self._views.popitem(last=False)
        return view
