"""All findings of a folder, with their places."""

import datetime
from pathlib import Path

import pytest

from bot.core.findings import Remark, Severity, has_errors
from bot.packs import check_questions, read_content
from tests.packs.pack_sample import QUESTION, write_pack

ROOT = Path(__file__).parents[2]
TODAY = datetime.date(2026, 12, 1)


@pytest.fixture
def root(tmp_path, monkeypatch):
    write_pack(tmp_path / "content")
    monkeypatch.chdir(tmp_path)
    return Path("content")


def rewrite(root, old, new):
    assert old in QUESTION
    (root / "storage/raid/two-failures.yaml").write_text(QUESTION.replace(old, new), "utf-8")


def told(path, *extra):
    return [str(finding) for finding in check_questions(read_content(path, {}), TODAY, extra)]


def test_a_good_pack_has_no_findings(root):
    assert told(root) == []


def test_findings_come_in_the_order_of_the_file_with_their_places(root):
    rewrite(root, "RAID 10\n    rationale: Mirrors", "RAID 5\n    rationale: Correct. Mirrors")
    assert told(root) == [
        'content/storage/raid/two-failures.yaml:17:11: error [O003] the option "RAID 5" twice; '
        "expected different options; delete or reword one",
        "content/storage/raid/two-failures.yaml:18:16: warning [K002] "
        'a rationale of a wrong option that begins with "Correct"; expected why it is wrong here; '
        "correct the key or the rationale",
    ]


def test_a_finding_on_a_missing_field_is_placed_at_its_parent(root):
    rewrite(root, "    rationale: One parity block per stripe lets a single disk fail, not two.\n", "")
    assert told(root) == [
        "content/storage/raid/two-failures.yaml:9:5: warning [K002] no rationale for raid-5; "
        "expected why it is right or wrong here; add rationale"
    ]


def test_findings_on_the_pack_and_between_questions_stand_in_their_files(root):
    pack = root / "storage/pack.yaml"
    pack.write_text(pack.read_text("utf-8").replace("title: Tape", "title: Tape, objectives: [x]"), "utf-8")
    (root / "storage/tape").mkdir()
    (root / "storage/tape/again.yaml").write_text(QUESTION, "utf-8")
    assert told(root) == [
        'content/storage/pack.yaml:8:42: error [S001] the objective "x"; '
        "expected an objective of this pack; correct it or add it",
        "content/storage/tape/again.yaml:5:7: warning [F003] 100% of the wording of two-failures; "
        "expected a question of its own; reword it, or name two-failures in enemies",
    ]


def test_further_checkers_are_heard_and_may_be_suppressed(root):
    def picture_checker(question):
        yield Remark("G001", Severity.WARNING, ("figure",), "no figure", "one", "add it")
        yield Remark("G002", Severity.ERROR, ("level",), "no colour", "one", "paint it")

    extra = "lint: {suppress: [{code: G001, reason: A picture would give it away.}]}\n"
    (root / "storage/raid/two-failures.yaml").write_text(QUESTION + extra, "utf-8")
    assert told(root, picture_checker) == [
        "content/storage/raid/two-failures.yaml:3:8: error [G002] no colour; expected one; paint it"
    ]


@pytest.mark.parametrize("count", [0, 1, 9, 2000])
@pytest.mark.parametrize("type", ["single", "multiple"])
def test_any_number_of_options_is_told_and_never_raises(root, count, type):
    def drawing_checker(question):
        raise IndexError("more options than letters")

    before, options = QUESTION.replace("type: single", f"type: {type}").split("options:\n")
    behind = "short: " + options.split("short: ")[1]
    made = "".join(f"  - {{id: o{n}, text: Text {n}{', correct: true' * (not n)}}}\n" for n in range(count))
    (root / "storage/raid/two-failures.yaml").write_text(
        f"{before}options:{' []' * (not count)}\n{made}{behind}", "utf-8"
    )
    found = [line for line in told(root, drawing_checker) if "error [S001]" in line]
    named = f"{count} option{'' if count == 1 else 's'}; expected 2 to 8; add or delete options"
    (line,) = [line for line in found if named in line]
    assert line.startswith(f"content/storage/raid/two-failures.yaml:{'9:3' if count else '8:10'}: ")
    assert not any("D001" in line for line in told(root, drawing_checker))


def test_a_question_that_a_checker_fails_on_is_told_and_the_others_are_checked(root):
    (root / "storage/tape").mkdir()
    (root / "storage/tape/again.yaml").write_text(QUESTION, "utf-8")

    def failing(question):
        yield Remark("G001", Severity.WARNING, ("level",), "no figure", "one", "add it")
        if question.question_id == "two-failures":
            raise ValueError("no\nroom\x1b[2J")

    found = told(root, failing)
    assert [line for line in found if "D001" in line] == [
        "content/storage/raid/two-failures.yaml:1:1: error [D001] a question that cannot be rendered "
        r"(ValueError: no room\u001b[2J); expected one that can be shown; look for what is unusual in it"
    ]
    assert [line.split(":")[0] for line in found if "G001" in line] == [
        "content/storage/raid/two-failures.yaml",
        "content/storage/tape/again.yaml",
    ]


def test_a_checker_that_fails_says_nothing_where_an_error_says_why(root):
    def failing(question):
        raise ValueError

    def finding(question):
        yield Remark("G002", Severity.ERROR, ("level",), "no colour", "one", "paint it")

    (line,) = told(root, failing, finding)
    assert "[G002]" in line


ENDLESS = ["a" + "\u0301" * 40, "👩\u200d" * 21, "\u1100" * 41, "\u0915\u094d" * 21]


@pytest.mark.parametrize("endless", ENDLESS)
@pytest.mark.parametrize("place", ["raid-10\n    text: {}", "short: {}", "references:\n  - {{title: {}"])
def test_a_character_that_no_message_could_cut_is_told(root, endless, place):
    old = place.split("{}")[0].replace("{{", "{")
    rewrite(root, old, place.format(endless))
    (line,) = [line for line in told(root) if "D003" in line]
    assert "] one character of 4" in line
    assert "expected at most 40" in line


def test_an_endless_character_in_a_pack_file_is_told(root):
    pack = root / "storage/pack.yaml"
    pack.write_text(pack.read_text("utf-8").replace("For tests", "For" + "\u0301" * 40), "utf-8")
    assert told(root) == [
        "content/storage/pack.yaml:5:14: error [D003] one character of 41 code points; "
        "expected at most 40; delete the marks that pile up"
    ]


def test_characters_of_many_parts_are_fine(root):
    england = "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
    rewrite(root, "short: ", f"short: {england} 👩🏽\u200d🚀 ü\u0327 ")
    assert told(root) == []


def test_a_suppression_of_a_rule_on_packs_is_not_judged_by_a_single_file(root):
    extra = "lint: {suppress: [{code: F003, reason: A variant on purpose.}]}\n"
    path = root / "storage/raid/two-failures.yaml"
    path.write_text(QUESTION + extra, "utf-8")
    assert told(path) == []
    assert told(root) == [
        "content/storage/raid/two-failures.yaml:24:19: warning [S002] F003 suppressed, but not found; "
        "expected only what is needed; delete it"
    ]


def test_a_suppression_for_a_checker_that_was_not_asked_is_not_judged(root):
    extra = "lint: {suppress: [{code: G001, reason: A picture would give it away.}]}\n"
    (root / "storage/raid/two-failures.yaml").write_text(QUESTION + extra, "utf-8")
    assert told(root) == []


def test_enemies_are_known_even_if_their_file_is_broken(root):
    (root / "storage/raid/other.yaml").write_text("stem: [", "utf-8")
    path = root / "storage/raid/two-failures.yaml"
    path.write_text(QUESTION + "enemies: [other, nobody]\n", "utf-8")
    assert told(path) == [
        'content/storage/raid/two-failures.yaml:24:18: error [S001] the enemy "nobody"; '
        "expected the id of a question of this pack; correct or delete it"
    ]


def test_two_packs_are_told_together(root):
    other = write_pack(root / "second")
    other.rename(root / "tapes")
    (root / "second").rmdir()
    found = told(root)
    assert [line.split(": ")[0] for line in found] == ["content/tapes/pack.yaml:1:5"]


def test_an_unchanged_file_is_opened_again_only_for_the_place_of_a_finding(root):
    rewrite(root, "text: RAID 10", "text: RAID 5")
    known = read_content(root, {}).known
    again = check_questions(read_content(root, known), TODAY)
    assert [(finding.line, finding.column) for finding in again] == [(17, 11)]


def test_our_own_content_has_no_errors():
    content = ROOT / "content"
    findings = [f for f in check_questions(read_content(content, {}), TODAY) if f.severity is Severity.ERROR]
    assert not has_errors(findings), "\n".join(map(str, findings))
