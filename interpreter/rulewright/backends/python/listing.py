"""The helpers that list choices: of one member of a set, and without pieces that nothing tells apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from rulewright.compile.tables import BY_NOTHING, WORD, PieceTable, bits

CACHED_SETS = 200_000


STRETCH = 10
"""Things whose sets are few enough that all of them can be remembered."""


SPARSE = 8
"""Up to this size, sets are quicker to iterate member by member."""


class Bits(dict[int, tuple[int, ...]]):
    """The members of a set in order, remembered for every set seen."""

    def __missing__(self, mask: int) -> tuple[int, ...]:
        if len(self) > CACHED_SETS:
            self.clear()
        found = self[mask] = _one_by_one(mask) if mask.bit_count() <= SPARSE else _by_stretches(mask)
        return found


def _one_by_one(rest: int) -> tuple[int, ...]:
    found = []
    while rest:
        low = rest & -rest
        found.append(low.bit_length() - 1)
        rest ^= low
    return tuple(found)


def _by_stretches(rest: int) -> tuple[int, ...]:
    found: tuple[int, ...] = ()
    while rest:
        begin = (rest & -rest).bit_length() - 1
        few = rest & (1 << STRETCH) - 1 << begin // STRETCH * STRETCH
        rest ^= few
        found += FEW[few]
    return found


class Few(dict[int, tuple[int, ...]]):
    """The same for sets within a few things."""

    def __missing__(self, mask: int) -> tuple[int, ...]:
        self[mask] = tuple(bits(mask))
        return self[mask]


FEW = Few()


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
        return kept[low : high + 1] if 0 <= low <= high < NUMBERED else list(range(base + low, base + high + 1))

    return between


Key = Callable[[list[int], int], tuple[int, ...]]


def _distinguishing_key(pieces: PieceTable, position: Callable[[list[int], int], int]) -> Key:
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
    classes, key = pieces.classes, _distinguishing_key(pieces, position)
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
