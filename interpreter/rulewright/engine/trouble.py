"""What stopped the rules in a running game, as a finding in the rule."""

from __future__ import annotations

from rulewright.compile import Program, Trouble
from rulewright.diagnostics import NOWHERE, Diagnostic, RulesError, Span


class LimitExceeded(Exception):  # noqa: N818
    """The rules ran past a bound, for example round and round without asking anybody."""


def explained(program: Program, trouble: Trouble, seed: int, decisions: int) -> Exception:
    """Return what to raise: the finding, and the game in which it came up."""
    if trouble.code == "endless":
        return LimitExceeded(f"{trouble}{_asked_last(program, trouble.where)}")
    remedy = [f"Game number {seed}, after {decisions} decisions."]
    if trouble.code == "place-full":
        remedy.insert(0, f"The place is {program.data['places'][trouble.where][0]}.")
    return RulesError((Diagnostic(trouble.code, _span(program, trouble), str(trouble), tuple(remedy)),))


def _asked_last(program: Program, site: int) -> str:
    """Where the question stands that was answered last without anything to decide."""
    if site < 0:
        return ""
    span = Span(*program.data["sites"][site][2])
    return f"; the last one is {span.file}:{span.line}"


def _span(program: Program, trouble: Trouble) -> Span:
    data = program.data
    if trouble.code == "dead-end":
        return Span(*data["sites"][trouble.where][2])
    if 0 <= trouble.where < len(data["spans"]) and trouble.code != "place-full":
        return Span(*data["spans"][trouble.where][0])
    return NOWHERE
