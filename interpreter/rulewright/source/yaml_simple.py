"""Parses the part of YAML that nearly all files of a ruleset keep to, many times faster than ruamel.

That part is one document of block mappings and block lists. Values are on one line, plain or in quotation marks with no
escape but `\\"`, or in brackets, also over several lines. For any other text, and for every text with a mistake, the
answer is None, and `yaml_reader.py` reads it with ruamel. A tree returned here equals ruamel's.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate
from typing import NoReturn

from rulewright.diagnostics import Span, limits
from rulewright.source.nodes import Mapping, Scalar, Sequence, YamlNode
from rulewright.source.text import strange_character

_OTHER = re.compile(r"^(?:---|\.\.\.|%)|[^\n -~\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", re.MULTILINE)
"""Documents, directives, and characters that are not printable."""
_QUOTED = r"""'(?:[^'\n]|'')*'|"(?:[^"\\\n]|\\")*\""""
_START = r"""[^-?:,\[\]{}#&*!|>'"%@` \n]"""
_IN_BLOCK = re.compile(rf"{_QUOTED}|(?:-(?=[^ \n])|{_START})(?:[^:# \n]|:(?=[^ \n])|(?<! )#| (?=[^:#\n]))*(?<! )")
_IN_FLOW = re.compile(rf"{_QUOTED}|(?:-(?=[^ ,:\[\]{{}}#\n])|{_START})[^:#,?\[\]{{}}\n]*(?<! )")
"""A single value; whether it is followed by what must follow there is looked at afterwards."""
_COLON, _DASH = re.compile(r":(?=[ \n])"), re.compile(r"-(?=[ \n])")
_FIRST = re.compile(r"(?: *(?:#[^\n]*)?\n)*( *)")
_LINE_END = re.compile(rf"(?: +#[^\n]*| *)\n{_FIRST.pattern}")
"""From the end of a value to the next content, with the indentation of that as a group."""
_BLANKS, _GAP = re.compile(" *"), re.compile(r"[ \n]*")
_LONGEST_KEY = 1000


def simple_tree(shown: str, text: str) -> YamlNode | None:
    """Return the tree of a YAML text; None where ruamel has to look at it."""
    if _OTHER.search(text) or strange_character(text):
        return None
    try:
        return _Reader(shown, text).root()
    except _NotSimple:
        return None


class _NotSimple(Exception):  # noqa: N818  (not a failure)
    """The text contains a mistake, or something that is not simple."""


def _refuse() -> NoReturn:
    raise _NotSimple


class _Entries(dict[str, tuple[Scalar, YamlNode]]):
    """The entries of a mapping by their keys."""

    def enter(self, key: Scalar, value: YamlNode) -> None:
        if key.text in self or key.text in ("", "<<"):
            _refuse()
        self[key.text] = key, value


class _Reader:
    """Reads from top to bottom; `at` is the next character, `column` is where the content of its line begins."""

    def __init__(self, shown: str, text: str) -> None:
        self.shown, self.text = shown, f"{text}\n"
        self.starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
        self.at = self.column = self.depth = self.values = 0

    def root(self) -> YamlNode:
        """Read the whole text."""
        self._advance(_FIRST)
        node = self._block()
        return node if self.column < 0 else _refuse()

    def _advance(self, line_end: re.Pattern[str]) -> None:
        """Go to the next content; at the end of the text the column is -1."""
        found = line_end.match(self.text, self.at) or _refuse()
        self.at = found.end()
        self.column = self.at - found.start(1) if self.at < len(self.text) else -1

    def _accept(self, pattern: re.Pattern[str]) -> bool:
        """Return whether a pattern fits, and go behind it if so."""
        found = pattern.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return found is not None

    def _span(self, start: int, end: int) -> Span:
        """Return the span of characters on one line."""
        line = bisect_right(self.starts, start)
        before = self.starts[line - 1] - 1
        return Span(self.shown, line, start - before, line, end - before)

    # -- blocks

    def _block(self) -> YamlNode:
        """Return the list or mapping that begins here, up to the first line that is indented less."""
        column = self.column
        self._deeper()
        node = self._list(column) if _DASH.match(self.text, self.at) else self._mapping(column)
        self.depth -= 1
        return node if self.column <= column else _refuse()

    def _deeper(self) -> None:
        self.depth += 1
        if self.depth > limits.YAML_DEPTH.most:
            _refuse()

    def _mapping(self, column: int) -> Mapping:
        entries = _Entries()
        while self.column == column:
            entries.enter(self._key(_IN_BLOCK), self._value(column, in_list=False))
        items = tuple(entries.values())
        return Mapping(items[0][0].span.to(items[-1][1].span), items)

    def _list(self, column: int) -> Sequence:
        start, items = self.at, list[YamlNode]()
        while self.column == column and self._accept(_DASH):
            items.append(self._value(column, in_list=True))
        return Sequence(self._span(start, start).to(items[-1].span), tuple(items))

    def _value(self, column: int, in_list: bool) -> YamlNode:
        """Return what follows the colon of an entry or the dash of an item, and go to the line after it."""
        end = self.at
        if _LINE_END.match(self.text, end):
            self._advance(_LINE_END)
            below = self.column > column or (self.column == column and not in_list and _DASH.match(self.text, self.at))
            return self._block() if below else _refuse()
        self._accept(_BLANKS)
        if in_list and self._begins_block():
            self.column = column + self.at - end + 1
            return self._block()
        node = self._inline(column, _IN_BLOCK)
        self._advance(_LINE_END)
        return node

    def _begins_block(self) -> bool:
        key = _IN_BLOCK.match(self.text, self.at)
        return bool(_DASH.match(self.text, self.at) or (key and _COLON.match(self.text, key.end())))

    # -- values, and what is in brackets

    def _inline(self, column: int, words: re.Pattern[str]) -> YamlNode:
        if self.text[self.at] in "[{":
            return self._flow(column)
        return self._word(words)

    def _word(self, words: re.Pattern[str]) -> Scalar:
        """Return the value that begins here, and go behind it."""
        begun, found = self.at, words.match(self.text, self.at) or _refuse()
        self.at = found.end()
        return self._scalar(begun, self.at)

    def _scalar(self, start: int, end: int) -> Scalar:
        self.values += 1
        text, style = self.text[start:end], "plain"
        if text[:1] == '"':
            text, style = text[1:-1].replace('\\"', '"'), "double"
        elif text[:1] == "'":
            text, style = text[1:-1].replace("''", "'"), "single"
        elif len(text) > limits.DIGITS.most and text.removeprefix("-").isdigit():
            _refuse()
        return Scalar(self._span(start, end), text, style) if self.values <= limits.YAML_VALUES.most else _refuse()

    def _key(self, words: re.Pattern[str]) -> Scalar:
        """Return the word before a colon, and go behind the colon."""
        key = self._word(words)
        return key if len(key.text) < _LONGEST_KEY and self._accept(_COLON) else _refuse()

    def _flow(self, column: int) -> YamlNode:
        """Return a list or mapping in brackets; each of its lines must be indented more than `column`."""
        start, closing = self._span(self.at, self.at), "]" if self.text[self.at] == "[" else "}"
        items, entries = list[YamlNode](), _Entries()
        self._deeper()
        while self._reaches_item(column, closing, first=not (items or entries)):
            if closing == "]":
                items.append(self._inline(column, _IN_FLOW))
            else:
                key = self._key(_IN_FLOW)
                self._skip(column)
                entries.enter(key, self._inline(column, _IN_FLOW))
        self.depth -= 1
        span = start.to(self._span(self.at, self.at))
        return Sequence(span, tuple(items)) if closing == "]" else Mapping(span, tuple(entries.values()))

    def _reaches_item(self, column: int, closing: str, first: bool) -> bool:
        """Go behind the opening bracket or the comma before an item, or behind the closing bracket."""
        self.at += first
        self._skip(column)
        ends = self.text[self.at] == closing
        if not ends and not first and self.text[self.at] != ",":
            _refuse()
        self.at += ends or not first
        if not ends:
            self._skip(column)
        return not ends

    def _skip(self, column: int) -> None:
        """Skip blanks and line breaks within brackets."""
        begun = self.at
        self._accept(_GAP)
        if self.at == len(self.text) or ("\n" in self.text[begun : self.at] and self._indentation() <= column):
            _refuse()

    def _indentation(self) -> int:
        return self.at - self.starts[bisect_right(self.starts, self.at) - 1]
