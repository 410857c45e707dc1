"""Starts the probes in given positions and looks at what a seat sees."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from rulewright.backends import Program
from rulewright.engine import Game
from rulewright.workspace import compiled_program

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples"

SEATS = {
    "package-auction": (2, 3, 5),
    "laying-cards": (2, 3),
    "mission-payment": (2, 3),
    "rank-fight": (3,),
    "sharing-out": (3,),
    "nested-harvest": (2,),
    "sealed-bid": (2, 3, 5),
    "guarded-hands": (2, 3),
    "busy-quarries": (2, 3, 4),
    "going-round": (3,),
    "borrowed-cards": (2, 3),
    "stone-chains": (2,),
    "low-marks": (2, 3),
    "changing-sides": (3, 4),
    "fire-watch": (2, 3),
    "railways": (2, 3),
    "hedge-race": (2,),
    "joined-sides": (2,),
    "last-standing": (2, 4),
    "echoing-bells": (2,),
    "open-accounts": (2, 3),
    "ring-camps": (2, 3),
    "walled-yards": (2, 3),
    "passed-hands": (2, 4),
}
"""Every probe in this folder, and the numbers of seats it is played with."""


@cache
def probe(name: str, seats: int, traced: bool = False) -> Program:
    """Return the program of a probe."""
    return compiled_program(str(HERE / name), seats, None, traced)


def begin(
    program: Program, seed: int = 1, dice: Sequence[int] = (), order: dict[str, Sequence[str]] | None = None
) -> Game:
    """Start a game whose die shows what is dictated and whose stacks lie in a dictated order, top first.

    What is dictated of a stack need not be all of it: the rest lies below.
    """
    program.dictated.clear()
    if dice:
        program.dictated["roll die"] = list(dice)
    for kind, names in (order or {}).items():
        index = program.domains[kind].index
        program.dictated[f"order {kind}"] = [index[name] for name in reversed(names)]
    return Game.start(program, seed)


def play(game: Game, *answers: str) -> Game:
    """Take the choices of these names in turn."""
    for answer in answers:
        game.choose(answer)
    return game


def offered(game: Game) -> list[str]:
    """The names of the choices that can be taken now."""
    question = game.question
    return [choice.name for choice in question.choices] if question else []


def seen(game: Game, owner: str, fact: str, seat: int | None = None) -> object:
    """What a seat sees of a fact or place, pieces by their labels alone; without a seat, what it is."""
    facts = dict(dict(game.view(seat)).get(owner, []))
    found = facts.get(fact)
    return [label.split(" (")[0] for label in found] if isinstance(found, list) else found
