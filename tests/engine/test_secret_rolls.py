"""What is rolled secretly is read by the one who rolled it; the others read that something was rolled."""

from __future__ import annotations

from pathlib import Path

from rulewright.engine import Game
from rulewright.workspace import compiled_program

EXAMPLE = Path(__file__).parents[2] / "examples" / "liars-dice"


def read(dice: tuple[int, int], seat: int) -> list[str]:
    """What a seat has read when both have rolled these."""
    program = compiled_program(str(EXAMPLE), 2, traced=True)
    program.dictated["roll die"] = list(dice)
    log = Game.start(program).log
    program.dictated.clear()
    return [line.text for line in log if line.private is None or seat in line.private]


def test_the_one_who_rolls_reads_the_number() -> None:
    assert "The die shows 3." in read((3, 5), 0)
    assert "The die shows 5." in read((3, 5), 1)


def test_the_others_read_that_there_was_a_roll_and_nothing_else() -> None:
    assert "Ben rolls the die in secret." in read((3, 5), 0)
    assert read((3, 5), 0) == read((3, 1), 0)
    assert read((3, 5), 1) == read((2, 5), 1)
    assert read((3, 5), 0) != read((4, 5), 0)
