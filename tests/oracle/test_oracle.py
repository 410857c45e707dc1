"""The reference evaluator and the builds agree on whole games: choices, states, points, ranks and errors."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from tests.generated.texts import drawn, write
from tests.oracle.__main__ import difference
from tests.oracle.asking import Interpreter
from tests.oracle.beside import DifferentError, Pair
from tests.oracle.values import WrongTypeError, typed

from rulewright.backends.native import compiler, native
from rulewright.check import core as c
from rulewright.diagnostics import NOWHERE
from rulewright.diagnostics.model import RulesError
from rulewright.engine.game import Game
from rulewright.workspace import load

ROOT = Path(__file__).parents[2]
QUICK = ["examples/tic-tac-toe", "examples/liars-dice", "tests/probes/laying-cards", "tests/probes/nested-harvest"]
EVERY = [
    str(file.parent.relative_to(ROOT))
    for part in ("examples", "tests/probes", "rulesets")
    for file in sorted((ROOT / part).glob("*/ruleset.yaml"))
]


def play(folder: str, games: int, in_c: bool = False) -> int:
    """Play games of a ruleset beside the evaluator; return the number of decisions."""
    ruleset = load(str(ROOT / folder))
    rules, program = ruleset.checked(ruleset.most_seats), ruleset.program(ruleset.most_seats)
    program = native(program) if in_c else program
    return sum(Pair(rules, program, number).play(random.Random(number)) for number in range(1, games + 1))


@pytest.mark.parametrize("folder", QUICK)
def test_agrees_on_small_games(folder: str) -> None:
    assert play(folder, 2) > 0


@pytest.mark.slow
@pytest.mark.parametrize("folder", EVERY)
def test_agrees_on_all_rulesets(folder: str) -> None:
    assert play(folder, 2) > 0


@pytest.mark.slow
@pytest.mark.skipif(compiler() is None, reason="there is no C compiler here")
@pytest.mark.parametrize("folder", [*QUICK, "rulesets/goa"])
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


@pytest.mark.parametrize("seed", [40, 47, 53])
def test_agrees_on_generated_texts(seed: int) -> None:
    assert difference(drawn(seed, 25), Counter(), False) == ""


def test_nothing_is_not_stored_as_a_thing(tmp_path: Path) -> None:
    """A fact `stands-on: spot` was set to nothing, silently; the evaluator found it in text 952503."""
    line = "set player's stands-on to only one of (spots within spots)"
    option = f'option act-1 on acts:\n    cites book "The rules"\n    raise clock by 1\n    {line}\n'
    ruleset = load(str(write(tmp_path, {1: option})))
    game = Game.start(ruleset.program(2), 1)
    with pytest.raises(RulesError, match="this is nobody or nothing here"):
        game.choose("act-1")


def test_agrees_where_looking_ahead_fails() -> None:
    """Where every way is possible, a condition that cannot be found may stop play, and need not."""
    cites, failing = '    cites book "The rules"\n', "(only one of player's table)'s heft"
    taken, paid = "                take 1 coin\n", "                pay 0 coins\n"
    lines = f"            if {failing} is 2:\n{taken}            otherwise:\n{paid}"
    two = f'        option two "Two" when clock is above 0:\n{lines}'
    offered = f'    ask player "What?":\n{two}        option pass "Pass"\n'
    step = f"step visit:\n{cites}{offered}\noption act-1 on acts:\n{cites}    raise clock by 1\n    do visit\n"
    counts: Counter[str] = Counter()
    assert difference({1: step}, counts, False) == ""
    assert counts["looked further than needed"] > 0


def test_a_name_of_a_rule_that_is_read_twice(tmp_path: Path) -> None:
    """`chosen-field` may be nothing, so `visit` is read again; the checker crashed looking for homes of `buyer`."""
    cites = '    cites book "The rules"\n'
    chosen = "    if players is not empty:\n        choose buyer from players\n"
    visit = f"step visit (field):\n{cites}{chosen}\noption act-1 on acts:\n{cites}    do visit with chosen-field\n"
    sell = f"step sell:\n{cites}    buyer takes 1 coin\n\noption act-2 on acts:\n{cites}    do sell\n"
    with pytest.raises(RulesError, match='"buyer" means nothing here'):
        load(str(write(tmp_path, {1: visit, 2: sell}))).checked(2)
