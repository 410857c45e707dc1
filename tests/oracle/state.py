"""The state of the reference evaluator: plain dictionaries of what the rules declare."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b

from rulewright.check import core as c

Thing = int | None
Value = int | bool | None | frozenset[int]
Keys = tuple[int, ...]
Spot = tuple[c.Place, Keys]
MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15


class Stuck(Exception):  # noqa: N818  the rules cannot go on, which is a result
    """The rules cannot go on; `code` is that of the finding."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def mixed(z: int) -> int:
    """The finalizer of splitmix64."""
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
    return z ^ z >> 31


def hashed(name: str) -> int:
    """Return the 8-byte blake2b of a name."""
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "big")


def axis_range(axis: c.Axis) -> range:
    """Return the numbers that an axis goes through."""
    return range(axis.start, axis.start + axis.size)


def combinations(keys: tuple[c.Axis, ...]) -> list[Keys]:
    """Return all combinations of keys, in order."""
    found: list[Keys] = [()]
    for axis in keys:
        found = [(*before, key) for before in found for key in axis_range(axis)]
    return found


def initial_value(type_: c.Type) -> Value:
    """Return what a fact is before anything sets it."""
    if type_.how == "set":
        return frozenset()
    if type_.how == "truth":
        return False
    if type_.how == "number":
        return min((abs(number), number) for number in range(type_.low, type_.high + 1))[1]
    return None if type_.optional else type_.kind.start if type_.kind else 0


@dataclass
class State:
    """Everything that can change. Pieces in a place are kept in the order in which they came."""

    seed: int
    facts: dict[tuple[c.Stored, Keys], Value] = field(default_factory=dict)
    supply: dict[c.Stored, int] = field(default_factory=dict)
    places: dict[Spot, list[int]] = field(default_factory=dict)
    where: dict[tuple[str, int], Spot] = field(default_factory=dict)
    used: dict[str, int] = field(default_factory=dict)
    remembered: dict[c.History, list[object]] = field(default_factory=dict)
    """How often each stream of chance was used."""

    def same_as(self) -> tuple[object, ...]:
        """Return a copy to compare with."""
        places = {at: list(row) for at, row in self.places.items()}
        return dict(self.facts), dict(self.supply), places, dict(self.used), self.memories()

    def copy(self) -> State:
        """Return a state of its own that is equal."""
        places = {at: list(row) for at, row in self.places.items()}
        return State(
            self.seed, dict(self.facts), dict(self.supply), places, dict(self.where), dict(self.used), self.memories()
        )

    def memories(self) -> dict[c.History, list[object]]:
        """Return a copy of what is remembered."""
        return {history: list(positions) for history, positions in self.remembered.items()}

    def position(self, history: c.History) -> object:
        """Return what the facts of a history are now: themselves, not a hash."""
        return [(at, value) for at, value in self.facts.items() if at[0] in history.facts]

    def drawn(self, stream: str) -> int:
        """Return the next number of a stream of chance: 64 bits."""
        count = self.used.get(stream, 0)
        self.used[stream] = count + 1
        return mixed(mixed(self.seed ^ hashed(stream)) + count * GOLDEN & MASK)


def start(rules: c.CheckedRules, seed: int) -> State:
    """Return the state before the first line of the game."""
    state = State(seed)
    for stored in rules.stored:
        for keys in combinations(stored.keys):
            state.facts[stored, keys] = initial_value(stored.type)
        if stored.supply is not None:
            state.supply[stored] = stored.supply
    for place in rules.places:
        for keys in combinations(place.keys):
            state.places[place, keys] = []
    for kind, place in rules.starts:
        for piece in range(kind.start, kind.start + kind.size):
            state.places[place, ()].append(piece)
            state.where[place.pieces.name, piece] = place, ()
    return state
