"""Making what was read the bank that is asked from."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from bot.core.question import Pack, Question

if TYPE_CHECKING:
    from bot.store.store import Store


def publish_bank(
    store: "Store",
    packs: Sequence[Pack],
    questions: Sequence[Question],
    images: Mapping[str, bytes],
    fingerprint: str,
    *,
    now: datetime,
) -> None:
    """Stores new contents as revisions and makes these questions the bundled bank.

    `images` are the picture files by SHA-256; `fingerprint` identifies all the files that were read.
    """
    for sha256, data in images.items():
        store.put_image(sha256, data)
    store.publish(packs, questions, now)
    store.set_meta("bank", fingerprint)
