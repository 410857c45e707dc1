"""A scenario that failed, as text."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.report.layout import counted
from rulewright.scenarios.results import Result


def passed_text(results: Sequence[Result]) -> str:
    """Return how many scenarios passed, how many failed, and how many cannot be read."""
    passed = sum(result.ok for result in results)
    return ", ".join([f"{counted(passed, 'scenario')} passed", *others_text(results)])


def others_text(results: Sequence[Result]) -> list[str]:
    """Return how many scenarios failed, and how many cannot be read, if there are any."""
    unread = sum(bool(result.findings) for result in results)
    failed = sum(not result.ok for result in results) - unread
    return [f"{number} {what}" for number, what in ((failed, "failed"), (unread, "cannot be read")) if number]


def failed_lines(result: Result) -> list[str]:
    """Return where it failed, and why."""
    return [f"{result.file}:{result.line}  failed  {result.name}", *result.lines, ""]
