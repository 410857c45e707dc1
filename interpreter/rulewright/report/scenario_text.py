"""A scenario that failed, as text."""

from __future__ import annotations

from rulewright.scenarios.run import Result


def failed_lines(result: Result) -> list[str]:
    """Return where it failed, and why."""
    return [f"{result.file}:{result.line}  failed  {result.name}", *result.lines, ""]
