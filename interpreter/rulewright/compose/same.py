"""Whether two parts of rules say the same, wherever they stand."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from rulewright.syntax.expressions import Node


def same(a: Any, b: Any) -> bool:
    """True when two parts of a syntax tree are equal but for their places."""
    if isinstance(a, Node):
        return type(a) is type(b) and all(
            same(getattr(a, field.name), getattr(b, field.name)) for field in fields(a) if field.name != "span"
        )
    if isinstance(a, tuple):
        return isinstance(b, tuple) and len(a) == len(b) and all(map(same, a, b))
    return bool(a == b)
