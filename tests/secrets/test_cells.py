"""The cells of a position are the same for a seat in every world that it cannot tell apart from the real one."""

from __future__ import annotations

import shutil
import time
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest
from looking import POSITIONS, _other, positions, program, rulesets, watching
from tests.tiers import slow_unless

from rulewright.chance import pick
from rulewright.engine import Game
from rulewright.engine.cells import viewer_of
from rulewright.engine.position import CellReader, Cells, Position, Sight
from rulewright.engine.seat_view import SeatView
from rulewright.report.table import look
from rulewright.workspace import compiled_program

SMALL = {"kuhn-poker", "sealed-bid", "sharing-out"}
WITH_SECRETS = rulesets()
GOA = next(folder for folder in WITH_SECRETS if folder.name == "goa")
LAYING = """    for each card in deck:
        set card's weight to 7
        move card to board
    for each card in board:
        if card's weight is 8:
            set card's weight to 7
"""
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


def test_a_secret_value_of_an_open_piece_is_not_noted_on_it(tmp_path: Path) -> None:
    folder = shutil.copytree(next(f for f in WITH_SECRETS if f.name == "kuhn-poker"), tmp_path / "kuhn-poker")
    rules = folder / "rules" / "game.rules"
    text = rules.read_text("utf-8")
    text = text.replace(
        "the game has:\n", "each card has:\n    weight: 0 to 9, hidden\n\nthe game has:\n    place board: cards\n"
    )
    rules.write_text(text.replace("    do betting\n", f"{LAYING}    do betting\n"), "utf-8")
    game = Game.start(compiled_program(str(folder), seats=2, traced=True), 1)
    shown = [
        str((game.view(seat), look(game, seat).sections, SeatView(game.program, game.state, seat).pieces))
        for seat in (0, 1)
    ]
    assert not any("weight 7" in each or "'weight'" in each for each in shown)
    assert "weight 7" in str(game.view(None))


def ids(view: SeatView) -> dict[str, tuple[str, object]]:
    """Return by the id of each piece that has something where it lies, and what it has."""
    return {p["id"]: (place, p["facts"]) for place, laid in view.pieces.items() for p in laid if "facts" in p}


@pytest.mark.slow
def test_pieces_that_look_alike_are_told_apart_by_where_they_lie_and_what_they_have() -> None:
    game, several = Game.start(program(GOA, 4), 1), 0
    for number in range(150):
        game.choose(game.codes[pick(1, number, len(game.codes))])
        seen = ids(SeatView(game.program, game.state, 0))
        noted = [
            place for place, laid in SeatView(game.program, game.state, 0).pieces.items() for p in laid if "facts" in p
        ]
        assert len(noted) == len(seen), "no two pieces share an id"
        names = Counter(piece.split(" ")[0] for piece in seen)
        several += any(count > 1 for count in names.values())
    assert several, "two pieces of one name had something at once"


@pytest.mark.slow
def test_a_view_says_how_the_game_stands() -> None:
    game = Game.start(program(GOA, 4), 1)
    mine, other = (SeatView(game.program, game.state, seat).standing for seat in (game.seat, 1 - game.seat % 2))
    assert "phase.round: number-of-round" in mine and mine["game.action-cards left"] == 10
    assert all(str(rule).startswith("phase.") for rule in other["under way"] or ())  # type: ignore[union-attr]
    assert not any(": " in name for name in other)


@pytest.mark.slow
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
