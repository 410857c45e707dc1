"""The reference evaluator and the builds agree on whole games: choices, states, points, ranks and errors."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from tests.generated.texts import drawn
from tests.oracle.__main__ import difference
from tests.oracle.asking import Interpreter
from tests.oracle.beside import MOST, Beside, DifferentError
from tests.oracle.values import WrongTypeError, typed
from tests.tiers import LONG, sampled, without_variants

from rulewright.backends.native import compiler, native
from rulewright.check import core as c
from rulewright.diagnostics import NOWHERE
from rulewright.workspace import load

ROOT = Path(__file__).parents[2]
QUICK = [
    "examples/tic-tac-toe",
    "examples/liars-dice",
    "tests/probes/laying-cards",
    "tests/probes/nested-harvest",
    "tests/probes/low-marks",
    "tests/probes/changing-sides",
    "tests/probes/fire-watch",
    "tests/probes/last-standing",
    "tests/probes/echoing-bells",
    "tests/probes/open-accounts",
]
IN_C = ["rulesets/goa"]
"""Besides the quick ones."""
TOO_LONG = ("hedge-race",)
"""Looking for a way round each of a hundred hedges takes the evaluator minutes; generated texts have the same words."""
EVERY = [
    str(folder.relative_to(ROOT))
    for part in ("examples", "tests/probes", "rulesets")
    for folder in without_variants(file.parent for file in sorted((ROOT / part).glob("*/ruleset.yaml")))
    if folder.name not in (*TOO_LONG, *(Path(name).name for name in IN_C))
]
MOST_OF_LARGE = MOST if LONG else 80
"""Decisions of a large game that are compared; the evaluator needs about half a second for each."""


def play(folder: str, games: int, in_c: bool = False) -> int:
    """Play games of a ruleset beside the evaluator, one of a large game; return the number of decisions."""
    ruleset, large = load(str(ROOT / folder)), folder.startswith("rulesets/")
    rules, plain = ruleset.checked_rules(ruleset.most_seats), ruleset.program(ruleset.most_seats)
    programs, most = [plain, native(plain)] if in_c else [plain], MOST_OF_LARGE if large else MOST
    numbers = range(1, 2 if large else games + 1)
    return sum(Beside(rules, programs, number).play(random.Random(number), most) for number in numbers)


@pytest.mark.parametrize("folder", QUICK)
def test_agrees_on_small_games(folder: str) -> None:
    assert play(folder, 2) > 0


@pytest.mark.slow
@pytest.mark.parametrize("folder", EVERY)
def test_agrees_on_all_rulesets(folder: str) -> None:
    assert play(folder, 2) > 0


@pytest.mark.slow
@pytest.mark.skipif(compiler() is None, reason="there is no C compiler here")
@pytest.mark.parametrize("folder", [*QUICK, *IN_C])
def test_agrees_with_c(folder: str) -> None:
    assert play(folder, 2, in_c=True) > 0


def test_finds_rows_that_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Interpreter, "_in_row", lambda *_: False)
    with pytest.raises(DifferentError, match=r"game \d+, decision \d+: "):
        play("examples/connect-four", 3)


def test_finds_a_set_where_one_thing_is_stated() -> None:
    seats = c.Domain("player", "players", "player", ["ann", "ben"], ["Ann", "Ben"], NOWHERE)
    with pytest.raises(WrongTypeError):
        typed(frozenset({0}), c.Type("one", seats), "a value")


@pytest.mark.slow
@pytest.mark.parametrize("seed", sampled(2, [40, 47]))
def test_agrees_on_generated_texts(seed: int) -> None:
    assert difference(drawn(seed, 25), Counter(), False) == ""
