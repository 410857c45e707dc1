"""The table in plain text: readable aloud, as wide as the screen, with changes marked."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.table.test_table_values import example, played, started

from rulewright.cli.commands.play.commands import help_lines
from rulewright.report.board import board_lines
from rulewright.report.layout import WIDTH, use_width
from rulewright.report.screen.grids import sign_of
from rulewright.report.screen.spans import MARK_CHANGED, MARK_OFFERED
from rulewright.report.table import look
from rulewright.report.table.model import Cell, Column, Path, Piece, Place, Row, Rows, Seat, Section, Space, Table
from rulewright.report.wording import speak

NAMES = ("Yellow", "Red")


def table(*sections: Section) -> Table:
    return Table(0, tuple(map(Seat, NAMES)), (), sections, None)


def players(*columns: tuple[str, str, str], changed: str = "") -> Rows:
    """Return a table of players: the title, the group, and the value that both have."""
    rows = (
        Row(name, name, tuple(Cell(t, v, changed=changed == name) for t, _, v in columns), seat, seat == 0)
        for seat, name in enumerate(NAMES)
    )
    return Rows("player", "Players", tuple(Column(title, title, group) for title, group, _ in columns), tuple(rows))


@pytest.fixture(autouse=True)
def as_wide_as_paper() -> Iterator[None]:
    yield
    use_width(WIDTH)


@pytest.mark.parametrize("language", ["", "pl"])
def test_the_help_explains_the_signs_on_the_table(language: str) -> None:
    speak(language)
    explained = {line.split()[0] for line in help_lines("a1") if line.startswith("  ")}
    assert {MARK_OFFERED, MARK_CHANGED, sign_of(Piece("Marker 2"))} <= explained
    speak("")


def test_the_width_of_the_terminal_is_used() -> None:
    wide = players(*((f"a-long-entry-{i}", "", str(i)) for i in range(16)))
    assert max(map(len, board_lines(table(wide)))) <= 80
    assert sum(line.startswith("  > Yellow") for line in board_lines(table(wide))) > 1
    use_width(300)
    assert sum(line.startswith("  > Yellow") for line in board_lines(table(wide))) == 1


def test_groups_of_columns_are_named_and_changes_are_marked() -> None:
    shown = players(("coins", "", "3"), ("ships", "row", "1"), ("taxes", "row", "2"), changed="Red")
    assert board_lines(table(shown)) == [
        "                   row",
        "            coins  ships  taxes",
        "  > Yellow  3      1      2",
        "    Red     3*     1*     2*",
        "  * has changed since your last decision",
    ]


def test_equal_pieces_are_counted_and_secret_ones_stand_in_the_table_of_players_only() -> None:
    own = Place("player.hand yellow", "hand", (Piece("Ship", number=2), Piece("Flag", changed=True)), 3, "hand", 0)
    other = Place("player.hand red", "hand", (Piece("4 hidden", number=4, known=False),), 4, "hand", 1)
    assert board_lines(table(own, other))[0] == "  Yellow's hand (3): 2 x Ship, Flag*"
    assert len(board_lines(table(own, other))) == 2


def test_stops_of_a_path_stand_side_by_side_and_equal_neighbours_together() -> None:
    stops = [Space(f"stop {n}", f"Stop {n}", (Cell(f"camp {n}", "Tent"),)) for n in (1, 2, 3, 5)]
    stops[3] = Space("stop 5", "Stop 5", seats=(0, 1), changed=True)
    assert board_lines(table(Path("stop", "stops", tuple(stops))))[0] == "  stops: 1-3:Tent  5:Yellow Red*"


def test_what_lies_in_places_of_things_is_written_out_below() -> None:
    ships = Rows("ship", "Ships", (Column("ship.load", "load"),), (
        Row("ship a", "Ship a", (Cell("ship.load a", "", 2, pieces=(Piece("Tea"), Piece("Silk", changed=True))),)),
        Row("ship b", "Ship b", (Cell("ship.load b", "", 0, pieces=()),)),
    ))  # fmt: skip
    assert board_lines(table(ships))[:3] == ["  Ships, load: Ship a 2   Ship b 0", "", "  Ship a's load: Tea, Silk*"]


def test_a_grid_names_whose_spaces_are_and_says_what_a_dot_is() -> None:
    game = played(example("tic-tac-toe", 2), 3)
    lines = board_lines(look(game, game.seat))
    assert lines[0] == "    a  b  c" or lines[0].split() == ["a", "b", "c"]
    assert any(". is an empty space" in line for line in lines)


@pytest.mark.parametrize("name", ["goa", "batavia", "borneo"])
def test_a_screen_reader_finds_no_drawing_without_words(name: str) -> None:
    game = played(started(name, 3), 40)
    text = "\n".join(board_lines(look(game, game.seat, game.origin)))
    assert not set(text) & set("|─│┌┐└┘├┤┬┴┼═║#") - {"#"} and text.isascii()
