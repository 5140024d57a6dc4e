"""The manual lists every rule as the registry has it."""

import re
from pathlib import Path

from bot.core.lint import RULES

_DOCS = Path(__file__).parents[2] / "docs" / "lint-rules.md"


def test_the_manual_and_the_registry_list_the_same_rules():
    rows = re.findall(r"^\| ([A-Z]\d{3}) \| ([EWI/]+) \| (.+) \| .+ \|$", _DOCS.read_text("utf-8"), re.M)
    assert rows == [(rule.code, rule.level, rule.meaning) for rule in RULES.values()]


def test_only_the_age_of_sources_depends_on_the_day():
    assert [rule.code for rule in RULES.values() if rule.dated] == ["F006"]
