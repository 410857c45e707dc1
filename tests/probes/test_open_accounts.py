"""Numbers below 0 and divisions: where they are kept, shown, saved, weighed and rounded."""

from __future__ import annotations

import ctypes
import math
from fractions import Fraction
from pathlib import Path

import pytest
from probe_play import probe
from tests.backends.small import needs_compiler

from rulewright.backends.c.runtime import Machine
from rulewright.backends.evaluation import Evaluation
from rulewright.backends.native import native
from rulewright.backends.native_evaluation import NativeEvaluation
from rulewright.chance import pick
from rulewright.diagnostics import RulesError
from rulewright.engine import Game
from rulewright.engine.savefile.games import load, save
from rulewright.workspace import compiled_program

MANIFEST = """\
ruleset: shares
title: Shares
players: {from: 2, to: 2, names: [Ann, Ben]}
sources: {house: {title: House, passages: [Rules]}}
"""
RULES = """\
each player has:
    share: -99 to 99
    parts: -9 to 9
    least: -9 to -3

game "Shares":
    cites house "Rules"
    ask first of players "?":
        option a "A":
            do divide
        option b "B":
            do divide

step divide:
    cites house "Rules"
    let p be first of players
    set p's share to (100 times (p's share divided by p's parts rounded up)) divided by 100 rounded down

scoring down "Down":
    cites house "Rules"
    score player's share divided by 4 rounded down points

scoring left "Left":
    cites house "Rules"
    score 100 times (player's share - 4 times (player's share divided by 4 rounded down)) points
"""


@pytest.fixture
def shares(tmp_path: Path) -> Path:
    (tmp_path / "rules").mkdir()
    (tmp_path / "ruleset.yaml").write_text(MANIFEST, "utf-8")
    (tmp_path / "rules" / "shares.rules").write_text(RULES, "utf-8")
    return tmp_path


@pytest.mark.slow
@needs_compiler
def test_every_division_is_exact_in_all_builds(shares: Path) -> None:
    plain, traced = compiled_program(str(shares), 2), compiled_program(str(shares), 2, None, True)
    for program in (plain, traced, native(plain)):
        slots = {entry.name: entry.start for entry in program.entries}
        assert [program.start[slots[f"player.{name}"]] for name in ("share", "parts", "least")] == [0, 0, -3]
        for number in range(-40, 41):
            for by in (1, 2, 3, 7, 9):
                state = program.initial(1)
                codes = program.advance(state, state[0])
                assert codes is not None
                state[slots["player.share"]], state[slots["player.parts"]] = number, by
                program.take(state, codes[0])
                found = state[slots["player.share"]]
                assert found == math.ceil(Fraction(number, by))
                assert program.points(state, 0) == found // 4 + 100 * (found % 4)


@pytest.mark.parametrize("by", [0, -2])
def test_nothing_is_divided_by_less_than_1(by: int, shares: Path) -> None:
    game = Game.start(compiled_program(str(shares), 2, None, True), 1)
    parts = next(entry.start for entry in game.program.entries if entry.name == "player.parts")
    game.state[parts] = by
    with pytest.raises(RulesError) as broken:
        game.choose(game.codes[0])
    (found,) = broken.value.findings
    assert (found.message, found.span.line) == (f"this is {by}; the lowest possible is 1", 17)


@pytest.mark.slow
def test_numbers_below_0_are_saved_and_kept_secret(tmp_path: Path) -> None:
    game = Game.start(probe("open-accounts", 2, traced=True), 3)
    below = 0
    while not game.over:
        game.choose(game.codes[pick(5, len(game.decisions), len(game.codes))])
        save(game, tmp_path / "a.save")
        again = load(tmp_path / "a.save", game.program)
        assert (again.state, again.codes) == (game.state, game.codes)
        below += sum(number < 0 for number in game.state[2:])
    assert below > 20


@pytest.mark.slow
@needs_compiler
def test_what_is_below_0_costs_what_the_first_is_worth() -> None:
    plain = probe("open-accounts", 2)
    machine, found = native(plain).machine, ctypes.c_int64()
    assert isinstance(machine, Machine)
    evaluation, weights = Evaluation(plain), NativeEvaluation(native(plain), machine)
    slots = {entry.name: entry.start for entry in plain.entries}
    for balance, price, worth in ((0, 0, 0), (-7, -2, -140 - 10), (-900, 3, -8000 + 9), (5, -4, 100 - 20)):
        state = plain.initial(1)
        state[slots["player.balance"]], state[slots["game.price"]] = balance, price
        assert evaluation.of(state, 0) - 100 * plain.points(state, 0) == worth
        held = machine.state(state)
        assert held.in_c()
        given = (machine.run.held, weights.address, held.held, 0, ctypes.byref(found))
        assert machine.c.rw_evaluated(*given) == 0
        assert found.value == evaluation.of(state, 0)
