"""Strict YAML: what is read stays text, what is refused is told with its place."""

import json
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.core.question import question_from
from bot.packs import read_pack, read_question, read_yaml, yamlfile

PAIRS = Path(__file__).parent / "pairs"
GOOD = sorted(PAIRS.glob("good-*.yaml"))
BAD = sorted(PAIRS.glob("bad-*.yaml"))


def read(path):
    return read_question(
        path.read_bytes(), path.name, pack_id="pack", topic_id="topic", question_id=path.stem
    )


@pytest.fixture(params=["libyaml", "pure"])
def either_parser(request, monkeypatch):
    if request.param == "pure":
        monkeypatch.setattr(yamlfile, "_Parser", yaml.SafeLoader)


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_a_good_file_is_read_as_written(path, either_parser):
    question, findings = read(path)
    assert findings == []
    assert question == question_from(json.loads(path.with_suffix(".json").read_text("utf-8")))


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_bad_file_is_refused_with_all_its_flaws(path, either_parser):
    question, findings = read(path)
    assert question is None
    expected = path.with_suffix(".findings.txt").read_text("utf-8").splitlines()
    assert [str(finding) for finding in findings] == expected


def told(raw):
    """What the reader says about a file named q.yaml."""
    document, findings = read_yaml(raw, "q.yaml")
    assert document is None
    return [str(finding) for finding in findings]


def test_a_byte_order_mark_is_no_part_of_the_text():
    document, findings = read_yaml(b"\xef\xbb\xbfstem: caf\xc3\xa9\n", "q.yaml")
    assert (document.data, findings) == ({"stem": "café"}, [])


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (
            "a: b\nstem: é café\n".encode("windows-1252"),
            "q.yaml:2:7: error [S001] byte 12 (0xe9), which is not UTF-8; expected text in UTF-8; "
            'save the file with the encoding "UTF-8" (it may be in Windows-1252)',
        ),
        (
            b"\xef\xbb\xbfa: \xc3\xa9\xff",
            "q.yaml:1:5: error [S001] byte 9 (0xff), which is not UTF-8; expected text in UTF-8; "
            'save the file with the encoding "UTF-8" (it may be in Windows-1252)',
        ),
        (
            "stem: x\n".encode("utf-16"),
            "q.yaml:1:1: error [S001] text in UTF-16; expected UTF-8; "
            'save the file with the encoding "UTF-8"',
        ),
        (
            b"stem: a\nshort: b\x00c\n",
            "q.yaml:2:9: error [S001] the invisible character U+0000; expected visible text; "
            "delete it and type the text again",
        ),
        (
            "stem: a\u2028b\n".encode(),
            "q.yaml:1:8: error [S001] the invisible character U+2028; expected visible text; "
            "delete it and type the text again",
        ),
        (
            b"a: b\n" * 2_000_000,
            "q.yaml:1:1: error [S001] a file of more than 262,144 bytes; expected at most 262,144; "
            "split or shorten it",
        ),
        (
            b"a: " + b"[" * 30 + b"]" * 30,
            "q.yaml:1:23: error [S001] more than 20 levels of nesting; expected at most 20; write it flatter",
        ),
        (
            b"[" * 100_000,
            "q.yaml:1:1001: error [S001] lists or keys nested far too deep; expected at most 20 levels; "
            "write it flatter",
        ),
    ],
    ids=[
        "windows-1252",
        "after a mark",
        "utf-16",
        "null byte",
        "line separator",
        "10 MB",
        "deep",
        "bottomless",
    ],
)
def test_what_is_no_text_of_ours_is_refused_with_its_place(raw, expected):
    assert told(raw)[0] == expected


_CUT = "where YAML drops the rest of the line; expected the whole text"
_QUOTE = "put quotes around it, or the comment on a line of its own"


@pytest.mark.parametrize(
    ("text", "place", "left"),
    [
        ("takeaway: Port #1 and VLAN #2\nshort: b\n", "1:16", '"Port"'),
        ("takeaway: two\n  lines\t#1\nshort: b\n", "2:9", '"two lines"'),
        ("short: #1 is wrong\nfull: b\n", "1:8", "nothing"),
        ("tags:\n  - é #1\n  - b\n", "2:7", '"é"'),
        # what is missing then is behind the mark, and needs no complaint of its own
        ("events:\n  - {at: a, title: Port #1, note: b}\n  - {at: b}\n", "2:25", '"Port"'),
        ("tags: [a, b #1]\nshort: b\n", "1:13", '"b"'),
        ("short: Port #1\n  and VLAN\n", "1:13", '"Port"'),
    ],
)
def test_a_text_that_a_comment_would_cut_is_refused(text, place, left, either_parser):
    expected = [f'q.yaml:{place}: error [S001] " #" behind {left}, {_CUT}; {_QUOTE}']
    assert told(text.encode()) == expected


def test_comments_that_cut_nothing_are_let_through(either_parser):
    text = "# a\na:  # b\n  - b\n  # c\n  - 'c' # d\nd: >-  # e\n  t #1\n\n  # 2\ne: x#1\n"
    document, findings = read_yaml(text.encode(), "q.yaml")
    assert findings == []
    assert document.data == {"a": ["b", "c"], "d": "t #1\n# 2", "e": "x#1"}


def test_a_comment_does_not_hide_other_mistakes():
    first, second = told(b"short: Port #1\nfull: 'b' c\nstem: d\n")
    assert "q.yaml:1:13:" in first
    assert "q.yaml:2:11:" in second


def test_an_alias_bomb_is_refused_before_it_grows():
    bomb = b"a: &a [x,x,x,x,x,x,x,x,x]\n" + b"".join(
        b"%c: &%c [%s]\n" % (c + 1, c + 1, b",".join([b"*%c" % c] * 9)) for c in range(97, 110)
    )
    found = told(bomb)
    assert found[0] == (
        "q.yaml:1:4: error [S001] &a, which YAML takes for an anchor; expected plain text; "
        "delete the word, or put the text in quotes"
    )
    assert len(found) == yamlfile.MAX_FINDINGS


def test_every_value_and_key_has_its_place():
    document, _ = read_yaml("# é\nstem: Which?\noptions:\n  - {id: a, text: Ä b}\n  - id: b\n".encode(), "q")
    places = {path: (place.line, place.column) for path, place in document.values.items()}
    assert places == {
        (): (2, 1),
        ("stem",): (2, 7),
        ("options",): (4, 3),
        ("options", 0): (4, 5),
        ("options", 0, "id"): (4, 10),
        ("options", 0, "text"): (4, 19),
        ("options", 1): (5, 5),
        ("options", 1, "id"): (5, 9),
    }
    assert document.key_place(("options", 0, "text")) == yamlfile.Place(4, 13)


def test_a_missing_field_is_placed_at_its_nearest_parent():
    document, _ = read_yaml(b"stem: x\noptions:\n  - id: a\n", "q")
    assert document.place(("options", 0, "rationale")) == yamlfile.Place(3, 5)


def only_texts(value):
    if isinstance(value, list):
        return all(map(only_texts, value))
    if isinstance(value, dict):
        return all(isinstance(key, str) for key in value) and all(map(only_texts, value.values()))
    return isinstance(value, str)


_PIECES = [
    "a",
    "b: ",
    "- ",
    "  ",
    "? ",
    "[",
    "]",
    "{",
    "}",
    ", ",
    "&x ",
    "*x",
    "!t ",
    "'",
    '"',
    "#",
    "%",
    "@",
    "`",
    "\\",
    "null",
    "010",
    "é",
    "<<: ",
    ": ",
]
_LINES = ["\n", "|\n", ">-\n", "\t", "---\n", "...\n", "\u2028"]
_YAML_LIKE = st.lists(st.sampled_from(_PIECES + _LINES), max_size=40).map("".join)


@settings(max_examples=200, deadline=None)
@given(
    st.one_of(
        st.binary(max_size=200),
        st.text(max_size=200).map(lambda t: t.encode("utf-8", "replace")),
        _YAML_LIKE.map(str.encode),
    )
)
def test_any_bytes_give_texts_or_findings_and_never_an_exception(raw):
    document, findings = read_yaml(raw, "q.yaml")
    if document is None:
        assert findings
        assert all(
            finding.line >= 1 and finding.column >= 1 and str(finding).isprintable() for finding in findings
        )
    else:
        assert findings == []
        assert only_texts(document.data)


@settings(max_examples=100, deadline=None)
@given(_YAML_LIKE)
def test_any_yaml_is_a_question_or_findings(text):
    question, findings = read_question(text.encode(), "q", pack_id="p", topic_id="t", question_id="q")
    assert (question is None) == bool(findings)


_NODES = st.recursive(
    st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), max_size=20),
    lambda children: (
        st.lists(children, max_size=4) | st.dictionaries(st.text("abc", min_size=1), children, max_size=4)
    ),
    max_leaves=20,
)


@settings(max_examples=50, deadline=None)
@given(st.dictionaries(st.text("abc", min_size=1), _NODES, min_size=1))
def test_what_another_program_writes_as_texts_is_read_as_the_same_texts(data):
    written = yaml.safe_dump(data, allow_unicode=True, default_style='"')
    document, findings = read_yaml(written.encode(), "q.yaml")
    assert findings == []
    assert document.data == data


_PACK = b"""\
id: storage
title: Storage
licence: CC-BY-4.0
language: en
description: For tests.
topics:
  - {id: raid, title: RAID, emoji: "\xf0\x9f\x92\xbe"}
"""


def test_a_pack_file_is_read():
    pack, findings = read_pack(_PACK, "pack.yaml")
    assert findings == []
    assert [(topic.topic_id, topic.emoji) for topic in pack.topics] == [("raid", "💾")]


def test_a_bad_pack_file_is_refused_with_all_its_flaws():
    raw = _PACK.replace(b"licence: CC-BY-4.0\n", b"license: MIT\n") + (
        b"blueprint: {domains: [{id: 1, title: Disks, weight: much}]}\nobjectives: {}\n"
    )
    pack, findings = read_pack(raw, "pack.yaml")
    assert pack is None
    assert [str(finding) for finding in findings] == [
        'pack.yaml:3:1: error [S001] the key "license"; expected licence; rename it',
        'pack.yaml:8:53: error [S001] weight is "much"; expected a percentage; write a number such as 38',
        "pack.yaml:9:13: error [S001] objectives is a set of keys; expected a list; "
        "write each entry on a line of its own with a dash",
    ]
