"""Packs of strangers: nothing outside is read, nothing hangs, everything is told."""

import datetime
import os
import socket
import sys
from pathlib import Path

import pytest

from bot.packs import check_questions, read_content
from tests.packs.pack_sample import QUESTION, write_pack

TODAY = datetime.date(2026, 12, 1)


@pytest.fixture
def root(tmp_path, monkeypatch):
    write_pack(tmp_path / "content")
    monkeypatch.chdir(tmp_path)
    return Path("content")


def told(root):
    return [str(finding) for finding in check_questions(read_content(root, {}), TODAY)]


def test_a_link_out_of_the_folder_is_not_followed(root, tmp_path):
    (tmp_path / "secret.yaml").write_text(QUESTION, "utf-8")
    (root / "storage/raid/leak.yaml").symlink_to(tmp_path / "secret.yaml")
    (root / "outside").symlink_to(tmp_path)
    words = (
        "a link that leads out of the folder; expected a file or folder of its own; put the file in its place"
    )
    assert told(root) == [
        f"content/outside:1:1: error [S001] {words}",
        f"content/storage/raid/leak.yaml:1:1: error [S001] {words}",
    ]


def test_a_link_to_itself_is_told(root):
    (root / "storage/raid/loop.yaml").symlink_to("loop.yaml")
    (root / "storage/around").symlink_to("../storage")
    assert told(root) == [
        'content/storage/around:1:1: error [S001] the folder "around"; '
        "expected a topic that pack.yaml lists; "
        "add it to topics in pack.yaml, or rename it",
        "content/storage/raid/loop.yaml:1:1: error [S001] a link that leads nowhere; "
        "expected a file or folder of its own; put the file in its place",
    ]


def test_a_link_within_the_pack_is_followed(root):
    (root / "storage/tape").mkdir()
    (root / "storage/tape/other-name.yaml").symlink_to("../raid/two-failures.yaml")
    ids = [question.question_id for question in read_content(root, {}).questions]
    assert ids == ["two-failures", "other-name"]


def test_a_picture_link_out_of_the_pack_is_not_followed(root, tmp_path):
    (tmp_path / "secret.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    (root / "storage/raid/two-failures.yaml").write_text(
        QUESTION + "image: {file: raid/a.png, alt: Disks in a rack., licence: CC0-1.0, source: us}\n", "utf-8"
    )
    (root / "storage/raid/a.png").symlink_to(tmp_path / "secret.png")
    assert [line.split("; ")[0] for line in told(root)] == [
        "content/storage/raid/a.png:1:1: error [S001] a link that leads out of the folder",
        'content/storage/raid/two-failures.yaml:24:15: error [I002] "raid/a.png", a link out of the pack',
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names themselves")
def test_a_name_that_is_no_text_is_told(root):
    os.close(os.open(os.fsencode(root / "storage/raid") + b"/caf\xe9.yaml", os.O_CREAT | os.O_WRONLY))
    assert told(root) == [
        "content/storage/raid/caf\\xe9.yaml:1:1: error [S001] a file name that is not UTF-8; "
        "expected a name in plain letters; rename it"
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows refuses such names itself")
def test_a_name_cannot_forge_a_line_of_the_report(root):
    forged = root / "lost\ncontent:1:1: error"
    (forged / "raid\x1b[2J").mkdir(parents=True)
    (forged / "raid\x1b[2J" / "one.yaml").write_text("stem: [", "utf-8")
    assert [line for line in told(root) if not line.isprintable()] == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes")
def test_a_pipe_is_not_waited_for(root):
    os.mkfifo(root / "storage/raid/pipe.yaml")
    assert told(root) == [
        "content/storage/raid/pipe.yaml:1:1: error [S001] a path that cannot be read (not a regular file); "
        "expected a readable one; check that it exists and that the bot may read it"
    ]


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="there are no such sockets")
def test_a_socket_is_not_read(root):
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("content/storage/raid/socket.yaml")
        assert "not a regular file" in told(root)[0]


def test_a_huge_file_is_not_read_to_its_end(root):
    with (root / "storage/raid/huge.yaml").open("wb") as stream:
        stream.truncate(10 * 1024**3)  # ten gibibytes of nothing, without using the disk
    assert told(root) == [
        "content/storage/raid/huge.yaml:1:1: error [S001] a file of more than 262,144 bytes; "
        "expected at most 262,144; split or shorten it"
    ]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_told(root):
    (root / "storage/raid/two-failures.yaml").chmod(0)
    assert told(root) == [
        "content/storage/raid/two-failures.yaml:1:1: error [S001] "
        "a path that cannot be read (Permission denied); expected a readable one; "
        "check that it exists and that the bot may read it"
    ]


def test_texts_that_would_ping_or_turn_or_overflow_are_told_in_one_run(root):
    text = (
        QUESTION.replace("text: RAID 5", f"text: {'x' * 5000}")
        .replace("short: With", "short: Ask @everyone. With")
        .replace("takeaway: RAID", "takeaway: \u202eRAID")
    )
    (root / "storage/raid/two-failures.yaml").write_text(text, "utf-8")
    errors = [line.split("; ")[0] for line in told(root) if ": error " in line]
    assert errors == [
        "content/storage/raid/two-failures.yaml:10:11: error [S001] the option's text has 5,000 characters",
        "content/storage/raid/two-failures.yaml:19:8: error [D003] the mention @everyone",
        "content/storage/raid/two-failures.yaml:21:11: error [D003] the invisible direction mark U+202E",
    ]
