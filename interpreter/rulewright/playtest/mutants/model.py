"""Mutants and their outcomes, and remarks with reasons why a mutant may survive: `# survives: reason`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

from rulewright.compose.composed import Composed
from rulewright.diagnostics import Findings, Span
from rulewright.source import RulesetSource
from rulewright.source.text import text_of_shown_file
from rulewright.syntax.expressions import Node
from rulewright.syntax.remarks import Remark, remarks

T = TypeVar("T")

Change = tuple[Span, str, T]
"""A change: its span, its description, and the replacement."""
Mutation = Callable[[Any], Iterator[Change[Any]]]
"""Yields a node once for each change of it. Any: each kind of node has mutations of its own."""

CAUGHT, SURVIVED, REFUSED, FAILED = "caught", "survived", "refused", "failed"
"""Killed by a scenario; survived; rejected by `check`; or the interpreter itself failed, which is a bug."""


REMARK_VERB = "survives"


@dataclass(frozen=True, slots=True)
class Mutant:
    """A ruleset with one change: its span, the rule or table, and a description."""

    span: Span
    rule: str
    words: str
    make: Callable[[], Composed]


@dataclass(frozen=True, slots=True)
class MutantOutcome:
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


def without(name: str, words: str) -> Mutation:
    """Return the mutation that leaves out an optional part of a node."""

    def mutate(node: Any) -> Iterator[Change[Any]]:
        part = getattr(node, name)
        if part is not None:
            yield part.span, words, replace(node, **{name: None})

    return mutate


def without_each(name: str, words: str, least: int = 1) -> Mutation:
    """Return the mutation that leaves out each of some parts of a node, where it has at least this many."""

    def mutate(node: Any) -> Iterator[Change[Any]]:
        parts = getattr(node, name)
        if len(parts) >= least:
            yield from with_part(node, name, each_without(parts, words))

    return mutate


def each_without(parts: tuple[T, ...], words: str) -> Iterator[Change[tuple[T, ...]]]:
    """Yield the parts with one of them removed."""
    for at, part in enumerate(parts):
        assert isinstance(part, Node)
        yield part.span, words, parts[:at] + parts[at + 1 :]


def parts_of(node: Node) -> list[str]:
    """Return the names of a node's parts."""
    return [field.name for field in fields(node) if field.name != "span"]


def survival_reasons(source: RulesetSource, rules: Composed, findings: Findings) -> list[Remark]:
    """Return the reasons in a ruleset's own files, of rules and of tables."""
    own = {file.path for file in source.rules}
    written = [remark for remark in rules.remarks if remark.span.file in own]
    tables = [figure.name.span.file for figure in source.figures] + [part.span.file for part in source.inventories]
    for file in dict.fromkeys(tables):
        written += remarks(file, text_of_shown_file(file), findings)
    return [remark for remark in written if remark.verb == REMARK_VERB]


def is_reason_for(reason: Remark, mutant: Mutant) -> bool:
    """Return whether a reason applies to a change: same line, and same words if it names any."""
    return (reason.span.file, reason.line) == (mutant.span.file, mutant.span.line) and reason.words in mutant.words


def reason_for(mutant: Mutant, written: Iterable[Remark]) -> Remark | None:
    """Return the first reason that applies to a change; None if there is none."""
    return next((reason for reason in written if is_reason_for(reason, mutant)), None)


def stale_reasons(written: Iterable[Remark], survivors: list[Mutant], untried: list[Mutant]) -> list[Remark]:
    """Return reasons that apply to no survivor, where all changes have been tried."""
    return [r for r in written if not any(is_reason_for(r, mutant) for mutant in [*survivors, *untried])]
