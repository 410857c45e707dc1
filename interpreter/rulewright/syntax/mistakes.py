"""A sentence for each way in which a rule file can fail to be read."""

from __future__ import annotations

from rulewright.diagnostics import Findings


def explain_layout(file: str, above: int, piece: str, deepest: int, findings: Findings) -> bool:
    return False


def explain_unexpected(file: str, above: int, piece: str, problem: Exception, findings: Findings) -> None:
    from rulewright.diagnostics import Span
    line = getattr(problem, "line", 1) or 1
    column = getattr(problem, "column", 1) or 1
    findings.add("not-understood", Span(file, line + above, column, line + above, column + 1), str(problem)[:300])
