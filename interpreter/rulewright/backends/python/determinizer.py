"""Samples worlds that are consistent with all that a seat can know: the basis of search without peeking (ISMCTS)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulewright.backends.python.dealing import Dealer
from rulewright.compile.chance import GOLDEN, MASK64, below, mix, name_key
from rulewright.compile.hidden import Drawn, deals, drawn
from rulewright.compile.tables import WORD

if TYPE_CHECKING:
    from rulewright.backends.program import Program

Chance = Callable[[], int]
"""Returns the next number of a stream."""


def stream(number: int, key: int) -> Chance:
    """Return the numbers of a stream, one with each call: the same as `chance.stream_number` gives for its uses."""
    at = (mix(number & MASK64 ^ key) - GOLDEN) & MASK64

    def following() -> int:
        nonlocal at
        at = (at + GOLDEN) & MASK64
        return mix(at)

    return following


class Determinizer:
    """Samples determinizations of the positions of one program.

    A sample is a function of what the seat can know, the seat and a number, and of nothing else: not of what is
    hidden from it. Pieces that it does not know change places with others of their kind; with its position a piece
    takes over what is attached to it (facts, references to it, who knows it). Hidden facts are drawn from the values
    that are possible as far as anybody else can know, uniformly and independently. What the seat sees, and amounts
    that can be followed, stay as they are. The seed is replaced, so future chance is open.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.keys = [name_key(f"determinization {seat}") for seat in range(program.seats)]
        plans = deals(program.tables)
        self.dealers = [[Dealer(plan, seat) for plan in plans] for seat in range(program.seats)]
        values = drawn(program.tables)
        self.drawn = [[v for v in values if v.by_member or v.owner != seat] for seat in range(program.seats)]

    def sample(self, state: list[int], seat: int, number: int) -> list[int]:
        """Return a vector that looks the same to a seat; equal numbers give equal vectors."""
        world = list(state)
        chance = stream(number, self.keys[seat])
        for dealer in self.dealers[seat]:
            dealer.deal(world, chance)
        for value in self.drawn[seat]:
            _draw(world, value, seat, chance)
        world[1] = chance()
        return world


def _draw(state: list[int], value: Drawn, seat: int, chance: Chance) -> None:
    """Draw a hidden value from those that are possible."""
    if value.words:
        own = seat if value.by_member else -1
        for word in range(value.words):
            _toss(state, value.slot + word, state[value.memory[0] + word], own - word * WORD, chance)
        return
    low, high = (state[slot] for slot in value.memory)
    state[value.slot] = low if low == high else low + below(chance(), high - low + 1)


def _toss(state: list[int], slot: int, doubt: int, own: int, chance: Chance) -> None:
    """Let chance say of each member in doubt whether it is in a set, except of one's own."""
    while doubt:
        bit = doubt & -doubt
        doubt ^= bit
        if bit.bit_length() - 1 != own:
            state[slot] = state[slot] | bit if chance() >> 63 else state[slot] & ~bit
