"""All wording that people read in Discord, one module per language."""

from bot.chat.texts import en as texts

__all__ = ["texts"]
