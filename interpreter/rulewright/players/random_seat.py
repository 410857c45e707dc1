"""A seat that picks any of its options with equal chance, the same ones whenever the game number is the same.

The pick is a function of the game number and of how many decisions the game has seen, by the splitmix64 generator:
a counter stepped by `STEP`, each value mixed by two multiplications. Test vectors stand in the tests.
"""

from __future__ import annotations

from rulewright.players.table import TableQuestion

WORD = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15


def mix(value: int) -> int:
    """Return the splitmix64 mix of a 64-bit number."""
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & WORD
    return value ^ (value >> 31)


def pick(game_number: int, decision: int, options: int) -> int:
    """Return a number from 0 to `options - 1`, each with exactly the same chance."""
    counter = mix((game_number + STEP * (decision + 1)) & WORD)
    bound = (1 << 64) - (1 << 64) % options
    while True:
        counter = (counter + STEP) & WORD
        drawn = mix(counter)
        if drawn < bound:
            return drawn % options


def decide(question: TableQuestion, game_number: int, decision: int) -> int:
    """Return the code of the choice that this seat takes."""
    choices = question.choices
    return choices[pick(game_number, decision, len(choices))].code
