"""Runtime errors of the rules, as findings at the responsible line."""

from __future__ import annotations

from rulewright.backends import ExecutionError, Program
from rulewright.compile.tables import place_of
from rulewright.diagnostics import NOWHERE, Code, Diagnostic, RulesError, Span
from rulewright.engine.words import place_called


class LimitExceeded(RulesError):  # noqa: N818
    """The rules, or an operation on them, exceeded a limit."""

    def __init__(self, message: str, span: Span = NOWHERE, *remedy: str) -> None:
        super().__init__((Diagnostic(Code.LIMIT_EXCEEDED, span, message, remedy),))

    def __str__(self) -> str:
        (found,) = self.findings
        return f"{found.message} ({place_of(found.span)})" if found.span.line else found.message


def explained(program: Program, error: ExecutionError, seed: int, decisions: int) -> RulesError:
    """Return the error to raise: a finding that names the game in which it occurred."""
    message, remedy = str(error), f"Game number {seed}, after {decisions} decisions."
    if error.code is Code.LIMIT_EXCEEDED:
        return LimitExceeded(message, _span(program, error), remedy)
    if error.of == "place":
        message = f"{place_called(program, error.where)} is full"
    return RulesError((Diagnostic(error.code, _span(program, error), message, (remedy,)),))


def _span(program: Program, error: ExecutionError) -> Span:
    tables = program.tables
    if error.of == "question":
        return tables.sites[error.where].span
    if error.of == "line" and 0 <= error.where < len(tables.lines):
        return tables.lines[error.where].span
    return NOWHERE
