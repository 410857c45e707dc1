"""Settings of the search: whether they fit together."""

from __future__ import annotations

from itertools import pairwise

from rulewright.check.resolve.context import Resolved
from rulewright.check.validators.weights import report_worth
from rulewright.compose.weights import combined_weights
from rulewright.diagnostics import Code, Findings, Span
from rulewright.source import Mapping, Scalar
from rulewright.source.figures import SeatData
from rulewright.source.nodes import items_of

LABELS = ("kind", "difference")
"""What says something about a file, not about the search."""


def report_search(resolved: Resolved, findings: Findings) -> None:
    """Add a finding for each setting that contradicts another. Rulesets below are judged by themselves."""
    own = resolved.rules.manifest.name.text
    given: dict[tuple[str, str], Span] = {}
    for layer, data in resolved.rules.seat_data:
        if layer == own and data.kind == "search":
            difference = data.difference.text if data.difference is not None else ""
            for word, _ in data.entries.items:
                first = given.setdefault((difference, word.text), word.span)
                if first != word.span and word.text not in LABELS:
                    message, remedy = f'"{word.text}" is given already', f"The other is in {first.file}:{first.line}."
                    findings.add(Code.DECLARED_TWICE, word.span, message, remedy)
            _report_levels(data, findings)
            if isinstance(worth := data.entries.get("weights"), Mapping):
                report_worth(resolved, worth, findings)
            _report_phase(data, combined_weights(resolved.rules)[1] is not None, findings)


def _report_levels(data: SeatData, findings: Findings) -> None:
    levels = [item for item in items_of(data.entries.get("levels")) if isinstance(item, Scalar)]
    for lower, upper in pairwise(levels):
        if (upper.number or 0) <= (lower.number or 0):
            message = f"a level tries out more games than the one before, which has {lower.text}"
            findings.add(Code.OUT_OF_RANGE, upper.span, message)


def _report_phase(data: SeatData, timed: bool, findings: Findings) -> None:
    asked = data.entries.get("finish-phase")
    if not timed and isinstance(asked, Scalar) and asked.text == "true":
        message = "no phase would be finished, since the weights have no time"
        remedy = "Give `time` in a file of `kind: weights`, or leave this line out."
        findings.add(Code.NEVER_USED, asked.span, message, remedy)
