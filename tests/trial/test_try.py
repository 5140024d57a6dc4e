"""`quizbot try` as a newcomer uses it: one address, a browser, Ctrl-C."""

import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/#\S+")
PAGES = re.compile(r"the pages of the questions: (http://127\.0\.0\.1:\d+/)\n")


@contextmanager
def trying(folder, *options):
    """The running program and the address that it prints; Ctrl-C at the end, which must end it with 0."""
    settings = {"QUIZBOT_DATABASE": str(folder / "quiz.sqlite3"), "QUIZBOT_BIND": "127.0.0.1:0"}
    process = subprocess.Popen(
        [sys.executable, "-m", "bot", "try", *options],
        cwd=ROOT,
        env={**os.environ, **settings},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        said = ""
        for line in process.stdout:
            said += line
            if "Ctrl-C" in line:
                break
        (address,) = set(ADDRESS.findall(said)) or pytest.fail(said)
        with urlopen(PAGES.search(said)[1], timeout=10) as index:
            assert b"interconnect-offers" in index.read()
        yield address
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
        assert (process.wait(20), "Traceback" in rest) == (0, False), rest
    finally:
        process.kill()
        process.stdout.close()
        process.wait()


@pytest.fixture(scope="module")
def chromium():
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed (Debian: apt install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-background-networking"]
        )
        yield browser
        browser.close()


def sends_quiz(page: Page, topic: str) -> None:
    """Types the command, picks its topic from the suggestions, and sends it."""
    page.get_by_placeholder("Message #networking").click()
    page.keyboard.type("/quiz")
    page.get_by_text("Ask a question here").wait_for()
    page.keyboard.press("Enter")
    page.keyboard.type(topic)
    page.get_by_role("option", name="Networking").first.click()
    page.get_by_role("button", name="Send", exact=True).click()


def sends_setup(page: Page) -> None:
    """Sends the command, which only moderators may use."""
    page.get_by_placeholder("Message #networking").click()
    page.keyboard.type("/setup")
    page.get_by_text("this server's settings").wait_for()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Send", exact=True).click()


def test_a_newcomer_asks_answers_sets_the_server_up_and_reads_on(tmp_path, chromium):
    with trying(tmp_path) as address:
        page = chromium.new_page()
        page.goto(address)
        sends_quiz(page, "net")
        page.get_by_role("button", name="I don't know").last.click()
        page.get_by_role("heading", name="Now you know").wait_for()
        link = page.get_by_role("link", name="Open the page").last.get_attribute("href")
        sends_setup(page)
        page.get_by_text("Set-up of Study group").last.wait_for()
        page.get_by_text("all granted").last.wait_for()  # the other channel
        page.goto(link)
        assert page.get_by_role("radio").count() + page.get_by_role("checkbox").count() >= 3
        page.close()


def test_scores_are_kept_for_the_next_time_and_fresh_forgets_only_them(tmp_path):
    with trying(tmp_path):
        pass
    database = tmp_path / "try" / "quiz.sqlite3"
    notes = tmp_path / "try" / "notes.txt"
    notes.write_text("mine", "utf-8")
    with sqlite3.connect(database) as connection:
        connection.execute("INSERT INTO meta VALUES ('kept', 'yes')")
    connection.close()
    with trying(tmp_path):
        assert kept(database) == [("yes",)]
    with trying(tmp_path, "--fresh"):
        assert kept(database) == []
    assert notes.read_text("utf-8") == "mine"


def kept(database):
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
        rows = connection.execute("SELECT value FROM meta WHERE name = 'kept'").fetchall()
    connection.close()
    return rows
