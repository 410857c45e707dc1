"""Where a position of a YAML file is: under which keys, and what has been typed there, also in unfinished text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

ITEM = "[]"
"""The key of an item of a list."""
_KEY = re.compile(r"""("[^"]*"|'[^']*'|[^\s{}\[\],"'#&*!|>%@`-][^:{}\[\]#]*+|-[^\s:][^:]*+)\s*:(?=\s|$)""")
_NAME = re.compile(r"""\b(?:scenario|name|rule|each): ("[^"]*"|'[^']*'|[^,{}]+)""")
"""By what an item of a list is called."""
_TOKEN = re.compile(r""""(?:[^"\\]|\\.)*"?|'(?:[^']|'')*'?|[{}\[\],]|:(?=\s|$)|\s#.*|[^{}\[\],:"'\s]+|\s+|.""")


class YamlPlace(NamedTuple):
    """The keys above a position, whether a key or a value belongs there, and what is typed of it already."""

    keys: tuple[str, ...]
    is_key: bool
    typed: str


@dataclass
class _Frame:
    """An open bracket, the key whose value is written in it, and the words since the last sign."""

    sign: str
    key: str | None = None
    words: str = ""


@dataclass
class _Reader:
    block: list[tuple[int, str]] = field(default_factory=list)
    flow: list[_Frame] = field(default_factory=list)
    rest: str = ""
    """What stands behind the last key of a line, or instead of one."""
    has_key: bool = False

    def line(self, text: str) -> None:
        """Read a line, or the beginning of one."""
        if self.flow:
            self.signs(text)
            return
        at = len(text) - len(text.lstrip(" "))
        body = text[at:]
        while body == "-" or body.startswith("- "):
            self.block = [one for one in self.block if one[0] < at or (one[0] == at and one[1] != ITEM)]
            self.block.append((at, ITEM))
            inner = body[1:].lstrip(" ")
            at, body = at + len(body) - len(inner), inner
        found = _KEY.match(body)
        self.block = [one for one in self.block if one[0] < at]
        self.has_key, self.rest = found is not None, body
        if found is not None:
            self.block.append((at, found[1].rstrip().strip("\"'")))
            self.rest = body[found.end() :]
        self.signs(self.rest)

    def signs(self, text: str) -> None:
        """Follow the brackets in a text."""
        for token in _TOKEN.findall(text):
            if token in "{[":
                self.flow.append(_Frame(token))
            elif token in "}]" and self.flow:
                self.flow.pop()
            elif token == "," and self.flow:
                self.flow[-1].key, self.flow[-1].words = None, ""
            elif token == ":" and self.flow and self.flow[-1].sign == "{" and self.flow[-1].key is None:
                self.flow[-1].key, self.flow[-1].words = self.flow[-1].words.strip().strip("\"'"), ""
            elif self.flow and not token.lstrip().startswith("#"):
                self.flow[-1].words += token

    def place(self) -> YamlPlace:
        """Return where the text ends."""
        keys = [name for _, name in self.block]
        if not self.flow:
            return YamlPlace(tuple(keys), not self.has_key, self.rest.lstrip())
        for frame in self.flow[:-1]:
            keys.append(frame.key or ITEM)
        last = self.flow[-1]
        if last.sign == "{" and last.key is None:
            return YamlPlace(tuple(keys), True, last.words.lstrip())
        return YamlPlace((*keys, last.key or ITEM), False, last.words.lstrip())


def place_in(above: list[str]) -> YamlPlace:
    """Return where some lines end, the last of which is unfinished."""
    reader = _Reader()
    for line in above[:-1]:
        if line.strip() and not line.lstrip().startswith("#"):
            reader.line(line)
    reader.line(above[-1])
    return reader.place()


def word_end(line: str, at: int) -> int:
    """Return where the key or the value ends that covers a character of a line, counted from 0."""
    found = re.compile(r"[:,{}\[\]]|$").search(line, at)
    return found.start() if found is not None else len(line)


class Heading(NamedTuple):
    """A key or an item of a list in an outline: its line, how many stand around it, and what it is called."""

    line: int
    depth: int
    name: str


def headings(lines: list[str]) -> Iterator[Heading]:
    """Yield the outermost keys, and the keys and items right below them."""
    reader = _Reader()
    for number, text in enumerate(lines):
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        outside = not reader.flow
        reader.line(text)
        depth, is_item = len(text) - len(text.lstrip(" ")), text.lstrip(" ").startswith("- ")
        keys = [key for _, key in reader.block]
        here = (at for at, (column, key) in enumerate(reader.block) if column >= depth and is_item <= (key == ITEM))
        at = next(here, len(keys))
        if outside and at < min(2, len(keys)):
            called = _NAME.search(text)
            plain = text.strip().removeprefix("- ")
            name = keys[at] if keys[at] != ITEM else called[1].strip("\"' ") if called is not None else plain
            yield Heading(number, at, name)
