"""What came of a scenario: that it passed, where and how it failed, or why it cannot be read."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.diagnostics import Diagnostic, RulesError, Span
from rulewright.engine.game import Game, Question
from rulewright.engine.log import LogLine
from rulewright.frozen import frozen_class

LAST_LOG_LINES = 3
"""Lines of the log that are shown with a failure."""


@frozen_class
class ScenarioFailure:
    """Something that is not as it is written: where it is written, and what happened."""

    span: Span
    lines: tuple[str, ...]
    broke: bool = False
    """Whether the rules broke, so that nobody is asked anything."""


@frozen_class
class ScenarioResult:
    """What came of one scenario; `file` and `line` are those of the expectation that failed.

    `findings`: why it cannot be run, when it says what has no meaning.
    """

    name: str
    ok: bool
    file: str
    line: int
    lines: tuple[str, ...] = ()
    findings: tuple[Diagnostic, ...] = ()


def unreadable_result(name: str, span: Span, findings: tuple[Diagnostic, ...]) -> ScenarioResult:
    """Return the result of a scenario that says what has no meaning."""
    return ScenarioResult(name, False, span.file, span.line, findings=findings)


def failed_result(name: str, failures: Sequence[ScenarioFailure], game: Game | None = None) -> ScenarioResult:
    """Return the result of a scenario that failed, with who is asked what then, and the end of the log."""
    first = failures[0].span
    lines = [line for failure in failures for line in _failure_lines(failure, len(failures) > 1)]
    question = game.question if game is not None and not any(failure.broke for failure in failures) else None
    if game is not None and question is not None and not any(" is asked " in line for line in lines):
        lines.append(f"then {asked_text(game, question)}")
    lines += last_lines(game.log) if game is not None else ()
    return ScenarioResult(name, False, first.file, first.line, tuple(f"    {line}" for line in lines))


def last_lines(log: Sequence[LogLine]) -> tuple[str, ...]:
    """Return the end of a log."""
    return tuple(f"log: {line.text}" for line in log[-LAST_LOG_LINES:])


def asked_text(game: Game, question: Question) -> str:
    """Return the seat, the question and its place in the rules."""
    return f'{game.program.seat_names[question.seat]} is asked "{question.prompt}" ({question.rule}, {question.place})'


def _failure_lines(failure: ScenarioFailure, several: bool) -> tuple[str, ...]:
    """Return the lines of a failure, with its own line of the file where there are several."""
    if not several:
        return failure.lines
    return (f"line {failure.span.line}: {failure.lines[0]}", *failure.lines[1:])


def what_broke(problem: RulesError) -> tuple[str, ...]:
    """Return what stopped the rules, each with the place in the rules if it has one."""
    return tuple(f"{d.place}: {d.message}" if d.span.line else d.message for d in problem.findings)
