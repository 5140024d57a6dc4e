"""Milliseconds for an infographic: drawn for the first time, and found again."""

import time
from pathlib import Path

from bench.measuring import Figure, ratio
from bot.config import BUNDLED_CONTENT
from bot.figures import Gallery
from bot.packs import read_content


async def measure(folder: Path) -> list[Figure]:
    """Every infographic of the bank, each drawn once and then read from the folder of pictures."""
    questions = read_content(BUNDLED_CONTENT, {}).questions
    figures = [each.figure for each in questions if each.figure is not None]
    taken: list[list[float]] = []
    for _ in range(2):
        gallery = Gallery(folder / "pictures")
        await gallery.picture(figures[0], "light", "png")  # fonts and templates are read once
        taken.append([])
        for each in figures:
            begun = time.perf_counter()
            await gallery.picture(each, "dark", "png")
            taken[-1].append(time.perf_counter() - begun)
        gallery.close()
    first, cached = taken
    return [ratio("figure cached to first", cached, first, unit="ms", scale=1000)]
