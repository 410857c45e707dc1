"""Choices and their actions in many random games: `python tests/adapters/collisions.py 1000 [NAME…]`.

At every decision each choice must have one action, which no other choice has, and whose name is that of the choice. So
an action stands for the same choice in all games.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field

from rulesets import FOLDERS, adapted, positions

from rulewright.adapters.position import Adapted, AdaptedPosition
from rulewright.engine.words import choice_names


@dataclass
class Tally:
    """What came of the games of a ruleset."""

    decisions: int = 0
    choices: int = 0
    used: set[int] = field(default_factory=set)
    """The actions that were offered."""
    mistakes: list[str] = field(default_factory=list)
    """Where choices and actions do not belong to one another."""


def tally(of: Adapted, games: int) -> Tally:
    """Play games, and look at every decision."""
    found = Tally()
    for number in range(games):
        for here in positions(of, number):
            _look(found, of, here, number)
    return found


def _look(found: Tally, of: Adapted, here: AdaptedPosition, number: int) -> None:
    offered = here.offered
    names = dict(zip(here.codes, choice_names(of.games.program, list(here.codes)), strict=True))
    small = {code for code in here.codes if not of.actions.is_large(code)}
    if sorted(code for code in offered.values() if code in small) != sorted(small):
        found.mistakes.append(f"game {number}: {names}")
    for action, code in offered.items():
        if code in small and (name := of.actions.names[action]) != names[code]:
            found.mistakes.append(f"game {number}: {name}")
    found.decisions += 1
    found.choices += len(here.codes)
    found.used.update(offered)


def main(games: int, names: list[str]) -> int:
    """Print a row for each ruleset; return 1 if there is any mistake."""
    print(
        f"{'ruleset':<26}{'games':>8}{'decisions':>12}{'choices':>12}{'offered':>10}{'of actions':>12}{'mistakes':>10}"
    )
    wrong = 0
    for folder in FOLDERS:
        if not names or folder.name in names:
            of = adapted(str(folder))
            t = tally(of, games)
            counts = f"{games:>8,}{t.decisions:>12,}{t.choices:>12,}{len(t.used):>10,}{len(of.actions.names):>12,}"
            print(f"{folder.name:<26}{counts}{len(t.mistakes):>10,}", flush=True)
            wrong += len(t.mistakes)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
