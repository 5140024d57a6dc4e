"""The picture files of a pack (I002)."""

from dataclasses import replace
from pathlib import Path, PurePosixPath

from bot.core.lint.text import shown
from bot.packs.memory import KnownFile, read_if_changed

MAX_IMAGE_BYTES = 1024 * 1024
#: The kinds of pictures, and how the names of their files may end.
KINDS = {"PNG": (".png",), "JPEG": (".jpg", ".jpeg"), "WebP": (".webp",)}

Problem = tuple[str, str, str]


def look_at(file: str, folder: Path, known: KnownFile | None) -> tuple[KnownFile | None, Problem | None]:
    """The state of a picture named from the pack's folder, or found, expected and mend."""
    name = PurePosixPath(file)
    if not file or name.is_absolute() or ".." in name.parts or "\\" in file or ":" in file:
        found = f'the path "{shown(file)}"'
        return None, (found, "a path within the pack, such as images/rack.png", "move the file into the pack")
    path = folder / file
    if known is not None and known.value not in KINDS:  # remembered as a question: look again
        known = None
    try:
        inside = path.resolve(strict=True).is_relative_to(folder.resolve())
        now, raw = read_if_changed(path, known, MAX_IMAGE_BYTES)
    except FileNotFoundError:
        return None, (f'no file "{shown(file)}"', "a picture in the pack", "add it or correct the path")
    except (OSError, RuntimeError) as problem:
        reason = getattr(problem, "strerror", None) or "a link that leads to itself"
        return None, (f'"{shown(file)}" cannot be read ({reason})', "a picture", "check the file")
    if not inside:
        return None, (f'"{shown(file)}", a link out of the pack', "a file", "put the file in its place")
    return _judged(file, now if raw is None else replace(now, value=picture_kind(raw[:16])))


def _judged(file: str, now: KnownFile) -> tuple[KnownFile | None, Problem | None]:
    if now.size > MAX_IMAGE_BYTES:
        return None, (f"a picture of {now.size:,} bytes", f"at most {MAX_IMAGE_BYTES:,}", "make it smaller")
    if now.value not in KINDS:
        return None, (f'"{shown(file)}", which is no picture', "a PNG, JPEG or WebP file", "convert it")
    if not file.lower().endswith(KINDS[now.value]):
        found = f'"{shown(file)}", which is a {now.value} picture'
        return None, (found, f"a name that ends with {KINDS[now.value][0]}", "rename the file")
    return now, None


def picture_kind(head: bytes) -> str:
    """PNG, JPEG or WebP by a file's first 16 bytes; "" for anything else."""
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if head.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if head.startswith(b"RIFF") and head[8:12] == b"WEBP":
        return "WebP"
    return ""
