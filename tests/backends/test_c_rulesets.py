"""Every ruleset, example and probe goes the same in C as in Python."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.backends.small import needs_compiler

from rulewright.backends.c.library import library
from rulewright.backends.c.module import write
from rulewright.backends.c.pieces import Tables
from rulewright.backends.c.playing import OVER, Playout, games
from rulewright.backends.c.runtime import Machine, State
from rulewright.check.check import check
from rulewright.compile import Program, Trouble, compiled
from rulewright.compile.build import ir_program
from rulewright.compile.chance import pick
from rulewright.compose.compose import compose
from rulewright.diagnostics import Findings
from rulewright.source import load

ROOT = Path(__file__).parents[2]
PARTS = ("rulesets", "examples", "tests/probes")
FOLDERS = [file.parent for part in PARTS for file in sorted((ROOT / part).glob("*/ruleset.yaml"))]
MOST, MANY = 400, 30


def in_c(folder: Path) -> tuple[Program, Machine]:
    """Return the plain build of a ruleset for as many players as it takes, and the same in C."""
    findings = Findings()
    source = load(str(folder), findings)
    assert source.manifest.players is not None
    seats = source.manifest.players.high
    plain = compiled(str(folder), seats)
    rules = check(compose(source, findings), seats, findings, {})
    text = write(ir_program(rules, traced=False), Tables.of(plain.data))
    return plain, Machine(library(text), plain, plain.start, seats)


def answered(function: Any, *given: Any) -> Any:
    """Return what comes of a step: whatever goes wrong, too."""
    try:
        return function(*given)
    except Trouble as trouble:
        return "Trouble", trouble.code, trouble.where, str(trouble)


def looks_the_same(plain: Program, state: list[int], other: State) -> None:
    for seat in range(plain.seats):
        assert answered(other.points, seat) == answered(plain.points, state, seat)
    broken = [i for i, holds in enumerate(plain.always) if not holds(state)]
    assert other.broken() == (broken[0] if broken else None)


@needs_compiler
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_decision_is_the_same(folder: Path) -> None:
    plain, machine = in_c(folder)
    for game in (1, 2):
        state, other, made = plain.initial(game), machine.initial(game), 0
        found, same = answered(plain.advance, state, state[0]), answered(other.advance, other[0])
        while True:
            assert (same, other.vector) == (found, state)
            looks_the_same(plain, state, other)
            if not isinstance(found, list) or made >= MOST:
                break
            assert other.choices() == found
            code = found[pick(game, made, len(found))]
            found, same, made = answered(plain.take, state, code), answered(other.take, code), made + 1
        if found is None:
            playout = Playout(machine.initial(game), game, MOST, True)
            assert playout.on() == OVER
            assert (playout.state.vector, playout.made) == (state, made)
    played = list(games(machine, range(MANY), 100_000, True))
    assert [game.number for game in played if game.status == OVER or game.problem] == list(range(MANY))
