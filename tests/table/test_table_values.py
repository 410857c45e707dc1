"""The table as values: which sections there are, what has changed, and that nothing shows that a seat does not know."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path as Folder

import pytest
from tests.tiers import in_examples, slow_unless

from rulewright.chance import pick
from rulewright.diagnostics import Findings
from rulewright.engine import Game
from rulewright.engine.position import CellReader
from rulewright.report.table import look
from rulewright.report.table.model import Cell, Grid, Path, Place, Rows, Section
from rulewright.source.loading import load
from rulewright.workspace import compiled_program

CHECKOUT = Folder(__file__).parents[2]
FOLDERS = sorted(path.parent for path in CHECKOUT.glob("*/*/ruleset.yaml"))


def started(name: str, seats: int, number: int = 5) -> Game:
    return Game.start(compiled_program(name, seats, None, True), number)


def example(name: str, seats: int) -> Game:
    return started(str(CHECKOUT / "examples" / name), seats)


def played(game: Game, decisions: int) -> Game:
    """Return a copy after some random decisions."""
    game = game.copy()
    for number in range(decisions):
        if not game.over:
            game.choose(game.codes[pick(7, number, len(game.codes))])
    return game


def one(kind: type[Section], sections: tuple[Section, ...], about: str) -> Section:
    (found,) = (each for each in sections if isinstance(each, kind) and each.about == about)
    return found


def seats_of(folder: Folder) -> int:
    players = load(str(folder), Findings()).manifest.players
    return players.high if players else 1


@pytest.mark.parametrize("folder", slow_unless(in_examples, FOLDERS), ids=lambda folder: folder.name)
def test_every_game_has_a_table_at_every_decision(folder: Folder) -> None:
    game, number = started(str(folder), seats_of(folder)), 0
    while not game.over and number < 150:
        table = look(game, game.seat, game.origin)
        assert table.sections and table.asked is not None and len(table.asked.options) == len(game.codes)
        game.choose(game.codes[pick(3, number, len(game.codes))])
        number += 1
    assert look(game, None).sections


def test_a_grid_is_drawn_from_its_declaration() -> None:
    game = played(example("tic-tac-toe", 2), 3)
    grid = one(Grid, look(game, game.seat).sections, "space")
    assert isinstance(grid, Grid) and (grid.columns, grid.rows) == (("a", "b", "c"), ("1", "2", "3"))
    spaces = [space for row in grid.spaces for space in row if space is not None]
    assert sorted(seat for space in spaces for seat in space.seats) == [0, 0, 1]
    assert sum(space.offered for space in spaces) == 6


def test_a_path_is_drawn_from_names_that_differ_in_their_numbers() -> None:
    game = started("batavia", 3)
    path = one(Path, look(game, game.seat).sections, "hex")
    assert isinstance(path, Path) and len(path.stops) == 35
    assert path.stops[0].cells[0].pieces and path.stops[34].cells[0].hidden


def test_what_is_on_offer_is_listed_and_what_is_out_of_the_game_is_counted() -> None:
    places = [each for each in look(started("borneo", 3), 0).sections if isinstance(each, Place)]
    listed = {place.about: place.listed for place in places}
    assert listed["game.mission-row"]


@pytest.mark.slow
def test_changed_cells_are_marked() -> None:
    game = started("goa", 3)
    before = list(game.state)
    after = list(game.state)
    fact = next(fact for fact in game.program.tables.facts if (fact.owner, fact.name) == ("player", "ship"))
    after[fact.slot + 1] += 2
    moved = Game(game.program, after, game.codes, game.origin, game.seed)
    (players,) = (s for s in look(moved, 0, before).sections if isinstance(s, Rows) and s.about == "player")
    changed = [cell.about for row in players.rows for cell in row.cells if cell is not None and cell.changed]
    assert changed == ["player.ship red"]


def secret_pairs(name: str, seats: int) -> Iterator[tuple[Game, Game, int]]:
    """Yield positions with others that a seat cannot distinguish from them."""
    for decisions in range(0, 60, 12):
        game = played(started(name, seats), decisions)
        if game.over:
            return
        for seat in range(seats):
            dealt = game.program.playing.sample(game.state, seat, decisions + 1)
            yield game, Game(game.program, dealt, game.codes, game.origin, game.seed, list(game.decisions)), seat


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), [("goa", 3), ("batavia", 3), ("borneo", 3)])
def test_positions_that_a_seat_cannot_distinguish_have_the_same_table(name: str, seats: int) -> None:
    for game, other, seat in secret_pairs(name, seats):
        assert repr(look(game, seat).sections) == repr(look(other, seat).sections)


def test_a_planted_leak_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.engine.position.is_visible", lambda *_: True)
    monkeypatch.setattr("rulewright.engine.position._reader", CellReader)
    assert any(
        repr(look(a, seat).sections) != repr(look(b, seat).sections) for a, b, seat in secret_pairs("batavia", 3)
    )


def test_at_the_end_what_the_rules_never_reveal_stays_hidden_unless_asked_for() -> None:
    game = example("kuhn-poker", 2)
    ended = played(game.copy(), 40)
    for each in (game, ended):
        assert [cell for cell in _cells(look(each, 0)) if cell.hidden]
    assert ended.over and not [cell for cell in _cells(look(ended, 0, everything=True)) if cell.hidden]


def _cells(table: object) -> list[Cell]:
    sections = table.sections
    rows = (row for section in sections if isinstance(section, Rows) for row in section.rows)
    return [cell for row in rows for cell in row.cells if cell is not None]
