"""The members of sets, which generated programs go through, remembered for every set seen."""

from __future__ import annotations

from rulewright.compile.tables import bits

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
