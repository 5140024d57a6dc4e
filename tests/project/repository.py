"""The repository as it is: its files as git sees them."""

import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@cache
def _listed() -> tuple[Path, ...]:
    # Files that are not added yet belong to the next commit, so they count too.
    command = ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z", "-co", "--exclude-standard"]
    try:
        result = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, timeout=30)
    except (OSError, subprocess.CalledProcessError):
        return ()
    names = sorted(set(result.stdout.decode().split("\0")) - {""})
    return tuple(ROOT / name for name in names if (ROOT / name).is_file())


def files() -> tuple[Path, ...]:
    """Every file that git has or would take."""
    if not _listed():
        pytest.skip("needs a git checkout")
    return _listed()


def texts() -> dict[str, str]:
    """The same, those that are text, by their names."""
    found = {}
    for path in files():
        raw = path.read_bytes()
        if b"\0" not in raw:
            found[str(path.relative_to(ROOT))] = raw.decode("utf-8")
    return found
