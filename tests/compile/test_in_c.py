"""The plain build in C gives the same vectors, choices and ends as in Python, whatever is played."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest
from tests.compile.agreement import FOLDERS, ROOT, Agreement
from tests.tiers import in_examples, slow_unless, without_variants

from rulewright.backends import Program
from rulewright.backends.c.module import write
from rulewright.backends.c.pieces import NativeTables
from rulewright.backends.native import compiler, native
from rulewright.cli import opening
from rulewright.playtest.game import play_one
from rulewright.playtest.rows import GameRows, RowColumns
from rulewright.workspace import compiled_program

PLAYED = without_variants(FOLDERS)
GAMES, MANY, MOST = 3, 2_000, 100_000

pytestmark = pytest.mark.skipif(compiler() is None, reason="there is no C compiler here")


@pytest.mark.parametrize("folder", slow_unless(in_examples, PLAYED), ids=lambda folder: folder.name)
def test_c_expresses_every_program(folder: Path) -> None:
    program = compiled_program(str(folder), seats=opening.ruleset(str(folder)).about.most)
    assert write(program.representation(), NativeTables.of(program.tables)), "what cannot be expressed raises an error"


@pytest.mark.parametrize(
    "folder",
    slow_unless(lambda folder: folder.name in ("leduc-poker", "connect-four"), PLAYED),
    ids=lambda folder: folder.name,
)
def test_every_decision_is_the_same_and_nothing_goes_wrong(folder: Path) -> None:
    agreement = Agreement(folder)
    program = agreement.plain
    expected = GameRows(RowColumns.of_program(program))
    for number in range(1, GAMES + 1):
        agreement.play(number)
        expected.add(play_one(program, number))
    rows, broken = whole_games(agreement.quick, range(1, MANY + 1))
    assert broken == [], "games in which something is wrong, or an `always` rule does not hold"
    assert rows[: len(expected.data)] == expected.data and len(rows) == MANY * expected.columns.width


def whole_games(quick: Program, numbers: range, most: int = MOST) -> tuple[array[int], list[int]]:
    """Play games in one call; return their rows, and the numbers of those that did not come to their end."""
    assert quick.machine is not None
    rows = array("q")
    return rows, list(quick.machine.play_many(numbers, most, True, rows))


@pytest.fixture
def connect_four() -> tuple[Program, Program]:
    program = compiled_program(str(ROOT / "examples/connect-four"), seats=2)
    return program, native(program)


def test_a_copy_goes_its_own_way(connect_four: tuple[Program, Program]) -> None:
    _, quick = connect_four
    state, codes = quick.opening(1)
    assert codes is not None
    copy = state.copy()
    quick.take(copy, codes[0])
    assert state[:] == quick.opening(1)[0][:] != copy[:]


def test_the_vector_alone_is_enough(connect_four: tuple[Program, Program]) -> None:
    program, quick = connect_four
    state, codes = program.opening(1)
    for code in (2, 3, 3):
        assert codes is not None and code in codes
        codes = program.take(state, code)
    other = quick.initial(5)
    other[:] = state
    assert quick.take(other, 3) == program.take(state, 3)
    assert other[:] == state


@pytest.mark.slow
def test_what_is_dictated_is_left_to_python() -> None:
    program = compiled_program(str(ROOT / "examples/liars-dice"), seats=2)
    quick = native(program)
    for shown in ([1, 6], [3, 3]):
        stream = next(stream.name for stream in program.tables.streams if stream.action == "roll")
        quick.dictated[stream] = list(shown)
        state, _ = quick.initial(1), quick.dictated
        quick.advance(state, state[0])
        assert state[5:7] == shown
        quick.dictated.clear()


def test_a_limit_of_decisions_is_left_to_python(connect_four: tuple[Program, Program]) -> None:
    _, quick = connect_four
    assert whole_games(quick, range(1, 3), 3)[1] == [1, 2]
    assert whole_games(quick, range(1, 3))[1] == []
