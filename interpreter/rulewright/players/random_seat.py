"""A seat that picks any of its options with equal chance, the same ones whenever the game number is the same.

The pick is a function of the game number and of how many decisions the game has seen, by the splitmix64 generator:
a counter stepped by `GOLDEN`, each value mixed by two multiplications. Test vectors stand in the tests.
"""

from __future__ import annotations

from rulewright.compile.chance import GOLDEN, MASK64, mix
from rulewright.players.table import TableQuestion


def pick(game_number: int, decision: int, options: int) -> int:
    """Return a number from 0 to `options - 1`, each with exactly the same chance."""
    counter = mix((game_number + GOLDEN * (decision + 1)) & MASK64)
    bound = (1 << 64) - (1 << 64) % options
    while True:
        counter = (counter + GOLDEN) & MASK64
        drawn = mix(counter)
        if drawn < bound:
            return drawn % options


def decide(question: TableQuestion, game_number: int, decision: int) -> int:
    """Return the code of the choice that this seat takes."""
    choices = question.choices
    return choices[pick(game_number, decision, len(choices))].code
