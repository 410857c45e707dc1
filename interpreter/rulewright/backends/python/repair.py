"""Repairs a sampled world in which `always` rules are violated: a local search that exchanges unknown pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulewright.backends.python.dealing import Dealer
from rulewright.chance import below
from rulewright.compile.hidden import Drawn
from rulewright.compile.tables import WORD

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
            chosen = self._drawn(0, len(self.undone), draws)
            made = self._exchanged(chosen, draws) if chosen < len(self.pieces) else self._drawn_again(chosen)
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

    def _drawn(self, start: int, count: int, draws: int) -> int:
        found = start + below(self.chance(), count)
        for _ in range(draws - 1):
            other = start + below(self.chance(), count)
            found = other if self.undone[other] < self.undone[found] else found
        return found

    def _exchanged(self, chosen: int, draws: int) -> tuple[int, Callable[[], None]] | None:
        """Exchange a piece; return the other one and what undoes that. Alike pieces are not exchanged."""
        dealer, pool, start = self.pieces[chosen]
        other = self._drawn(start, len(pool), draws)
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
                _toss(state, value.slot + word, state[value.memory[0] + word], own - word * WORD, chance)
        else:
            low, high = (state[slot] for slot in value.memory)
            state[value.slot] = low if low == high else low + below(chance(), high - low + 1)


def _toss(state: list[int], slot: int, doubt: int, own: int, chance: Chance) -> None:
    """Let chance say of each member in doubt whether it is in a set, except of one's own."""
    while doubt:
        bit = doubt & -doubt
        doubt ^= bit
        if bit.bit_length() - 1 != own:
            state[slot] = state[slot] | bit if chance() >> 63 else state[slot] & ~bit
