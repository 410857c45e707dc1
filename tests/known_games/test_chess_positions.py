"""Chess, from published positions: as many lines of play as independent programs count, in no more lines of rules."""

from __future__ import annotations

import shutil
from collections import defaultdict
from pathlib import Path

import pytest
from tests.compile.side_by_side import needs_compiler
from tests.known_games.lines import counted
from tests.known_games.test_known_games import lines_of_play
from tests.tiers import LONG

CHESS = Path(__file__).parents[2] / "examples" / "chess"
KINDS = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}
CORNERS = {"K": "h1", "Q": "a1", "k": "h8", "q": "a8"}
POSITIONS = {
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R KQkq": (1, 48, 2_039, 97_862),
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 -": (1, 14, 191, 2_812, 43_238),
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 kq": (1, 6, 264, 9_467),
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R KQ": (1, 44, 1_486, 62_379),
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 -": (1, 46, 2_079, 89_890),
}
"""Positions 2 to 6 of the Chess Programming Wiki, White to move: the men row by row, and which castling is left."""
RULE = """figure later-places for each kind at each player: set of cell
figure later-rooks for each player: set of cell

rule position after set-up:
    for each player in players:
        for each kind in kinds:
            set player's men for kind to later-places for kind at player
        set player's castling-rooks to later-rooks for player
"""


def written(position: str, folder: Path) -> Path:
    """Write chess from a position, as a ruleset on top of chess."""
    shutil.copytree(CHESS, folder / "chess", ignore=shutil.ignore_patterns("replays"))
    for name in ("rules", "data"):
        (folder / "position" / name).mkdir(parents=True)
    rows, castling = position.split()
    head = "ruleset: position\ntitle: Position\nextends: chess\n"
    (folder / "position" / "ruleset.yaml").write_text(head, "utf-8")
    (folder / "position" / "rules" / "position.rules").write_text(RULE, "utf-8")
    (folder / "position" / "data" / "men.yaml").write_text(figures(rows, castling), "utf-8")
    return folder / "position"


def figures(rows: str, castling: str) -> str:
    """Return the data of a position: for each kind where the men of White stand, and those of Black."""
    places = defaultdict[str, list[str]](list)
    for number, row in zip(range(8, 0, -1), rows.split("/"), strict=True):
        spread = "".join("." * int(sign) if sign.isdecimal() else sign for sign in row)
        for column, sign in zip("abcdefgh", spread, strict=True):
            places[sign].append(f"{column}{number}")
    kinds = "".join(f"      {name}: [{listed(places[s.upper()])}, {listed(places[s])}]\n" for s, name in KINDS.items())
    rooks = ", ".join(listed([CORNERS[sign] for sign in castling if sign in sides]) for sides in ("KQ", "kq"))
    source = "    source: 'laws \"The board\"'\n"
    places_of_men = f"  later-places:\n    value:\n{kinds}{source}"
    return f"kind: figures\nfigures:\n{places_of_men}  later-rooks:\n    value: [{rooks}]\n{source}"


def listed(spaces: list[str]) -> str:
    return f"[{', '.join(spaces)}]"


def lines(folder: Path, depth: int) -> tuple[int, ...]:
    return tuple(level.lines for level in lines_of_play(folder, depth, turns=False))


def test_chess_is_no_longer_than_it_may_be() -> None:
    found = counted(CHESS)
    assert len(found.rules) <= 141 and max(found.rules) <= 184


@pytest.mark.slow
@needs_compiler
def test_from_the_start_there_are_as_many_lines_as_independent_programs_count() -> None:
    assert lines(CHESS, 4) == (1, 20, 400, 8_902, 197_281)


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize("position", list(POSITIONS)[: None if LONG else 1])
def test_from_a_position_there_are_as_many_lines_as_independent_programs_count(position: str, tmp_path: Path) -> None:
    expected = POSITIONS[position]
    assert lines(written(position, tmp_path), len(expected) - 1) == expected
