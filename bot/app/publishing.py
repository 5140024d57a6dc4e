"""Making what was read the bank that is asked from."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from bot.core.question import Pack, Question

if TYPE_CHECKING:
    from bot.store.store import Store


def publish_bank(
    store: "Store", packs: Sequence[Pack], questions: Sequence[Question], fingerprint: str, *, now: datetime
) -> None:
    """Stores new contents as revisions and makes these questions the bundled bank."""
    store.publish(packs, questions, now)
    store.set_meta("bank", fingerprint)
