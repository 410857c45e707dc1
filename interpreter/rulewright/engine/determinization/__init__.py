"""Determinization: complete states that look the same to a seat as the real one, in which a player can search.

`Determinizer.sample` draws a world from what the seat can know. It is a function of that knowledge, the seat and a
number, so the same game yields the same worlds on every machine, and nothing hidden leaks into a search. What is
visible and what is hidden follows from the tables of a program (`compile/hidden.py`). `backends/python/dealing.py`
deals unknown pieces anew, `backends/python/determinizer.py` draws hidden values. The C build samples equal worlds
(`backends/c/sample.c`); `Program.playing.sample` is the same for both.

A search that samples one world per iteration, and plays it out:

    playing = program.playing
    world = playing.sample(game.state, game.seat, iteration)
    playout = playing.playout(world, iteration, most=10_000, check=False)
    playout.on()

Tests: `tests/secrets/test_determinization.py` compares view, prompt, options and reasons of the seat in both worlds
byte by byte; `tests/secrets/test_fairness.py` replaces what is hidden, and expects the identical sample.

The given vector is not changed. What a seat knows is in the vector itself, as a set of seats for each piece and as the
possible values of hidden facts, so a world can be determinized again from the point of view of another seat
(`walking.py`).
"""

from rulewright.backends.python.determinizer import Determinizer

__all__ = ["Determinizer"]
