"""A seat that picks any of its options with equal chance, the same ones whenever the game number is the same.

The pick is a function of the game number and of how many decisions the game has seen, by the splitmix64 generator:
a counter stepped by `GOLDEN`, each value mixed by two multiplications. Test vectors stand in the tests.
"""

from __future__ import annotations

from rulewright.compile.chance import pick
from rulewright.players.table import TableQuestion

__all__ = ["decide", "pick"]


def decide(question: TableQuestion, game_number: int, decision: int) -> int:
    """Return the code of the choice that this seat takes."""
    choices = question.choices
    return choices[pick(game_number, decision, len(choices))].code
