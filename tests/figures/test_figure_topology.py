"""Links never run through a node. The geometry is read back from the picture."""

import itertools
import re
from xml.etree import ElementTree

import pytest
from figure_samples import figure

from bot.figures.drawing import draw

TIERS = [[f"n{tier}-{index}" for index in range(count)] for tier, count in enumerate((3, 5, 1, 8))]
#: Every node with every other: neighbours, far ones in one tier, past one tier, past two.
PAIRS = list(itertools.combinations([name for names in TIERS for name in names], 2))
NODE_FILL, LINK_WIDTH = "#222736", "2.6"


@pytest.mark.parametrize("pairs", [PAIRS[at : at + 46] for at in range(0, len(PAIRS), 46)])
def test_no_link_runs_through_a_node(pairs):
    tiers = [{"label": "Tier", "nodes": [{"id": name, "label": name} for name in names]} for names in TIERS]
    links = [{"from": start, "to": end, "role": "key"} for start, end in pairs]
    svg = draw(figure({"kind": "topology", "title": "x", "tiers": tiers, "links": links}), "dark", "svg")
    boxes, drawn = shapes_of(svg)
    assert (len(boxes), len(drawn)) == (17, len(pairs))
    stretches = [stretch for points in drawn for stretch in itertools.pairwise(points)]
    assert [(s, box) for s in stretches for box in boxes if crosses(*s, box)] == []


def shapes_of(svg: bytes):
    """(boxes, links): of each node its left, top, right and bottom; of each link its points."""
    boxes, links = [], []
    for element, dx, dy in placed(ElementTree.fromstring(svg), 0, 0):
        if element.get("fill") == NODE_FILL:
            xs, ys = zip(*points_of(element.get("d"), dx, dy), strict=True)
            boxes.append((min(xs), min(ys), max(xs), max(ys)))
        elif element.get("stroke-width") == LINK_WIDTH:
            links.append(points_of(element.get("d"), dx, dy))
    return boxes, links


def placed(element, dx, dy):
    shift = re.match(r"translate\((\S+?)(?: (\S+?))?\)", element.get("transform", ""))
    if shift:
        dx, dy = dx + float(shift[1]), dy + float(shift[2] or 0)
    if element.tag.endswith("path"):
        yield element, dx, dy
    for child in element:
        yield from placed(child, dx, dy)


def points_of(path: str, x: float, y: float):
    """The points that a path goes through. Typst writes relative commands, and no other curve than `c`."""
    points = []
    for command, numbers in re.findall(r"([mlhvc])([^a-zA-Z]*)", path):
        steps = [float(number) for number in numbers.split()]
        dx, dy = {"h": (steps[0], 0), "v": (0, steps[0])}.get(command) or steps[-2:]
        x, y = x + dx, y + dy
        points.append((x, y))
    return points


def crosses(a, b, box, slack=0.4):
    """True if the stretch from a to b has a point inside the box, away from its rim."""
    enter, leave = 0.0, 1.0
    for axis in (0, 1):
        low, high, way = box[axis] + slack, box[axis + 2] - slack, b[axis] - a[axis]
        if way == 0:
            if not low < a[axis] < high:
                return False
            continue
        first, last = sorted(((low - a[axis]) / way, (high - a[axis]) / way))
        enter, leave = max(enter, first), min(leave, last)
    return enter < leave
