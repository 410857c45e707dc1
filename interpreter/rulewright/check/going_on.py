"""Between two decisions the rules always come to an end."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.diagnostics import Findings


def report_circles(checked: c.CheckedRules, findings: Findings) -> None:
    """Placeholder replaced below."""
