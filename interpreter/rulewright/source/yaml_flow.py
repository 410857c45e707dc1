"""Formats flow collections (lists and mappings in brackets) of a YAML file."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence as Several
from typing import NamedTuple

from rulewright.diagnostics import Span
from rulewright.source.nodes import Mapping, Scalar, Sequence, YamlNode
from rulewright.source.yaml_comments import Comment, YamlLines, is_empty

WIDTH = 120
"""The maximum line length of flow collections. Scalars are never wrapped."""

Place = tuple[int, int]
"""Line and column."""


class FlowMember(NamedTuple):
    """An item of a list, or an entry: its key, its value, where it begins and ends."""

    word: str
    value: YamlNode
    begin: Place
    end: Place


class Flow:
    """Formats flow collections; `comments` are those that may occur inside them."""

    def __init__(self, written: YamlLines, comments: Several[Comment]) -> None:
        self.written = written
        self.comments = comments
        self.places = [(comment.line, comment.column) for comment in comments]

    def lines(self, node: YamlNode, column: int, tail: int = 0) -> list[str]:
        """Return the lines of a value that begins in a column (from 0); `tail` is the length of what follows it."""
        if isinstance(node, Scalar):
            return [self.written.on_one_line(node)]
        if self._comments_between(_place_of(node.span), _place_of(node.span, True)):
            return self._commented_lines(node, column)
        flat = self._on_one_line(node)
        return self._filled_lines(node, column, tail) if column + len(flat) + tail > WIDTH or _is_tall(node) else [flat]

    def _on_one_line(self, node: YamlNode) -> str:
        if isinstance(node, Scalar):
            return self.written.on_one_line(node)
        opening, closing = _brackets_of(node)
        return (
            opening
            + ", ".join(word + self._on_one_line(value) for word, value, _, _ in self._members_of(node))
            + closing
        )

    def _members_of(self, node: Mapping | Sequence) -> list[FlowMember]:
        if isinstance(node, Sequence):
            return [FlowMember("", item, _place_of(item.span), _place_of(item.span, True)) for item in node.items]
        found = []
        for key, value in node.items:
            word, end = self.written.on_one_line(key), key if is_empty(value) else value
            found.append(
                FlowMember(
                    word if is_empty(value) else f"{word}: ", value, _place_of(key.span), _place_of(end.span, True)
                )
            )
        return found

    def _filled_lines(self, node: Mapping | Sequence, column: int, tail: int) -> list[str]:
        """Return several lines, each with as many items as fit; nested lists get lines of their own."""
        opening, closing = _brackets_of(node)
        members, alone = self._members_of(node), _has_lists(node)
        done: list[str] = []
        now, broken = " " * column + opening, False
        for number, (word, value, _, _) in enumerate(members, 1):
            after = 1 if number < len(members) else 1 + tail
            if number > 1 and (broken or alone or not self._fits_behind(len(now) + 1 + len(word), value, after)):
                done.append(now)
                now = " " * (column + 1)
            elif number > 1:
                now += " "
            first, *more = self.lines(value, len(now) + len(word), after)
            now, broken = now + word + first, bool(more)
            if more:
                done += [now, *more[:-1]]
                now = more[-1]
            now += "," if number < len(members) else ""
        done.append(now + closing)
        return [done[0][column:], *done[1:]]

    def _fits_behind(self, column: int, value: YamlNode, after: int) -> bool:
        return not _is_tall(value) and column + len(self._on_one_line(value)) + after <= WIDTH

    def _commented_lines(self, node: Mapping | Sequence, column: int) -> list[str]:
        """Return one line per item, with its comments."""
        opening, closing = _brackets_of(node)
        blanks, members, last = " " * (column + 1), self._members_of(node), _place_of(node.span, True)
        ends = [_place_of(node.span), *(member.end for member in members)]
        starts = [*(member.begin for member in members), last]
        lines = [opening]
        for number, end in enumerate(ends):
            _add_comments(lines, self._comments_between(end, starts[number]), end[0], blanks)
            if number == len(members):
                break
            lines += [blanks + comment.text for comment in self._before_value(members[number])]
            first, *more = self._member_lines(members[number], column)
            if lines == [opening]:
                lines = [opening + first]
            else:
                lines.append(blanks + first)
            lines += more
            lines[-1] += "," if number + 1 < len(members) else ""
        if self._comments_between(ends[-1], last):
            lines.append(blanks)
        lines[-1] += closing
        return lines

    def _member_lines(self, member: FlowMember, column: int) -> list[str]:
        first, *more = self.lines(member.value, column + 1 + len(member.word), 1)
        return [member.word + first, *more]

    def _before_value(self, member: FlowMember) -> list[Comment]:
        """Return the comments between a key and its value."""
        return [] if is_empty(member.value) else self._comments_between(member.begin, _place_of(member.value.span))

    def _comments_between(self, begin: Place, end: Place) -> list[Comment]:
        return list(self.comments[bisect_left(self.places, begin) : bisect_left(self.places, end)])


def _add_comments(lines: list[str], comments: list[Comment], line: int, blanks: str) -> None:
    """Append comments to the last line if they were on it, otherwise below it."""
    for comment in comments:
        if comment.line == line:
            lines[-1] += f"  {comment.text}"
        else:
            lines.append(blanks + comment.text)


def _place_of(span: Span, end: bool = False) -> Place:
    return (span.end_line, span.end_column) if end else (span.line, span.column)


def _brackets_of(node: YamlNode) -> tuple[str, str]:
    return ("[", "]") if isinstance(node, Sequence) else ("{", "}")


def _has_lists(node: YamlNode) -> bool:
    """Return whether this is a list of lists or mappings."""
    return isinstance(node, Sequence) and any(not isinstance(item, Scalar) for item in node.items)


def _is_tall(node: YamlNode) -> bool:
    """Return whether it contains a list of lists with one line each, which was written as a table."""
    if isinstance(node, Scalar):
        return False
    if isinstance(node, Mapping):
        return any(_is_tall(value) for _, value in node.items)
    lines = [item.span.line for item in node.items]
    alone = len(lines) > 1 and len(set(lines)) == len(lines) and _has_lists(node)
    return alone or any(_is_tall(item) for item in node.items)
