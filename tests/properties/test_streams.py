"""Chance: the numbers of a stream, written down, and that no number below a limit is favoured.

The vectors stand here so that another implementation can be held against them; they never change.
"""

from __future__ import annotations

import pytest

from rulewright.chance import GOLDEN, MASK64, SURE, below, draws, mix, mixes, name_key, pick, stream_number

MIXED = {
    0: 0,
    1: 0x5692161D100B05E5,
    GOLDEN: 0xE220A8397B1DCDAF,
    0x123456789ABCDEF: 0xB2C058E4EBB5112C,
    MASK64: 0xB4D055FCF2CBBD7B,
}
PUBLISHED = (6457827717110365317, 3203168211198807973, 9817491932198370423)
"""The first three numbers of splitmix64 from the seed 1234567, as they are given everywhere."""

KEYS = {
    "": 0xE4A6A0577479B2B4,
    "shuffle deck": 0x44244F40C11FCC8E,
    "die": 0xC1A047D0CF81B702,
    "card king": 0xA0BB7A41B1CFC5B1,
}
STREAMS = {
    (1, "shuffle deck", 0): 0x220C8D2F52EC1670,
    (1, "shuffle deck", 1): 0x4DDD50C5FB4CDBF8,
    (2, "shuffle deck", 0): 0xFE5B6E6E534198A8,
    (1, "die", 0): 0x41AADB640E473EAC,
    (MASK64, "die", 1000): 0x6B6BA944D08345D8,
}
BELOW = {
    (0, 6): 0,
    (MASK64, 6): 2,
    (MASK64 - 3, 6): 0,
    (MASK64, 7): 0,
    (MASK64, 10): 6,
    (2**63 + 5, 2**63 + 1): 6099647518701997872,
    (MASK64, 2**63 + 1): 6755974106381971767,
}
LIMITS = (1, 2, 3, 6, 7, 10, 30, 54, 1000, 2**32 + 1, 2**63 + 1, MASK64, MASK64 + 1)


def test_the_mix_is_the_published_one() -> None:
    assert {z: mix(z) for z in MIXED} == MIXED
    assert tuple(mix((1234567 + GOLDEN * step) & MASK64) for step in (1, 2, 3)) == PUBLISHED
    assert mixes(MIXED) == list(MIXED.values())


@pytest.mark.parametrize("game", [0, 1, 12345, MASK64])
def test_many_picks_are_those_made_one_by_one(game: int) -> None:
    for first in (0, 1, 31, 32, 1000):
        for decision, drawn in zip(range(first, first + 70), draws(game, first), strict=False):
            assert drawn < SURE and drawn % 6 == pick(game, decision, 6)
            assert drawn % (1 << 31) == pick(game, decision, 1 << 31)


def test_the_keys_of_names() -> None:
    assert {name: name_key(name) for name in KEYS} == KEYS


def test_the_numbers_of_streams() -> None:
    assert {(s, n, c): stream_number(s, name_key(n), c) for s, n, c in STREAMS} == STREAMS


def test_numbers_below_a_limit() -> None:
    assert {(number, limit): below(number, limit) for number, limit in BELOW} == BELOW


@pytest.mark.parametrize("limit", LIMITS)
def test_every_residue_has_equally_many_numbers(limit: int) -> None:
    """Up to the last whole round of residues a number is taken as it is; what is above is drawn again."""
    whole = (MASK64 + 1) // limit * limit
    for number in (0, 1, limit - 1, limit, whole // 2, whole - limit, whole - 1):
        if 0 <= number < whole:
            assert below(number, limit) == number % limit
    for number in {whole, (whole + MASK64) // 2, MASK64} if whole <= MASK64 else ():
        again = number
        while again >= whole:
            again = mix((again + GOLDEN) & MASK64)
        assert below(number, limit) == again % limit


@pytest.mark.parametrize("limit", (1, 2, 3, 6, 7, 30, 54))
def test_every_residue_can_come(limit: int) -> None:
    drawn = {below(stream_number(1, KEYS["die"], count), limit) for count in range(40 * limit)}
    assert drawn == set(range(limit))


def test_the_mix_loses_nothing() -> None:
    """Different numbers stay different, so no number of a stream is likelier than another."""
    numbers = [*range(1000), *(1 << bit for bit in range(10, 64)), *(MASK64 - n for n in range(1000))]
    assert len({mix(number) for number in numbers}) == len(numbers)


def test_seed_name_and_count_each_make_another_number() -> None:
    numbers = [
        stream_number(seed, name_key(name), count)
        for seed in range(20)
        for name in ("die", "deck", "shuffle deck")
        for count in range(20)
    ]
    assert len(set(numbers)) == len(numbers)
