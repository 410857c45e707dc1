"""Search in C and in Python find out the same about every choice, visit by visit."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import islice

import pytest
from tests.tiers import slow_unless

from rulewright.backends import Program
from rulewright.backends.c.runtime import Machine
from rulewright.backends.native import compiler, native
from rulewright.backends.native_evaluation import NativeEvaluation
from rulewright.players.search import native as in_c
from rulewright.players.search import selection, twin
from rulewright.players.search.line import ExpectedLines, SearchEdges
from rulewright.players.search.settings import BLUFFING, PLACE, POINTS, UNINFORMED, Settings, settings_of
from rulewright.workspace import compiled_program

GAMES = [
    ("examples/tic-tac-toe", 2), ("examples/kuhn-poker", 2), ("examples/leduc-poker", 2), ("examples/liars-dice", 2),
    ("examples/goofspiel", 2), ("examples/sealed-bid-auction", 2), ("examples/connect-four", 2), ("examples/hearts", 4),
    ("examples/pearl-divers", 3), ("examples/breakthrough", 2), ("goa", 4),
    ("tests/probes/low-marks", 3), ("tests/probes/changing-sides", 4), ("tests/probes/fire-watch", 3),
    ("tests/probes/last-standing", 4),
    ("goa-polish", 2), ("batavia", 4), ("borneo", 3),
]  # fmt: skip
PLAYOUTS = {"batavia": 2, "borneo": 5}
"""Fewer where drawing one world in Python takes tens of milliseconds; 10 elsewhere."""
QUICK = ("examples/tic-tac-toe", "examples/kuhn-poker")
ONLY, MOST = (0,), (1,)
"""Stand for the key of the last choice, and for those of all but the first."""
OTHERS = [
    {"reward": PLACE, "truncate": -1, "sampled": 1, "prior": 0.0},
    {"reward": POINTS, "truncate": 3, "finishing": True, "opponents": UNINFORMED, "widen": 0.2},
    {"opponents": BLUFFING, "prior": 0.0, "explore": 0.4},
    {"peeking": True, "explore": 2.0},
    {"sampled": 8, "prior": 0.0},
    {"only": ONLY},
    {"only": MOST},
]
"""Besides those of the ruleset: settings that differ in everything."""
MOST_EDGES = 1 << 16

pytestmark = pytest.mark.skipif(compiler() is None, reason="C is NOT tested: there is no compiler here")


@cache
def built(ruleset: str, seats: int) -> tuple[Program, NativeEvaluation, twin.SearchKnowledge]:
    program = compiled_program(ruleset if "/" not in ruleset else f"./{ruleset}", seats, {}, traced=False)
    running = native(program)
    assert isinstance(running.machine, Machine)
    return program, NativeEvaluation(running, running.machine), twin.SearchKnowledge(program)


def positions(program: Program, number: int) -> list[tuple[list[int], list[int]]]:
    """Return some positions of a game, a few decisions apart, in each of which there is a choice."""
    state, codes = program.opening(number)
    found = []
    for made in range(200):
        if codes is None:
            break
        found.append((state.copy(), codes))
        codes = program.take(state, codes[(7 * made + made * made + number) % len(codes)])
    return list(islice(found, number % 3, None, max(1, len(found) // 3)))


def differing(ruleset: str, seats: int, settings: Settings, playouts: int) -> list[str]:
    """Return where the two differ."""
    program, evaluation, shared = built(ruleset, seats)
    found = []
    for at, (state, codes) in enumerate(positions(program, 5)):
        seat = state[program.seats_of[~state[0]]]
        tried = settings
        if tried.only:
            left = codes[-1:] if tried.only == ONLY else codes[1:]
            tried = replace(tried, only=tuple(shared.keys.key_of(state, code) for code in left))
        trees = [
            in_c.NativeTree(evaluation, evaluation.machine.state(state), seat, at, tried, MOST_EDGES),
            twin.PythonTree(shared, state.copy(), seat, at, tried, MOST_EDGES),
        ]  # fmt: skip
        made = [tree.run(playouts, 0) for tree in trees]
        one, other = (tree.found_choices(codes) for tree in trees)
        if one != other or made != [playouts, playouts]:
            found.append(f"position {at}: {one} {other}")
        if lines_of(program, trees[0], state, codes) != lines_of(program, trees[1], state, codes):
            found.append(f"position {at}: other lines")
    return found


def lines_of(program: Program, tree: SearchEdges, state: list[int], codes: list[int]) -> list[object]:
    """Return what a tree expects to follow some of the choices."""
    lines = ExpectedLines(program, tree, state, state[program.seats_of[~state[0]]], least=1)
    return [lines.line_after(code) for code in codes[:3]]


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "seats"), slow_unless(lambda game: game[0] in QUICK, GAMES))
def test_c_and_python_find_out_the_same(ruleset: str, seats: int) -> None:
    usual = settings_of(built(ruleset, seats)[0])
    for settings in (usual, *(replace(usual, **other) for other in OTHERS)):
        assert differing(ruleset, seats, settings, PLAYOUTS.get(ruleset, 10)) == []


def test_a_difference_of_one_bound_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selection, "LEAST_SPAN", 101)
    usual = settings_of(built("examples/tic-tac-toe", 2)[0])
    assert differing("examples/tic-tac-toe", 2, replace(usual, reward=PLACE), 25)
