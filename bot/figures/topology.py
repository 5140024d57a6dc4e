"""`topology`: nodes in tiers, and the links between them."""

import difflib
from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from bot.figures.fields import Id, Part, Problem, Prose, Role, Spec, Text


class Node(Part):
    """One box; `id` is what links refer to."""

    id: Id
    label: Text = Field(min_length=1, max_length=32)
    role: Role = "neutral"


class Tier(Part):
    """Nodes side by side."""

    label: Text = Field("", max_length=24)
    nodes: list[Node] = Field(min_length=1, max_length=8)


class Link(Part):
    """A line between two nodes, by their ids."""

    start: Id = Field(alias="from")
    end: Id = Field(alias="to")
    role: Role = "neutral"
    label: Text = Field("", max_length=16)


class Topology(Spec):
    """Who is connected with whom."""

    kind: Literal["topology"]
    tiers: list[Tier] = Field(min_length=2, max_length=4)
    links: list[Link] = Field(min_length=1, max_length=48)
    conclusion: Prose = Field("", max_length=120)

    def problems(self) -> Iterator[Problem]:
        """Ids are unique, and every link joins two different nodes that exist."""
        ids: list[str] = []
        for tier_index, tier in enumerate(self.tiers):
            for node_index, node in enumerate(tier.nodes):
                if node.id in ids:
                    yield Problem(
                        ("tiers", tier_index, "nodes", node_index, "id"),
                        f'a second node "{node.id}"',
                        "a different id for each node",
                        "rename one of them and its links",
                    )
                ids.append(node.id)
        for index, link in enumerate(self.links):
            yield from _link_problems(("links", index), link, ids)


def _link_problems(path: tuple[str, int], link: Link, ids: list[str]) -> Iterator[Problem]:
    for field, node_id in (("from", link.start), ("to", link.end)):
        if node_id not in ids:
            near = difflib.get_close_matches(node_id, ids, n=1)
            yield Problem(
                (*path, field),
                f'no node "{node_id}"',
                f"the id of a node: {', '.join(dict.fromkeys(ids))}",
                f'did you mean "{near[0]}"?' if near else "write one of the ids, or add the node",
            )
    if link.start == link.end:
        yield Problem(path, f'a link from "{link.start}" to itself', "two different nodes", "mend from or to")
