"""Reading folders: what is found, what is told, and what is not read a second time."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from bot.packs import read_content
from tests.packs.pack_sample import IMAGE, PACK, PNG, QUESTION, write_pack


@pytest.fixture
def root(tmp_path, monkeypatch):
    """A folder of packs, named "content" from where the tests stand."""
    write_pack(tmp_path / "content")
    monkeypatch.chdir(tmp_path)
    return Path("content")


def told(path):
    return [str(finding) for finding in read_content(path, {}).findings]


def test_a_folder_of_packs_is_read(root):
    content = read_content(root, {})
    assert [pack.pack_id for pack in content.packs] == ["storage"]
    assert [(item.topic_id, item.question_id) for item in content.questions] == [("raid", "two-failures")]
    assert content.findings == ()


def test_a_single_pack_a_single_topic_and_a_single_question_are_read_the_same(root):
    whole = read_content(root, {})
    for name in ("storage", "storage/pack.yaml", "storage/raid", "storage/raid/two-failures.yaml"):
        path = root / name
        content = read_content(path, {})
        assert (content.packs, content.questions, content.known) == (
            whole.packs,
            whole.questions,
            whole.known,
        )


def test_the_folder_that_one_stands_in_is_a_pack_too(root, monkeypatch):
    monkeypatch.chdir(root / "storage")
    content = read_content(Path(), {})
    assert [str(content.file_of(question)) for question in content.questions] == ["raid/two-failures.yaml"]
    assert content.findings == ()


def test_a_question_named_from_its_own_folder_finds_its_pack(root, monkeypatch):
    monkeypatch.chdir(root / "storage" / "raid")
    content = read_content(Path("two-failures.yaml"), {})
    assert [pack.pack_id for pack in content.packs] == ["storage"]
    assert [question.topic_id for question in content.questions] == ["raid"]


@pytest.mark.parametrize(
    ("folder", "name"), [("storage/raid", "."), ("storage/tape", "../raid"), ("storage", "raid")]
)
def test_a_topic_finds_its_pack_from_wherever_it_is_named(root, monkeypatch, folder, name):
    (root / "storage" / "tape").mkdir()
    monkeypatch.chdir(root / folder)
    content = read_content(Path(name), {})
    assert content.findings == ()
    assert [question.question_id for question in content.questions] == ["two-failures"]


_RIGHT = "expected <topic>/<question>.yaml beside pack.yaml"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("storage/README.md", "a file that is no question"),
        ("README.md", "a file that is no question"),
        ("storage/raid/raid.png", "a file that is no question"),
        ("storage/mirror.yaml", "a question that is not right in a topic's folder"),
        ("storage/raid/old/mirror.yaml", "a question that is not right in a topic's folder"),
    ],
)
def test_a_single_file_that_is_no_question_or_in_a_wrong_place_is_told_once(root, name, expected):
    (root / name).parent.mkdir(exist_ok=True)
    (root / name).write_text(QUESTION, "utf-8")
    (line,) = told(root / name)
    assert line.startswith(f"content/{name}:1:1: error [S001] {expected}; {_RIGHT}; ")


def test_a_single_topic_that_the_pack_does_not_list_is_told(root):
    (root / "storage/raid").rename(root / "storage/disks")
    (line,) = told(root / "storage/disks")
    assert 'the folder "disks"; expected a topic that pack.yaml lists' in line


def test_the_order_is_by_name_whatever_the_disk_says(root):
    for name in ("zebra", "alpha", "mid"):
        (root / f"storage/raid/{name}.yaml").write_text(QUESTION, "utf-8")
    ids = [question.question_id for question in read_content(root, {}).questions]
    assert ids == ["alpha", "mid", "two-failures", "zebra"]


def _same_stat_other_text(path, text):
    """Replace a file's text by one of the same length, and keep its time."""
    before = path.stat()
    assert len(text.encode()) == before.st_size
    path.write_text(text, "utf-8")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def test_an_unchanged_file_is_not_opened_again(root):
    first = read_content(root, {})
    _same_stat_other_text(root / "storage/raid/two-failures.yaml", "x" * len(QUESTION))
    _same_stat_other_text(root / "storage/pack.yaml", "x" * len(PACK))
    again = read_content(root, first.known)
    assert (again.questions, again.packs, again.findings) == (first.questions, first.packs, ())


def test_a_touched_file_is_not_parsed_again(root):
    first = read_content(root, {})
    os.utime(root / "storage/raid/two-failures.yaml", ns=(1, 1))
    key = "storage/raid/two-failures.yaml"
    value = first.known[key].value.replace("RAID 10", "RAID 11")
    known = {**first.known, key: replace(first.known[key], value=value)}
    again = read_content(root, known)
    assert again.questions[0].options[2].text == "RAID 11"  # what was remembered, not what is written
    assert again.known[key].mtime_ns == 1


def test_a_changed_file_is_read_again(root):
    first = read_content(root, {})
    (root / "storage/raid/two-failures.yaml").write_text(QUESTION.replace("RAID 10", "RAID 11"), "utf-8")
    assert read_content(root, first.known).questions[0].options[2].text == "RAID 11"


def test_a_newer_reader_reads_everything_again(root):
    first = read_content(root, {})
    _same_stat_other_text(root / "storage/raid/two-failures.yaml", QUESTION.replace("RAID 10", "RAID 11"))
    known = {key: replace(item, reader_version=0) for key, item in first.known.items()}
    assert read_content(root, known).questions[0].options[2].text == "RAID 11"


def test_what_is_remembered_and_makes_no_sense_is_read_again(root):
    first = read_content(root, {})
    known = {key: replace(item, value='{"a": 1}') for key, item in first.known.items()}
    assert read_content(root, known).questions == first.questions


def test_a_file_with_an_error_is_not_remembered(root):
    (root / "storage/raid/bad.yaml").write_text("stem: [\n", "utf-8")
    content = read_content(root, {})
    assert sorted(content.known) == ["storage/pack.yaml", "storage/raid/two-failures.yaml"]


_STRAY = "expected pack.yaml, <topic>/<question>.yaml, and pictures that questions name; move or delete it"
_ID = "expected lower-case words joined by hyphens, at most 40 characters, and .yaml; rename the file"

ROWS = {
    "no pack.yaml": (
        {"lost/a.txt": ""},
        [
            "content/lost:1:1: error [S001] a folder without pack.yaml; expected a pack; "
            "add pack.yaml with its title, licence and topics, or move the folder away",
            f"content/lost/a.txt:1:1: warning [S001] a file that no question uses; {_STRAY}",
        ],
    ),
    "unlisted topic": (
        {"storage/disk/one.yaml": QUESTION},
        [
            'content/storage/disk:1:1: error [S001] the folder "disk"; '
            "expected a topic that pack.yaml lists; "
            "add it to topics in pack.yaml, or rename it"
        ],
    ),
    "stray files": (
        {"notes.txt": "", "storage/draft.txt": "", "storage/raid/a.png": "", "storage/raid/old/b.txt": ""},
        [
            "content/notes.txt:1:1: warning [S001] a file outside of a pack; expected folders of packs; "
            "move or delete it",
            f"content/storage/draft.txt:1:1: warning [S001] a file that no question uses; {_STRAY}",
            f"content/storage/raid/a.png:1:1: warning [S001] a file that no question uses; {_STRAY}",
            f"content/storage/raid/old:1:1: warning [S001] a folder within a topic; {_STRAY}",
        ],
    ),
    "files for people": ({"LICENSE": "", "README.md": "", "storage/LICENSE": "", ".hidden": ""}, []),
    "no id": (
        {"storage/raid/Two Failures.yaml": QUESTION, "storage/raid/other.yml": QUESTION},
        [
            "content/storage/raid/Two Failures.yaml:1:1: error [S001] "
            f'the file name "Two Failures.yaml"; {_ID}',
            f'content/storage/raid/other.yml:1:1: error [S001] the file name "other.yml"; {_ID}',
        ],
    ),
    "same id twice": (
        {"storage/tape/two-failures.yaml": QUESTION},
        [
            "content/storage/tape/two-failures.yaml:1:1: error [S001] "
            'the question id "two-failures", a second time, as in content/storage/raid/two-failures.yaml; '
            "expected each id once in a pack; rename one of the two"
        ],
    ),
    "same id but for its case": (
        {"storage/tape/Two-Failures.yaml": QUESTION},
        [
            "content/storage/tape/Two-Failures.yaml:1:1: error [S001] "
            'the question id "Two-Failures", which differs by case only from '
            "content/storage/raid/two-failures.yaml; expected each id once in a pack; rename one of the two"
        ],
    ),
    "other id than the folder": (
        {"storage/pack.yaml": PACK.replace("id: storage", "id: stores")},
        [
            'content/storage/pack.yaml:1:5: error [S001] the id "stores"; '
            "expected the folder's name, storage; rename the folder or correct the id"
        ],
    ),
    "no picture": (
        {"storage/raid/two-failures.yaml": QUESTION + IMAGE},
        [
            'content/storage/raid/two-failures.yaml:24:15: error [I002] no file "images/raid.png"; '
            "expected a picture in the pack; add it or correct the path"
        ],
    ),
    "a picture that is none": (
        {"storage/raid/two-failures.yaml": QUESTION + IMAGE, "storage/images/raid.png": "<svg/>"},
        [
            'content/storage/raid/two-failures.yaml:24:15: error [I002] "images/raid.png", '
            "which is no picture; expected a PNG, JPEG or WebP file; convert it"
        ],
    ),
    "a path out of the pack": (
        {"storage/raid/two-failures.yaml": QUESTION + IMAGE.replace("images/", "../../etc/")},
        [
            'content/storage/raid/two-failures.yaml:24:15: error [I002] the path "../../etc/raid.png"; '
            "expected a path within the pack, such as images/rack.png; move the file into the pack"
        ],
    ),
}


@pytest.mark.parametrize(("files", "expected"), ROWS.values(), ids=ROWS)
def test_what_is_odd_in_a_folder_is_told_once(root, files, expected):
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    assert told(root) == expected


def test_a_folder_without_packs_is_told(tmp_path):
    assert told(tmp_path) == [
        f"{tmp_path}:1:1: error [S001] a folder without packs; expected <pack>/pack.yaml; "
        "add a folder with a pack.yaml"
    ]


def test_a_path_that_is_not_there_is_told(tmp_path):
    assert told(tmp_path / "nowhere") == [
        f"{tmp_path}/nowhere:1:1: error [S001] a path that cannot be read (No such file or directory); "
        "expected a readable one; check that it exists and that the bot may read it"
    ]


@pytest.fixture
def pictured(root):
    """The root, with a question that shows a picture."""
    (root / "storage/images").mkdir()
    (root / "storage/images/raid.png").write_bytes(PNG)
    (root / "storage/raid/two-failures.yaml").write_text(QUESTION + IMAGE, "utf-8")
    return root


def test_a_picture_is_known_by_its_bytes(pictured):
    first = read_content(pictured, {})
    (pictured / "storage/images/raid.png").write_bytes(PNG + b"x")
    second = read_content(pictured, first.known)
    assert first.findings == second.findings == ()
    assert [len(content.questions[0].image.sha256) for content in (first, second)] == [64, 64]
    assert first.questions[0].image.sha256 != second.questions[0].image.sha256


@pytest.mark.parametrize(
    ("head", "kind", "ending"),
    [(b"\xff\xd8\xff\xe0" + b"\0" * 20, "JPEG", ".jpg"), (b"RIFF\0\0\0\0WEBPVP8 ", "WebP", ".webp")],
)
def test_a_picture_whose_name_ends_like_another_kind_is_told_by_its_first_bytes(pictured, head, kind, ending):
    (pictured / "storage/images/raid.png").write_bytes(head)
    assert told(pictured) == [
        f'content/storage/raid/two-failures.yaml:24:15: error [I002] "images/raid.png", which is a {kind} '
        f"picture; expected a name that ends with {ending}; rename the file"
    ]


def test_an_unchanged_picture_is_not_opened_again(pictured):
    first = read_content(pictured, {})
    path = pictured / "storage/images/raid.png"
    before = path.stat()
    path.write_bytes(b"x" * len(PNG))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert read_content(pictured, first.known).questions == first.questions


def test_a_question_file_is_no_picture_even_if_it_is_known(root):
    text = QUESTION + IMAGE.replace("images/raid.png", "raid/two-failures.yaml")
    (root / "storage/raid/two-failures.yaml").write_text(text, "utf-8")
    first = read_content(root, {})
    assert [finding.code for finding in read_content(root, first.known).findings] == ["I002"]


def test_a_picture_that_is_too_large_is_told(pictured):
    (pictured / "storage/images/raid.png").write_bytes(PNG + b"x" * 1024 * 1024)
    assert told(pictured) == [
        "content/storage/raid/two-failures.yaml:24:15: error [I002] a picture of 1,048,624 bytes; "
        "expected at most 1,048,576; make it smaller"
    ]
