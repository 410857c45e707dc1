"""Determinization: complete states that look the same to a seat as the real one, in which a player can search.

Two ways, for two uses. `sampling.resample` draws a world that is consistent with the rules:
unknown pieces change places, every `always` rule holds, all amounts stay.
`assumed.AssumedWorlds` is a fast heuristic for one-ply evaluation: hidden amounts of others are
assumed to be plentiful, other hidden facts to equal the seat's own. It needs no checks of the
rules, but its worlds may be impossible, so do not use it to build a search tree.

Both are functions of a number, so the same game yields the same worlds on every machine.
`pieces` finds the pieces that a seat cannot tell apart and exchanges two of them with
everything attached to them.

A search that samples one world per iteration, and plays it out:

    world = resample(program, game.state, game.seat, iteration)
    playout = program.playing.playout(world, iteration, most=10_000, check=False)
    playout.on()

Tests: `tests/secrets/test_determinization.py` compares view, prompt, options and reasons of the
seat in both worlds byte by byte, and the distribution of unknown pieces with the uniform one.

Neither changes the given vector. What a seat knows is in the vector itself, as a set of seats
for each piece, so a world can be determinized again from the point of view of another seat.
"""

from rulewright.engine.determinization.assumed import AssumedWorlds
from rulewright.engine.determinization.pieces import PieceSlots
from rulewright.engine.determinization.sampling import resample

__all__ = ["AssumedWorlds", "PieceSlots", "resample"]
