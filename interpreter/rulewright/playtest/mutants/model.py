"""Mutants and their outcomes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from typing import TypeVar

from rulewright.compose.composed import Composed
from rulewright.diagnostics import Span
from rulewright.syntax.expressions import Node

T = TypeVar("T")

Change = tuple[Span, str, T]
"""A change: its span, its description, and the replacement."""

CAUGHT, SURVIVED, REFUSED, FAILED = "caught", "survived", "refused", "failed"
"""Killed by a scenario; survived; rejected by `check`; or the interpreter itself failed, which is a bug."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A ruleset with one change: its span, the rule or table, and a description."""

    span: Span
    rule: str
    words: str
    make: Callable[[], Composed]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a mutant, given its number. `by` is the scenario that failed, or the error."""

    number: int
    verdict: str
    by: str = ""
    tried: tuple[str, ...] = ()
    """The fingerprints of the relevant scenarios: the one that failed, or all that passed."""


def with_part(node: T, name: str, changes: Iterator[Change[object]]) -> Iterator[Change[T]]:
    """Yield the node with one of its parts changed."""
    for span, words, part in changes:
        yield span, words, replace(node, **{name: part})  # type: ignore[type-var]


def each_without(parts: tuple[T, ...], words: str) -> Iterator[Change[tuple[T, ...]]]:
    """Yield the parts with one of them removed."""
    for at, part in enumerate(parts):
        assert isinstance(part, Node)
        yield part.span, words, parts[:at] + parts[at + 1 :]


def parts_of(node: Node) -> list[str]:
    """Return the names of a node's parts."""
    return [field.name for field in fields(node) if field.name != "span"]
