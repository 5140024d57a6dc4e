"""Slips that authors make, and the one line that tells each of them."""

import datetime

import pytest
import yaml

from bot.packs import check_questions, read_content, read_pack, read_question, yamlfile
from tests.packs.pack_sample import IMAGE, PACK, QUESTION, write_pack

FIGURE = "figure: {kind: bars, title: Two of twelve, subtitle: Disks, bars: [{label: a, value: 1}]}\n"


@pytest.fixture(params=["libyaml", "pure"])
def either_parser(request, monkeypatch):
    if request.param == "pure":
        monkeypatch.setattr(yamlfile, "_Parser", yaml.SafeLoader)


def told(text, old, new):
    assert text.count(old) == 1
    raw = text.replace(old, new).encode()
    if text.startswith(PACK):
        item, findings = read_pack(raw, "pack.yaml")
    else:
        item, findings = read_question(raw, "q.yaml", pack_id="p", topic_id="t", question_id="q")
    assert (item is None) == bool(findings)
    return [str(finding) for finding in findings]


# ---- A quotation mark that is not closed ----

NOT_CLOSED = (
    "error [S001] a quotation mark that is not closed on its line; "
    "expected a closing quotation mark at the end of the text; "
    "close it, or write the text below `key: >-` without quotes"
)


@pytest.mark.parametrize("mark", ['"', "'"])
@pytest.mark.parametrize(
    ("old", "place"),
    [("text: RAID 5", "10:11"), ("id: raid-10", "16:9"), ("takeaway: RAID", "21:11")],
)
def test_a_quote_that_runs_on_to_another_is_told_where_it_opens(mark, old, place, either_parser):
    text = QUESTION.replace("title: md(4)", f"title: {mark}md(4), options{mark}")
    assert told(text, old, old.replace(": ", f": {mark}")) == [f"q.yaml:{place}: {NOT_CLOSED}"]


@pytest.mark.parametrize("tail", ["id: b", "[1], 2", "# no", "- a", "&a", "\\d'"])
def test_a_quote_that_ends_at_an_apostrophe_is_told_where_it_opens(tail, either_parser):
    text = QUESTION.replace("Mirrors may", "A RAID's " + tail)
    (line,) = told(text, "text: RAID 5", "text: 'RAID 5")
    assert line == f"q.yaml:10:11: {NOT_CLOSED}"


def test_a_quote_that_runs_on_within_brackets_is_told_where_it_opens(either_parser):
    text = QUESTION.replace(", retrieved: 2026-11-30", ',\n     section: "Levels, 5"')
    assert told(text, "title: md(4)", 'title: "md(4)') == [f"q.yaml:23:13: {NOT_CLOSED}"]


def test_a_quoted_text_of_several_lines_is_fine_and_not_blamed_for_what_follows(either_parser):
    text = QUESTION.replace("short: With RAID 6", 'short: "With\n  RAID 6').replace(
        "blocks.\nfull", 'blocks."\nfull'
    )
    assert told(text, "revision: 1", "revision: 2") == []
    assert told(text, "takeaway: ", "takeaway: a: ") == [
        'q.yaml:22:12: error [S001] a second ": " in one line, or a line that is indented too far; '
        "expected one key and its text in a line; "
        "put the text in quotes or below `key: >-`, or line the key up with its neighbours"
    ]


def test_a_word_that_is_near_none_of_a_list_is_not_replaced_by_any():
    assert told(QUESTION, "level: apply", "level: hard") == [
        'q.yaml:3:8: error [S001] level is "hard"; expected recall, apply or analyse; write one of these'
    ]


# ---- A misspelt key ----

DEEP_PACK = PACK + (
    "blueprint: {domains: [{id: '1', title: Disks, weight: 100}]}\n"
    "objectives: [{id: '1.1', title: Name disks, domain: '1'}]\n"
)
MISSPELT = [
    (QUESTION, "takeaway:", "takaway:", "q.yaml:21:1", "takeaway"),
    (QUESTION, "stem:", "Stem:", "q.yaml:5:1", "stem"),
    (QUESTION, "options:", "option:", "q.yaml:8:1", "options"),
    (QUESTION, "references:", "refrences:", "q.yaml:22:1", "references"),
    (QUESTION, "text: RAID 10", "txt: RAID 10", "q.yaml:17:5", "text"),
    (QUESTION, "rationale: Two", "rational: Two", "q.yaml:15:5", "rationale"),
    (QUESTION, "retrieved:", "retreived:", "q.yaml:23:74", "retrieved"),
    (QUESTION + IMAGE, "file:", "fiel:", "q.yaml:24:9", "file"),
    (QUESTION + IMAGE, "image:", "imgae:", "q.yaml:24:1", "image"),
    (QUESTION + FIGURE, " title: Two of", " titel: Two of", "q.yaml:24:22", "title"),
    (QUESTION + FIGURE, "kind:", "kin:", "q.yaml:24:10", "kind"),
    (DEEP_PACK, "licence:", "license:", "pack.yaml:3:1", "licence"),
    (DEEP_PACK, "weight:", "wieght:", "pack.yaml:9:47", "weight"),
    (DEEP_PACK, "domain:", "domains:", "pack.yaml:10:45", "domain"),
    (DEEP_PACK, "title: Tape", "tilte: Tape", "pack.yaml:8:16", "title"),
]


@pytest.mark.parametrize(("text", "old", "new", "place", "key"), MISSPELT)
def test_a_misspelt_key_is_one_finding_where_it_stands(text, old, new, place, key):
    written = new.strip().split(":")[0]
    assert told(text, old, new) == [f'{place}: error [S001] the key "{written}"; expected {key}; rename it']


def test_a_subtitle_is_not_taken_for_the_title():
    assert told(QUESTION + FIGURE, " title: Two of twelve,", "") == [
        'q.yaml:24:9: error [S001] figure without the key "title"; expected the key title; add title: …'
    ]


def test_of_two_spellings_of_one_key_only_the_first_is_to_be_renamed():
    assert told(QUESTION, "takeaway: RAID", "takaway: RAID 5 does not.\ntakeway: RAID") == [
        'q.yaml:21:1: error [S001] the key "takaway"; expected takeaway; rename it',
        'q.yaml:22:1: error [S001] the unknown key "takeway"; expected a known key; write takeaway',
    ]


def test_a_key_that_is_near_a_written_one_is_not_to_be_renamed():
    assert told(QUESTION, "full:", "takeaways: x\nfull:") == [
        'q.yaml:20:1: error [S001] the unknown key "takeaways"; expected a known key; write takeaway'
    ]


# ---- Typographic quotation marks ----


@pytest.mark.parametrize(
    ("text", "old", "new", "place", "words"),
    [
        (QUESTION, "id: raid-10", "id: “raid-10”", "q.yaml:16:9", "id: “raid-10”; {}; write raid-10"),
        (QUESTION, "level: apply", "level: ‘apply’", "q.yaml:3:8", "level: ‘apply’; {}; write apply"),
        (QUESTION, "correct: true", "correct: “true”", "q.yaml:14:14", "correct: “true”; {}; write true"),
        (
            QUESTION,
            "level: apply",
            "level: apply\nobjectives: [„1.1“]",
            "q.yaml:4:14",
            "objectives: „1.1“; {}; write 1.1",
        ),
        (
            QUESTION,
            "retrieved: 2026-11-30",
            "retrieved: ”2026-11-30”",
            "q.yaml:23:85",
            "retrieved: ”2026-11-30”; {}; write 2026-11-30",
        ),
        (DEEP_PACK, "id: raid", "id: “raid”", "pack.yaml:7:10", "id: “raid”; {}; write raid"),
        (DEEP_PACK, "id: raid", "id: “”", "pack.yaml:7:10", "id: “”; {}; write the value"),
    ],
)
def test_a_name_in_typographic_quotes_is_one_finding_that_names_them(text, old, new, place, words):
    expected = words.format("expected straight quotation marks, or none")
    assert told(text, old, new) == [f"{place}: error [S001] typographic quotation marks in {expected}"]


def checked(tmp_path, monkeypatch, name, old, new):
    write_pack(tmp_path / "content")
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "content/storage" / name
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    content = read_content(tmp_path / "content", {})
    findings = check_questions(content, datetime.date(2026, 12, 1))
    return [str(finding).split(name)[1] for finding in findings]


@pytest.mark.parametrize(
    ("name", "old", "new", "place"),
    [
        ("raid/two-failures.yaml", "RAID 10\n", "“RAID 10”\n", ":17:11: warning [S001] text"),
        ("raid/two-failures.yaml", "takeaway: RAID 6 out", "takeaway: „RAID 6 out", ""),
        ("raid/two-failures.yaml", "title: md(4)", "title: ‘md(4)’", ":23:13: warning [S001] title"),
        ("pack.yaml", "title: Storage", "title: “Storage’s disks”", ":2:8: warning [S001] title"),
    ],
)
def test_a_text_in_typographic_quotes_is_a_warning(tmp_path, monkeypatch, name, old, new, place):
    words = " in typographic quotation marks, which will be shown; expected the text alone; "
    expected = [f"{place}{words}write straight quotation marks, or none"] if place else []
    assert checked(tmp_path, monkeypatch, name, old, new) == expected


@pytest.mark.parametrize("title", ["“One” or “two”", "The disks’", "The “rack”", "‘90s disks", "’Tis RAID’s"])
def test_quotations_and_apostrophes_in_a_text_are_fine(tmp_path, monkeypatch, title):
    assert checked(tmp_path, monkeypatch, "pack.yaml", "title: Storage", f"title: {title}") == []
