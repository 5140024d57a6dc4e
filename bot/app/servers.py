"""What moderators set for their server; servers that the bot joins, leaves and forgets."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from bot.core.errors import EveryoneModerates, TooManyTopics
from bot.core.selection import ANYTHING
from bot.core.server import AnswersBy, Preference, Server

if TYPE_CHECKING:
    from bot.store.store import Store

#: What a menu can show.
MAX_CHOSEN = 25
#: How long the data of a server are kept after the bot was removed from it.
KEPT = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Present:
    """What there is to choose from in a server: values of selections, ids of channels and of roles."""

    topics: Collection[str]
    channels: Collection[int]
    roles: Collection[int]

    def of(self, server: Server) -> Server:
        """The settings without what is not there any more."""
        return replace(
            server,
            topics=tuple(each for each in server.topics if each in self.topics),
            channels=tuple(each for each in server.channels if each in self.channels),
            moderator_role_id=server.moderator_role_id if server.moderator_role_id in self.roles else None,
        )


def set_typed(
    store: "Store", guild_id: int, present: Present, *, zone: str | None = None, topic: str | None = None
) -> Server:
    """Sets the time zone, an IANA name, and adds a pack or topic to what "Anything" means, or takes it out.

    ANYTHING takes all out. What is None stays as it is. Raises TooManyTopics; then neither may be kept.
    """
    server = present.of(store.server(guild_id))
    if zone is not None:
        server = _change(store, guild_id, present, lambda server: replace(server, zone=zone))
    if topic is not None:
        server = _toggle_topic(store, guild_id, present, topic)
    return server


def set_topics(store: "Store", guild_id: int, present: Present, topics: Iterable[str]) -> Server:
    """Sets what "Anything" means; nothing: the whole bank."""
    return _change(store, guild_id, present, lambda server: replace(server, topics=tuple(topics)))


def _toggle_topic(store: "Store", guild_id: int, present: Present, topic: str) -> Server:
    if topic == ANYTHING:
        return set_topics(store, guild_id, present, ())
    now = present.of(store.server(guild_id)).topics
    after = tuple(each for each in now if each != topic) if topic in now else (*now, topic)
    if len(after) > MAX_CHOSEN:
        raise TooManyTopics
    return set_topics(store, guild_id, present, after)


def set_channels(store: "Store", guild_id: int, present: Present, channels: Iterable[int]) -> Server:
    """Sets where `/quiz` is allowed; nothing: everywhere."""
    return _change(store, guild_id, present, lambda server: replace(server, channels=tuple(channels)))


def set_answers(store: "Store", guild_id: int, present: Present, answers_by: AnswersBy) -> Server:
    """Sets how cards take answers where `/quiz` does not say."""
    return _change(store, guild_id, present, lambda server: replace(server, answers_by=answers_by))


def set_moderator_role(store: "Store", guild_id: int, present: Present, role_id: int | None) -> Server:
    """Sets whose holders moderate, None for nobody's. Raises EveryoneModerates for @everyone."""
    if role_id == guild_id:  # the id of @everyone is the server's
        raise EveryoneModerates
    return _change(store, guild_id, present, lambda server: replace(server, moderator_role_id=role_id))


def _change(store: "Store", guild_id: int, present: Present, changed: Callable[[Server], Server]) -> Server:
    """Stores changed settings, without what is not there (any more)."""
    server = present.of(changed(store.server(guild_id)))
    store.put_server(server)
    return server


def drop_deleted_channels(store: "Store", present: Mapping[int, Collection[int]]) -> None:
    """Channels that are not there no longer count: `present` holds those of each server by its id.

    A server that had set none but deleted ones allows `/quiz` everywhere, as its settings show.
    """
    for guild_id, channels in present.items():
        server = store.server(guild_id)
        left = tuple(each for each in server.channels if each in channels)
        if left != server.channels:
            store.put_server(replace(server, channels=left))


def set_preference(store: "Store", member_id: int, **changes: bool) -> Preference:
    """Changes `hidden` or `notes` of what a member prefers everywhere."""
    preference = replace(store.preference(member_id), **changes)
    store.put_preference(member_id, preference)
    return preference


@dataclass(frozen=True, slots=True)
class Changes:
    """Servers that the bot was removed from while nobody looked, those that it is back in, and new ones."""

    left: tuple[int, ...]
    back: tuple[int, ...]
    never_greeted: frozenset[int]


def join(store: "Store", guild_id: int, *, now: datetime) -> bool:
    """The bot is in this server; what was kept since it was removed stays. True if it was never greeted."""
    store.set_removed(guild_id, None)
    return store.greet(guild_id, now)


def leave(store: "Store", guild_id: int, *, now: datetime) -> None:
    """The bot was removed from this server: from now on the time runs until its data are erased."""
    store.set_removed(guild_id, now)


def compare(
    store: "Store", present: Collection[int], without_row: Iterable[int], *, now: datetime
) -> Changes:
    """Takes note of what happened while the bot was not connected.

    `present` are the servers that it is in, unavailable ones too; `without_row` those that only posts know.
    """
    removed = store.known_servers()
    left = [each for each in {*removed, *without_row} if each not in present and removed.get(each) is None]
    here = [each for each in present if each not in removed or removed[each] is not None]
    for guild_id in left:
        store.set_removed(guild_id, now)
    for guild_id in here:
        store.set_removed(guild_id, None)
    back = tuple(each for each in here if each in removed)
    return Changes(tuple(left), back, frozenset(store.servers_never_greeted() & {*present}))


def due_for_erasure(store: "Store", *, now: datetime) -> list[int]:
    """The servers whose data have been kept long enough."""
    return store.servers_to_erase(now - KEPT)


def erase_posts(store: "Store", guild_id: int, posts: Iterable[tuple[str, int]], *, now: datetime) -> bool:
    """One step: erases some posts, as (post id, channel id). False if the server came back meanwhile."""
    if guild_id not in due_for_erasure(store, now=now):
        return False
    taken = list(posts)
    store.erase_posts(post_id for post_id, _ in taken)
    store.erase_channel_showings({channel_id for _, channel_id in taken})
    return True


def erase_the_rest(store: "Store", guild_id: int, *, now: datetime) -> bool:
    """One step after the posts; the settings go last. False when nothing is left, or the server came back."""
    if guild_id not in due_for_erasure(store, now=now):
        return False
    if store.erase_some_of_server(guild_id):
        return True
    store.erase_channel_showings(store.server(guild_id).channels)
    store.erase_settings(guild_id)
    return False
