"""The link that adds the bot to a server."""

import base64
import re

import discord

from bot.chat.permissions import ASKING
from bot.config import Settings
from bot.failure import CONFIGURATION, Failure

_WHERE = "from the Developer Portal"


def invitation(settings: Settings, application_id: str | None) -> str:
    """The link; without an id, that in the token is taken. Raises Failure if there is none."""
    token = settings.token.get_secret_value() if settings.token else ""
    number = application_id or _application_in(token)
    if not re.fullmatch("[0-9]{17,20}", number):
        raise Failure(CONFIGURATION, [_no_number(bool(application_id), bool(token))])
    permissions = discord.Permissions(**dict.fromkeys(ASKING, True))
    scopes = ("bot", "applications.commands")
    return discord.utils.oauth_url(int(number), permissions=permissions, scopes=scopes)


def _application_in(token: str) -> str:
    """A token's first part is the id of its bot, in base 64; "" if it is none."""
    first = token.split(".", maxsplit=1)[0]
    try:
        return base64.urlsafe_b64decode(first + "=" * (-len(first) % 4)).decode("ascii")
    except ValueError:  # not base 64, or not text
        return ""


def _no_number(given: bool, token: bool) -> str:
    """Why there is no id. What was given is not repeated: it may be a token."""
    expected = "expected a number of 17 to 20 digits"
    mend = f"copy it {_WHERE} (General Information) and run: quizbot invite APPLICATION_ID"
    if given:
        return f"what was given is no application id; {expected}; {mend}"
    if token:
        found = "QUIZBOT_TOKEN is not a token, since no application id is in it"
        return f"{found}; expected one of three parts joined by dots; copy it {_WHERE} (Bot, Reset Token)"
    return f"there is neither an application id nor QUIZBOT_TOKEN; {expected}; {mend}"
