"""The site as a folder of files, for any host that serves files."""

import contextlib
import os
import shutil
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from bot.core.bank import Bank
from bot.figures import Gallery
from bot.site import pages
from bot.site.pictures import ImageBytes, picture_name, pictures_of
from bot.site.wording import question_path

#: Marks a folder as one that we wrote to, and lists our files below a line of explanation.
_MARKER = ".quizbot-site"
_MARKED = "Written by `quizbot site build`, which replaces and removes these files and no others:"
#: Where the files are made, in the folder itself: it may be a mounted one, and a rename crosses no border.
_WORKSHOP = ".quizbot-new"
#: What a folder may hold that we never wrote to: the names of a version control, of a host, of a disk.
_HARMLESS = {"CNAME", "lost+found"}

#: Is told how many of how many files are made.
Progress = Callable[[int, int], None]


async def build_site(
    bank: Bank,
    gallery: Gallery,
    image_bytes: ImageBytes,
    folder: Path,
    *,
    public_url: str | None = None,
    progress: Progress = lambda done, total: None,  # noqa: ARG005
) -> int:
    """Write the whole site into `folder`; the number of files written.

    `public_url` is where the site will be reached; without it links to it unfurl without a picture.
    Everything is made before the old site is touched, so a build that fails leaves it as it was; one that is
    broken off while files get their names leaves whole files, old and new. Files that no build wrote stay.
    Raises FileExistsError if `folder` holds files and was never built, other OSErrors, and ValueError if
    an id of a pack or a question leads out of it.
    """
    _refuse_foreign(folder)
    files = await _files(bank, gallery, image_bytes, public_url, progress)
    _put(folder, files)
    return len(files)


def _refuse_foreign(folder: Path) -> None:
    if not folder.exists() or (folder / _MARKER).exists():
        return
    if any(not each.name.startswith(".") and each.name not in _HARMLESS for each in folder.iterdir()):
        raise FileExistsError(f"{folder} is not empty and was not written by `quizbot site build`")


def _put(folder: Path, files: dict[str, bytes]) -> None:
    """Makes all the files, gives them their names, and removes what only the last build wrote."""
    folder = folder.resolve()
    workshop = folder / _WORKSHOP
    with contextlib.suppress(FileNotFoundError):  # it is left over after a kill
        shutil.rmtree(workshop)
    try:
        _write(workshop, files)
        before = _written_before(folder)
        _mark(folder, before | files.keys())
        # Pages last: whoever reads one finds its pictures.
        for path in sorted(files, key=lambda path: path.endswith(".html")):
            _rename(workshop / path, folder / path)
        for path in before - files.keys():
            _remove(folder, path)
        _mark(folder, files.keys())
    finally:
        shutil.rmtree(workshop, ignore_errors=True)


def _written_before(folder: Path) -> set[str]:
    try:
        lines = (folder / _MARKER).read_text("utf-8").splitlines()
    except FileNotFoundError:
        return set()
    return {line for line in lines[1:] if _is_inside(line)}


def _mark(folder: Path, paths: Iterable[str]) -> None:
    made = folder / _WORKSHOP / _MARKER
    made.write_text("\n".join([_MARKED, *sorted(paths), ""]), "utf-8")
    _rename(made, folder / _MARKER)


def _rename(made: Path, path: Path) -> None:
    """Puts a file in its place, with the rights and the owner of the one that was there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_file():
        shutil.copymode(path, made)
        if hasattr(os, "chown"):
            with contextlib.suppress(PermissionError):
                os.chown(made, path.stat().st_uid, path.stat().st_gid)
    made.replace(path)


def _remove(folder: Path, path: str) -> None:
    """Removes a file of ours, and the folders that are empty without it."""
    (folder / path).unlink(missing_ok=True)
    for parent in list(Path(path).parents)[:-1]:
        try:
            (folder / parent).rmdir()
        except OSError:  # something else is in it, or it is gone
            return


def _is_inside(path: str) -> bool:
    return not (".." in Path(path).parts or Path(path).is_absolute())


async def _files(
    bank: Bank, gallery: Gallery, image_bytes: ImageBytes, public_url: str | None, progress: Progress
) -> dict[str, bytes]:
    """The content of every file, by its path below the root."""
    files = {
        "index.html": pages.index_page(bank, public_url).encode(),
        "404.html": pages.not_found_page().encode(),
        **{f"static/{name}": content for name, content in pages.assets().items()},
    }
    drawings = pictures_of(bank, gallery, previews=public_url is not None)
    images = {question.image.name: question.image for question in bank.questions.values() if question.image}
    total = len(files) + len(bank.questions) + len(drawings) + len(images)

    def add(path: str, content: bytes) -> None:
        files[path] = content
        progress(len(files), total)

    for question in bank.questions.values():
        page = pages.question_page(bank, question, partial(picture_name, gallery), public_url)
        add(question_path(question).strip("/") + "/index.html", page.encode())
    for name, drawing in drawings.items():
        add(f"f/{name}", await gallery.picture(*drawing))
    for name, image in images.items():
        add(f"f/{name}", await image_bytes(image.sha256))
    return files


def _write(folder: Path, files: dict[str, bytes]) -> None:
    for path, content in files.items():
        # Ids and file endings come from packs.
        if not _is_inside(path):
            raise ValueError(f'"{path}" lies outside of the site')
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
