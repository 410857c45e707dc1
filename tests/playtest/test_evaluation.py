"""Positions are worth the points, and what weights say of amounts, facts and pieces: the same in Python and in C."""

from __future__ import annotations

import ctypes
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.backends import Program
from rulewright.backends.c.runtime import Machine
from rulewright.backends.evaluation import Evaluation
from rulewright.backends.native import compiler, native
from rulewright.backends.native_evaluation import NativeEvaluation
from rulewright.chance import pick
from rulewright.workspace import compiled_program

PROBE = Path(__file__).parents[1] / "probes" / "nested-harvest"
WEIGHTS = """\
kind: weights
worth:
  ships: [9, 5, 1]
  row: [100, 50, 20]
  fields: {each: 7, sacks: [30, 10], fields: [90, 80, 20]}
  area: {each: [4, 3, 2, 1, 0], espionage: 40}
  area + fields: {each: [600, 500, 0], espionage: 1, fields: 3}
"""


@pytest.fixture
def program(tmp_path: Path) -> Program:
    shutil.copytree(PROBE, tmp_path / "game")
    (tmp_path / "game" / "data" / "weights.yaml").write_text(WEIGHTS, "utf-8")
    return compiled_program(str(tmp_path / "game"), 2)


def positions(program: Program) -> Iterator[list[int]]:
    """Yield the positions of some random games."""
    for number in range(8):
        state, codes = program.opening(number)
        made = 0
        while codes is not None:
            yield state.copy()
            codes = program.take(state, codes[pick(number, made, len(codes))])
            made += 1


def expected(program: Program, state: list[int], seat: int) -> int:
    """Return what a position is worth, computed from the tables."""
    facts = {fact.name: fact for fact in program.tables.facts}
    held = {place.name: place.contents(state) for place in program.tables.places if place.owner_key == SEATS[seat]}
    ships, row = (facts[name].value(state, seat) for name in ("ship", "row"))
    sacks = sum(facts["sacks"].value(state, land) for land in held["fields"])
    spies = sum(program.tables.pieces["tile"].rules[tile] == "espionage" for tile in held["area"])
    worth = 100 * program.points(state, seat) + (0, 9, 14)[min(ships, 2)] + max(0, ships - 2)
    worth += {1: 0, 2: 100, 3: 150, 4: 170}[row]  # a row is at least 1: nobody is paid for that
    worth += 7 * len(held["fields"]) + (30 + 10 * (sacks - 1) if sacks else 0)
    worth += 170 + 20 * (3 * len(held["fields"]) - 2) if held["fields"] else 0  # on each land 3 fields are printed
    worth += (0, 600, 1100)[min(len(held["area"] + held["fields"]), 2)] + spies + 3 * 3 * len(held["fields"])
    return worth + (0, 4, 7, 9, 10)[min(len(held["area"]), 4)] + 40 * spies


SEATS = ("anna", "ben")


@pytest.mark.slow
def test_amounts_facts_and_pieces_are_weighed(program: Program) -> None:
    evaluation, values = Evaluation(program), set[int]()
    for state in positions(program):
        found = [evaluation.of(state, seat) for seat in range(2)]
        assert found == [expected(program, state, seat) for seat in range(2)]
        values |= {*found}
    assert len(values) > 20


@pytest.mark.slow
@pytest.mark.skipif(compiler() is None, reason="C is NOT tested: there is no compiler here")
def test_c_finds_the_same_values(program: Program) -> None:
    running = native(program)
    assert isinstance(machine := running.machine, Machine)
    evaluation, found = NativeEvaluation(running, machine), ctypes.c_int64()
    for state in positions(program):
        held = machine.state(state)
        assert held.in_c()
        for seat in range(2):
            given = (machine.run.held, evaluation.address, held.held, seat, ctypes.byref(found))
            assert machine.c.rw_evaluated(*given) == 0
            assert found.value == expected(program, state, seat)
