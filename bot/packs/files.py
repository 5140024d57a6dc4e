"""Opening files of strangers: links, special files and names that are no text are told, not followed."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from bot.core.findings import Finding, Severity
from bot.packs.yamlfile import START, error

Tell = Callable[[Finding], None]


def readable_name(path: str | Path) -> str:
    """A path as a finding may print it, whatever bytes its name holds."""
    text = os.fsencode(path).decode("utf-8", "backslashreplace")
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in text)


def entries(folder: Path, boundary: Path, tell: Tell) -> list[os.DirEntry[str]]:
    """The files and folders in a folder by name, without hidden ones and without those told of.

    Links are followed if they stay within `boundary`, which is resolved.
    """
    try:
        with os.scandir(folder) as found:
            listed = sorted(found, key=lambda entry: os.fsencode(entry.name))
    except OSError as problem:
        tell(unreadable(folder, problem))
        return []
    return [entry for entry in listed if not entry.name.startswith(".") and _is_ours(entry, boundary, tell)]


def _is_ours(entry: os.DirEntry[str], boundary: Path, tell: Tell) -> bool:
    file = readable_name(entry.path)
    try:
        entry.name.encode()
    except UnicodeEncodeError:
        tell(error(file, START, "a file name that is not UTF-8", "a name in plain letters", "rename it"))
        return False
    if not entry.is_symlink():
        return True
    try:
        target = Path(entry.path).resolve(strict=True)
    except (OSError, RuntimeError):  # RuntimeError: a loop, on Python before 3.13
        found, expected = "a link that leads nowhere", "a file or folder of its own"
        tell(error(file, START, found, expected, "put the file in its place"))
        return False
    if not target.is_relative_to(boundary):
        found, expected = "a link that leads out of the folder", "a file or folder of its own"
        tell(error(file, START, found, expected, "put the file in its place"))
        return False
    return True


def unreadable(path: Path, problem: OSError) -> Finding:
    """A finding that the system refuses to open a file or folder."""
    reason = problem.strerror or type(problem).__name__
    mend = "check that it exists and that the bot may read it"
    return error(readable_name(path), START, f"a path that cannot be read ({reason})", "a readable one", mend)


def stray(path: Path, found: str, expected: str, mend: str) -> Finding:
    """A warning about something that the reader leaves alone."""
    return Finding(readable_name(path), 1, 1, "S001", Severity.WARNING, found, expected, mend)


def yaml_names(folder: Path) -> Iterator[str]:
    """The names of the question files in all folders of a pack, without their ending."""
    try:
        with os.scandir(folder) as topics:
            folders = [entry.path for entry in topics if entry.is_dir()]
        for topic in folders:
            with os.scandir(topic) as found:
                yield from (entry.name[:-5] for entry in found if entry.name.endswith(".yaml"))
    except OSError:
        return  # told where the folder is read
