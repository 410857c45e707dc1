"""Loops inside loops: each decision ends within its budget, in Python and in C, with the same message."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.compile.side_by_side import answered
from tests.fuzz.seeds import base
from tests.fuzz.stages import write

from rulewright.backends.native import compiler, native
from rulewright.pipeline import compiled

DEEP = 8


def nested(head: str, inside: str, tail: str = "") -> str:
    """Return a step in which a line stands in loops that stand in one another."""
    lines = [f"{'    ' * (at + 2)}{head.format(n=at)}" for at in range(DEEP)]
    return "\n".join(
        ["step play:", "    let judge be first of players", '    ask judge "Go?":', '        option go "Go":']
        + [f"    {line}" for line in lines]
        + [f"{'    ' * (DEEP + 3)}{inside}", '        option stay "Stay"', tail, ""]
    )


ENDLESS = {
    "repeat": nested("repeat 9 times:", "set day to 1"),
    "count": nested("for each n{n} from 1 to 9:", "set day to 1"),
    "sets": nested("for each card{n} in cards:", "set day to 1"),
    "draw": nested("if judge's coins is at least 0:", "draw 1000000000000 cards from deck to judge's hand"),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_a_decision_ends_within_its_budget(name: str, tmp_path: Path) -> None:
    plain = compiled(str(write(base() | {"game/rules/case.rules": ENDLESS[name]}, tmp_path)), 2)
    for program in (plain, *([native(plain)] if compiler() else [])):
        state, codes = program.opening(1)
        assert codes is not None
        found = answered(program.take, state, codes[0])
        assert (isinstance(found, tuple) and found[1] == "endless") == (name in ("repeat", "count")), found
