"""Locks the requirements, or says whether the locks are older than their inputs.

`python tools/lock.py` resolves anew with uv; `python tools/lock.py --check` works offline: each lock
carries the SHA-256 of what it was made from in its first line.
"""

import hashlib
import json
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
#: Lock file -> the optional-dependency groups that it adds to the run-time ones.
LOCKS = {"run": (), "try": ("try",), "dev": ("try", "dev")}


def fingerprint(groups: tuple[str, ...]) -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    inputs = {
        "python": project["requires-python"],
        "dependencies": project["dependencies"],
        "groups": {name: project["optional-dependencies"][name] for name in groups},
    }
    return hashlib.sha256(json.dumps(inputs, sort_keys=True).encode()).hexdigest()


def header(groups: tuple[str, ...]) -> str:
    return f"# inputs sha256:{fingerprint(groups)} (written by `make lock`; do not edit)\n"


def lock(name: str, groups: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "uv", "pip", "compile", "pyproject.toml"]
    command += ["--universal", "--python-version", "3.11", "--generate-hashes", "--upgrade", "--quiet"]
    command += ["--no-emit-index-url", "--no-emit-find-links", "--no-header", "--no-annotate"]
    command += [part for group in groups for part in ("--extra", group)]
    result = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    (ROOT / "requirements" / f"{name}.txt").write_text(header(groups) + result.stdout, "utf-8")


def stale() -> list[str]:
    found = []
    for name, groups in LOCKS.items():
        path = ROOT / "requirements" / f"{name}.txt"
        if not path.is_file() or not path.read_text("utf-8").startswith(header(groups)):
            found.append(name)
    return found


def main() -> int:
    if "--check" not in sys.argv:
        for name, groups in LOCKS.items():
            lock(name, groups)
        return 0
    for name in stale():
        print(f"requirements/{name}.txt: older than pyproject.toml; run: make lock")
    return 1 if stale() else 0


if __name__ == "__main__":
    sys.exit(main())
