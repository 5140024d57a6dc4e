"""The site as a folder of files, for any host that serves files."""

import shutil
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from bot.core.bank import Bank
from bot.figures import Gallery
from bot.site import pages
from bot.site.pictures import ImageBytes, picture_name, pictures_of
from bot.site.wording import question_path

#: Marks a folder as one that we built and may replace.
_MARKER = ".quizbot-site"

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
    """Write the whole site and put it in the place of `folder`; the number of files written.

    `public_url` is where the site will be reached; without it links to it unfurl without a picture.
    Everything is made before the old site is touched, so a failed build leaves it as it was.
    Raises FileExistsError if `folder` holds something that was not built by this function, and
    ValueError if an id of a pack or a question leads out of it.
    """
    _refuse_foreign(folder)
    files = await _files(bank, gallery, image_bytes, public_url, progress)
    _replace(folder, files)
    return len(files)


def _refuse_foreign(folder: Path) -> None:
    if folder.exists() and not (folder / _MARKER).exists() and any(folder.iterdir()):
        raise FileExistsError(f"{folder} is not empty and was not written by `quizbot site build`")


def _replace(folder: Path, files: dict[str, bytes]) -> None:
    """Put a new folder with these files in the place of `folder`; on failure the old one stays."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    # Beside the target, since a rename does not cross file systems.
    workshop = Path(tempfile.mkdtemp(prefix=".site-", dir=folder.parent))
    new, old = workshop / "new", workshop / "old"
    try:
        _write(new, files)
        if folder.exists():
            folder.rename(old)
        try:
            new.rename(folder)
        except OSError:
            if old.exists():
                old.rename(folder)
            raise
    finally:
        shutil.rmtree(workshop)


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
        if ".." in Path(path).parts or Path(path).is_absolute():
            raise ValueError(f'"{path}" lies outside of the site')
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    (folder / _MARKER).write_text("Written by `quizbot site build`, which replaces this folder.\n")
