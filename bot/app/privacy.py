"""What is kept about a member, for this member alone: to read, and to erase."""

import random
from datetime import datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bot.store.store import Store


def export(store: "Store", member_id: int, *, now: datetime) -> dict[str, Any]:
    """Everything that is kept about the member, as of one moment, ready for JSON. Ids are text."""
    with store.snapshot():
        about = store.all_about(member_id)
    return {"member": str(member_id), "exported_at": now.isoformat(timespec="seconds"), **about}


def erase(store: "Store", member_id: int, *, rng: random.Random) -> None:
    """Erases the member at once, as if they had never been here. Nobody else's points or counts change.

    Answers in servers stay for the statistics of their questions, but nothing tells whose they were.
    """
    store.erase_member(member_id, rng)
