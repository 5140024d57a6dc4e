"""What the check of a figure says, in the words that an author reads."""

import pytest
from figure_samples import figure

from bot.core.findings import Severity
from bot.figures import KINDS, check_figure


def said(fields: dict) -> list[str]:
    """Every remark as `code path: found; expected …; mend`."""
    return [
        f"{r.code} {'.'.join(map(str, r.path))}: {r.found}; expected {r.expected}; {r.mend}"
        for r in check_figure(figure({"title": "Title", **fields}))
    ]


def two_bars(**first) -> dict:
    return {"kind": "bars", "bars": [{"label": "One", "value": "1", **first}, {"label": "Two", "value": "2"}]}


def two_tiers(*links) -> dict:
    tiers = [{"nodes": [{"id": "spine", "label": "S"}]}, {"nodes": [{"id": "leaf", "label": "L"}]}]
    return {"kind": "topology", "tiers": tiers, "links": list(links)}


KINDS_IN_WORDS = f"one of {', '.join(KINDS)}"

SCHEMA_ROWS = [
    ({"kind": "bar"}, f'S001 figure.kind: kind is "bar"; expected {KINDS_IN_WORDS}; did you mean "bars"?'),
    (
        {"kind": ""},
        f"S001 figure.kind: the figure has no kind; expected {KINDS_IN_WORDS}; write one of these",
    ),
    (
        {**two_bars(), "title": ""},
        "S001 figure.title: title is empty; expected at least 1 character; write a text",
    ),
    (
        {**two_bars(), "title": "x" * 47},
        "S001 figure.title: title has 47 characters; expected at most 46 characters; shorten it",
    ),
    (
        two_bars(value="400 Gb/s"),
        'S001 figure.bars.0.value: value is "400 Gb/s"; expected a plain number such as 400 or 9.6; '
        "leave units and signs to the texts",
    ),
    (
        two_bars(value="-1"),
        'S001 figure.bars.0.value: value is "-1"; expected a number at least 0; '
        "use another number, or another unit",
    ),
    (
        two_bars(value="inf"),
        'S001 figure.bars.0.value: value is "inf"; expected a plain number such as 400 or 9.6; '
        "leave units and signs to the texts",
    ),
    (
        two_bars(role="good"),
        'S001 figure.bars.0.role: role is "good"; expected one of key, wrong, neutral, absent; '
        "write one of these",
    ),
    (
        two_bars(lable="x"),
        'S001 figure.bars.0.lable: an unknown field "lable"; expected only label, value, shown, note, role; '
        'did you mean "label"?',
    ),
    (
        two_bars(**{"000 rows": ""}),
        'S001 figure.bars.0.000 rows: an unknown field "000 rows"; '
        "expected only label, value, shown, note, role; put quotes around a text with a comma",
    ),
    (
        two_bars(label=["x"]),
        "S001 figure.bars.0.label: label is a list; expected one line of plain text; "
        "write the text behind the colon",
    ),
    (
        {"kind": "bars", "bars": "none"},
        'S001 figure.bars: bars is "none"; expected a list; begin each entry with "- "',
    ),
    (
        {"kind": "bars", "bars": [{"label": "One", "value": "1"}]},
        "S001 figure.bars: bars has 1 entries; expected at least 2 entries; add to it",
    ),
    (
        {"kind": "bars", "bars": [{"label": "x", "value": "0"}, {"label": "y", "value": "0"}]},
        "S001 figure.bars: every value is 0; expected at least one value above 0; "
        "give the values that the bars compare",
    ),
    (
        {"kind": "flow", "lanes": [{"label": "x", "steps": [{"text": "y", "size": "0"}]}]},
        'S001 figure.lanes.0.steps.0.size: size is "0"; expected a number above 0; '
        "use another number, or another unit",
    ),
    (
        {"kind": "formula", "expression": "x", "terms": [{"symbol": "x", "meaning": "y"}], "result": "z"},
        'S001 figure.result: result is "z"; expected a mapping of fields; write its fields as "name: value"',
    ),
    (
        {
            "kind": "compare",
            "columns": ["a", "b"],
            "rows": [{"label": "x", "cells": [{}, {}]}, {"label": "y", "cells": [{}]}],
        },
        "S001 figure.rows.1.cells: 1 cells in a table of 2 columns; expected one cell for each column; "
        "add or drop cells, or mend columns",
    ),
    (
        {
            "kind": "matrix",
            "columns": ["a", "b"],
            "rows": ["c", "d", "e"],
            "cells": [[{"text": "x"}, {"text": "y"}], [{"text": "x"}, {"text": "y"}]],
        },
        "S001 figure.cells: 2 rows of cells under 3 row labels; "
        "expected one row of cells for each label in rows; add or drop rows of cells",
    ),
    (
        two_tiers({"from": "spine", "to": "leav"}),
        'S001 figure.links.0.to: no node "leav"; expected the id of a node: spine, leaf; '
        'did you mean "leaf"?',
    ),
    (
        two_tiers({"from": "leaf", "to": "leaf"}),
        'S001 figure.links.0: a link from "leaf" to itself; expected two different nodes; mend from or to',
    ),
    (
        two_tiers({"to": "leaf"}),
        "S001 figure.links.0.from: from is missing; expected a value for from; add from",
    ),
    (
        {
            "kind": "topology",
            "tiers": [{"nodes": [{"id": "a", "label": "A"}]}, {"nodes": [{"id": "a", "label": "A"}]}],
            "links": [{"from": "a", "to": "a"}],
        },
        'S001 figure.tiers.1.nodes.0.id: a second node "a"; expected a different id for each node; '
        "rename one of them and its links",
    ),
]


@pytest.mark.parametrize(("fields", "remark"), SCHEMA_ROWS)
def test_a_figure_that_contradicts_its_kind_is_told_what_to_mend(fields, remark):
    assert said(fields)[0] == remark


def test_all_problems_are_told_at_once():
    fields = two_bars(label="", role="good", note="漢")
    paths = [(remark.code, remark.path[-1]) for remark in check_figure(figure({**fields, "title": "☃"}))]
    assert paths == [("S001", "label"), ("S001", "role"), ("G001", "title"), ("G001", "note")]


def test_an_uncovered_character_is_named_with_its_place():
    assert said({**two_bars(note="slow ✗ and 漢"), "title": "Fine ✓"}) == [
        'G001 figure.bars.0.note: "✗" (U+2717 BALLOT X) at character 6, '
        '"漢" (U+6F22 CJK UNIFIED IDEOGRAPH-6F22) at character 12 of "slow ✗ and 漢"; '
        "expected characters that Source Sans Pro has; leave the mark out and say it by role or mark"
    ]


def test_an_invisible_character_is_named_and_not_printed():
    (remark,) = check_figure(figure({**two_bars(note="a\u202eb"), "title": "x"}))
    assert remark.found == r'U+202E RIGHT-TO-LEFT OVERRIDE at character 2 of "a\u202eb"'


def test_folded_lines_and_decomposed_letters_are_no_problem():
    assert said({**two_bars(note="two\nlines, cafe\u0301"), "title": "x"}) == []


def test_a_picture_that_is_too_high_names_what_makes_it_so():
    layers = [{"title": f"Layer {n}", "note": "a note in two lines " * 4} for n in range(7)]
    (remark,) = said({"kind": "layers", "layers": layers, "top": "top", "bottom": "bottom"})
    assert remark == (
        "G002 figure: the picture is 543 pt high and 360 pt wide; "
        "expected at most 504 pt, 1.4 times the width; "
        "shorten layers[0].note (79 characters) and layers[1].note (79 characters), "
        "or leave out one of the 7 layers"
    )


def test_a_word_that_is_wider_than_its_place_is_an_error_that_says_how_long_it_may_be():
    leaves = [{"id": f"n{n}", "label": "Aggregation" if n == 2 else "Leaf"} for n in range(8)]
    tiers = [{"nodes": [{"id": "spine", "label": "Spine"}]}, {"nodes": leaves}]
    links = [{"from": "spine", "to": "n2"}]
    (remark,) = check_figure(figure({"kind": "topology", "title": "x", "tiers": tiers, "links": links}))
    assert (remark.code, remark.severity) == ("G003", Severity.ERROR)
    assert remark.path == ("figure", "tiers", 1, "nodes", 2, "label")
    assert remark.found == 'the word "Aggregation" is wider than its place'
    assert remark.expected == "words of at most 5 characters here"


def test_a_title_of_wide_letters_that_takes_two_lines_is_an_error():
    title = "WHEN MANY LETTERS ARE WIDE THEY NEED MORE ROOM"
    (remark,) = check_figure(figure({**two_bars(), "title": title}))
    assert (remark.code, remark.severity, remark.path) == ("G003", Severity.ERROR, ("figure", "title"))
    assert remark.found == '"WHEN MANY LETTERS ARE WIDE THEY NEED MO…" does not fit in 1 line'


def test_a_note_with_one_line_too_many_is_only_a_warning():
    note = "Mmmmmmm mmmmmmmmmm mmmmmmmmmm mmmmmmmmm mmmmmmmm mmmmmmmmm mmmmmmm mmmmmmmmm mm"
    (remark,) = check_figure(figure({**two_bars(note=note), "title": "x"}))
    assert (remark.severity, remark.path) == (Severity.WARNING, ("figure", "bars", 0, "note"))


def test_steps_too_thin_to_be_told_apart_are_an_error():
    sizes = ("1", "1", "1000")
    steps = [{"text": f"step {n}", "size": size} for n, size in enumerate(sizes)]
    (remark,) = check_figure(
        figure({"kind": "flow", "title": "x", "lanes": [{"label": "a", "steps": steps}]})
    )
    assert remark.path == ("figure", "lanes", 0, "steps", 1, "size")


def test_labels_that_find_no_free_place_on_their_links_are_errors():
    nodes = [{"id": f"n{n}", "label": "N"} for n in range(8)]
    below = [{"id": f"m{n}", "label": "M"} for n in range(8)]
    links = [{"from": f"n{n}", "to": f"m{n}", "label": "100 Gigabit/s up"} for n in range(8)]
    tiers = [{"nodes": nodes}, {"nodes": below}]
    remarks = check_figure(figure({"kind": "topology", "title": "x", "tiers": tiers, "links": links}))
    assert {(remark.code, remark.path[-1]) for remark in remarks} == {("G003", "label")}
