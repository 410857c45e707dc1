"""Serialization of YAML trees for the cache, as nested tuples without file names."""

from __future__ import annotations

from typing import Any

from rulewright.diagnostics import Span
from rulewright.source.nodes import Mapping, Scalar, Sequence, YamlNode

Stored = tuple[Any, ...]


def to_stored(node: YamlNode) -> Stored:
    """Return a tree as tuples: kind, the four numbers of the span, content."""
    place = node.span[1:]
    if isinstance(node, Scalar):
        return (0, place, node.text, node.style)
    if isinstance(node, Sequence):
        return (1, place, tuple(to_stored(item) for item in node.items))
    return (2, place, tuple((to_stored(key), to_stored(value)) for key, value in node.items))


def from_stored(shown: str, stored: Stored) -> YamlNode:
    """Return the tree of serialized tuples, in a file of the given name."""
    span = Span(shown, *stored[1])
    if stored[0] == 0:
        return Scalar(span, stored[2], stored[3])
    if stored[0] == 1:
        return Sequence(span, tuple([from_stored(shown, item) for item in stored[2]]))
    entries = [(Scalar(Span(shown, *key[1]), key[2], key[3]), from_stored(shown, value)) for key, value in stored[2]]
    return Mapping(span, tuple(entries))
