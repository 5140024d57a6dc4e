"""The site as a folder of files."""

import contextlib
import dataclasses
import itertools
import re
from pathlib import Path

import pytest
from aiohttp.test_utils import TestClient, TestServer
from site_sample import FIGURE, PUBLIC, healthy, image_bytes, make_bank, make_question

from bot.core.bank import Bank
from bot.core.question import Figure, Image
from bot.figures import Gallery
from bot.site import build_site, make_app


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
    folder, bank = tmp_path / "site", make_bank()
    await build_site(bank, gallery, image_bytes, folder)
    first = files_in(folder)
    key = "ai-infrastructure", "telemetry"
    without = Bank(bank.packs, {each: bank.questions[each] for each in bank.questions if each != key})
    await build_site(without, gallery, image_bytes, folder)
    assert not (folder / "q" / "ai-infrastructure" / "telemetry").exists()
    assert files_in(folder) < first
    await build_site(bank, gallery, image_bytes, folder)
    assert files_in(folder) == first
    assert {name.partition("/")[0] for name in files_in(tmp_path)} == {"site", "pictures"}


async def test_what_the_operator_put_there_stays_and_so_do_rights(tmp_path: Path, gallery: Gallery) -> None:
    folder = tmp_path / "site"
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text("ref")
    (folder / "CNAME").write_text("quiz.example.org")
    folder.chmod(0o750)
    await build_site(make_bank(), gallery, image_bytes, folder)
    (folder / "q" / "ours.txt").write_text("mine")
    (folder / "index.html").chmod(0o640)
    before = folder.stat()
    await build_site(make_bank(), gallery, image_bytes, folder)
    assert files_in(folder) >= {".git/HEAD", "CNAME", "q/ours.txt"}
    assert (folder.stat().st_ino, folder.stat().st_mode) == (before.st_ino, before.st_mode)
    assert (folder / "index.html").stat().st_mode & 0o777 == 0o640


async def test_a_link_to_a_folder_and_the_folder_one_is_in_can_be_built_to(
    tmp_path: Path, gallery: Gallery, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "disk")
    await build_site(make_bank(), gallery, image_bytes, tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    monkeypatch.chdir(tmp_path / "disk")
    await build_site(make_bank(), gallery, image_bytes, Path())
    assert (tmp_path / "disk" / "index.html").exists()


async def test_a_list_of_files_that_leads_out_of_the_folder_removes_nothing_there(
    tmp_path: Path, gallery: Gallery
) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / ".quizbot-site").write_text(f"Written\n../thesis.txt\n{tmp_path}/thesis.txt\n")
    await build_site(make_bank(), gallery, image_bytes, tmp_path / "site")
    assert (tmp_path / "thesis.txt").exists()


async def test_a_build_that_cannot_be_written_leaves_the_old_site(
    tmp_path: Path, gallery: Gallery, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "site"
    await build_site(make_bank(), gallery, image_bytes, folder)
    before = {name: (folder / name).read_bytes() for name in files_in(folder)}
    written = itertools.count()

    def full(path: Path, content: bytes) -> None:
        if next(written) == 5:
            raise OSError(28, "No space left on device")
        path.write_text(content.decode("latin-1"), "latin-1", newline="")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space"):
        await build_site(make_bank(), gallery, image_bytes, folder, public_url=PUBLIC)
    assert {name: (folder / name).read_bytes() for name in files_in(folder)} == before


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


async def test_with_a_public_address_the_pictures_of_links_are_built_too(
    tmp_path: Path, gallery: Gallery
) -> None:
    await build_site(make_bank(), gallery, image_bytes, tmp_path / "site", public_url=PUBLIC)
    built = files_in(tmp_path / "site")
    for question in ("interconnect", "telemetry", "hostile", "undrawable"):
        page = (tmp_path / "site" / "q" / "ai-infrastructure" / question / "index.html").read_text("utf-8")
        (picture,) = re.findall(r'property="og:image" content="([^"]+)"', page)
        assert picture.removeprefix(f"{PUBLIC}/") in built


async def test_the_build_tells_how_far_it_is(tmp_path: Path, gallery: Gallery) -> None:
    told: list[tuple[int, int]] = []
    files = await build_site(
        make_bank(),
        gallery,
        image_bytes,
        tmp_path / "site",
        progress=lambda done, total: told.append((done, total)),
    )
    assert [done for done, _ in told] == sorted({done for done, _ in told})
    assert {total for _, total in told} == {files}
    assert told[-1] == (files, files)


@pytest.mark.parametrize(
    ("pack_id", "question_id", "file"),
    [
        ("..", "..", "a.png"),
        ("..", "interconnect", "a.png"),
        ("ai-infrastructure", "..", "a.png"),
        ("ai-infrastructure", "interconnect", "a.png/../../../../escaped"),
        ("ai-infrastructure", "interconnect", "a./../../../../escaped.png"),
        ("/tmp", "/etc/passwd", "a.png"),
        ("..\\..", "..%2f..", "a.png"),
        ("a\0", "b\0", "a.png"),
    ],
)
async def test_no_id_of_a_pack_writes_outside_of_the_folder(
    tmp_path: Path, gallery: Gallery, pack_id: str, question_id: str, file: str
) -> None:
    (pack,) = make_bank().packs.values()
    image = Image(file, "A picture", "CC-BY-4.0", "https://example.org", "0" * 64)
    question = make_question(question_id, pack_id=pack_id, figure=None, image=image)
    bank = Bank({pack_id: dataclasses.replace(pack, pack_id=pack_id)}, {(pack_id, question_id): question})
    out = tmp_path / "deep" / "er" / "site"
    with contextlib.suppress(ValueError):
        await build_site(bank, gallery, image_bytes, out)
    assert {
        name for name in files_in(tmp_path) if not name.startswith(("deep/er/site/", "pictures/"))
    } == set()


async def test_the_folder_holds_what_the_server_sends(tmp_path: Path, gallery: Gallery) -> None:
    bank, folder = make_bank(), tmp_path / "site"
    await build_site(bank, gallery, image_bytes, folder, public_url=PUBLIC)
    app = make_app(
        lambda: bank, gallery, image_bytes, healthy=healthy, monotonic=lambda: 0.0, public_url=PUBLIC
    )
    async with TestClient(TestServer(app)) as client:
        for name in files_in(folder) - {".quizbot-site", "404.html"}:
            answer = await client.get("/" + name.removesuffix("index.html"))
            assert await answer.read() == (folder / name).read_bytes(), name
