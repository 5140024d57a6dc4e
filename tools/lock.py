"""Locks the requirements, or says whether the locks are older than their inputs.

`python tools/lock.py` resolves anew with uv; `python tools/lock.py --check` works offline: each lock
carries the SHA-256 of what it was made from in its first line.
"""

import hashlib
import itertools
import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
#: Lock file -> the optional-dependency groups that it adds to the run-time ones.
LOCKS = {"run": (), "try": ("try",), "dev": ("try", "dev")}
#: Locks apart from the program's: of what builds it, and of what checks the recipe of its image.
APART = ("build", "hadolint")


def inputs(name: str) -> dict[str, Any]:
    """What a lock is made from."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    project = settings["project"]
    if name in APART:
        apart = {"build": settings["build-system"]["requires"], **settings["dependency-groups"]}
        return {"python": project["requires-python"], "dependencies": apart[name], "groups": {}}
    groups = {group: project["optional-dependencies"][group] for group in LOCKS[name]}
    return {"python": project["requires-python"], "dependencies": project["dependencies"], "groups": groups}


def header(name: str) -> str:
    fingerprint = hashlib.sha256(json.dumps(inputs(name), sort_keys=True).encode()).hexdigest()
    return f"# inputs sha256:{fingerprint} (written by `make lock`; do not edit)\n"


def lock(name: str) -> None:
    made_from = inputs(name)
    wanted = [*made_from["dependencies"], *itertools.chain(*made_from["groups"].values())]
    command = [sys.executable, "-m", "uv", "pip", "compile", "-"]
    command += ["--universal", "--python-version", "3.11", "--generate-hashes", "--upgrade", "--quiet"]
    command += ["--no-emit-index-url", "--no-emit-find-links", "--no-header", "--no-annotate"]
    result = subprocess.run(
        command, cwd=ROOT, input="\n".join(wanted), check=True, capture_output=True, text=True
    )
    (ROOT / "requirements" / f"{name}.txt").write_text(header(name) + result.stdout, "utf-8")


def stale() -> list[str]:
    found = []
    for name in (*LOCKS, *APART):
        path = ROOT / "requirements" / f"{name}.txt"
        if not path.is_file() or not path.read_text("utf-8").startswith(header(name)):
            found.append(name)
    return found


def main() -> int:
    if "--check" not in sys.argv:
        for name in (*LOCKS, *APART):
            lock(name)
        return 0
    for name in stale():
        print(f"requirements/{name}.txt: older than pyproject.toml; run: make lock")
    return 1 if stale() else 0


if __name__ == "__main__":
    sys.exit(main())
