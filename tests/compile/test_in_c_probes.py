"""The probes, and some examples of the reference, go the same in Python and in C."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest
from tests.compile.side_by_side import needs_compiler, played
from tests.reference.market import Example, examples, write
from tests.tiers import sampled, slow_unless

from rulewright.backends import Program
from rulewright.backends.native import native
from rulewright.chance import pick
from rulewright.diagnostics import Findings
from rulewright.source.loading import load
from rulewright.workspace import compiled_program

PROBES = sorted(file.parent for file in (Path(__file__).parents[1] / "probes").glob("*/ruleset.yaml"))
GAMES = 6
SHOWN = [
    next(example for example in examples() if text in example.text)
    for text in ("when reveal:", "step thin-out", "step search", "swap front and back", "value sheltered")
]

pytestmark = needs_compiler


@pytest.mark.parametrize(
    "folder", slow_unless(lambda folder: folder.name == "laying-cards", PROBES), ids=lambda folder: folder.name
)
def test_probes_go_the_same(folder: Path) -> None:
    players = load(str(folder), Findings()).manifest.players
    assert players is not None
    plain = compiled_program(str(folder), players.high)
    quick = native(plain)
    assert [end for seed in range(GAMES) if (end := played(plain, quick, seed)[1])] == []


@pytest.mark.slow
@pytest.mark.parametrize("example", sampled(9, SHOWN), ids=lambda example: f"{example.page}:{example.line}")
def test_examples_of_the_reference_go_the_same(example: Example, tmp_path: Path) -> None:
    plain = compiled_program(str(write(example, tmp_path)), 3)
    quick = native(plain)
    assert [end for seed in range(GAMES) if (end := played(plain, quick, seed)[1])] == []


def decisions_by_number(program: Program, number: int) -> int:
    """Play one game with the picks of a random seat; return the number of decisions."""
    state, codes = program.opening(number)
    made = 0
    while codes is not None:
        codes, made = program.take(state, codes[pick(number, made, len(codes))]), made + 1
    return made


@pytest.mark.slow
def test_seeds_are_as_large_as_they_may_be() -> None:
    """What depends on a seed of more than 63 bits is the same, also where Python does a step for C."""
    folder = next(folder for folder in PROBES if folder.name == "sharing-out")
    plain = compiled_program(str(folder), 3)
    quick = native(plain)
    for seed in (0, 2**63 - 1, 2**63, 2**64 - 1):
        made, end = played(plain, quick, seed)
        assert made > 10 and end is None
        assert quick.machine is not None
        rows = array("q")
        assert list(quick.machine.play_many(range(seed, seed + 1), 1000, True, rows)) == []
        assert rows[0] & 2**64 - 1 == seed and rows[1] == decisions_by_number(plain, seed)
        state, other = plain.initial(seed), quick.initial(seed)
        quick.dictated["order of something else"] = [1]
        assert quick.advance(other, other[0]) == plain.advance(state, state[0])
        assert list(other) == state
        quick.dictated.clear()
