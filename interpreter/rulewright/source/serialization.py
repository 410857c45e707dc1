"""Serialization of trees for the cache: as tuples, numbers and texts, without file names.

A node is stored as (number of its class, span, fields...), and a tuple as (-1, items...). Spans are relative to a line,
so what is stored of a part of a file is the same wherever that part stands.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from rulewright.diagnostics import Span


class TreeCodec:
    """Converts trees of some dataclasses, the first field of which is the span, to plain data and back."""

    def __init__(self, kinds: Iterable[type[Any]]) -> None:
        self.kinds = tuple(kinds)
        self.names = [tuple(field.name for field in fields(kind)) for kind in self.kinds]
        self._numbers = {kind: number for number, kind in enumerate(self.kinds)}

    def encode(self, value: Any, above: int = 0) -> Any:
        """Return a tree as plain data; `above` is the number of lines over it."""
        numbers, names = self._numbers, self.names

        def encode(value: Any) -> Any:
            if type(value) is tuple:
                return (-1, *[encode(item) for item in value])
            number = numbers.get(type(value))
            if number is None:
                return value
            span = value.span
            place = (span.line - above, span.column, span.end_line - above, span.end_column)
            return (number, place, *[encode(getattr(value, name)) for name in names[number][1:]])

        return encode(value)

    def decode(self, data: Any, file: str, above: int = 0) -> Any:
        """Return the tree of plain data, with `above` lines over it in a file."""
        kinds = self.kinds

        def decode(data: Any) -> Any:
            if type(data) is not tuple:
                return data
            if data[0] < 0:
                return tuple([decode(item) if type(item) is tuple else item for item in data[1:]])
            line, column, end_line, end_column = data[1]
            span = Span(file, line + above, column, end_line + above, end_column)
            return kinds[data[0]](span, *[decode(item) if type(item) is tuple else item for item in data[2:]])

        return decode(data)
