"""What a YAML file has beside its tree: comments, and how scalars are written.

A `#` begins a comment unless it is inside of a scalar: of `name: "a # b"  # c` the scalar is in columns 7 to 13, so the
first `#` is text, and the search goes on behind it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

from rulewright.source.nodes import Scalar, Sequence, YamlNode
from rulewright.source.text import tidy_comment

BLOCK_STYLES = ("literal", "folded")


class Comment(NamedTuple):
    """A comment, its line and column, and whether it is alone on its line."""

    text: str
    line: int
    column: int
    alone: bool


class YamlLines:
    """The lines of a YAML file, with their comments and block scalars."""

    def __init__(self, text: str, tree: YamlNode) -> None:
        self.lines = text.split("\n")
        self._text_lines: set[int] = set()
        self._texts: dict[int, list[tuple[int, int]]] = {}
        for scalar in _scalars_and_keys(tree):
            self._mark_scalar(scalar)
        self.comments = [comment for number in range(1, len(self.lines) + 1) for comment in self._comment_in(number)]

    def gap_above(self, line: int) -> bool:
        """Return whether a line, or a dash on its own above it, follows an empty line that is not part of a text."""
        while line > 1 and self.lines[line - 2].strip() == "-":
            line -= 1
        return line > 1 and not self.lines[line - 2].strip() and line - 1 not in self._text_lines

    def header(self, scalar: Scalar) -> str:
        """Return the header of a block scalar."""
        return self.lines[scalar.span.line - 1][scalar.span.column - 1 :].split(" ")[0]

    def content(self, scalar: Scalar) -> list[str]:
        """Return the lines of a block scalar without indentation; `+` keeps trailing empty lines."""
        if scalar.style == "folded" and scalar.text.strip(" \n"):
            return self._folded_lines(scalar)
        lines = scalar.text.split("\n")
        return lines if lines[-1] else lines[:-1]

    def as_written(self, scalar: Scalar) -> list[str]:
        """Return the lines of a value without surrounding blanks, which are insignificant."""
        _, line, column, end_line, end_column = scalar.span
        if line == end_line:
            return [self.lines[line - 1][column - 1 : end_column - 1]]
        lines = [self.lines[line - 1][column - 1 :], *self.lines[line : end_line - 1]]
        lines.append(self.lines[end_line - 1][: end_column - 1])
        return [_stripped_line(text, scalar.style) for text in lines]

    def on_one_line(self, scalar: Scalar) -> str:
        """Return a value on one line."""
        if scalar.style in BLOCK_STYLES:
            return json.dumps(scalar.text, ensure_ascii=False)
        lines = self.as_written(scalar)
        if len(lines) > 1 and (not all(lines) or any("\\" in line for line in lines)):
            return json.dumps(scalar.text, ensure_ascii=False)
        return " ".join(lines)

    def in_block_style(self, scalar: Scalar) -> tuple[str, list[str]]:
        """Return the header of a block scalar, and its lines."""
        lines, header = self.content(scalar), self.header(scalar)
        first = next((line for line in lines if line.strip(" ")), " " if any(lines) else "")
        step = "2" if first.startswith(" ") else ""
        return header[0] + step + header.strip("|>123456789"), lines

    def _folded_lines(self, scalar: Scalar) -> list[str]:
        """Return the lines of a multi-line scalar; additional indentation of the first one is text."""
        indent, found = -_leading_blanks(scalar.text.lstrip("\n")), []
        indent += _leading_blanks(next(line for line in self._lines_below(scalar) if line.strip(" ")))
        for line in self._lines_below(scalar):
            if line.strip(" ") and _leading_blanks(line) < indent:
                break
            found.append(line[indent:])
        while not found[-1]:
            found.pop()
        ends = len(scalar.text) - len(scalar.text.rstrip("\n"))
        return found + [""] * (ends - 1 if "+" in self.header(scalar) else 0)

    def _lines_below(self, scalar: Scalar) -> Iterator[str]:
        return (self.lines[number] for number in range(scalar.span.line, len(self.lines)))

    def _mark_scalar(self, scalar: Scalar) -> None:
        """Record which part of which line belongs to a scalar."""
        _, line, column, end_line, end_column = scalar.span
        if scalar.style in BLOCK_STYLES:
            count = len(self.content(scalar))
            self._text_lines.update(range(line + 1, line + 1 + count))
            return
        for number in range(line, end_line + 1):
            first = column - 1 if number == line else 0
            last = end_column - 1 if number == end_line else len(self.lines[number - 1])
            self._texts.setdefault(number, []).append((first, last))

    def _comment_in(self, number: int) -> Iterator[Comment]:
        line, texts = self.lines[number - 1], self._texts.get(number, ())
        if number in self._text_lines:
            return
        at = line.find("#")
        while at >= 0:
            inside = next((last for first, last in texts if first <= at < last), None)
            if inside is None:
                yield Comment(tidy_comment(line[at:]), number, at + 1, not line[:at].strip())
                return
            at = line.find("#", inside)


def is_empty(node: YamlNode) -> bool:
    """Return whether a value is absent."""
    return isinstance(node, Scalar) and node.style == "plain" and not node.text


def _stripped_line(line: str, style: str) -> str:
    """Return one line of several; a blank after a backslash is significant."""
    bare = line.strip(" ")
    return line.lstrip(" ") if style == "double" and bare.endswith("\\") else bare


def _leading_blanks(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _scalars_and_keys(node: YamlNode) -> Iterator[Scalar]:
    """Yield every scalar and every key."""
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _scalars_and_keys(item)
    else:
        for key, value in node.items:
            yield key
            yield from _scalars_and_keys(value)
