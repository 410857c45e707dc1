"""Every line of the log says which line of the rules did it: also when pieces move, alone or together."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulewright.chance import pick
from rulewright.engine import Game
from rulewright.source.folders import locate
from rulewright.workspace import compiled_program

CHECKOUT = Path(__file__).parents[2]
DOES = {
    "draws": ("draw",), "gets": ("move", "swap"), "puts": ("move", "discard", "swap"), "gives": ("move",),
    "turned": ("move", "draw"), "discards": ("move", "discard"), "founds": ("move",),
}  # fmt: skip
"""By the verb of a line of the log, how the line of the rules may begin."""


@cache
def lines_of(file: str) -> list[str]:
    path = locate(file)
    assert path is not None
    return path.read_text("utf-8").split("\n")


def written(place: str) -> str:
    file, _, number = place.rpartition(":")
    return lines_of(file)[int(number) - 1].strip()


@pytest.mark.slow
@pytest.mark.parametrize("game", [1, 2])
def test_what_moves_is_told_with_the_line_that_moves_it(game: int) -> None:
    played = Game.start(compiled_program("goa", seats=3, traced=True), game)
    while not played.over:
        played.choose(played.codes[pick(game, len(played.decisions), len(played.codes))])
    told = 0
    for line in played.log:
        assert line.rule and line.place, line.text
        does = DOES.get(line.phrase.split(" ")[0])
        if does and not line.choice:
            told += 1
            assert any(word in written(line.place) for word in does), (line.text, line.place, written(line.place))
    assert told > 100


def test_shuffling_and_drawing_have_their_own_lines() -> None:
    folder = str(CHECKOUT / "examples" / "kuhn-poker")
    first = {
        line.phrase.split(" ")[0]: line for line in Game.start(compiled_program(folder, seats=2, traced=True), 5).log
    }
    assert written(first["draws"].place).startswith("draw 1 card")
    assert written(next(line.place for line in first.values() if "shuffled" in line.text)) == "shuffle deck"
