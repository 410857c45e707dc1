"""Finds the comments of a YAML file, which its tree lacks, and the lines of block scalars.

A `#` begins a comment unless it is inside of a scalar: of `name: "a # b"  # c` the scalar is in columns 7 to 13, so the
first `#` is text, and the search goes on behind it.
"""

from __future__ import annotations

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
