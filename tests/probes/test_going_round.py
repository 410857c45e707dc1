"""Loops and laps: with and without questions, over players and over pieces, and the order in which they go."""

from __future__ import annotations

from probe_play import begin, offered, play, probe, seen

from rulewright.engine import Game


def round_and_round() -> Game:
    return begin(probe("going-round", 3, traced=True))


def of_all(game: Game, fact: str) -> list[object]:
    return [seen(game, name, fact) for name in ("Anna", "Ben", "Cleo")]


def test_laps_without_questions_go_on_until_the_condition_holds() -> None:
    assert of_all(round_and_round(), "coins") == [3, 1, 3]


def test_stop_leaves_laps_for_good_and_only_the_innermost_loop() -> None:
    assert seen(round_and_round(), "the game", "stopped") == 4


def test_laps_over_pieces_go_by_a_number() -> None:
    game = round_and_round()
    assert seen(game, "the game", "bag") == ["Chip"]
    sizes = [game.program.domains["chip"].members[p] for p in game.state[chips(game) + 1 : chips(game) + 4]]
    assert sizes == ["chip-2", "chip-4", "chip-1"]


def chips(game: Game) -> int:
    return next(e.start for e in game.program.entries if e.name == "game.first-row")


def test_laps_that_ask_nobody_end_by_themselves() -> None:
    game = round_and_round()
    assert seen(game, "the game", "quiet") == 0
    assert game.seat == 0


def test_the_order_of_a_loop_stands_when_it_begins() -> None:
    """By place in the row first; taking one out moves the others up, which would change the order."""
    game = round_and_round()
    for answer in ("move", "leave", "move"):
        assert game.question is not None
        play(game, answer)
    row = next(e.start for e in game.program.entries if e.name == "game.second-row")
    moved = [game.program.domains["chip"].members[p] for p in game.state[row + 1 : row + 3]]
    assert moved == ["chip-2", "chip-1"]


def test_who_drops_out_is_not_asked_again() -> None:
    game = play(round_and_round(), "leave", "leave", "leave")
    asked = []
    while offered(game) == ["in", "out"]:
        asked.append(game.seat)
        play(game, "out" if game.seat == 0 else "in")
    assert asked == [2, 0, 1, 2, 1]


def test_backwards_ends_with_the_one_who_is_named() -> None:
    game = play(round_and_round(), "leave", "leave", "leave", "in", "out", "in", "in", "in")
    assert of_all(game, "place backwards") == [1, 3, 2]
    asked = []
    while not game.over:
        asked.append(game.seat)
        play(game, "on")
    assert asked == [1, 0, 2]
