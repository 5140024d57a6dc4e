"""The site as a folder of files, for any host that serves files."""

import shutil
import tempfile
from pathlib import Path

from bot.core.bank import Bank
from bot.core.question import Figure
from bot.figures import Gallery
from bot.site import pages
from bot.site.pictures import ImageBytes, picture_name, pictures_of

#: Marks a folder as one that we built and may replace.
_MARKER = ".quizbot-site"


async def build_site(bank: Bank, gallery: Gallery, image_bytes: ImageBytes, folder: Path) -> int:
    """Write the whole site and put it in the place of `folder`; the number of files written.

    Everything is made before the old site is touched, so a failed build leaves it as it was.
    Raises FileExistsError if `folder` holds something that was not built by this function.
    """
    _refuse_foreign(folder)
    files = await _files(bank, gallery, image_bytes)
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


async def _files(bank: Bank, gallery: Gallery, image_bytes: ImageBytes) -> dict[str, bytes]:
    """The content of every file, by its path below the root."""

    def svg_name(figure: Figure, theme: str) -> str | None:
        return picture_name(gallery, figure, theme, "svg")

    files = {
        "index.html": pages.index_page(bank).encode(),
        "404.html": pages.not_found_page().encode(),
        **{f"static/{name}": content for name, content in pages.assets().items()},
    }
    for question in bank.questions.values():
        page = pages.question_page(bank, question, svg_name)
        files[pages.question_path(question).strip("/") + "/index.html"] = page.encode()
    for name, drawing in pictures_of(bank, gallery).items():
        files[f"f/{name}"] = await gallery.picture(*drawing)
    for question in bank.questions.values():
        if question.image:
            files[f"f/{question.image.name}"] = await image_bytes(question.image.sha256)
    return files


def _write(folder: Path, files: dict[str, bytes]) -> None:
    for path, content in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    (folder / _MARKER).write_text("Written by `quizbot site build`, which replaces this folder.\n")
