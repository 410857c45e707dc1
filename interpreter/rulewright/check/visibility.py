"""What an option's condition reads must be visible to the one who is asked."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.diagnostics import Findings


def report_peeking(checked: c.CheckedRules, findings: Findings) -> None:
    """Placeholder replaced below."""
