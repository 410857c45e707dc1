"""A polished function does what it did before: each is run on many vectors, with and without."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from rulewright.compile.python.polish import polished

LENGTH = 12
OWN = frozenset(range(6, LENGTH))
"""Numbers of the vector that these functions reach by their number only; 0 to 5 are also reached through another."""

FUNCTIONS = {
    "a number is read again": """
def take(S, code):
    S[7] = code
    S[S[6] + 2] = (S[S[6] + 2] | (1 << S[7]))
    if (S[S[6] + 2] & 4):
        return S[6]
    S[8] = S[7] + S[6]
    return S[8] + S[7] + S[6]
""",
    "what a name reaches may be any number": """
def take(S, code):
    S[6] = (S[2] & ~S[3])
    S[code & 3] = (S[2] & ~S[3])
    S[7] = (S[2] & ~S[3])
    S[2] = 9
    return (S[2] & ~S[3]) + (S[2] & ~S[3])
""",
    "tests whose outcome is known": """
def take(S, code):
    S[8], S[11] = S[10], 0
    if S[10]:
        if S[8]:
            S[8] = 0
            if (not (S[8] != 0)):
                return 1
            return 2
        return 3
    if S[11]:
        return 4
    if S[8]:
        return 5
    return 6
""",
    "two ways come together": """
def take(S, code):
    S[9] = 1
    if S[2]:
        S[9] = 2
        S[10] = S[3]
    else:
        S[10] = S[3]
    S[11] = S[9]
    if S[9] == 2:
        S[11] = S[10]
    return S[9] + S[10] + S[11] + S[10]
""",
    "a name gets another value": """
def take(S, code):
    p = S[6]
    S[7] = p
    p = S[8]
    S[9] = S[7]
    S[8] = p + 1
    p = S[7] + S[8]
    return p + S[9] + S[7]
""",
    "something that is called changes the vector": """
def take(S, code):
    S[7] = S[2] + S[3]
    change(S)
    S[8] = S[2] + S[3]
    n = change(S) + S[2]
    S[9] = S[2] + S[3] + n
    return S[2] + S[7] + S[7]
""",
    "loops": """
def take(S, code):
    S[7] = S[6]
    for v in (1, 2, 3):
        S[7] = S[7] + v
        S[v] += S[7]
    S[8] = S[7]
    S[2:4] = [S[8], S[7]]
    return sum([S[v] for v in (2, 3, 7, 8)]) + S[2] + S[3] + S[2]
""",
    "numbers swap": """
def take(S, code):
    S[7], S[8] = S[8], S[7]
    S[9], S[10] = S[7], S[8]
    S[2], S[3] = S[3] + 1, S[2] + S[9]
    return S[7] + S[8] + S[9] + S[10] + S[2]
""",
}


def compiled(text: str) -> Callable[[list[int], int], int]:
    def change(state: list[int]) -> int:
        state[2] += 1
        state[5] = state[2]
        return state[4]

    names: dict[str, object] = {"change": change}
    exec(text, names)
    made: Callable[[list[int], int], int] = names["take"]  # type: ignore[assignment]
    return made


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_polished_function_does_the_same(name: str) -> None:
    text, chance = FUNCTIONS[name], random.Random(name)
    plain, other = compiled(text), compiled(polished(text, OWN, {}))
    for _ in range(500):
        state = [chance.choice((0, 0, 1, 2, 3)) for _ in range(LENGTH)]
        copy, code = list(state), chance.randrange(8)
        assert plain(state, code) == other(copy, code)
        assert state == copy


def test_what_is_known_before_is_put_in() -> None:
    text = "def take(S, code):\n    if S[6]:\n        return 1\n    S[6] = 0\n    return S[6]\n"
    assert polished(text, OWN, {6: 0}) == "def take(S, code):\n    return 0"


def test_what_is_read_twice_is_read_once() -> None:
    text = "def take(S, code):\n    if not S[2] & ~S[3] != 0:\n        return 0\n    return LISTS[S[2] & ~S[3]]\n"
    assert polished(text, OWN, {}).splitlines() == [
        "def take(S, code):",
        "    z1 = S[2] & ~S[3]",
        "    if not z1:",
        "        return 0",
        "    return LISTS[z1]",
    ]
