"""Runtime errors of the rules, as findings at the responsible line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.backends import ExecutionError, Program
from rulewright.backends.failure import InvariantViolation
from rulewright.diagnostics import NOWHERE, Code, Diagnostic, RulesError, Span
from rulewright.engine.words import place_label

if TYPE_CHECKING:
    from rulewright.engine.log import LogLine


class BrokenRules(RulesError):  # noqa: N818
    """The rules cannot go on; `log` is what happened until then, where the build tells it."""

    log: Sequence[LogLine] = ()


class LimitExceeded(BrokenRules):
    """The rules, or an operation on them, exceeded a limit."""

    def __init__(self, message: str, span: Span = NOWHERE, *remedy: str) -> None:
        super().__init__((Diagnostic(Code.LIMIT_EXCEEDED, span, message, remedy),))

    def __str__(self) -> str:
        (found,) = self.findings
        return f"{found.message} ({found.place})" if found.span.line else found.message


def broken_invariant(program: Program, violation: InvariantViolation) -> str:
    """Return in one line which `always` rule does not hold."""
    broken = program.tables.invariants[violation.rule]
    return f"{broken.name} does not hold ({broken.span.place})"


def stopped_amounts(program: Program) -> list[str]:
    """Return a sentence about the amount at its highest number because of which a seat left out an option, if any."""
    lines = program.tables.lines
    return [f"an amount stopped at its limit: {p.limit} ({lines[p.where].span.place})" for p in program.stopped[:1]]


def explained(program: Program, error: ExecutionError, seed: int, decisions: int) -> BrokenRules:
    """Return the error to raise: a finding that names the game in which it occurred."""
    message, remedy = str(error), f"Game number {seed}, after {decisions} decisions."
    if error.code is Code.LIMIT_EXCEEDED:
        return LimitExceeded(message, _span(program, error), remedy)
    if error.of == "place":
        message = f"{place_label(program, error.where)} is full"
    elif error.code is Code.DEAD_END and program.tables.sites[error.where].several:
        message = "there are fewer to choose from than are asked for"
    return BrokenRules((Diagnostic(error.code, _span(program, error), message, (remedy,)),))


def _span(program: Program, error: ExecutionError) -> Span:
    tables = program.tables
    if error.of == "question":
        return tables.sites[error.where].span
    if error.of == "line" and 0 <= error.where < len(tables.lines):
        return tables.lines[error.where].span
    return NOWHERE
