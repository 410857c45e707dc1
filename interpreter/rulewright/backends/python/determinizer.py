"""Samples worlds that are consistent with all that a seat can know: the basis of search without peeking (ISMCTS).

Suppose Red holds card 1, Blue holds card 2, and cards 3 to 5 are in a stack that nobody sees. For Red, the cards 2 to 5
can be anywhere among Blue's hand and the stack. `Dealer` lists these places in an order that is open to Red, sorts the
cards, shuffles them with numbers that depend on Red and the number of the sample only, and deals them to the places
again: Blue may now hold card 4. What is attached to the position stays there (a mark on Blue's card is now on card 4).
If Blue has bid a number in secret, it is drawn between the least and the greatest that Red must reckon with.

If an `always` rule says that nobody holds a card above 3, this world violates it. Up to 16 worlds are tried; then
`Repair` exchanges two unknown cards at a time, keeps exchanges that do not increase the violation, and undoes the
others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from rulewright.backends.failure import ExecutionError
from rulewright.backends.python.dealing import Dealer
from rulewright.chance import GOLDEN, MASK64, below, mix, name_key
from rulewright.compile.hidden import Drawn, deals, drawn
from rulewright.compile.tables import WORD

if TYPE_CHECKING:
    from rulewright.backends.program import Program

Chance = Callable[[], int]
"""Returns the next number of a stream."""
EXCHANGES = 3_000
"""The maximum number of exchanges that are tried."""
DRAWS = 5
"""How many pieces or values are drawn by chance, of which the one is changed whose changes were undone least often.

In every other step one is drawn, as what is never improved by itself may be in the way of an improvement.
"""


class Repair:
    """Changes a world as long as that lowers its violation or keeps it.

    Each step exchanges two pieces that the seat does not know, or draws a hidden value again. Parts of the world in
    which the rules hold are soon left alone, as changes of them are undone.
    """

    def __init__(
        self, world: list[int], seat: int, chance: Chance, pools: list[tuple[Dealer, list[int]]], values: list[Drawn]
    ) -> None:
        self.world, self.seat, self.chance, self.values = world, seat, chance, values
        self.pieces = list[tuple[Dealer, list[int], int]]()
        for dealer, pool in pools:
            start = len(self.pieces)
            self.pieces += [(dealer, pool, start)] * len(pool)
        self.undone = [0] * (len(self.pieces) + len(values))
        """By piece and value, how often a change was undone since the last one that was an improvement."""

    def run(self, strain: Callable[[list[int]], int], violated: int) -> None:
        """Repair the world, which is violated by this much."""
        for step in range(EXCHANGES if self.undone else 0):
            draws = 1 if step % 2 else DRAWS
            chosen = self._seldom_undone(0, len(self.undone), draws)
            made = self._exchange_piece(chosen, draws) if chosen < len(self.pieces) else self._drawn_again(chosen)
            if made is None:
                continue
            other, undo = made
            found = strain(self.world)
            if found > violated:
                undo()
                for each in {chosen, other}:
                    self.undone[each] += 1
            elif found < violated:
                self.undone[chosen] = self.undone[other] = 0
                violated = found
            if not violated:
                return

    def _seldom_undone(self, start: int, count: int, draws: int) -> int:
        found = start + below(self.chance(), count)
        for _ in range(draws - 1):
            other = start + below(self.chance(), count)
            found = other if self.undone[other] < self.undone[found] else found
        return found

    def _exchange_piece(self, chosen: int, draws: int) -> tuple[int, Callable[[], None]] | None:
        """Exchange a piece; return the other one and what undoes that. Alike pieces are not exchanged."""
        dealer, pool, start = self.pieces[chosen]
        other = self._seldom_undone(start, len(pool), draws)
        a, b = pool[chosen - start], pool[other - start]
        if dealer.plan.pieces.classes[a] == dealer.plan.pieces.classes[b]:
            return None
        dealer.trade(self.world, a, b)
        return other, lambda: dealer.trade(self.world, a, b)

    def _drawn_again(self, chosen: int) -> tuple[int, Callable[[], None]]:
        value = self.values[chosen - len(self.pieces)]
        stretch = slice(value.slot, value.slot + (value.words or 1))
        before = self.world[stretch]
        draw(self.world, [value], self.seat, self.chance)

        def undo() -> None:
            self.world[stretch] = before

        return chosen, undo


def draw(state: list[int], values: Iterable[Drawn], seat: int, chance: Chance) -> None:
    """Draw hidden values from those that are possible."""
    for value in values:
        if value.words:
            own = seat if value.by_member else -1
            for word in range(value.words):
                _toss_members(state, value.slot + word, state[value.memory[0] + word], own - word * WORD, chance)
        else:
            low, high = (state[slot] for slot in value.memory)
            state[value.slot] = low if low == high else low + below(chance(), high - low + 1)


def _toss_members(state: list[int], slot: int, doubt: int, own: int, chance: Chance) -> None:
    """Let chance say of each member in doubt whether it is in a set, except of one's own."""
    while doubt:
        bit = doubt & -doubt
        doubt ^= bit
        if bit.bit_length() - 1 != own:
            state[slot] = state[slot] | bit if chance() >> 63 else state[slot] & ~bit


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
            return self._sample_anew(state, seat, number)
        key = seat, number, tuple(state)
        if key not in self.kept:
            if len(self.kept) >= KEPT:
                self.kept.clear()
            self.kept[key] = self._sample_anew(state, seat, number)
        return self.kept[key].copy()

    def _sample_anew(self, state: list[int], seat: int, number: int) -> list[int]:
        chance = stream(number, self.keys[seat])
        for tried in range(TRIES):
            world = list(state)
            moved = [dealer.deal(world, chance) for dealer in self.dealers[seat]]
            draw(world, self.drawn[seat], seat, chance)
            strain = self._strain_of(world, len(self.program.strains) if any(moved) else self.secret)
            if not strain or (not tried and self._strain_of(list(state), len(self.program.strains))):
                break
            if strain > FAR and not tried or tried + 1 == TRIES:
                self._repair_sample(state, world, seat, chance, strain)
                break
        world[1] = chance()
        return world

    def _strain_of(self, world: list[int], count: int) -> int:
        """Return by how much the first rules are violated that a determinization may violate."""
        try:
            return sum(strain(world) for strain in self.program.strains[:count])
        except ExecutionError:
            return BROKEN

    def _repair_sample(self, state: list[int], world: list[int], seat: int, chance: Chance, strain: int) -> None:
        dealers = [dealer for dealer in self.dealers[seat] if dealer.plan.domain in self.domains]
        pools = [(dealer, pool) for dealer in dealers for pool in dealer.pools(state)]
        values = [value for value in self.drawn[seat] if _is_open(world, value)]
        count = len(self.program.strains)
        Repair(world, seat, chance, pools, values).run(lambda world: self._strain_of(world, count), strain)


def _is_open(state: list[int], value: Drawn) -> bool:
    """Return whether a value has several possibilities."""
    if value.words:
        return any(state[value.memory[0] + word] for word in range(value.words))
    return state[value.memory[0]] < state[value.memory[1]]
