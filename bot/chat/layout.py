"""What every message is made of: one container, rows of buttons, a picture, three colours."""

import io
import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import discord

from bot.chat.limits import PayloadTooLarge

NEUTRAL = 0x6AA8FF
GOOD = 0x4CC38A
BAD = 0xE5806A
_BUTTONS_IN_ROW = 5


@dataclass(frozen=True, slots=True)
class Picture:
    """The infographic as a message shows it: by its public address, or as bytes to attach."""

    alt: str
    url: str
    data: bytes | None = None

    def file(self) -> discord.File:
        """The attachment that `url` refers to. Only for a picture that brings its data."""
        assert self.data is not None
        name = self.url.removeprefix("attachment://")
        return discord.File(io.BytesIO(self.data), name, description=self.alt)


def gallery(picture: Picture) -> discord.ui.MediaGallery:
    """The picture with its alt text."""
    return discord.ui.MediaGallery(discord.MediaGalleryItem(picture.url, description=picture.alt))


def rows(items: Iterable[discord.ui.Item]) -> list[discord.ui.ActionRow]:
    """Buttons in rows of five."""
    iterator = iter(items)
    return [
        discord.ui.ActionRow(*row)
        for row in iter(lambda: list(itertools.islice(iterator, _BUTTONS_IN_ROW)), [])
    ]


class _Once(discord.ui.LayoutView):
    """Makes its components once: they are checked, then sent, and nobody changes a view in between."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self._components: list[dict[str, Any]] | None = None

    def to_components(self) -> list[dict[str, Any]]:
        """The JSON of what it holds."""
        if self._components is None:
            self._components = super().to_components()
        return self._components


def view(container: discord.ui.Container) -> discord.ui.LayoutView:
    """A new view for one send or edit.

    Its buttons are dynamic items, found by their class, so the library need not remember the view: a
    finished one is not kept. Otherwise each private reply would cost a task for a quarter of an hour.
    Raises PayloadTooLarge: the library itself refuses more components than Discord takes.
    """
    layout = _Once()
    try:
        layout.add_item(container)
    except ValueError as error:
        raise PayloadTooLarge(str(error)) from None
    layout.stop()
    return layout


def picture_view(picture: Picture) -> discord.ui.LayoutView:
    """Only the picture: it follows a verdict that had to be deferred."""
    return view(discord.ui.Container(gallery(picture)))
