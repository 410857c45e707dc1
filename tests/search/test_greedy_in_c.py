"""The greedy seat rates choices in C as it does in Python."""

from __future__ import annotations

import pytest
from tests.tiers import slow_unless

from rulewright.backends.native import compiler, native
from rulewright.players import greedy
from rulewright.players.greedy import Greedy
from rulewright.workspace import compiled_program

pytestmark = pytest.mark.skipif(compiler() is None, reason="C is NOT tested: there is no compiler here")

GAMES = [
    ("./examples/pearl-divers", 3), ("./examples/hearts", 4), ("./examples/goofspiel", 2),
    ("goa", 4), ("goa-polish", 3), ("batavia", 4), ("borneo", 3),
]  # fmt: skip


def differing(ruleset: str, seats: int, decisions: int) -> list[str]:
    """Return where the ratings differ in a game of greedy seats; every fifth decision is compared."""
    program = compiled_program(ruleset, seats, {}, traced=False)
    running = native(program)
    slow, quick = Greedy(program), Greedy(running)
    assert quick.native is not None
    assert running.machine is not None
    state, found = running.machine.initial(3), []
    codes = state.advance(state[0])
    for made in range(decisions):
        if codes is None:
            break
        if made % 5 == 0:
            one = slow.rate_options(state.vector.copy(), codes, made)
            other = quick.rate_options(state, codes, made)  # type: ignore[arg-type]
            found += [f"{made}: {pair}" for pair in zip(one, other, strict=True) if pair[0] != pair[1]]
        codes = state.take(quick.decide(state, codes, 3, made))  # type: ignore[arg-type]
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "seats"), slow_unless(lambda game: game[0].endswith("divers"), GAMES))
def test_greedy_rates_alike_in_c(ruleset: str, seats: int) -> None:
    assert differing(ruleset, seats, 150) == []


@pytest.mark.slow
def test_fewer_questions_on_the_way_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(greedy, "MOST_OWN_QUESTIONS", 0)
    assert differing("goa", 4, 150)
