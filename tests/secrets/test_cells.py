"""The cells of a position are the same for a seat in every world that it cannot tell apart from the real one."""

from __future__ import annotations

import time
from itertools import islice
from pathlib import Path

import pytest
from looking import POSITIONS, _other, positions, program, rulesets, watching
from tests.tiers import slow_unless

from rulewright.compile.chance import pick
from rulewright.engine import Game
from rulewright.engine.cells import viewer_of
from rulewright.engine.position import CellReader, Cells, Position, Sight

SMALL = {"kuhn-poker", "sealed-bid", "sharing-out"}
WITH_SECRETS = rulesets()
GOA = next(folder for folder in WITH_SECRETS if folder.name == "goa")
LIMIT_MS = 1.5
"""CPU for the cells of four seats of the largest game after a decision."""


def worlds(folder: Path, most: int) -> list[tuple[Cells, Cells]]:
    """Return what seats may know of positions, and of others that differ in what they may not know."""
    found = []
    for number, game in positions(folder, most):
        seat = watching(game, number)
        other = _other(game.program, game.program.playing.sample(game.state, seat, number), seat)
        found.append(
            (Position(game.program, game.state).cells_for(seat), Position(game.program, other).cells_for(seat))
        )
    return found


@pytest.mark.parametrize("folder", slow_unless(lambda f: f.name in SMALL, WITH_SECRETS), ids=lambda f: f.name)
def test_cells_are_the_same_whatever_is_hidden(folder: Path) -> None:
    assert all(cells == other for cells, other in worlds(folder, POSITIONS // 10))


def test_a_leak_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.engine.position.is_visible", lambda *_: True)
    monkeypatch.setattr("rulewright.engine.position._reader", CellReader)
    folder = next(folder for folder in WITH_SECRETS if folder.name == "kuhn-poker")
    assert not all(cells == other for cells, other in worlds(folder, 30))


@pytest.mark.parametrize("name", ["kuhn-poker", "sharing-out"])
def test_nothing_hidden_has_a_value(name: str) -> None:
    hidden = 0
    for _, game in islice(positions(next(f for f in WITH_SECRETS if f.name == name), 60), 60):
        for seat in (None, *range(game.program.seats)):
            cells = Position(game.program, game.state).cells_for(seat)
            for cell in cells.facts:
                assert (cell.value is None) == (cell.sight is Sight.HIDDEN)
            hidden += sum(piece.number < 0 for cell in cells.places for piece in cell.pieces)
    assert hidden or name != "kuhn-poker"


def test_cells_read_after_a_decision_are_those_read_anew_in_time() -> None:
    game = Game.start(program(GOA, 4), 1)
    spent, decisions = 0.0, 120
    for number in range(decisions):
        began = time.process_time()
        cells = [Position(game.program, game.state).cells_for(seat) for seat in range(4)]
        spent += time.process_time() - began
        if number % 20 == 0:
            assert cells == [CellReader(game.program, viewer_of(seat)).cells(game.state) for seat in range(4)]
        game.choose(game.codes[pick(1, number, len(game.codes))])
    assert spent / decisions * 1000 < LIMIT_MS * 2, "twice the limit, as tests run on busy machines"
