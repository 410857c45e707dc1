"""The table as lines: nothing is wider than the screen, and nothing that is shown is lost on a narrow one."""

from __future__ import annotations

import pytest
from driving import played, started
from tests.tiers import slow_unless

from rulewright.report.screen import Span, draw, text_of
from rulewright.report.screen.grids import grid_lines
from rulewright.report.screen.spans import flow, width_of
from rulewright.report.table import look
from rulewright.report.table.model import Grid, Piece, Seat, Space

GAMES = [("goa", 4), ("batavia", 3), ("borneo", 3)]
SMALL = [(name, 2) for name in ("tic-tac-toe", "breakthrough", "connect-four", "hex", "kuhn-poker", "liars-dice")]


@pytest.mark.parametrize(("name", "seats"), slow_unless(lambda case: case in SMALL, [*SMALL, *GAMES]))
def test_no_line_is_wider_than_the_screen_and_every_part_is_on_each(name: str, seats: int) -> None:
    for decisions in (0, 7, 40, 200):
        game = played(started(name, seats), decisions)
        table = look(game, None if game.over else game.seat, game.origin)
        shown: list[set[str]] = []
        for width in (60, 78, 100, 160):
            lines = draw(table, width)
            assert max(map(width_of, lines)) <= width, [text_of(line) for line in lines if width_of(line) > width]
            shown.append({span.about for line in lines for span in line if span.about})
        assert shown[0] == shown[1] == shown[2] == shown[3]


def test_rows_of_hexagons_begin_half_a_space_further_and_name_what_can_be_chosen() -> None:
    game = started("hex", 2)
    for answer in ("a1", "b1", "k11", "c2"):
        game.choose(answer)
    lines = [text_of(line).rstrip() for line in draw(look(game, game.seat), 78)]
    assert lines[:4] == [
        "    a   b   c   d   e   f   g   h   i   j   k",
        " 1  R   B  >c1 >d1 >e1 >f1 >g1 >h1 >i1 >j1 >k1",
        "   2 >a2 >b2  B  >d2 >e2 >f2 >g2 >h2 >i2 >j2 >k2",
        "     3 >a3 >b3 >c3 >d3 >e3 >f3 >g3 >h3 >i3 >j3 >k3",
    ]
    narrow = [text_of(line).rstrip() for line in draw(look(game, game.seat), 60)]
    assert narrow[1] == " 1  R B" + ">." * 9 and narrow[3] == "   3 " + ">." * 11


def large_grid(*used: tuple[int, int]) -> Grid:
    """Return a grid of 20 columns and rows with a mark of the second player on some spaces."""
    mark = Piece("men", "player.men ben", ("Ben",), seat=1)
    names = [*"abcdefghijklmnopqrst"], [*map(str, range(1, 21))]
    spaces = [
        [Space(f"cell {x}{y}", f"{x}{y}", markers=(mark,) * ((at, down) in used)) for at, x in enumerate(names[0])]
        for down, y in enumerate(names[1])
    ]
    return Grid("cell", "Cells", tuple(names[0]), tuple(names[1]), tuple(map(tuple, spaces)))


def test_a_large_grid_is_drawn_as_far_as_it_is_used_and_says_whose_marks_are() -> None:
    seats = (Seat("Ann"), Seat("Ben"))
    lines = [text_of(line).rstrip() for line in grid_lines(large_grid((3, 4), (4, 6)), 78, seats, {})]
    assert lines == [
        "   c  d      e      f",
        "4  .  .      .      .",
        "5  .  B men  .      .",
        "6  .  .      .      .",
        "7  .  .      B men  .",
        "8  .  .      .      .",
    ]
    assert len(grid_lines(large_grid(), 78, seats, {})) == 21


def test_the_spaces_of_a_board_move_together_before_what_stands_on_them_is_broken() -> None:
    game = played(started("chess", 2), 10)
    table = look(game, game.seat)
    board = next(section for section in table.sections if isinstance(section, Grid))
    wide, close, narrow = (
        [text_of(line) for line in grid_lines(board, width, table.seats, {})] for width in (90, 75, 60)
    )
    assert len(wide) == len(close) == 9 < len(narrow)
    assert ">W bishop >W pawn" in wide[2] and ">W bishop>W pawn" in close[2]


def test_long_words_and_long_chunks_are_broken_at_blanks() -> None:
    chunks = [(Span("one two three four"),), (Span("five", "dim"), Span(" six"))]
    lines = flow(chunks, 12, (Span("All:"),), "  ")
    assert [text_of(line) for line in lines] == ["All: one two", "  three four", "  five six"]


def test_what_can_be_chosen_who_is_asked_and_what_changed_are_marked_without_colours() -> None:
    before = started("tic-tac-toe", 2)
    game = played(before, 1)
    text = "\n".join(text_of(line) for line in draw(look(game, game.seat, before.state), 40))
    assert text.count(">") == 8 and text.count("*") == 1
