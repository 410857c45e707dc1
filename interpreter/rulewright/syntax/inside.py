"""Goes through a declaration as it is written: every node of its tree, outermost first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from rulewright.syntax.expressions import Node


def nodes_in(node: Node) -> Iterator[Node]:
    """Yield a node and all nodes in it."""
    yield node
    for field in fields(node):
        yield from _nodes_of(getattr(node, field.name))


def _nodes_of(part: object) -> Iterator[Node]:
    if isinstance(part, Node):
        yield from nodes_in(part)
    elif isinstance(part, tuple):
        for item in part:
            yield from _nodes_of(item)
