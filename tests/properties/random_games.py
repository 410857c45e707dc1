"""Random games for the property tests: which programs, how many games, and the choices that are taken.

RULEWRIGHT_GAMES is the number of games for each number of players. Without it there are a few, so that all tests end
soon; `RULEWRIGHT_GAMES=2000 pytest tests/properties` is the long run.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from rulewright.backends import Program
from rulewright.chance import pick
from rulewright.diagnostics import Findings
from rulewright.source.loading import load
from rulewright.workspace import Ruleset, compiled_program

CHECKOUT = Path(__file__).parents[2]
GAME = "goa"
EVERY_TABLE = (2, 3, 4)


def games(few: int, many: int = 2000) -> range:
    """Return the numbers of the games to play: a few, or as many as are wanted, but never more than `many`."""
    wanted = os.environ.get("RULEWRIGHT_GAMES")
    return range(1, 1 + (min(int(wanted), many) if wanted else few))


@lru_cache(maxsize=8)
def program(seats: int, traced: bool = False, name: str = GAME) -> Program:
    """Return a compiled game, each once."""
    return compiled_program(name, seats=seats, traced=traced)


@lru_cache(maxsize=8)
def marked_program(seats: int, name: str = GAME) -> Program:
    """Return a compiled game that notes what is reached."""
    findings = Findings()
    source = load(name, findings)
    findings.stop_on_errors()
    return Ruleset.of(source).program(seats, marked=True)


def example(name: str, traced: bool = False) -> Program:
    """Return one of the examples for two players."""
    return program(2, traced, str(CHECKOUT / "examples" / name))


def chosen(game: int, decision: int, codes: list[int]) -> int:
    """Return the choice that a random seat takes."""
    return codes[pick(game, decision, len(codes))]


def positions(played: Program, game: int) -> Iterator[tuple[list[int], list[int]]]:
    """Yield the vector and the choices at every decision of a random game, and at last the end without choices.

    The vector is the game's own: what the caller changes in it is played on.
    """
    state = played.initial(game)
    codes = played.advance(state, state[0])
    decision = 0
    while codes is not None:
        yield state, codes
        codes = played.take(state, chosen(game, decision, codes))
        decision += 1
    yield state, []
