"""Runs the measures and prints a table.

python -m bench [--json FILE] [NAME …]
"""

import argparse
import asyncio
import importlib
import json
import tempfile
from pathlib import Path

from bench.measuring import Figure, table

MEASURES = ("click", "store", "board", "start", "memory", "check", "figure")


async def _run(names: list[str]) -> list[Figure]:
    figures: list[Figure] = []
    for name in names:
        print(f"{name} …", flush=True)
        with tempfile.TemporaryDirectory(prefix="quizbot-bench-") as folder:
            figures += await importlib.import_module(f"bench.{name}").measure(Path(folder))
    return figures


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Speed as ratios.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(MEASURES)}; default all")
    parser.add_argument(
        "--json", type=Path, default=Path("data/bench.json"), help="where to write the figures"
    )
    given = parser.parse_args()
    if unknown := [each for each in given.names if each not in MEASURES]:
        parser.error(f"there is no measure {unknown[0]}; expected some of {', '.join(MEASURES)}")
    figures = asyncio.run(_run(given.names or list(MEASURES)))
    given.json.parent.mkdir(parents=True, exist_ok=True)
    given.json.write_text(json.dumps([each.as_json() for each in figures], indent=1) + "\n", "utf-8")
    print(table(figures))


if __name__ == "__main__":
    main()
