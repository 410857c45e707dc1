"""Finds conditions that can never hold, and lines that nothing comes to.

Each number has a least and a greatest value (`wanted.bounds_of`), and a comparison of two such ranges always holds,
never holds, or depends. If coins go from 0 to 10, `coins + 2 is at most 1` compares 2..12 with 1..1: never. `and`, `or`
and `not` join the three answers as in three-valued logic: one part that never holds decides an `and`.
"""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check.core.walk import bodies_inside, lines_inside, units_of
from rulewright.check.resolve.wanted import bounds_of
from rulewright.diagnostics import NOWHERE, Code, Findings, Span
from rulewright.diagnostics.codes import Severity

Range = tuple[int, int]


def report_never(checked: c.CheckedRules, findings: Findings) -> None:
    """Add a finding for each option and line that can be seen never to be reached."""
    bodies = [*(s.body for s in checked.scorings)]
    for unit in units_of(checked):
        if isinstance(unit, c.Procedure):
            bodies += [unit.body, unit.after]
        else:
            bodies.append(unit.choice.body)
            _report_option(unit.choice, findings)
    for body in bodies:
        _report_body(body, findings)
        for action in lines_inside(body):
            _report_conditions(action, findings)
            for inside in bodies_inside(action):
                _report_body(inside, findings)


def _report_conditions(action: c.Action, findings: Findings) -> None:
    if isinstance(action, c.Question):
        for choice in action.choices:
            _report_option(choice, findings)
    elif isinstance(action, c.Branch):
        for condition, _ in action.cases:
            if always_holds(condition) is False:
                _report_condition(
                    findings, place_of(condition, action.span), "warning", "Delete these lines, or correct it."
                )


def _report_option(choice: c.Choice, findings: Findings) -> None:
    if choice.when is not None and always_holds(choice.when) is False:
        remedy = f'The option "{choice.name}" is never offered. Correct the condition, or delete the option.'
        _report_condition(findings, place_of(choice.when, choice.span), "error", remedy)


def _report_condition(findings: Findings, span: Span, severity: Severity, remedy: str) -> None:
    findings.add(Code.NEVER_HOLDS, span, "this can never be so", remedy, severity=severity)


def place_of(condition: c.Value, otherwise: Span) -> Span:
    """Return the span of the part of a condition that never holds."""
    if isinstance(condition, c.Logic):
        part = next((p for p in condition.parts if always_holds(p) is False), condition.parts[0])
        return place_of(part, otherwise)
    span: Span = getattr(condition, "span", NOWHERE)
    return span if span.line else otherwise


def _report_body(body: list[c.Action], findings: Findings) -> None:
    for action, following in zip(body, body[1:], strict=False):
        if leaves_body(action):
            findings.add(
                Code.NEVER_REACHED, following.span, "this line is never reached",
                f"Line {action.span.line} above leaves here in every case.", severity="error",
            )  # fmt: skip
            return


def leaves_body(action: c.Action) -> bool:
    """Whether nothing after a line is ever done."""
    if isinstance(action, c.Leave):
        return True
    if not isinstance(action, c.Branch) or not action.otherwise:
        return False
    return all(any(leaves_body(line) for line in body) for body in bodies_inside(action))


# ---- what is certain about conditions and numbers


def always_holds(condition: c.Value) -> bool | None:
    """Whether a condition always holds (True), never (False), or it depends."""
    if isinstance(condition, c.Logic):
        return _joined_holds(condition.operator, [always_holds(part) for part in condition.parts])
    if not isinstance(condition, c.Test):
        return None
    if isinstance(condition.left, c.Const) and isinstance(condition.right, c.Const):
        left, right = condition.left.value, condition.right.value
        return _compare_bounds(condition.operator, (left, left), (right, right))
    if condition.left.type.how != "number":
        return None
    return _compare_bounds(condition.operator, bounds_of(condition.left), bounds_of(condition.right))


def _joined_holds(how: str, parts: list[bool | None]) -> bool | None:
    if how == "not":
        return None if parts[0] is None else not parts[0]
    decides = how == "or"
    if decides in parts:
        return decides
    return None if None in parts else not decides


def _compare_bounds(operator: str, left: Range, right: Range) -> bool | None:
    if operator in ("==", "!="):
        if left[1] < right[0] or right[1] < left[0]:
            return operator == "!="
        return operator == "==" if left == right and left[0] == left[1] else None
    if operator in ("<", "<="):
        operator, left, right = {"<": ">", "<=": ">="}[operator], right, left
    if operator == ">=":
        return True if left[0] >= right[1] else False if left[1] < right[0] else None
    return True if left[0] > right[1] else False if left[1] <= right[0] else None
