"""The kinds of seat that play by themselves, and what decides for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.compile.chance import pick
from rulewright.players.table import TableQuestion

if TYPE_CHECKING:
    from rulewright.backends import Program
    from rulewright.backends.playing import Decider

RANDOM, GREEDY = "random", "greedy"
KINDS = {
    RANDOM: "any of its options, each with the same chance",
    GREEDY: "the best next step, by the scoring and by the weights of the ruleset",
}
"""What each kind of seat does when it is asked."""


def is_custom(kind: str) -> bool:
    """Return whether a kind of seat names a class in a Python file: `FILE.py:NAME`."""
    return kind.partition(":")[0].endswith(".py")


def decider(kind: str, program: Program) -> Decider:
    """Return what decides for a kind of seat in games of a program of the plain build."""
    if kind == GREEDY:
        from rulewright.players.greedy import Greedy

        return Greedy(program).decide
    if is_custom(kind):
        from rulewright.players.custom import deciding, seat_in

        return deciding(seat_in(kind), program, kind)
    return lambda state, codes, number, made: codes[pick(number, made, len(codes))]


def everybody(kinds: Sequence[str], seats: int) -> tuple[str, ...]:
    """Return who sits in each seat: one kind for all, else one after the other, and at random in the rest."""
    if len(kinds) == 1:
        return (kinds[0],) * seats
    return (*kinds, *([RANDOM] * (seats - len(kinds))))


def told(who: Sequence[str]) -> str:
    """Return who plays in a few words: `4 greedy`, or `1 greedy, 3 random`."""
    return ", ".join(f"{who.count(kind)} {kind}" for kind in dict.fromkeys(who))


def seated(program: Program, who: Sequence[str]) -> list[Decider]:
    """Return what decides for each seat; nothing where all play at random, which goes without."""
    if all(kind == RANDOM for kind in who):
        return []
    each = {kind: decider(kind, program) for kind in set(who)}
    return [each[kind] for kind in who]


def decide(question: TableQuestion, game_number: int, decision: int) -> int:
    """Return the code of the choice that this seat takes."""
    choices = question.choices
    return choices[pick(game_number, decision, len(choices))].code
