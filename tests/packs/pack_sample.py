"""A pack on disk with one good question, to be spoiled by a test."""

from pathlib import Path

PACK = """\
id: storage
title: Storage
licence: CC-BY-4.0
language: en
description: For tests.
topics:
  - {id: raid, title: RAID}
  - {id: tape, title: Tape}
"""

QUESTION = """\
revision: 1
status: published
level: apply
type: single
stem: >-
  An archive has twelve disks. Two of them may fail in the same week, and no file may be lost.
  Which RAID level gives the most room under that condition?
options:
  - id: raid-5
    text: RAID 5
    rationale: One parity block per stripe lets a single disk fail, not two.
  - id: raid-6
    text: RAID 6
    correct: true
    rationale: Two parity blocks per stripe let two disks fail, at the cost of two.
  - id: raid-10
    text: RAID 10
    rationale: Mirrors may lose two disks of one pair, and half of the room is gone.
short: With RAID 6 each stripe has two parity blocks.
full: RAID 6 has two blocks of parity in each stripe, so it outlives two failures.
takeaway: RAID 6 outlives two failed disks and costs the room of two.
references:
  - {title: md(4), url: https://man7.org/linux/man-pages/man4/md.4.html, retrieved: 2026-11-30}
"""

PNG = b"\x89PNG\r\n\x1a\n" + b"\x00" * 40
IMAGE = "image: {file: images/raid.png, alt: Parity in each stripe., licence: CC0-1.0, source: Drawn by us}\n"


def write_pack(root: Path) -> Path:
    """A folder of packs with the pack "storage"; returns the pack's folder."""
    pack = root / "storage"
    (pack / "raid").mkdir(parents=True)
    (pack / "pack.yaml").write_text(PACK, "utf-8")
    (pack / "raid" / "two-failures.yaml").write_text(QUESTION, "utf-8")
    return pack
