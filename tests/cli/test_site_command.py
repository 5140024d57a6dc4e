"""`quizbot site build`: the same folder everywhere, and a bar only for somebody who looks."""

import os
import pty
import subprocess
import sys

import pytest

from tests import builders
from tests.cli.program import environment, quizbot
from tests.contents import write_content


@pytest.fixture(scope="module")
def content(tmp_path_factory):
    """A content folder with one pack and two questions."""
    questions = builders.question("first"), builders.question("second")
    bank = builders.bank(*questions)
    (pack,) = bank.packs.values()
    return write_content(tmp_path_factory.mktemp("content"), pack, *bank.questions.values())


def test_it_writes_the_site_with_the_pictures_of_links_and_says_so_in_one_line(content, tmp_path):
    settings = {"CONTENT": content, "PUBLIC_URL": "https://quiz.example.org"}
    result = quizbot("site", "build", "out", cwd=tmp_path, **settings)
    written = [path for path in (tmp_path / "out").rglob("*") if path.is_file()]
    assert (result.code, result.err) == (0, "")
    # All but the mark by which the folder is known again.
    assert result.out == f"{len(written) - 1} files written to out\n"
    page = next((tmp_path / "out").rglob("first/index.html")).read_text("utf-8")
    name = page.partition('og:image" content="https://quiz.example.org/')[2].partition('"')[0]
    assert (tmp_path / "out" / name).read_bytes().startswith(b"\x89PNG")


def test_a_terminal_shows_a_bar_up_to_the_end(content, tmp_path):
    ours, theirs = pty.openpty()
    subprocess.run(
        [sys.executable, "-m", "bot", "site", "build", "out"],
        cwd=tmp_path,
        env=environment(tmp_path, CONTENT=content),
        stdout=subprocess.PIPE,
        stderr=theirs,
        timeout=60,
        check=True,
    )
    os.close(theirs)
    shown = b""
    try:
        while part := os.read(ours, 65536):
            shown += part
    except OSError:  # Linux ends a terminal like this
        pass
    os.close(ours)
    assert b"100%" in shown
