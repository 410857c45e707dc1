"""Samples worlds that are consistent with all that a seat can know: the basis of search without peeking (ISMCTS)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.backends.failure import ExecutionError
from rulewright.backends.python.dealing import Dealer
from rulewright.backends.python.repair import Chance, Repair, draw
from rulewright.chance import GOLDEN, MASK64, mix, name_key
from rulewright.compile.hidden import Drawn, deals, drawn

if TYPE_CHECKING:
    from rulewright.backends.program import Program

TRIES = 16
"""How many worlds are sampled in search of one in which all `always` rules hold."""
FAR = 4
"""If the first violates the rules by more than this, it is repaired at once."""
KEPT = 64
"""How many worlds are kept where `always` rules are constraints, as several options are tried in the same ones."""
BROKEN = 1 << 60
"""The violation in a world in which a rule cannot be evaluated."""


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

    If `always` rules are violated, the next world is sampled; after some tries, or if the first one violates them a
    lot, the last one is repaired. Rules that do not hold in the given vector are no constraints.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.keys = [name_key(f"determinization {seat}") for seat in range(program.seats)]
        plans = deals(program.tables)
        self.dealers = [[Dealer(plan, seat) for plan in plans] for seat in range(program.seats)]
        self.secret, self.domains = program.strained
        self.kept: dict[tuple[int, int, tuple[int, ...]], list[int]] = {}
        values = drawn(program.tables)
        self.drawn = [[v for v in values if v.by_member or v.owner != seat] for seat in range(program.seats)]

    def sample(self, state: list[int], seat: int, number: int) -> list[int]:
        """Return a vector that looks the same to a seat; equal numbers give equal vectors."""
        if not self.program.strains:
            return self._sampled(state, seat, number)
        key = seat, number, tuple(state)
        if key not in self.kept:
            if len(self.kept) >= KEPT:
                self.kept.clear()
            self.kept[key] = self._sampled(state, seat, number)
        return self.kept[key].copy()

    def _sampled(self, state: list[int], seat: int, number: int) -> list[int]:
        chance = stream(number, self.keys[seat])
        for tried in range(TRIES):
            world = list(state)
            moved = [dealer.deal(world, chance) for dealer in self.dealers[seat]]
            draw(world, self.drawn[seat], seat, chance)
            strain = self._strain(world, len(self.program.strains) if any(moved) else self.secret)
            if not strain or (not tried and self._strain(list(state), len(self.program.strains))):
                break
            if strain > FAR and not tried or tried + 1 == TRIES:
                self._repair(state, world, seat, chance, strain)
                break
        world[1] = chance()
        return world

    def _strain(self, world: list[int], count: int) -> int:
        """Return by how much the first rules are violated that a determinization may violate."""
        try:
            return sum(strain(world) for strain in self.program.strains[:count])
        except ExecutionError:
            return BROKEN

    def _repair(self, state: list[int], world: list[int], seat: int, chance: Chance, strain: int) -> None:
        dealers = [dealer for dealer in self.dealers[seat] if dealer.plan.domain in self.domains]
        pools = [(dealer, pool) for dealer in dealers for pool in dealer.pools(state)]
        values = [value for value in self.drawn[seat] if _is_open(world, value)]
        count = len(self.program.strains)
        Repair(world, seat, chance, pools, values).run(lambda world: self._strain(world, count), strain)


def _is_open(state: list[int], value: Drawn) -> bool:
    """Return whether a value has several possibilities."""
    if value.words:
        return any(state[value.memory[0] + word] for word in range(value.words))
    return state[value.memory[0]] < state[value.memory[1]]
