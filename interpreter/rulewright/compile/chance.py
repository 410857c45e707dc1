"""Chance: numbers that are a function of a seed, a name and a count, and are the same everywhere."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

MASK64 = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15


def mix(z: int) -> int:
    """The finishing mix of splitmix64 (Steele, Lea and Flood, 2014): every bit depends on every bit."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK64
    return z ^ (z >> 31)


def mixes(numbers: Iterable[int]) -> list[int]:
    """The same for many numbers."""
    found = []
    for number in numbers:
        z = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK64
        found.append(z ^ (z >> 31))
    return found


def name_key(name: str) -> int:
    """A 64-bit number that stands for a name, the same everywhere."""
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "big")


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
