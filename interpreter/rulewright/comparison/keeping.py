"""An example game as a replay of the first ruleset: under the second it goes otherwise from its last decision on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rulewright.comparison.pairs import Pair
from rulewright.comparison.search import Example
from rulewright.engine import Game
from rulewright.engine.kept import Decision, Kept
from rulewright.engine.saves import saved
from rulewright.playtest.replay import written


def kept(pair: Pair, seats: int, example: Example) -> Kept:
    """Return the game up to where it parts, with a fingerprint for each decision."""
    program = pair.first.program(seats)
    begun = saved(Game.start(program, example.number))
    begun.decisions[:] = [Decision(name) for name in example.names]
    return replace(written(Path(), begun, program)[0], ruleset=pair.first.name)
