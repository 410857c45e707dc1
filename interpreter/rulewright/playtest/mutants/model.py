"""One thing made otherwise in a ruleset, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from typing import TypeVar

from rulewright.compose.composed import Composed
from rulewright.diagnostics import Span
from rulewright.syntax.expressions import Node

T = TypeVar("T")

Change = tuple[Span, str, T]
"""Where something is made otherwise, what in words, and what stands there then."""

CAUGHT, SURVIVED, REFUSED, FAILED = "caught", "survived", "refused", "failed"
"""A scenario fails; all pass; `check` refuses the rules; the interpreter itself breaks, which is our mistake."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A ruleset with one thing made otherwise: where, in which rule or table, and what in words."""

    span: Span
    rule: str
    words: str
    make: Callable[[], Composed]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of the mutant of a number. `by` is the scenario that failed, or what was refused or went wrong."""

    number: int
    verdict: str
    by: str = ""
    tried: tuple[str, ...] = ()
    """The fingerprints of the scenarios that matter: the one that failed, or all that passed."""


def with_part(node: T, name: str, changes: Iterator[Change[object]]) -> Iterator[Change[T]]:
    """Yield the node with one of its parts made otherwise."""
    for span, words, part in changes:
        yield span, words, replace(node, **{name: part})  # type: ignore[type-var]


def each_without(parts: tuple[T, ...], words: str) -> Iterator[Change[tuple[T, ...]]]:
    """Yield the parts with one of them left out."""
    for at, part in enumerate(parts):
        assert isinstance(part, Node)
        yield part.span, words, parts[:at] + parts[at + 1 :]


def parts_of(node: Node) -> list[str]:
    """Return the names of a node's parts."""
    return [field.name for field in fields(node) if field.name != "span"]
