"""Chance: numbers that are a function of a seed, a name and a count, and are the same everywhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from itertools import count
from struct import Struct

MASK64 = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
FIRST, SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
"""The factors of `mix`."""


def mix(z: int) -> int:
    """The finishing mix of splitmix64 (Steele, Lea and Flood, 2014): every bit depends on every bit."""
    z = ((z ^ (z >> 30)) * FIRST) & MASK64
    z = ((z ^ (z >> 27)) * SECOND) & MASK64
    return z ^ (z >> 31)


def mixes(numbers: Iterable[int]) -> list[int]:
    """The same for many numbers."""
    found = []
    for number in numbers:
        z = ((number ^ (number >> 30)) * FIRST) & MASK64
        z = ((z ^ (z >> 27)) * SECOND) & MASK64
        found.append(z ^ (z >> 31))
    return found


def name_key(name: str) -> int:
    """Return a 64-bit hash of a name, the same everywhere."""
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "big")


def with_secret(number: int, secret: str) -> int:
    """Return the number of a game whose chance also depends on 128 secret bits, given as hexadecimal digits.

    The secret lies above the 64 bits that people see. Without one this is the number itself.
    """
    return number | int(secret or "0", 16) << 64


def other_secret(secret: str, which: int) -> str:
    """Return a secret for one of several games of a number, of which each gets another deal; none without a secret."""
    return secret and blake2b(which.to_bytes(8, "big"), digest_size=SECRET_BYTES, key=bytes.fromhex(secret)).hexdigest()


def parted(number: int) -> tuple[int, str]:
    """Return the number that people see, and the secret; that is empty where there is none."""
    return number & MASK64, f"{number >> 64:032x}" if number > MASK64 else ""


def secret_bits(number: int, name: str) -> int:
    """Return 64 bits for a name: of all that the secret decides, each tells nothing about the others."""
    return int.from_bytes(blake2b(name.encode(), digest_size=8, key=number.to_bytes(24, "big")).digest(), "big")


def seed_of(number: int) -> int:
    """Return the 64 bits in the vector: the number of the game, or what its secret makes of it."""
    return number if number <= MASK64 else secret_bits(number, "seed")


def stream_number(seed: int, key: int, count: int) -> int:
    """The number of a stream: a function of the seed, the stream's name and how often it has been used."""
    return mix((mix(seed ^ key) + count * GOLDEN) & MASK64)


def below(number: int, limit: int) -> int:
    """An unbiased number from 0 to limit - 1, made from a stream number by rejection."""
    top = (MASK64 + 1) // limit * limit
    while number >= top:
        number = mix((number + GOLDEN) & MASK64)
    return number % limit


def pick(game_number: int, decision: int, options: int) -> int:
    """Return what a random seat picks: a number from 0 to `options - 1`, each with exactly the same chance."""
    counter = mix((game_number + GOLDEN * (decision + 1)) & MASK64)
    bound = (1 << 64) - (1 << 64) % options
    while True:
        counter = (counter + GOLDEN) & MASK64
        drawn = mix(counter)
        if drawn < bound:
            return drawn % options


_CARELESS = name_key("careless")


def is_careless(percent: int, game_number: int, decision: int) -> bool:
    """Return whether a seat decides carelessly now, as it does in some `percent` of its decisions."""
    return percent > 0 and pick(game_number ^ _CARELESS, decision, 100) < percent


SECRET_BYTES = 16
"""How long the secret is on which the chance of a game can depend."""
LANES = 16
"""Numbers that `draws` makes at once, as lanes of 128 bits in one integer."""
_ONES = sum(1 << 128 * lane for lane in range(LANES))
_LOW = _ONES * MASK64
_GOLDEN = _ONES * GOLDEN
_STEPS = sum((lane + 1) * GOLDEN << 128 * lane for lane in range(LANES))
_UNPACK = Struct(f"<{2 * LANES}Q").unpack
SURE = (1 << 64) - (1 << 32)
"""`pick` rejects no number below this: there are always fewer than 1 << 32 options."""


def draws(game_number: int, decision: int) -> Iterator[int]:
    """Yield the number that `pick` draws first for a decision and for each one after it."""
    for begin in count(decision, LANES):
        first = (game_number + GOLDEN * begin) & MASK64
        counters = _mixed((_ONES * first + _STEPS) & _LOW)
        drawn = _mixed((counters + _GOLDEN) & _LOW)
        yield from _UNPACK(drawn.to_bytes(16 * LANES, "little"))[::2]


def _mixed(lanes: int) -> int:
    """Return what `mix` makes of every lane."""
    lanes = ((lanes ^ (lanes >> 30 & _LOW)) * FIRST) & _LOW
    lanes = ((lanes ^ (lanes >> 27 & _LOW)) * SECOND) & _LOW
    return lanes ^ (lanes >> 31 & _LOW)
