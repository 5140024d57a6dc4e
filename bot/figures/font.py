"""The one font of all figures: where its files are, and which characters it has."""

import functools
import struct
from collections.abc import Iterator
from pathlib import Path

#: The weights that the templates use. All files of the package have the same character map.
WEIGHTS = ("Regular", "Semibold", "Bold")


def font_files() -> list[Path]:
    """The files of Source Sans Pro, one for each weight that the templates use.

    The package also holds TrueType twins of these; one format must be chosen, or the order in a
    folder would decide which outlines are drawn.
    """
    import font_source_sans_pro

    return [Path(font_source_sans_pro.font_directory) / f"SourceSansPro-{weight}.otf" for weight in WEIGHTS]


@functools.cache
def covered_characters() -> frozenset[str]:
    """Every character that the font can draw."""
    return frozenset(map(chr, _mapped(font_files()[0].read_bytes())))


def _mapped(font: bytes) -> Iterator[int]:
    """The code points of a font's format 12 map (OpenType specification, `cmap`)."""
    table = _table(font, b"cmap")
    (count,) = struct.unpack_from(">H", table, 2)
    for index in range(count):
        (offset,) = struct.unpack_from(">I", table, 4 + 8 * index + 4)
        (form,) = struct.unpack_from(">H", table, offset)
        if form == 12:
            (groups,) = struct.unpack_from(">I", table, offset + 12)
            for group in range(groups):
                first, last, _glyph = struct.unpack_from(">III", table, offset + 16 + 12 * group)
                yield from range(first, last + 1)
            return


def _table(font: bytes, tag: bytes) -> bytes:
    (count,) = struct.unpack_from(">H", font, 4)
    for index in range(count):
        name, _checksum, offset, length = struct.unpack_from(">4sIII", font, 12 + 16 * index)
        if name == tag:
            return font[offset : offset + length]
    raise ValueError(f"the font has no table {tag.decode()}")
