"""Runs the fault suite in its long form and prints a table of it: `make faults`.

ROUNDS says how often the tests that go through rounds do so (300); SEED repeats their chance.
"""

import os
import sys
from collections.abc import Iterator

import pytest

#: Tests that let Discord, the network, the process, the disk or the database fail.
WHERE = (
    "tests/wire",
    "tests/lifecycle",
    "tests/cli/test_kill.py",
    "tests/operators/test_backups.py",
    "tests/store/test_engine.py",
    "tests/store/test_migrating.py",
)


class Table:
    """Gathers what came of each test: its name in words, rounds or cases, result and seconds."""

    def __init__(self) -> None:
        self.rows: dict[str, tuple[int, str, float]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when != "call" and report.passed:
            return
        name = report.nodeid.partition("::test_")[2].partition("[")[0].replace("_", " ")
        rounds = int(dict(report.user_properties).get("rounds", 1))
        before, outcome, seconds = self.rows.get(name, (0, "passed", 0.0))
        if report.outcome != "passed":
            outcome = report.outcome
        self.rows[name] = (before + rounds, outcome, seconds + report.duration)

    def lines(self) -> Iterator[str]:
        """The table, one line for each test."""
        width = max(map(len, self.rows), default=8)
        yield f"{'scenario':{width}}  rounds  result   seconds"
        for name, (rounds, outcome, seconds) in self.rows.items():
            yield f"{name:{width}}  {rounds:6}  {outcome:7}  {seconds:7.1f}"


def main() -> int:
    os.environ.setdefault("ROUNDS", "300")
    table = Table()
    # The stand-in itself promises nothing to members.
    code = pytest.main([*WHERE, "--ignore=tests/wire/test_standin.py", *sys.argv[1:]], plugins=[table])
    print("\n".join(table.lines()))
    return int(code)


if __name__ == "__main__":
    sys.exit(main())
