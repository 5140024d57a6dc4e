"""The site as a folder of files."""

from pathlib import Path

import pytest
from site_sample import FIGURE, image_bytes, make_bank

from bot.core.question import Figure
from bot.figures import Gallery
from bot.site import build_site


def files_in(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


async def test_the_folder_holds_every_page_and_what_it_needs(tmp_path: Path, gallery: Gallery) -> None:
    await build_site(make_bank(), gallery, image_bytes, tmp_path / "site")
    built = files_in(tmp_path / "site")
    assert built >= {
        "index.html",
        "404.html",
        "q/ai-infrastructure/interconnect/index.html",
        "q/ai-infrastructure/telemetry/index.html",
        "f/" + gallery.name(FIGURE, "light", "svg"),
        "f/" + gallery.name(FIGURE, "dark", "svg"),
    }
    assert len([name for name in built if name.startswith("static/site.")]) == 1


async def test_building_again_replaces_the_old_site(tmp_path: Path, gallery: Gallery) -> None:
    folder = tmp_path / "site"
    await build_site(make_bank(), gallery, image_bytes, folder)
    (folder / "q" / "stale.html").write_text("old")
    await build_site(make_bank(), gallery, image_bytes, folder)
    assert not (folder / "q" / "stale.html").exists()
    assert {name.partition("/")[0] for name in files_in(tmp_path)} == {"site", "pictures"}


async def test_a_folder_with_other_files_is_refused_and_left_alone(tmp_path: Path, gallery: Gallery) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(FileExistsError):
        await build_site(make_bank(), gallery, image_bytes, tmp_path)
    assert files_in(tmp_path) == {"thesis.txt"}


async def test_a_failed_build_leaves_the_old_site(tmp_path: Path, gallery: Gallery) -> None:
    class Broken(Gallery):
        async def picture(self, figure: Figure, theme: str, format: str) -> bytes:
            raise OSError("no ink")

    folder = tmp_path / "site"
    await build_site(make_bank(), gallery, image_bytes, folder)
    before = files_in(folder)
    with pytest.raises(OSError, match="no ink"):
        await build_site(make_bank(), Broken(tmp_path), image_bytes, folder)
    assert files_in(folder) == before
