"""The picture of a table: nothing on it is lost or cut, what can be chosen is marked, parts keep their names."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from html import unescape
from math import hypot
from pathlib import Path

import pytest
from tests.tiers import sampled

from rulewright.engine import Game
from rulewright.engine.table_rules import table_rules_of
from rulewright.report.drawing import draw_icons, draw_table, picture_of, styles_of
from rulewright.report.drawing.boards import DOT, board_artist
from rulewright.report.drawing.faces import STRIPE, WIDTH, face
from rulewright.report.drawing.fitting import fitted, text_width
from rulewright.report.drawing.maps import Maps
from rulewright.report.drawing.styles import SIGNS, Style
from rulewright.report.table import look
from rulewright.report.table.model import Asked, Cell, Grid, Option, Piece, Place, Row, Rows, Seat, Space, Table
from rulewright.report.table.model import Path as Track
from rulewright.source.schema import load_schema
from rulewright.workspace import Workspace

ROOT = Path(__file__).parents[2]
ICONS = ROOT / "interpreter/rulewright/vendored/icons"
DRAWN = [
    "rulesets/goa", "rulesets/batavia", "rulesets/borneo", "examples/hearts", "examples/connect-four",
    "examples/breakthrough", "examples/liars-dice", "tests/probes/laying-cards", "tests/probes/railways",
    "tests/probes/ring-camps", "tests/probes/walled-yards",
]  # fmt: skip
ID = re.compile(r' id="([^"]+)"')


def tables(folder: str, decisions: int = 12) -> Iterator[tuple[Game, Table]]:
    """Yield what the seat that is asked sees at the first decisions of a game of chance."""
    rules = Workspace().ruleset(str(ROOT / folder))
    game, chance = Game.start(rules.program(rules.seats.start, traced=True), 4), random.Random(4)
    for _ in range(decisions):
        if game.over or game.question is None:
            return
        yield game, look(game, game.question.seat)
        game.choose(chance.choice(game.question.choices).code)


def words_in(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


def about_of(tag: str) -> str:
    return unescape(tag.partition('data-about="')[2].partition('"')[0])


def said_on(table: Table) -> Iterator[str]:
    """Yield what a table says: names of pieces and spaces, values, what is printed on pieces that are listed."""
    for section in table.sections:
        match section:
            case Grid() | Track():
                yield from (
                    piece.label for one in section.spaces_on for cell in one.cells for piece in cell.pieces or ()
                )
                yield from (cell.text for one in section.spaces_on for cell in one.cells if cell.pieces is None)
            case Rows():
                yield from (row.label for row in section.rows)
                yield from (cell.text for row in section.rows for cell in row.cells if cell and cell.pieces is None)
            case Place() if section.listed:
                yield from (text for piece in section.pieces for text in (piece.label, *piece.printed, *piece.notes))


@pytest.mark.slow
@pytest.mark.parametrize("folder", sampled(3, DRAWN))
def test_all_that_a_table_says_is_in_its_picture(folder: str) -> None:
    for game, table in tables(folder):
        drawn = draw_table(table, styles_of(table_rules_of(game.program)))
        shown = words_in(" ".join(re.findall(r'>([^<>]+)<|aria-label="([^"]+)"', unescape(drawn)).__str__().split()))
        assert all(words_in(text) <= shown for text in said_on(table) if "hidden" not in text)


@pytest.mark.parametrize("folder", sampled(3, DRAWN))
def test_what_can_be_chosen_is_marked_and_nothing_else(folder: str) -> None:
    for game, table in tables(folder):
        drawn = picture_of(table, styles_of(table_rules_of(game.program))).frame(filled=True)
        assert table.asked is not None
        targets = {option.target for option in table.asked.options}
        tags = re.findall(r"<[^>]*data-about=[^>]*>", drawn)
        marked = {about_of(tag) for tag in tags if re.search(r'class="[^"]*\boffered\b', tag)}
        assert marked <= targets
        on_it = {about_of(tag) for tag in tags}
        assert targets & on_it == marked


@pytest.mark.parametrize("folder", sampled(3, DRAWN))
def test_parts_have_names_of_their_own_that_stay(folder: str) -> None:
    before: set[str] = set()
    for game, table in tables(folder):
        names = ID.findall(picture_of(table, styles_of(table_rules_of(game.program))).frame(filled=True))
        assert len(names) == len(set(names))
        assert not before or len(before & set(names)) > len(before) / 2
        before = set(names)


def test_a_picture_that_does_not_answer_has_no_buttons_and_no_names() -> None:
    for game, table in tables(DRAWN[0]):
        drawn = draw_table(table, styles_of(table_rules_of(game.program)))
        assert not re.search(r"<button|role=.button|tabindex| id=| data-about=", drawn)


def test_markup_in_names_is_text() -> None:
    bad = '<script>alert("1")</script>'
    space = Space(f"spot {bad}", bad, (Cell(bad, bad),), (Piece(bad, bad, (bad,)),), (0,), offered=True)
    sections = (
        Track("spot", bad, (space,)),
        Rows("player", bad, (), (Row("player a", bad, (), 0),)),
        Place("game.deck", bad, (Piece(bad, bad, (bad,), (bad,)),), 1),
    )
    table = Table(0, (Seat(bad),), (), sections, Asked(0, bad, (Option(0, bad, bad, 1, target=f"spot {bad}"),)))
    rules = Workspace().ruleset(str(ROOT / "examples/kuhn-poker"))
    drawn = draw_table(table, styles_of(table_rules_of(rules.program(2))))
    assert "<script" not in drawn and "&lt;script&gt;" in drawn
    assert not re.search(r"<script|\son\w+=", drawn)


@pytest.mark.parametrize("text", ["", "A", "Antidisestablishmentarianism", "two words", "x" * 200, "many " * 60])
def test_no_text_is_cut_on_a_face(text: str) -> None:
    for said in ((), (text,), (text,) * 5):
        drawn = face(text, said, Style("#336699", "", "card", "K"))
        letters = "".join(line.text for line in drawn.lines).replace(" ", "")
        assert letters == (text + "".join(said)).replace(" ", "")
        assert all(line.y <= drawn.height for line in drawn.lines)
        assert all(text_width(line.text, line.size) <= WIDTH for line in drawn.lines)


def test_a_text_is_as_large_as_it_can_be() -> None:
    sizes = [fitted("several words of text", width, 40).size for width in (30, 60, 90, 200)]
    assert sizes == sorted(sizes) and sizes[0] < sizes[-1]


def test_players_are_told_apart_without_colour() -> None:
    rules = Workspace().ruleset(str(ROOT / "rulesets/batavia"))
    styles = styles_of(table_rules_of(rules.program(5)))
    assert len({styles.of_seat(seat).shape for seat in range(5)}) == 5 <= len(SIGNS)


def test_the_schema_has_all_icons_and_each_is_credited() -> None:
    names = {path.stem for path in ICONS.glob("*.svg")}
    assert set(load_schema("look")["$defs"]["icon"]["enum"]) == names
    credited = re.findall(r"[a-z-]+", (ICONS / "CREDITS.md").read_text("utf-8"))
    assert names <= set(credited)
    for path in ICONS.glob("*.svg"):
        assert re.fullmatch(
            r'<svg xmlns="[^"]+" viewBox="0 0 512 512"><path d="[^"]+"/></svg>\n', path.read_text("utf-8")
        )


@pytest.mark.slow
def test_a_look_colours_things_and_pieces_and_what_it_does_not_say_stays() -> None:
    rules = Workspace().ruleset(str(ROOT / "rulesets/goa"))
    styles = styles_of(table_rules_of(rules.program(4)))
    (clove,) = (styles.of_thing("spice clove"),)
    plantation = styles.of_piece(Piece("Clove x1", "land plantation-clove-1", kind="spice clove"))
    assert plantation.colour == clove.colour and plantation.icon == clove.icon and plantation.shape == "tile"
    assert styles.of_thing("player.ducat red").icon == "coins"
    assert f'id="icon-{clove.icon}"' in draw_icons(styles)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("folder", "kind", "name", "letters"),
    [
        ("rulesets/borneo", "shipment", "red-yellow-cinnamon", "YRRR"),
        ("tests/known_games/carcassonne", "tile", "monastery-road-1", "FRFMFFFFF"),
    ],
)
def test_what_is_printed_in_a_row_is_drawn_as_stripes(folder: str, kind: str, name: str, letters: str) -> None:
    rules = Workspace().ruleset(str(ROOT / folder))
    style = styles_of(table_rules_of(rules.program(3))).of_member(kind, name)
    drawn = face("A piece", ("said",), style)
    assert "".join(stripe.letters for stripe in drawn.stripes) == letters
    assert [stripe.colour for stripe in drawn.stripes] == [one.colour for one in style.row]
    assert all(line.y > drawn.band + STRIPE for line in drawn.lines if "heading" not in line.style)


@pytest.mark.slow
def test_a_board_lies_on_its_picture_where_the_look_says() -> None:
    rules = Workspace().ruleset(str(ROOT / "rulesets/batavia"))
    game = Game.start(rules.program(3), 4)
    drawn = picture_of(look(game, 0), styles_of(table_rules_of(game.program))).frame(filled=True)
    assert drawn.count('href="data:image/svg+xml;base64,') == 1
    assert len(re.findall(r'id="t-hex-hex-\d+"', drawn)) == 35


def test_a_number_for_each_player_on_a_path_stands_in_the_sign_of_the_player() -> None:
    game, table = next(tables("examples/backgammon"))
    [board] = [section for section in table.sections if isinstance(section, Track)]
    artist = board_artist(styles_of(table_rules_of(game.program)), ("White", "Black"), "can be chosen")
    spots = {spot.about: spot for spot in artist.board(board).spots}
    assert len(spots) == 24
    for point, letters, label in (("point-13", "5", "White"), ("point-12", "5", "Black"), ("point-8", "3", "White")):
        spot = spots[f"point {point}"]
        assert [(token.letters, token.label) for token in spot.tokens] == [(letters, label)]
        assert f"{label} {letters}" in spot.label and len(spot.lines) == 1, "only its name is text"
    assert not spots["point point-2"].tokens


def test_hexagons_lie_side_by_side_and_have_their_names() -> None:
    game, table = next(tables("tests/probes/ring-camps"))
    drawn = draw_table(table, styles_of(table_rules_of(game.program)))
    at = {
        name: (int(x), int(y))
        for x, y, name in re.findall(
            r'translate\((\d+) (\d+)\)"><g aria-hidden="true"><path.*?>([a-e][1-5]) </text>', drawn
        )
    }
    assert len(at) == 19 and drawn.count('<path d="M36-5.600') == 2 * 19
    (x, y), below = at["c3"], at["c4"][1] - at["c3"][1]
    assert at["d3"] == (x + 76, y) and at["c2"] == (x - 38, y - below) and at["d2"] == (x + 38, y - below)
    assert 0.85 * 76 < below < 0.9 * 76
    assert at["c1"][0] == at["a5"][0] == at["e1"][0] - 2 * 76


@pytest.mark.slow
def test_sides_are_bars_and_corners_dots_where_the_outlines_of_spaces_meet() -> None:
    for folder, seats, answers in (("catan", 3, ("c3-c4-d3", "c3-d3")), ("quoridor", 2, ("lay c3",))):
        program = Workspace().ruleset(str(ROOT / "tests/known_games" / folder)).program(seats, traced=True)
        game = Game.start(program, 1)
        for answer in answers:
            game.choose(answer)
        grid = next(one for one in look(game, game.seat).sections if isinstance(one, Grid))
        board = board_artist(styles_of(table_rules_of(program)), ("A", "B", "C"), "offered").grid(grid)
        bars = {bar.about: bar for bar in board.bars}
        middles = {spot.name: (spot.x + 36, spot.y + 36) for spot in board.spots}
        for about, bar in bars.items():
            spaces = [middles[name] for name in about.partition(" ")[2].split("-") if name in middles]
            if len(spaces) == (2 if bar.width != DOT else 3 if grid.hexagons else 4):
                centre = [sum(one) / len(spaces) for one in zip(*spaces, strict=True)]
                assert (bar.x, bar.y) == pytest.approx(centre, abs=0.1)
        assert all(10 <= bar.x <= board.width - 10 and 10 <= bar.y <= board.height - 10 for bar in board.bars)
        taken = {about for about, bar in bars.items() if bar.token is not None}
        assert taken == ({"corner c3-c4-d3", "side c3-d3"} if folder == "catan" else
                         {"side c3-c4", "side d3-d4", "corner c3-c4-d3-d4"})  # fmt: skip
        assert {bar.about for bar in board.bars if bar.offered} == {one.target for one in asked_of(game)} & bars.keys()


def test_names_with_positions_are_a_map_and_links_lines_between_them() -> None:
    game, table = [*tables("tests/probes/railways", 4)][-1]
    styles = styles_of(table_rules_of(game.program))
    [board] = Maps(styles, table).boards()
    middles = {spot.about.removeprefix("town "): (spot.x + 36, spot.y + 36) for spot in board.spots}
    lines = {bar.about.removeprefix("line "): bar for bar in board.bars}
    assert middles["north-bay"] == (90, 60) and len(middles) == 7 and len(lines) == 10
    assert {name for name, bar in lines.items() if bar.token is None} >= {
        name for name, b in lines.items() if b.offered
    }
    assert sum(bar.token is not None for bar in lines.values()) == 3
    (x, y), (to_x, to_y), bar = middles["old-mill"], middles["high-hill"], lines["mill-hill"]
    assert (bar.x, bar.y) == ((x + to_x) / 2, (y + to_y) / 2)
    one, other = lines["bend-mill"], lines["bend-mill-slow"]
    assert hypot(one.x - other.x, one.y - other.y) == pytest.approx(16, abs=0.2) and one.angle == other.angle
    drawn = draw_table(table, styles)
    assert drawn.count("North bend") == 1, "its line takes the place of its row in the table of lines"


def asked_of(game: Game) -> tuple[Option, ...]:
    found = look(game, game.seat).asked
    assert found is not None
    return found.options
