"""What a command's exit code means."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.diagnostics import Code, Diagnostic

FINE, FINDINGS, USAGE, LIMIT = 0, 1, 2, 3
"""All is well; mistakes were found; wrongly called or unreadable; more than Rulewright takes on."""

BROKEN, INTERRUPTED = 70, 130
"""A mistake of our own; stopped by Ctrl-C."""

LIMITS = frozenset({Code.FILE_TOO_LARGE, Code.NESTED_TOO_DEEP, Code.TOO_DEEP, Code.LIMIT_EXCEEDED})
"""Codes of findings that say that something is more than Rulewright takes on."""

CLOSED = frozenset({Code.UNREADABLE_FILE, Code.UNWRITABLE_FILE})
"""Codes of findings that say that a file cannot be opened."""


def code_for(findings: Sequence[Diagnostic]) -> int:
    """Return the exit code for the findings of a run."""
    errors = [d for d in findings if d.severity == "error"]
    if any(d.code in LIMITS for d in errors):
        return LIMIT
    if errors and all(not d.span.line or d.code in CLOSED for d in errors):
        return USAGE
    return FINDINGS if errors else FINE
