"""Formats YAML files.

The order of entries, quotation marks, brackets and the lines of long texts are preserved; indentation, blanks, empty
lines and line breaks in brackets are normalized. (ruamel can write files, too, but it wraps quoted texts, and its
output depends on the installed version.)
"""

from __future__ import annotations

from collections import deque

from rulewright.diagnostics import Findings
from rulewright.source.documents import document
from rulewright.source.nodes import Scalar, YamlNode, plain
from rulewright.source.text import report_unformatted
from rulewright.source.yaml_comments import BLOCK_STYLES, Comment, YamlLines, is_empty
from rulewright.source.yaml_flow import Flow
from rulewright.source.yaml_reader import read_yaml

STEP = 2
"""Blanks per level of indentation."""


def format_yaml(shown: str, text: str, role: str, findings: Findings) -> str | None:
    """Return the formatted text of a file of a role; None, and findings, if it has mistakes.

    A result with another meaning, or that formatting would change again, is not returned but reported as our bug.
    """
    tree = document(shown, text, role, findings)
    if tree is None:
        return None
    new = lay_out(text, tree)
    if new != text and not _says_the_same(text, tree, new):
        report_unformatted(shown, findings)
        return None
    return new


def lay_out(text: str, tree: YamlNode) -> str:
    """Return the formatted text of a file; `tree` is its syntax tree."""
    return "".join(f"{line}\n" for line in _Page(text, tree).whole())


def _says_the_same(old: str, tree: YamlNode, new: str) -> bool:
    """Return whether a new text has the same tree, apart from spans, and comments, and is a fixed point."""
    read = read_yaml("", new, Findings())
    if read is None or repr(plain(read)) != repr(plain(tree)) or lay_out(new, read) != new:
        return False
    return _sorted_comments(old, tree) == _sorted_comments(new, read)


def _sorted_comments(text: str, tree: YamlNode) -> list[str]:
    return sorted(comment.text for comment in YamlLines(text, tree).comments)


class _Page:
    """The output lines of a file.

    `todo` are the comments that have not been written yet. While something `opens`, no empty line may follow.
    """

    def __init__(self, text: str, tree: YamlNode) -> None:
        self.written = YamlLines(text, tree)
        self.tree = tree
        self.todo = deque(self.written.comments)
        self.lines: list[str] = []
        self.dashes = ""
        self.opens = True
        self.noted = 0

    def whole(self) -> list[str]:
        """Return the lines of the whole file."""
        end = len(self.written.lines) + 1
        self._write_comments_above(self._first_line(self.tree), 0)
        self._write_part(self.tree, 0, STEP, end)
        self._write_comments_above(end, 0)
        return self.lines

    def _write_part(self, node: YamlNode, column: int, more: int, end: int, start: str = "") -> None:
        """Write a value at a column (from 0), after a key or dashes; its further lines are indented by `more`."""
        if self._is_block(node):
            self._write_block(node, column, 0, end)
        elif not isinstance(node, Scalar):
            self._write_flow(node, start, column)
        elif node.style in BLOCK_STYLES:
            sign, lines = self.written.in_block_style(node)
            self._write_line(start + sign, column)
            self._write_trailing_comment(node.span.line)
            self._write_further(lines, column + more)
            self.opens = "+" in sign
        else:
            first, *lines = self.written.as_written(node)
            self._write_line(start + first, column)
            self._write_further(lines, column + more)
            self._write_trailing_comment(node.span.end_line)

    def _write_flow(self, node: YamlNode, start: str, column: int) -> None:
        inside: list[Comment] = []
        while self.todo and (self.todo[0].line, self.todo[0].column) < (node.span.end_line, node.span.end_column):
            inside.append(self.todo.popleft())
        first, *lines = Flow(self.written, inside).lines(node, column + len(start))
        if lines and node.span.line == node.span.end_line:
            # A line that becomes several has its trailing comment above them.
            while self.todo and self.todo[0].line == node.span.line:
                self.lines.append(" " * (column - len(self.dashes)) + self.todo.popleft().text)
        self._write_line(start + first, column)
        self.lines += lines
        self._write_trailing_comment(node.span.end_line)

    def _write_block(self, node: YamlNode, column: int, outer: int, end: int) -> None:
        """Write entries or items at a column; `outer` is the original column of their parent."""
        members = node.items if not isinstance(node, Scalar) else ()
        starts = [(member[0] if isinstance(member, tuple) else member).span.line for member in members]
        for member, till in zip(members, [*starts[1:], end], strict=True):
            if isinstance(member, tuple):
                self._write_entry(*member, column, till)
            else:
                self._write_comments_above(self._first_line(member), column)
                self._write_gap(member.span.line)
                self.dashes += "- "
                self._write_part(member, column + STEP, 0, till)
        least = max(node.span.column, outer + 1)
        while self.todo and self.todo[0].line < end and self.todo[0].alone and self.todo[0].column >= least:
            self._write_comment(self.todo.popleft(), column)

    def _write_entry(self, key: Scalar, value: YamlNode, column: int, end: int) -> None:
        word = f"{self.written.on_one_line(key)}:"
        self._write_comments_above(self._entry_line(key, value), column)
        self._write_gap(key.span.line)
        if not (is_empty(value) or self._is_block(value)):
            self._write_part(value, column, STEP, end, f"{word} ")
            return
        self._write_line(word, column)
        self._write_trailing_comment(key.span.end_line)
        if not is_empty(value):
            self.opens = True
            self._write_block(value, column + STEP, key.span.column, end)

    def _write_line(self, text: str, column: int) -> None:
        """Write a line, with the dashes of the lists that begin on it."""
        start = " " * (column - len(self.dashes)) + self.dashes
        self.lines.append(start + text if text else start.rstrip())
        self.dashes, self.opens = "", False

    def _write_further(self, lines: list[str], column: int) -> None:
        self.lines += [" " * column + line if line else "" for line in lines]

    def _write_gap(self, line: int) -> None:
        """Write an empty line where one was, but not above the first line of a block."""
        if self.written.gap_above(line) and not (self.opens or self.dashes or self.noted >= line):
            self.lines.append("")

    def _write_comments_above(self, line: int, column: int) -> None:
        """Write the comments above a line."""
        while self.todo and self.todo[0].line < line:
            self._write_comment(self.todo.popleft(), column)

    def _write_comment(self, comment: Comment, column: int) -> None:
        self._write_gap(comment.line)
        self._write_line(comment.text, column)
        self.noted = comment.line

    def _write_trailing_comment(self, line: int) -> None:
        """Write a trailing comment."""
        while self.todo and self.todo[0].line <= line:
            self.lines[-1] += f"  {self.todo.popleft().text}"

    def _is_block(self, node: YamlNode) -> bool:
        """Return whether a collection is in block style, without brackets."""
        line = self.written.lines[node.span.line - 1]
        return not isinstance(node, Scalar) and line[node.span.column - 1] not in "[{"

    def _entry_line(self, key: Scalar, value: YamlNode) -> int:
        """Return the line above which the comments of an entry are."""
        return key.span.line if is_empty(value) or self._is_block(value) else value.span.line

    def _first_line(self, node: YamlNode) -> int:
        if isinstance(node, Scalar) or not self._is_block(node):
            return node.span.line
        first = node.items[0]
        return self._entry_line(*first) if isinstance(first, tuple) else self._first_line(first)
