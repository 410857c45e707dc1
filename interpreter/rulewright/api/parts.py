"""Parts of the API that need no ruleset: rules and pieces as values, errors, the kinds of seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.diagnostics import Code, Diagnostic, RulesError, Span


@dataclass(frozen=True, slots=True)
class Rule:
    """A declaration: its full name, its text as written, and its place."""

    name: str
    text: str
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece: its kind, its name in the rules, its label, and what is printed on it."""

    kind: str
    name: str
    label: str
    printed: tuple[str, ...]


def refusal(where: str, code: Code, message: str, *remedy: str) -> RulesError:
    """Return the error for a call that cannot be answered."""
    return RulesError((Diagnostic(code, Span(where, 0, 0, 0, 0), message, remedy),))


def sitting(kinds: Sequence[str], seats: int) -> tuple[str, ...]:
    """Return who sits in each seat; nobody in particular where all play at random.

    Raises `RulesError` for a kind that does not exist, and for more kinds than there are seats.
    """
    from rulewright.diagnostics.similar import did_you_mean
    from rulewright.players.seats import KINDS, everybody, is_known

    for kind in kinds:
        if not is_known(kind):
            known = f"Known are {', '.join(KINDS)}, FILE.py:NAME, cmd:COMMAND and tcp:HOST:PORT."
            remedy = *did_you_mean(kind, KINDS), known
            raise refusal(kind, Code.UNKNOWN_VALUE, f'there is no kind of seat "{kind}"', *remedy)
    if len(kinds) > seats:
        message = f"{len(kinds)} kinds of seats are given, for {seats} {'player' if seats == 1 else 'players'}"
        hint = "Leave some out: seats without a kind play at random."
        raise refusal(", ".join(kinds), Code.OUT_OF_RANGE, message, hint)
    return everybody(kinds, seats) if kinds else ()
