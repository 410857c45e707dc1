"""What stopped the rules in a running game, as a finding in the rule."""

from __future__ import annotations

from rulewright.backends import Program, Trouble
from rulewright.compile.tables import place_of
from rulewright.diagnostics import NOWHERE, Diagnostic, RulesError, Span
from rulewright.engine.words import place_called


class LimitExceeded(Exception):  # noqa: N818
    """The rules ran past a bound, for example round and round without asking anybody."""


def explained(program: Program, trouble: Trouble, seed: int, decisions: int) -> Exception:
    """Return what to raise: the finding, and the game in which it came up."""
    if trouble.code == "endless":
        return LimitExceeded(f"{trouble}{_asked_last(program, trouble.where)}")
    message = str(trouble)
    if trouble.code == "place-full":
        message = f"{place_called(program, trouble.where)} is full"
    remedy = (f"Game number {seed}, after {decisions} decisions.",)
    return RulesError((Diagnostic(trouble.code, _span(program, trouble), message, remedy),))


def _asked_last(program: Program, site: int) -> str:
    """Where the question stands that was answered last without anything to decide."""
    if site < 0:
        return ""
    return f"; the last one is {place_of(program.tables.sites[site].span)}"


def _span(program: Program, trouble: Trouble) -> Span:
    tables = program.tables
    if trouble.code == "dead-end":
        return tables.sites[trouble.where].span
    if 0 <= trouble.where < len(tables.lines) and trouble.code != "place-full":
        return tables.lines[trouble.where].span
    return NOWHERE
