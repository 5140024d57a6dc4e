"""`quizbot check` and `quizbot schema`: what authors see."""

import json
import re
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

import jsonschema
import pytest
import yaml

from tests import builders
from tests.cli.program import ROOT, environment, quizbot, together
from tests.contents import write_content

DOCS = builders.question().references[0]


def good_content(folder: Path) -> Path:
    """A content folder with two questions and nothing to complain about."""
    reference = type(DOCS)(DOCS.title, "https://docs.nvidia.com/guide", DOCS.retrieved, DOCS.section)
    questions = (
        builders.question(references=(reference,)),
        builders.multiple(references=(reference,)),
    )
    return write_content(folder / "content", builders.pack(), *questions)


def replaced(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def line_of(path: Path, text: str) -> int:
    lines = path.read_text("utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


# Each case spoils good content and tells of the complaint: its file, its line and its code (None: any),
# and what it must name.


def nothing(content):
    return None


def bad_yaml(content):
    path = content / "ai" / "networking" / "fabric.yaml"
    replaced(path, "level: apply", 'level: "apply')
    return path, None, "S001", "quot"


def unknown_key(content):
    path = content / "ai" / "networking" / "fabric.yaml"
    replaced(path, "takeaway:", "takeawy:")
    return path, line_of(path, "takeawy:"), "S001", "takeawy"


def duplicate_id(content):
    first = content / "ai" / "networking" / "fabric.yaml"
    second = content / "ai" / "storage" / "fabric.yaml"
    second.parent.mkdir()
    shutil.copy(first, second)
    return second, 1, "S001", "fabric"


def two_keys(content):
    path = content / "ai" / "networking" / "fabric.yaml"
    replaced(path, "- id: wrong-1", "- id: wrong-1\n  correct: true")
    return path, None, "K001", "2"


def no_alt_text(content):
    path = content / "ai" / "networking" / "fabric.yaml"
    replaced(path, f"  alt: {builders.FIGURE.alt}\n", "")
    return path, None, None, "alt"


def no_folder(content):
    shutil.rmtree(content)
    return content, 1, "S001", "No such file"


def folder_of_other_files(content):
    shutil.rmtree(content / "ai")
    (content / "notes.txt").write_text("no question", "utf-8")
    return content, 1, "S001", "without packs"


def warned(content):
    path = content / "ai" / "networking" / "fabric.yaml"
    replaced(path, "https://docs.nvidia.com/guide", "https://example.org/guide")
    return path, line_of(path, "https://example.org"), "F002", "example.org"


BAD = (
    bad_yaml,
    unknown_key,
    duplicate_id,
    two_keys,
    no_alt_text,
    no_folder,
    folder_of_other_files,
)
#: Name of a run -> how the content is spoiled, and with which options it is checked.
RUNS = {
    **{case.__name__: (case, ()) for case in BAD},
    "good": (nothing, ("--strict",)),
    "warned": (warned, ()),
    "strict and warned": (warned, ("--strict",)),
    "json": (two_keys, ("--format", "json")),
}
_FINDING = re.compile(
    r"(?P<file>.+?):(?P<line>\d+):(?P<column>\d+): (error|warning|info) \[[A-Z]\d{3}\] .+; expected .+; .+"
)


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """How a run ended, by its name, with what the spoiler of its content told."""

    def run(spoil, options, folder):
        content = good_content(folder)
        told = spoil(content)
        return quizbot("check", content, *options, cwd=folder), told

    works = {name: partial(run, *RUNS[name], tmp_path_factory.mktemp("check")) for name in RUNS}
    with together(works) as ended:
        yield ended


def test_good_content_is_fine(runs):
    result, _ = runs("good")
    assert (result.code, result.err) == (0, "")
    assert result.out == "2 questions checked: 0 errors, 0 warnings, 0 infos\n"


@pytest.mark.parametrize("name", [case.__name__ for case in BAD])
def test_what_is_wrong_fails_with_a_line_that_says_where_and_what(runs, name):
    result, (file, line, code, named) = runs(name)
    assert (result.code, result.err) == (1, "")
    *findings, summary = result.out.splitlines()
    assert all(_FINDING.fullmatch(finding) for finding in findings)
    assert re.fullmatch(r"\d+ questions? checked: [1-9].*", summary)
    errors = [finding for finding in findings if ": error [" in finding and finding.startswith(f"{file}:")]
    place = f"{file}:{line}:" if line else f"{file}:"
    assert any(
        finding.startswith(place) and (code is None or f"[{code}]" in finding) and (named or "") in finding
        for finding in errors
    ), result.out


def test_one_mistake_is_one_line(runs):
    for name in ("unknown_key", "duplicate_id", "no_folder"):
        result, _ = runs(name)
        errors = [line for line in result.out.splitlines() if ": error [" in line]
        assert len(errors) == 1, result.out


def test_warnings_fail_only_when_strict(runs):
    plain, (file, line, code, named) = runs("warned")
    strict, _ = runs("strict and warned")
    assert (plain.code, strict.code) == (0, 1)
    assert plain.out.splitlines()[0].startswith(f"{file}:{line}:")
    assert f"warning [{code}]" in plain.out
    assert named in plain.out
    assert plain.out.splitlines()[-1] == "2 questions checked: 0 errors, 1 warning, 0 infos"


def test_json_carries_the_same_for_machines(runs):
    result, (file, _, code, _) = runs("json")
    assert (result.code, result.err) == (1, "")
    findings = json.loads(result.out)
    keys = {"file", "line", "column", "code", "severity", "found", "expected", "mend"}
    assert all(set(finding) == keys for finding in findings)
    (error,) = [finding for finding in findings if finding["severity"] == "error"]
    assert (error["file"], error["code"]) == (str(file), code)
    assert error["line"] > 1
    assert error["column"] >= 1


def test_an_output_that_closes_early_is_no_error(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-m", "bot", "schema"],
        cwd=tmp_path,
        env=environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    process.stdout.close()  # as `quizbot schema | true` does
    with process.stderr as told:
        error = told.read()
    process.wait(30)
    assert error == ""


# --- the schema -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def validate(tmp_path_factory):
    """Complaints that the printed schema of questions has about a document."""
    result = quizbot("schema", cwd=tmp_path_factory.mktemp("schema"))
    assert (result.code, result.err) == (0, "")
    schema = json.loads(result.out)
    jsonschema.Draft202012Validator.check_schema(schema)
    return lambda document: list(jsonschema.Draft202012Validator(schema).iter_errors(document))


class _EditorLoader(yaml.SafeLoader):
    """YAML as editors take it: typed, but with dates left as text."""


_EditorLoader.yaml_implicit_resolvers = {
    char: [pair for pair in pairs if pair[0] != "tag:yaml.org,2002:timestamp"]
    for char, pairs in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
QUESTIONS = sorted((ROOT / "content").glob("*/*/*.yaml"))


def test_the_schema_accepts_every_question_that_we_ship(validate):
    assert len(QUESTIONS) >= 16
    refused = {}
    for path in QUESTIONS:
        if found := validate(yaml.load(path.read_text("utf-8"), _EditorLoader)):
            refused[path.name] = found[0].message
    assert refused == {}


def without_stem(document):
    del document["stem"]


def with_another_key(document):
    document["author"] = "me"


def with_one_option(document):
    del document["options"][1:]


def with_another_kind(document):
    document["figure"]["kind"] = "pie"


def with_a_level_of_its_own(document):
    document["level"] = "hard"


def with_an_unwritten_alt_text(document):
    document["figure"].pop("alt")


@pytest.mark.parametrize(
    "spoil",
    [
        without_stem,
        with_another_key,
        with_one_option,
        with_another_kind,
        with_a_level_of_its_own,
        with_an_unwritten_alt_text,
    ],
)
def test_the_schema_refuses_a_broken_question(validate, spoil):
    document = yaml.load(QUESTIONS[0].read_text("utf-8"), _EditorLoader)
    spoil(document)
    assert validate(document)


def test_the_schema_of_packs_accepts_ours_and_refuses_another_key(tmp_path):
    result = quizbot("schema", "--pack", cwd=tmp_path)
    schema = json.loads(result.out)
    jsonschema.Draft202012Validator.check_schema(schema)
    pack = yaml.load((ROOT / "content" / "ai-infrastructure" / "pack.yaml").read_text("utf-8"), _EditorLoader)
    jsonschema.validate(pack, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(pack | {"colour": "blue"}, schema)
