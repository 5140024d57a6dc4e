"""In a container, a database that would be lost with it is told."""

import os
from pathlib import Path

import pytest

from bot.container import loss

IN_CONTAINER = {"container": "docker"}
#: A mount that nearly every Linux has.
MOUNT = Path("/dev/shm")


def on_root(path: Path) -> bool:
    return not any(os.path.ismount(each) for each in (path, *path.parents) if each != Path(path.anchor))


@pytest.fixture
def folder(tmp_path):
    if not on_root(tmp_path):
        pytest.skip("the folder for temporary files is a mount of its own")
    return tmp_path


def test_a_database_in_the_container_itself_is_told_with_what_to_do(folder):
    told = loss(folder / "quiz.sqlite3", IN_CONTAINER)
    assert told.startswith(f"{folder} is not on a volume: every answer is lost with this container; mount ")
    assert len(told.splitlines()) == 1


def test_the_same_place_outside_a_container_is_fine(folder):
    assert loss(folder / "quiz.sqlite3", {}) == ""


@pytest.mark.skipif(not os.path.ismount(MOUNT), reason=f"needs a mount at {MOUNT}")
@pytest.mark.parametrize("name", ["quiz.sqlite3", "deep/below/quiz.sqlite3"])
def test_a_database_on_a_volume_is_fine(name):
    assert loss(MOUNT / name, IN_CONTAINER) == ""


@pytest.mark.skipif(not os.path.ismount(MOUNT), reason=f"needs a mount at {MOUNT}")
def test_a_link_to_a_volume_is_followed(folder):
    (folder / "data").symlink_to(MOUNT)
    assert loss(folder / "data" / "quiz.sqlite3", IN_CONTAINER) == ""
