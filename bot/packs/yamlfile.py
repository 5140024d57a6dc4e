"""Strict YAML: strings, lists and mappings only, with the place of every value.

A scalar stays the text that was written (`yes`, `010`, `1:30`, `null`), an empty one is "".
Anchors, aliases, tags, duplicate keys, several documents, other encodings than UTF-8, control
characters, more than 256 KiB or 20 levels are refused. Files may come from strangers.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from bot.core.findings import FieldPath, Finding, Severity
from bot.core.lint.text import shown
from bot.packs.yamlsyntax import comment_behind, meaning

MAX_BYTES = 256 * 1024
MAX_DEPTH = 20

#: Complaints about the form of one file; a hostile file could hold thousands.
MAX_FINDINGS = 20

#: libyaml's parser is about ten times faster; both give the same events.
_Parser: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

#: C0 and C1 controls without tab and line ends; YAML 1.1's extra line breaks, which editors do
#: not count; a byte order mark in mid-text; the two code points that no text may hold.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Place:
    """A position in a file; line and column count from 1."""

    line: int
    column: int


START = Place(1, 1)
_RESAVE = 'save the file with the encoding "UTF-8"'


@dataclass(frozen=True, slots=True)
class Document:
    """The data of a file, and where each value (`values`) and each key (`keys`) stands."""

    data: Any
    values: Mapping[FieldPath, Place]
    keys: Mapping[FieldPath, Place]

    def place(self, path: FieldPath) -> Place:
        """Where a field stands; a missing one is placed at the nearest parent that exists."""
        while path and path not in self.values:
            path = path[:-1]
        return self.values.get(path, START)

    def key_place(self, path: FieldPath) -> Place:
        """Where the key of a field stands; for a list entry, where the entry stands."""
        return self.keys.get(path) or self.place(path)


def error(file: str, place: Place, found: str, expected: str, mend: str) -> Finding:
    """A finding that the file's form is wrong (S001)."""
    return Finding(file, place.line, place.column, "S001", Severity.ERROR, found, expected, mend)


def read_yaml(raw: bytes, file: str) -> tuple[Document | None, list[Finding]]:
    """The document in `raw`, or None with the reasons; `file` names it in the findings."""
    text, findings = _decode(raw, file)
    if text is None:
        return None, findings
    parser = _Parser(text)
    reader = _Reader(parser, text, file)
    try:
        document = reader.read()
    except yaml.YAMLError as problem:
        if reader.cut:  # the comma, the bracket or the next line that is missed was cut off
            return None, reader.findings
        line, column, words = meaning(problem, text, reader.wrapped)
        return None, [*reader.findings, error(file, Place(line, column), *words)]
    finally:
        parser.dispose()
    return (None if reader.findings else document), reader.findings


def _decode(raw: bytes, file: str) -> tuple[str | None, list[Finding]]:
    """The text of a file, or None and why it cannot be text of ours."""
    if len(raw) > MAX_BYTES:
        found = f"a file of more than {MAX_BYTES:,} bytes"
        return None, [error(file, START, found, f"at most {MAX_BYTES:,}", "split or shorten it")]
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return None, [
            error(file, START, "text in UTF-16", "UTF-8", 'save the file with the encoding "UTF-8"')
        ]
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        # "utf-8-sig" counts from behind the byte order mark.
        start = problem.start + (3 if raw.startswith(b"\xef\xbb\xbf") else 0)
        line_start = raw.rfind(b"\n", 0, start) + 1
        column = len(raw[line_start:start].decode("utf-8", "replace").lstrip("\ufeff")) + 1
        place = Place(raw.count(b"\n", 0, start) + 1, column)
        found = f"byte {start + 1} (0x{raw[start]:02x}), which is not UTF-8"
        mend = f"{_RESAVE} (it may be in Windows-1252)"
        return None, [error(file, place, found, "text in UTF-8", mend)]
    findings = list(_forbidden(text, file))
    return (None if findings else text), findings


def _forbidden(text: str, file: str) -> Iterator[Finding]:
    """The first forbidden character of each line, for the first such lines."""
    if not _FORBIDDEN.search(text):
        return
    lines = [(n, _FORBIDDEN.search(line)) for n, line in enumerate(re.split("\r\n|\r|\n", text), 1)]
    for number, match in [row for row in lines if row[1]][:MAX_FINDINGS]:
        assert match is not None
        found = f"the invisible character U+{ord(match[0]):04X}"
        place = Place(number, match.start() + 1)
        yield error(file, place, found, "visible text", "delete it and type the text again")


class _Reader:
    """Builds the data from the parser's events; recursion ends at MAX_DEPTH."""

    def __init__(self, parser: Any, text: str, file: str) -> None:
        self._next = parser.get_event
        self._source = text
        self._file = file
        self.wrapped: Any = None  # the event of the last quoted text of several lines
        self.cut = False  # whether the last text was cut by a comment
        self.findings: list[Finding] = []
        self._values: dict[FieldPath, Place] = {}
        self._keys: dict[FieldPath, Place] = {}

    def read(self) -> Document:
        """The first document; findings tell what is wrong with it."""
        data: Any = None
        documents = 0
        while not isinstance(event := self._next(), yaml.StreamEndEvent):
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self._refuse(
                        _place(event), "a second document", "one per file", "move it to a file of its own"
                    )
                    break
            elif isinstance(event, yaml.NodeEvent):
                data = self._node(event, ())
        if not documents:
            self.findings.append(
                error(self._file, START, "an empty file", "a question or a pack", "fill it in")
            )
        return Document(data, self._values, self._keys)

    def _node(self, event: Any, path: FieldPath) -> Any:
        """The value that begins with `event`."""
        self._values[path] = _place(event)
        if isinstance(event, yaml.AliasEvent):
            found = f"*{shown(event.anchor or '')}, which YAML takes for an alias"
            self._refuse(_place(event), found, "plain text", "repeat the text, or put it in quotes")
            return ""
        if event.anchor is not None:
            found = f"&{shown(event.anchor)}, which YAML takes for an anchor"
            self._refuse(_place(event), found, "plain text", "delete the word, or put the text in quotes")
        if event.tag is not None:
            tag = event.tag.replace("tag:yaml.org,2002:", "!!")
            found = f"the YAML tag {shown(tag)}"
            self._refuse(_place(event), found, "plain text", "delete the tag, or put the text in quotes")
        if isinstance(event, yaml.ScalarEvent):
            return self._text(event)
        if len(path) >= MAX_DEPTH:
            found, expected = f"more than {MAX_DEPTH} levels of nesting", f"at most {MAX_DEPTH}"
            self._refuse(_place(event), found, expected, "write it flatter")
            self._skip(event)
            return ""
        if isinstance(event, yaml.SequenceStartEvent):
            return self._list(path)
        return self._mapping(path)

    def _text(self, event: Any) -> str:
        """A scalar as written; an escape in double quotes may have made a forbidden character."""
        value: str = event.value
        if event.style in ("'", '"') and event.start_mark.line < event.end_mark.line:
            self.wrapped = event
        if event.style == '"' and (match := _FORBIDDEN.search(value)):
            found = f"an escape for the invisible character U+{ord(match[0]):04X}"
            self._refuse(_place(event), found, "visible text", "delete the escape")
            return ""
        comment = None if event.style else comment_behind(event, self._source)
        self.cut = comment is not None
        if comment:
            line, column, words = comment
            self._refuse(Place(line, column), *words)
        return value

    def _list(self, path: FieldPath) -> list[Any]:
        items: list[Any] = []
        while not isinstance(event := self._next(), yaml.SequenceEndEvent):
            items.append(self._node(event, (*path, len(items))))
        return items

    def _mapping(self, path: FieldPath) -> dict[str, Any]:
        fields: dict[str, Any] = {}
        while not isinstance(event := self._next(), yaml.MappingEndEvent):
            key = self._key(event, path)
            value_event = self._next()
            if key is None or key in fields:
                self._skip(value_event)
            else:
                self._keys[*path, key] = _place(event)
                fields[key] = self._node(value_event, (*path, key))
        return fields

    def _key(self, event: Any, path: FieldPath) -> str | None:
        """The text of a key, or None if it is no key of ours."""
        if not isinstance(event, yaml.ScalarEvent) or event.tag is not None or event.anchor is not None:
            self._refuse(_place(event), "a key that is not plain text", "a word as key", "write `key: text`")
            self._skip(event)
            return None
        key = self._text(event)
        first = self._keys.get((*path, key))
        if first is not None:
            found = f'the key "{shown(key)}" a second time (first in line {first.line})'
            self._refuse(_place(event), found, "each key once", "delete or rename one of the two")
        return key

    def _skip(self, event: Any) -> None:
        """Read past the rest of a value."""
        depth = 0
        while True:
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if depth <= 0:
                return
            event = self._next()

    def _refuse(self, place: Place, found: str, expected: str, mend: str) -> None:
        if len(self.findings) < MAX_FINDINGS:
            self.findings.append(error(self._file, place, found, expected, mend))


def _place(event: Any) -> Place:
    mark = event.start_mark
    return Place(mark.line + 1, mark.column + 1)
