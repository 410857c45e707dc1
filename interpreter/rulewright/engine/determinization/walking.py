"""A walk through the worlds of which somebody has to reckon that somebody reckons with them.

One seat after the other makes a world of the last one, which looks the same to it. Such a walk soon forgets where it
began: walks with the same numbers from two worlds meet. So what is found on it does not depend on what is true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

LAPS_FORGOTTEN, WORLDS_WALKED = 8, 48
"""How often each seat makes a world before the walk has forgotten where it began; how many worlds are taken then."""

Sample = Callable[[list[int], int, int], list[int]]
"""From a vector, a seat and a number to a vector that looks the same to the seat."""


def pairs_alike(sample: Sample, state: list[int], seats: int, seat: int) -> Iterator[tuple[list[int], list[int]]]:
    """Yield pairs of vectors that a seat cannot tell apart, from such a walk; none where nothing is hidden."""
    met = {_without_chance(state)}
    for step in range(LAPS_FORGOTTEN * seats):
        state = sample(state, step % seats, step)
        met.add(_without_chance(state))
    for step in range(LAPS_FORGOTTEN * seats, LAPS_FORGOTTEN * seats + WORLDS_WALKED if len(met) > 1 else 0):
        yield state.copy(), sample(state, seat, step)
        state = sample(state, step % seats, step)


def _without_chance(state: list[int]) -> tuple[int, ...]:
    return (state[0], *state[2:])
