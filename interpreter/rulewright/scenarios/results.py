"""What came of a scenario: that it passed, where and how it failed, or why it cannot be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.diagnostics import Diagnostic, RulesError, Span
from rulewright.engine.game import Game

LAST = 3
"""Lines of the log that are shown with a failure."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Something that is not as it is written: where it is written, and what happened."""

    span: Span
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one scenario; `file` and `line` are those of the expectation that failed.

    `findings`: why it cannot be run, when it says what has no meaning.
    """

    name: str
    ok: bool
    file: str
    line: int
    lines: tuple[str, ...] = ()
    findings: tuple[Diagnostic, ...] = ()


def unreadable(name: str, span: Span, findings: tuple[Diagnostic, ...]) -> Result:
    """Return the result of a scenario that says what has no meaning."""
    return Result(name, False, span.file, span.line, findings=findings)


def failed(name: str, failures: Sequence[Failure], game: Game | None = None) -> Result:
    """Return the result of a scenario that failed, with the end of the log."""
    first = failures[0].span
    lines = [line for failure in failures for line in _lines(failure, len(failures) > 1)]
    lines += [f"log: {line.text}" for line in (game.log[-LAST:] if game is not None else ())]
    return Result(name, False, first.file, first.line, tuple(f"    {line}" for line in lines))


def _lines(failure: Failure, several: bool) -> tuple[str, ...]:
    """Return the lines of a failure, with its own line of the file where there are several."""
    if not several:
        return failure.lines
    return (f"line {failure.span.line}: {failure.lines[0]}", *failure.lines[1:])


def what_broke(problem: RulesError) -> tuple[str, ...]:
    """Return what stopped the rules, each with the place in the rules if it has one."""
    return tuple(f"{d.span.file}:{d.span.line}: {d.message}" if d.span.line else d.message for d in problem.findings)
