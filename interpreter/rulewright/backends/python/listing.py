"""The helpers that list choices: of one member of a set, and without pieces that nothing tells apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from rulewright.backends.python.members import Bits
from rulewright.compile.tables import BY_NOTHING, WORD, PieceTable

CACHED_LISTS = 20_000


class Listed(dict[int, list[int]]):
    """By set, the choices of one of its things, in order; remembered for every set seen. Nobody may change them."""

    def __init__(self, base: int) -> None:
        super().__init__()
        self.base = base

    def __missing__(self, things: int) -> list[int]:
        if len(self) > CACHED_LISTS:
            self.clear()
        found = self[things] = listed_of(self.base, things)
        return found


def listed_of(base: int, things: int) -> list[int]:
    """Return the choices of one thing of a set, numbered from a base on."""
    return [base + thing for thing in range(things.bit_length()) if things >> thing & 1]


def listed(base: int, size: int) -> list[list[int]]:
    """The choices of one of its things for every set of a few things."""
    return [listed_of(base, things) for things in range(1 << size)]


NUMBERED = 128
"""Numbers from 0 on whose choices are kept."""


def numbered(base: int) -> Callable[[int, int], list[int]]:
    """Return what lists the choices of the numbers from one to another, numbered from a base on."""
    kept = list(range(base, base + NUMBERED))

    def between(low: int, high: int) -> list[int]:
        return kept[low : high + 1] if low >= 0 and high < NUMBERED else list(range(base + low, base + high + 1))

    return between


Key = Callable[[list[int], int], tuple[int, ...]]


def _key(pieces: PieceTable, position: Callable[[list[int], int], int]) -> Key:
    """Return what is equal for pieces that nothing tells apart; in rows and stacks their position does."""
    classes, located, ordered = pieces.classes, pieces.located, pieces.ordered
    numbers: list[list[int]] = [[] for _ in classes]
    marks: list[list[tuple[int, int]]] = [[] for _ in classes]
    for fact in pieces.facts:
        for at in range(fact.count):
            if fact.as_bits:
                marks[fact.first + at].append((fact.slot + at // WORD, at % WORD))
            else:
                start = fact.slot + at * fact.width
                numbers[fact.first + at] += range(start, start + fact.width)

    told = [bool(numbers[piece] or marks[piece]) for piece in range(len(classes))]

    def key(S: list[int], piece: int) -> tuple[int, ...]:
        place = S[located + piece]
        fixed = (classes[piece], place, position(S, piece) if ordered[place] else 0)
        if not told[piece]:
            return fixed
        return (*fixed, *[S[at] for at in numbers[piece]], *[S[at] >> bit & 1 for at, bit in marks[piece]])

    return key


def distinguishing(
    pieces: PieceTable, position: Callable[[list[int], int], int]
) -> tuple[Callable[[list[int], int], int], Callable[[list[int], list[int], int], list[int]]]:
    """Return the helpers `distinct` and `distinct_choices` for a domain of pieces."""
    classes, key = pieces.classes, _key(pieces, position)
    several: dict[int, int] = {}
    members = Bits()
    """By set, those of its pieces that share a class with another of them."""

    def distinct(S: list[int], things: int) -> int:
        alike = several.get(things)
        if alike is None:
            mine = Counter(classes[piece] for piece in members[things])
            alike = several[things] = sum(1 << p for p in members[things] if mine[classes[p]] > 1)
        if not alike:
            return things
        seen: dict[tuple[int, ...], int] = {}
        for piece in members[alike]:
            seen.setdefault(key(S, piece), piece)
        kept = things & ~alike
        for piece in seen.values():
            kept |= 1 << piece
        return kept

    def distinct_choices(S: list[int], out: list[int], code: int) -> list[int]:
        seen: set[tuple[int, ...]] = set()
        kept = []
        for choice in out:
            if choice >> 32 == code and choice & 65535 != BY_NOTHING:
                mine = key(S, choice & 65535)
                if mine in seen:
                    continue
                seen.add(mine)
            kept.append(choice)
        return kept

    return distinct, distinct_choices
