"""S001, D003: the form of a pack.yaml: its ids, its texts, its weights, and what points to what."""

import re
import unicodedata
from collections.abc import Iterator

from bot.core.findings import FieldPath
from bot.core.lint import limits
from bot.core.lint.markup import markup_flaws
from bot.core.lint.text import is_one_line, shown
from bot.core.lint.view import PackRemark, error
from bot.core.question import Pack

_ID_EXPECTED = f"lower-case words joined by hyphens, at most {limits.ID_LENGTH} characters"
_OUTLINE_ID_EXPECTED = (
    f"letters and digits, joined by dots or hyphens, at most {limits.OUTLINE_ID_LENGTH} characters"
)
_JOINERS = "\u200d\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f"
_PICTOGRAPH = f"[^{_JOINERS}\U0001f1e6-\U0001f1ff][\ufe0f\U0001f3fb-\U0001f3ff]?[\U000e0020-\U000e007f]*"
_KEYCAP = re.compile("[0-9#*]\ufe0f?\u20e3")
#: A flag, or pictographs that joiners make one. Which characters are pictographs, Unicode knows.
_EMOJI = re.compile(f"[\U0001f1e6-\U0001f1ff]{{2}}|{_PICTOGRAPH}(?:\u200d{_PICTOGRAPH})*")


def check_pack_form(pack: Pack, *, user_pack: bool = False) -> Iterator[PackRemark]:
    """S001, D003: all that a pack.yaml says. `user_pack` is as in `Context`."""
    yield from _texts(pack, user_pack)
    yield from _ids(pack)
    yield from _pointers(pack)
    total = sum(domain.weight for domain in pack.domains)
    if pack.domains and abs(total - 100) > 0.01:
        found = f"weights that sum to {total:g}"
        yield None, error("S001", ("blueprint", "domains"), found, "100", "correct the weights")


# ---- Texts ----


def _texts(pack: Pack, user_pack: bool) -> Iterator[PackRemark]:
    """The texts of a pack are there, short enough, on one line if they are names, and harmless."""
    for path, text in _names(pack):
        yield from _length(path, text, limits.NAME)
        if not is_one_line(text):
            yield None, error("S001", path, f"{path[-1]} has several lines", "one line", "join them")
    yield from _length(("description",), pack.description, limits.DESCRIPTION)
    for path, text in pack_texts(pack):
        for remark in markup_flaws(path, text, user_pack=user_pack):
            yield None, remark
    for index, topic in enumerate(pack.topics):
        if topic.emoji and not _is_emoji(topic.emoji):
            found = f'the emoji "{shown(topic.emoji)}"'
            yield None, error("S001", ("topics", index, "emoji"), found, "one emoji", "correct or delete it")


def pack_texts(pack: Pack) -> Iterator[tuple[FieldPath, str]]:
    """Every text of a pack.yaml that a member may read."""
    yield from _names(pack)
    yield ("description",), pack.description


def _names(pack: Pack) -> Iterator[tuple[FieldPath, str]]:
    yield ("title",), pack.title
    yield ("licence",), pack.licence
    yield ("language",), pack.language
    for index, topic in enumerate(pack.topics):
        yield ("topics", index, "title"), topic.title
    for index, objective in enumerate(pack.objectives):
        yield ("objectives", index, "title"), objective.title
    for index, domain in enumerate(pack.domains):
        yield ("blueprint", "domains", index, "title"), domain.title


def _length(path: FieldPath, text: str, limit: int) -> Iterator[PackRemark]:
    name = str(path[-1])
    if not text.strip():
        yield None, error("S001", path, f"{name} is empty", "a text", "write it")
    elif len(text) > limit:
        found, expected = f"{name} has {len(text):,} characters", f"at most {limit:,}"
        yield None, error("S001", path, found, expected, f"shorten it by {len(text) - limit:,}")


def _is_emoji(text: str) -> bool:
    """True for one pictograph, flag or keycap, which is one character to the eye."""
    if len(text) > limits.EMOJI:
        return False
    bases = re.sub(f"[{_JOINERS}]", "", text)
    return _KEYCAP.fullmatch(text) is not None or (
        _EMOJI.fullmatch(text) is not None and all(unicodedata.category(char) == "So" for char in bases)
    )


# ---- Ids ----


def _ids(pack: Pack) -> Iterator[PackRemark]:
    """Every id has its form and is there once."""
    if not limits.is_id(pack.pack_id):
        found = f'the pack id "{shown(pack.pack_id)}"'
        yield None, error("S001", ("id",), found, _ID_EXPECTED, "rename it and its folder")
    topics = [topic.topic_id for topic in pack.topics]
    for index, topic_id in enumerate(topics):
        if not limits.is_id(topic_id):
            found = f'the topic id "{shown(topic_id)}"'
            mend = "rename it and its folder"
            yield None, error("S001", ("topics", index, "id"), found, _ID_EXPECTED, mend)
    yield from _once(("topics",), topics)
    for name, base, ids in (
        ("objective", ("objectives",), [objective.objective_id for objective in pack.objectives]),
        ("domain", ("blueprint", "domains"), [domain.domain_id for domain in pack.domains]),
    ):
        for index, item in enumerate(ids):
            if not limits.is_outline_id(item):
                found = f'the {name} id "{shown(item)}"'
                yield None, error("S001", (*base, index, "id"), found, _OUTLINE_ID_EXPECTED, "rename it")
        yield from _once(base, ids)


def _once(base: FieldPath, ids: list[str]) -> Iterator[PackRemark]:
    seen: set[str] = set()
    for index, item in enumerate(ids):
        if item in seen:
            found = f'the id "{shown(item)}" a second time in {base[-1]}'
            yield None, error("S001", (*base, index, "id"), found, "each id once", "rename or delete one")
        seen.add(item)


def _pointers(pack: Pack) -> Iterator[PackRemark]:
    """Objectives name domains of the blueprint, topics name objectives."""
    domains = {domain.domain_id for domain in pack.domains}
    for index, objective in enumerate(pack.objectives):
        if objective.domain_id not in domains:
            found = f'the domain "{shown(objective.domain_id)}"'
            path = ("objectives", index, "domain")
            mend = "correct it or add the domain"
            yield None, error("S001", path, found, "a domain of the blueprint", mend)
    objectives = {objective.objective_id for objective in pack.objectives}
    for index, topic in enumerate(pack.topics):
        for place, objective_id in enumerate(topic.objectives):
            if objective_id not in objectives:
                found = f'the objective "{shown(objective_id)}"'
                target = ("topics", index, "objectives", place)
                yield None, error("S001", target, found, "an objective of this pack", "correct it or add it")
