"""However loops stand in one another: each decision ends within its budget, in Python and in C at the same line."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.compile.side_by_side import answered
from tests.fuzz.seeds import base
from tests.fuzz.stages import write
from tests.tiers import slow_unless

from rulewright.backends.native import compiler, native
from rulewright.diagnostics import limits
from rulewright.engine import Game, LimitExceeded
from rulewright.workspace import compiled_program

pytestmark = pytest.mark.slow

DEEP = 8


def go(*lines: str) -> list[str]:
    """Return the lines of a step in which somebody may do some lines, or do nothing."""
    head = [
        "let judge be first of players",
        'ask judge "Go?":',
        '    option go "Go":',
        *(f"        {line}" for line in lines),
    ]
    return ["step play:", *(f"    {line}" for line in [*head, '    option stay "Stay"'])]


def nested(head: str, *inside: str) -> str:
    """Return a step in which lines stand in loops that stand in one another."""
    lines = [f"{'    ' * at}{head.format(n=at)}" for at in range(DEEP)]
    return "\n".join([*go(*lines, *(f"{'    ' * DEEP}{line}" for line in inside)), ""])


def called(head: str) -> str:
    """Return steps that do one another in loops."""
    steps = [*go("do s0")]
    for at in range(DEEP):
        last = "set day to 1" if at == DEEP - 1 else f"do s{at + 1}"
        steps += ["", f"step s{at}:", f"    {head.format(n=at)}", f"        {last}"]
    return "\n".join([*steps, ""])


ENDLESS = {
    "repeat": (nested("repeat 9 times:", "set day to 1"), "repeat 9 times:"),
    "count": (nested("for each n{n} from 1 to 9:", "set day to 1"), "for each n"),
    "long lines": (nested("repeat 3 times:", *["set day to 8 - day"] * 1000), "repeat 3 times:"),
    "steps": (called("repeat 9 times:"), "repeat 9 times:"),
}
CHAIN = "\n\n".join(f"value v{at}:\n    lesser of (v{at + 1} + 1) and (v{at + 1} + 2)" for at in range(40))
ENDING = {
    "chain": "\n".join(
        [*go("if for every card in cards (card's worth + v0 is above 3):", "    set day to 1"), "", CHAIN, "", ""]
    )
    + "value v40:\n    day\n",
    "sets": nested("for each card{n} in cards:", "set day to 1"),
    "draw": nested("if judge's coins is at least 0:", "draw 1000000000000 cards from deck to judge's hand"),
}


def decided(text: str, place: Path) -> list[object]:
    """Return what comes of the decision to go, in all builds."""
    folder = str(write(base() | {"game/rules/case.rules": text}, place))
    plain = compiled_program(folder, 2)
    found = []
    for program in (plain, *([native(plain)] if compiler() else [])):
        state, codes = program.opening(1)
        assert codes is not None
        found.append(answered(program.take, state, codes[0]))
    return found


@pytest.mark.parametrize("name", ENDLESS)
def test_a_decision_ends_within_its_budget(name: str, tmp_path: Path) -> None:
    text, line = ENDLESS[name]
    found = decided(text, tmp_path)
    assert all(one == found[0] for one in found)
    game = Game.start(compiled_program(str(tmp_path / "game"), 2, traced=True))
    with pytest.raises(LimitExceeded) as problem:
        game.choose("go")
    (said,) = problem.value.findings
    assert f"{limits.STEPS.most:,}" in said.message
    assert line in text.split("\n")[said.span.line - 1]


@pytest.mark.parametrize("name", slow_unless(lambda name: name == "sets", ENDING))
def test_a_decision_of_few_steps_is_made(name: str, tmp_path: Path) -> None:
    found = decided(ENDING[name], tmp_path)
    assert found and all(one == found[0] and not isinstance(one, tuple) for one in found)


def test_what_is_looked_at_often_has_the_whole_budget_each_time(tmp_path: Path) -> None:
    text = "\n".join([*go("set day to 1"), "", 'scoring often "Often":', *LOOKED, ""])
    game = Game.start(compiled_program(str(write(base() | {"game/rules/case.rules": text}, tmp_path)), 2, traced=True))
    first = game.scores()
    assert all(game.scores() == first for _ in range(20))


LOOKED = [
    "    repeat 1000 times:",
    "        repeat 100 times:",
    "            score 1 points",
]
