"""The JSON Schemas that editors check a file with while it is written."""

from pathlib import Path

import jsonschema
import pytest
import yaml

from bot.packs import pack_schema, question_schema
from bot.packs.model import PackModel, QuestionModel

ROOT = Path(__file__).parents[2]


def as_an_editor_sees_it(text):
    """YAML with the types that editors give to values; dates stay texts."""
    loader = type("Loader", (yaml.SafeLoader,), {})
    loader.yaml_implicit_resolvers = {
        char: [pair for pair in pairs if pair[0] != "tag:yaml.org,2002:timestamp"]
        for char, pairs in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
    return yaml.load(text, Loader=loader)


GOOD = """
revision: 1
status: draft
objectives: ["2.9"]
level: apply
type: single
stem: Which?
options:
  - {id: one, text: One, correct: true}
  - {id: two, text: Two, rationale: Not here.}
short: Short.
full: Full.
takeaway: Take.
figure: {kind: bars, title: T, alt: A, bars: []}
references: [{title: T, url: https://a.org, retrieved: 2026-12-01}]
"""


@pytest.fixture
def complaints():
    def check(schema, text):
        jsonschema.Draft202012Validator.check_schema(schema)
        found = jsonschema.Draft202012Validator(schema).iter_errors(as_an_editor_sees_it(text))
        return sorted(".".join(map(str, item.path)) for item in found)

    return check


def test_a_good_question_passes(complaints):
    assert complaints(question_schema(), GOOD) == []


@pytest.mark.parametrize(
    ("old", "new", "path"),
    [
        ("revision: 1", "revision: 0", "revision"),
        ("correct: true", "correct: yes please", "options.0.correct"),
        ("level: apply", "level: aply", "level"),
        ("id: one", "id: One", "options.0.id"),
        ("https://a.org", "http://a.org", "references.0.url"),
        ("takeaway: Take.", "takeawy: Take.", ""),
        ("  - {id: two, text: Two, rationale: Not here.}\n", "", "options"),
    ],
)
def test_an_editor_marks_what_the_reader_would_refuse(complaints, old, new, path):
    assert path in complaints(question_schema(), GOOD.replace(old, new))


def test_a_figure_is_open_until_somebody_describes_it(complaints):
    figure = {
        "type": "object",
        "properties": {"bars": {"$ref": "#/$defs/Bars"}},
        "$defs": {"Bars": {"minItems": 2}},
    }
    assert complaints(question_schema(figure), GOOD) == ["figure.bars"]


def test_every_key_is_explained():
    for schema, model in ((question_schema(), QuestionModel), (pack_schema(), PackModel)):
        assert set(schema["properties"]) == set(model.model_fields)
        unexplained = [name for name, item in schema["properties"].items() if not item.get("description")]
        assert unexplained == []


@pytest.mark.parametrize(
    "path", sorted((ROOT / "content").glob("*/pack.yaml")), ids=lambda path: path.parent.name
)
def test_our_packs_pass_in_an_editor(complaints, path):
    assert complaints(pack_schema(), path.read_text("utf-8")) == []
