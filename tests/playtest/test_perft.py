"""Lines of play counted exactly: the numbers that are known of small games, and chance in all its outcomes."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from tests.each_result import each_result

from rulewright.engine.exhaustive import ordered, orders
from rulewright.engine.runtime_errors import LimitExceeded
from rulewright.playtest.perft import LevelCounts, Perft, add_counts, first_moves
from rulewright.workspace import load

EXAMPLES = Path(__file__).parents[2] / "examples"


def counted(ruleset: str | Path, depth: int, jobs: int = 1, **asked: object) -> list[LevelCounts]:
    """Count a game of two."""
    task = Perft(load(str(EXAMPLES / ruleset)), 2, depth, **asked)  # type: ignore[arg-type]
    levels, parts = first_moves(task)
    for part in each_result(task, parts, jobs):
        add_counts(levels, part)
    return levels


def lines(levels: list[LevelCounts]) -> list[int]:
    return [level.lines for level in levels]


@pytest.mark.slow
def test_tic_tac_toe_has_255168_games_and_5478_positions() -> None:
    levels = counted("tic-tac-toe", 9, positions=True)
    assert lines(levels) == [1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872]
    assert [level.finished for level in levels] == [0, 0, 0, 0, 0, 1_440, 5_328, 47_952, 72_576, 127_872]
    assert sum(level.finished for level in levels) == 255_168
    assert [len(level.met) for level in levels] == [1, 9, 72, 252, 756, 1_260, 1_520, 1_140, 390, 78]
    assert len(set[bytes]().union(*(level.met for level in levels))) == 5_478


@pytest.mark.slow
def test_connect_four_has_823536_lines_of_seven() -> None:
    """Of all 7 to the power of 7, only the seven in which the last disc finds its column full are missing."""
    assert lines(counted("connect-four", 7, lines_only=True)) == [7**moves for moves in range(7)] + [823_536]


@pytest.mark.slow
def test_connect_four_has_16422_positions_after_six() -> None:
    levels = counted("connect-four", 6, positions=True)
    assert [len(level.met) for level in levels] == [1, 7, 49, 238, 1_120, 4_263, 16_422]


@pytest.mark.slow
def test_breakthrough_has_256036_lines_of_four() -> None:
    assert lines(counted("breakthrough", 4, lines_only=True)) == [1, 22, 484, 11_132, 256_036]


@pytest.mark.slow
def test_go_has_6643_lines_of_two() -> None:
    assert lines(counted("go", 2, lines_only=True)) == [1, 82, 6_643]


@pytest.mark.slow
def test_the_last_move_need_not_be_played_to_be_counted() -> None:
    for game, depth in (("tic-tac-toe", 7), ("breakthrough", 3), ("kuhn-poker", 2)):
        assert lines(counted(game, depth, lines_only=True)) == lines(counted(game, depth))


@pytest.mark.slow
def test_several_processes_count_the_same() -> None:
    alone, together = (counted("tic-tac-toe", 5, jobs, positions=True) for jobs in (1, 2))
    assert alone == together


def test_every_deal_and_every_history_of_kuhn_poker() -> None:
    levels = counted("kuhn-poker", 5)
    assert lines(levels) == [6, 12, 24, 12]
    assert [level.finished for level in levels] == [0, 0, 18, 12]
    assert [level.share for level in levels] == [1, 2, 4, 2]


def test_chance_goes_as_in_one_game() -> None:
    assert lines(counted("kuhn-poker", 5, seed=3)) == [1, 2, 4, 2]


def test_laps_go_on_after_a_roll_that_changes_nothing_else() -> None:
    """After a dive a shark has come, or one of five other throws; then one dives again or goes home."""
    levels = counted("pearl-divers", 4)
    assert lines(levels) == [1, 6, 41, 276, 1_861]
    assert not any(level.finished for level in levels), "nobody has 20 pearls at home yet"


def test_every_throw_of_dice_makes_a_line() -> None:
    """Each of two players rolls one die; the first then has all bids, 12 of them."""
    levels = counted("liars-dice", 1)
    assert lines(levels) == [36, 36 * 12]
    assert [level.share for level in levels] == [1, 12]


RULES = """
piece card / cards:
    printed rank: 1 to 2
    starts in deck

the game has:
    place deck: stack of cards, hidden, refilled from discards
    place discards: cards
    bets: 0 to 9

game "Guess":
    shuffle deck
    draw 2 cards from deck to discards
    do bet
    draw 2 cards from deck to discards
    do bet

step bet:
    ask first of players "Low, or high?":
        option low "Low" when bets is 0 or number of (discards where its rank is 1) is 1:
            raise bets by 1
        option high "High":
            raise bets by 2
"""


@pytest.fixture
def guess(tmp_path: Path) -> Path:
    """A game in which a deck of three, two of them alike, runs out and is filled again."""
    folder = tmp_path / "guess"
    (folder / "rules").mkdir(parents=True)
    (folder / "data").mkdir()
    (folder / "ruleset.yaml").write_text(
        "ruleset: guess\ntitle: Guess\nplayers: {from: 2, to: 2, names: [A, B]}\n"
        "sources:\n  book:\n    title: Book\n    passages: [All]\n"
    )
    (folder / "rules" / "game.rules").write_text(RULES)
    (folder / "data" / "cards.yaml").write_text(
        "kind: inventory\npieces: card\nrows:\n"
        "  - {rule: low, facts: {rank: 1}, count: 2, source: 'book \"All\"'}\n"
        "  - {rule: high, facts: {rank: 2}, source: 'book \"All\"'}\n"
    )
    return folder


def test_a_stack_that_is_filled_again_is_shuffled_in_every_order(guess: Path) -> None:
    """Three orders, and three again after the first question. With a low card in the discards "low" is there again."""
    levels = counted(guess, 2)
    assert lines(levels) == [3, 3 * 2 * 3, 3 * 2 * (2 + 2 + 1)]
    assert [level.share for level in levels] == [1, 2, Fraction(10, 3)]
    assert levels[2].finished == levels[2].lines


def test_orders_of_pieces_of_which_some_are_alike() -> None:
    alike = {4: 0, 5: 0, 6: 1, 9: 1, 7: 2}
    found = [tuple(alike[piece] for piece in ordered(alike, number)) for number in range(orders(alike))]
    assert len(found) == len(set(found)) == 30
    assert all(sorted(ordered(alike, number)) == sorted(alike) for number in range(30))
    assert orders({}) == 1 and ordered({}, 0) == []


@pytest.mark.slow
def test_too_many_orders_and_too_many_positions_are_refused() -> None:
    with pytest.raises(LimitExceeded, match="A shuffle of 30 cards has more than the 100,000 outcomes"):
        counted(EXAMPLES.parent / "rulesets" / "goa", 1)
    with pytest.raises(LimitExceeded, match="more than 50 positions"):
        counted("connect-four", 5, limit=50)


# -- turns


MANIFEST = """\
ruleset: twice
title: Twice
players: {from: 2, to: 2, names: [Cross, Nought]}
sources: {common: {title: Common knowledge, passages: [The rules]}}
"""
TWICE = """\
grid space / spaces: 3 by 3

each player has:
    marks: set of space

game "Twice":
    cites common "The rules"
    in laps for each player in players:
        repeat 2 times:
            choose space from (spaces - (first of players)'s marks - (last of players)'s marks) "Mark which space?"
            set player's marks to player's marks + space
        if number of player's marks is 4:
            end game
"""


@pytest.mark.slow
def test_a_turn_is_all_that_one_person_decides_in_a_row(tmp_path: Path) -> None:
    """Of two marks the order makes no difference: 36 turns, then 21 and 10, and 3 moves are one and a half of them."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "game.rules").write_text(TWICE, encoding="utf-8")
    (tmp_path / "ruleset.yaml").write_text(MANIFEST, encoding="utf-8")
    assert lines(counted(tmp_path, 3)) == [1, 9, 72, 504]
    assert lines(counted(tmp_path, 3, turns=True)) == [1, 36, 36 * 21, 36 * 21 * 10]
    assert lines(counted("tic-tac-toe", 5, turns=True)) == lines(counted("tic-tac-toe", 5))


# -- in C


@pytest.mark.slow
@pytest.mark.parametrize(("game", "depth"), [("tic-tac-toe", 6), ("breakthrough", 3), ("hex", 2), ("kuhn-poker", 9)])
@pytest.mark.parametrize("turns", [False, True])
def test_c_counts_what_python_counts(game: str, depth: int, turns: bool) -> None:
    """Kuhn poker has questions with one answer, which count as moves."""
    asked = {"positions": True, "turns": turns, "seed": 2}
    assert counted(game, depth, in_c=True, **asked) == counted(game, depth, **asked)
