"""Checking figures does not grow the process: a bot that reads its bank anew each day runs for years."""

import os
from pathlib import Path

import pytest

from bot.core.question import Figure
from bot.figures import check_figure

STATM = Path("/proc/self/statm")


def resident_mib() -> float:
    return int(STATM.read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def check(number: int) -> None:
    bars = [{"label": f"Link {number}", "value": str(number)}, {"label": "Other", "value": "1"}]
    check_figure(Figure("bars", f"Number {number}", "Two bars.", {"bars": bars}))


@pytest.mark.skipif(not STATM.exists(), reason="only Linux tells the memory in use this way")
def test_checking_many_figures_keeps_nothing_of_them():
    for number in range(1, 16):
        check(number)
    before = resident_mib()
    for number in range(100, 160):
        check(number)
    assert resident_mib() - before < 25
