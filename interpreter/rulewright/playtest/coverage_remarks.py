"""Remarks with reasons for what never happens: their targets, and whether they are still correct."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.compose.coverage_points import CoveragePoint
from rulewright.diagnostics import Code, Diagnostic, Findings
from rulewright.syntax.remarks import Remark

VERB = "never"
ABOUT = {
    "reached": ("rule", "step"), "offered": ("option",), "taken": ("option",), "yes": ("condition",),
    "no": ("condition",),
}  # fmt: skip
"""The kinds of points that can have an outcome."""

HAPPENED = {"offered": "was offered", "taken": "was taken", "yes": "came out yes", "no": "came out no"}


class Reasons:
    """Finds the reason for a mark; `wrong` are remarks without a target, or about something that does happen."""

    def __init__(
        self, points: Sequence[CoveragePoint], reached: Callable[[int], bool], remarks: Sequence[Remark]
    ) -> None:
        self._reached = reached
        self._by_line: dict[tuple[str, int], list[CoveragePoint]] = {}
        for point in points:
            self._by_line.setdefault((point.span.file, point.span.line), []).append(point)
        self._found = Findings()
        self._given: dict[int, str] = {}
        for remark in remarks:
            if remark.verb == VERB:
                self._read(remark)

    def of(self, mark: int) -> str:
        """Return the reason for a mark; empty if there is none."""
        return self._given.get(mark, "")

    @property
    def wrong(self) -> list[Diagnostic]:
        """The mistakes in the remarks."""
        return self._found.found

    def _read(self, remark: Remark) -> None:
        here = self._by_line.get((remark.span.file, remark.line), [])
        fitting = [point for point in here if remark.way in point.outcomes and point.kind in ABOUT[remark.way]]
        meant = [point for point in fitting if remark.words in " ".join(point.words.split())]
        if len(meant) != 1:
            self._unclear(remark, fitting, len(meant))
            return
        mark = meant[0].first + meant[0].outcomes.index(remark.way)
        if self._reached(mark):
            said = f'"{meant[0].words}" {HAPPENED.get(remark.way, "was reached")}'
            self._found.add(Code.REMARK_STALE, remark.span, said, "It does happen: delete the remark.")
        self._given[mark] = remark.reason

    def _unclear(self, remark: Remark, fitting: list[CoveragePoint], meant: int) -> None:
        what = ABOUT[remark.way][-1]
        if not fitting:
            message, remedy = f"there is no {what} in line {remark.line}", "Write it beside what it is about."
        elif meant:
            message, remedy = f"line {remark.line} has several of these", 'Say which, before the colon: "{}".'
        else:
            message, remedy = f'"{remark.words}" is not said in line {remark.line}', 'Write "{}".'
        form = f"{VERB} {remark.way} {fitting[0].words if fitting else ''}: ..."
        self._found.add(Code.REMARK_ABOUT_NOTHING, remark.span, message, remedy.format(form))
