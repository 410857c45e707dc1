"""YAML trees whose nodes have spans."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from rulewright.diagnostics import Span
from rulewright.frozen import frozen_class

_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,17})", re.ASCII)


@frozen_class
class LocatedText:
    """A name or a text with its span."""

    span: Span
    text: str

    def __str__(self) -> str:
        return self.text


@frozen_class
class Scalar:
    """A single text or number as written; style is plain, single, double, literal or folded."""

    span: Span
    text: str
    style: str = "plain"

    @property
    def value(self) -> int | bool | str | None:
        """The value: an integer, a Boolean, None, or a text."""
        if self.style != "plain":
            return self.text
        if _NUMBER.fullmatch(self.text):
            return int(self.text)
        return {"true": True, "false": False, "": None}.get(self.text, self.text)

    @property
    def number(self) -> int | None:
        """The value as an integer; None for anything else, such as digits in quotation marks."""
        value = self.value
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    @property
    def quoted_number(self) -> int | None:
        """The integer in quotation marks, which make it a text, if it is one."""
        return None if self.style == "plain" else Scalar(self.span, self.text).number


@frozen_class
class Mapping:
    """Entries `name: value` in the order of the file."""

    span: Span
    items: tuple[tuple[Scalar, YamlNode], ...]

    def get(self, name: str) -> YamlNode | None:
        """Return the value of an entry; None if there is no such entry."""
        return next((value for key, value in self.items if key.text == name), None)

    def key(self, name: str) -> Scalar | None:
        """Return the key of an entry, for its span."""
        return next((key for key, _ in self.items if key.text == name), None)


@frozen_class
class Sequence:
    """A list."""

    span: Span
    items: tuple[YamlNode, ...]


YamlNode = Scalar | Mapping | Sequence


def plain(node: YamlNode) -> Any:
    """Return the tree as Python dictionaries, lists, strings and numbers, without spans."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return {key.text: plain(value) for key, value in node.items}


def text_of(node: YamlNode | None) -> LocatedText | None:
    """Return a single text with its span; None for anything else."""
    return LocatedText(node.span, node.text) if isinstance(node, Scalar) else None


def number_of(node: YamlNode | None, otherwise: int) -> int:
    """Return an integer, or a default if none is given."""
    number = node.number if isinstance(node, Scalar) else None
    return otherwise if number is None else number


def items_of(node: YamlNode | None) -> tuple[YamlNode, ...]:
    """Return the members of a list; none if it is missing."""
    return node.items if isinstance(node, Sequence) else ()


def entries_of(node: YamlNode | None) -> tuple[tuple[Scalar, YamlNode], ...]:
    """Return the entries of a mapping; none if it is missing."""
    return node.items if isinstance(node, Mapping) else ()


def texts_of(node: YamlNode | None) -> tuple[LocatedText, ...]:
    """Return the texts of a list."""
    return tuple(text for text in map(text_of, items_of(node)) if text is not None)


def scalars(node: YamlNode) -> Iterator[Scalar]:
    """Yield every scalar below a node, without keys."""
    if isinstance(node, Scalar):
        yield node
        return
    parts = node.items if isinstance(node, Sequence) else tuple(value for _, value in node.items)
    for part in parts:
        yield from scalars(part)
