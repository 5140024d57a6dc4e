"""The registry, the schema and the manual know the same kinds and fields."""

import re
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
import yaml
from figure_samples import PICTURES, SCHEMAS, SECTIONS, manual_fields, manual_figure

from bot.figures import KINDS, figure_schema
from bot.figures.complaints import SCHEMA
from bot.figures.drawing import template_bytes
from bot.figures.reading import read_figure, spec_of


def test_every_kind_has_a_schema_a_section_a_picture_and_a_template():
    pictures = {path.stem for path in PICTURES.glob("*.png")}
    templates = Path(sys.modules["bot.figures"].__path__[0]).glob("templates/*.typ")
    drawn = {path.stem for path in templates} - {"shared", "preview"}
    assert set(SCHEMAS) == set(SECTIONS) == pictures == drawn == set(KINDS)


def fields_in(schema: dict) -> set[str]:
    fields = set(schema.get("properties", ()))
    inner = [*schema.get("properties", {}).values(), *schema.get("anyOf", ()), schema.get("items", {})]
    return fields.union(*(fields_in(part) for part in inner if isinstance(part, dict) and part))


@pytest.mark.parametrize("kind", KINDS)
def test_the_manual_names_every_field_of_a_kind(kind):
    common = {"kind", "title", "alt", "subtitle", "source"}
    missing = {name for name in fields_in(SCHEMAS[kind]) - common if f"`{name}`" not in SECTIONS[kind]}
    assert missing <= {"role"}
    assert "role" in SECTIONS[kind] or "role" not in fields_in(SCHEMAS[kind])
    assert f"](pictures/figures/{kind}.png)" in SECTIONS[kind]


def test_the_schema_is_one_and_stands_on_its_own():
    jsonschema.Draft202012Validator.check_schema(figure_schema())
    assert "$ref" not in str(figure_schema())


@pytest.mark.parametrize("loader", [yaml.BaseLoader, yaml.SafeLoader], ids=["as texts", "as an editor reads"])
@pytest.mark.parametrize("kind", KINDS)
def test_the_schema_accepts_the_manuals_example(kind, loader):
    fields = yaml.load(SECTIONS[kind].split("```yaml\n")[1].split("```")[0], loader)["figure"]
    jsonschema.validate(fields, figure_schema())


@pytest.mark.parametrize("change", [{"titel": "x"}, {"title": "x" * 47}, {"kind": "bar"}, {"bars": []}])
def test_the_schema_refuses_what_the_check_refuses(change):
    fields = {**manual_fields("bars"), **change}
    assert not jsonschema.Draft202012Validator(figure_schema()).is_valid(fields)


def test_a_number_may_stand_where_a_text_is_meant():
    figure = manual_figure("formula")
    terms = [{"symbol": "n", "meaning": "ranks", "value": 8}]
    spec, remarks = read_figure(type(figure)("formula", "Title", "", {"expression": "n", "terms": terms}))
    assert (remarks, spec.terms[0].value) == ([], "8")


def test_the_code_of_schema_errors_is_that_of_the_whole_project():
    assert SCHEMA == "S001"


def test_templates_use_no_packages_and_no_files():
    sources = b"".join(template_bytes(spec_of(manual_figure(kind))) for kind in KINDS)
    assert re.findall(rb"@preview|\bimport\b.*\"|\binclude\b.*\"|\bread\(|\bimage\(", sources) == []


def test_importing_figures_does_not_load_typst():
    code = "import sys, bot.figures; sys.exit('typst' in sys.modules)"
    root = Path(__file__).parents[2]
    assert subprocess.run([sys.executable, "-c", code], cwd=root, check=False).returncode == 0
