"""Finds steps whose outcome a condition asks for, though it is not known before they are done.

And finds lines for which it is too late: those of options that several seats take together.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.check import core as c
from rulewright.check.core.walk import (
    body_of,
    everything_in,
    lines_inside,
    questions_of,
    units_of,
    values_of,
    values_outside_lines,
)
from rulewright.check.validators.termination import lines_after, lines_reached
from rulewright.diagnostics import Code, Findings

APART = "Write what comes before that as a step of its own, and ask for what would be after that one."


def report_imagined(checked: c.CheckedRules, findings: Findings) -> None:
    """Add a finding for each condition on what would be after a step that decides anything or leaves it to chance."""
    for would in all_imagined(checked):
        found = next(((line.span, why) for line in lines_after(would) if (why := _hindrance(line))), None)
        if would.step is checked.game:
            found = would.step.span, "is the whole game"
        if found is not None:
            span, why = found
            name = would.step.name.split(".", 1)[1]
            message = f"what would be after {name} cannot be known before: it {why}"
            findings.add(Code.CANNOT_BE_KNOWN, would.span, message, f"That is at {span.file}:{span.line}.", APART)


def all_imagined(checked: c.CheckedRules) -> Iterator[c.WouldBe]:
    """Yield every condition on what would be after a step."""
    bodies = [*map(body_of, units_of(checked)), *(scoring.body for scoring in checked.scorings)]
    lines = (line for body in bodies for line in lines_inside(body))
    values = [*values_outside_lines(checked), *(value for line in lines for value in values_of(line))]
    yield from (part for value in values for part in everything_in(value) if isinstance(part, c.WouldBe))


def report_together(checked: c.CheckedRules, findings: Findings) -> None:
    """Add a finding for each option of a question to several seats at once whose lines ask or end something."""
    for question in (one for one in questions_of(checked) if one.together):
        for choice in question.choices:
            found = next((line for line in lines_reached(choice.later) if _breaks_off(line)), None)
            if found is not None:
                why = "asks somebody" if isinstance(found, c.Question) else "ends the game or a step"
                message = f"all have answered when this is done for one after the other, and it {why}"
                remedy = "Note here what was chosen, and do the rest in lines after the question."
                findings.add(Code.ANSWERED_TOGETHER, found.span, message, remedy)


def _breaks_off(line: c.Action) -> bool:
    return isinstance(line, c.Question) or (isinstance(line, c.Leave) and line.how == "end")


def _hindrance(line: c.Action) -> str:
    """Return why nobody knows what is after a line; nothing if it can be known."""
    match line:
        case c.Question():
            return "asks somebody"
        case c.RollDie() | c.PickAtRandom() | c.ShuffleStack() | c.DrawFrom():
            return "leaves something to chance"
        case c.Loop(laps=True):
            return "goes round in laps"
        case c.Remember():
            return "remembers a position, so that it has always been there"
        case c.Leave(how="end"):
            return "ends the game or a step"
        case _:
            return ""
