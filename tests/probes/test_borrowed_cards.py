"""Cards go under a stack, and chance chooses."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from probe_play import play, probe
from tests.each_result import each_result

from rulewright.engine import Game
from rulewright.playtest.perft import Perft, add_counts, first_moves
from rulewright.workspace import load

MANIFEST = """ruleset: drawn-lot
title: Drawn lot
players: {from: 2, to: 2, names: [Ann, Ben]}
sources: {book: {title: The book, passages: [Turns]}}
"""
DRAWN_LOT = """names lot / lots: red, blue, white

game "Drawn lot":
    cites book "Turns"
    choose lot at random from lots
    repeat 2 times:
        for each player in players:
            ask player "Well?":
                option yes
                option no
"""

ORDER = ["number-1-1", "number-2-1", "number-5-1", "number-3-1", "number-4-1", "number-1-2"]


def started(*answers: str) -> Game:
    """Anna's hand is 1 and 2, Ben's 3 and 4; 5 lies on top."""
    program = probe("borrowed-cards", 2, traced=True)
    index = program.domains["card"].index
    program.dictated.clear()
    program.dictated |= {"order card": [index[name] for name in reversed(ORDER)], "roll starter": [1]}
    return play(Game.start(program, 1), *answers)


def deck_of(game: Game) -> list[str]:
    return contents(game, "deck")[0]


def read_by(game: Game, seat: int) -> list[str]:
    return [line.text for line in game.log if line.private is None or seat in line.private]


def test_what_is_put_under_a_stack_lies_at_its_bottom() -> None:
    game = started("return number-1")
    assert deck_of(game)[0] == "number-1-1" and len(deck_of(game)) == 9
    assert deck_of(play(game, "return number-3"))[:2] == ["number-3-1", "number-1-1"]


def test_the_top_of_a_stack_goes_under_it() -> None:
    game = started()
    before = deck_of(game)
    assert deck_of(play(game, "tidy")) == [before[-1], *before[:-1]]


def test_the_log_says_under_and_keeps_the_secret() -> None:
    game = started("return number-1", "tidy")
    assert 'Anna puts "1" from hand under deck.' in read_by(game, 0)
    assert "Anna puts a card from hand under deck." in read_by(game, 1)
    assert "A card from deck under deck." in read_by(game, 0)


def test_chance_chooses_a_card_that_only_its_owner_and_the_taker_read() -> None:
    game = Game.start(probe("borrowed-cards", 3, traced=True), 1)
    while "steal ben" not in game.names():
        game.choose(game.codes[0])
    play(game, "steal ben")
    assert [any("card chosen at random:" in line for line in read_by(game, seat)) for seat in range(3)] == [
        seat == 1 for seat in range(3)
    ]
    assert "The card is chosen at random." in read_by(game, 0)


def test_chance_chooses_each_thing_alike() -> None:
    """As often as chance says, in every game another one; a number that is prescribed says which."""
    program = probe("borrowed-cards", 3)
    begun = Counter(Game.start(program, seed).seat for seed in range(300))
    assert all(70 < begun[seat] < 130 for seat in range(3)), begun
    for seat in range(3):
        program.dictated["roll starter"] = [seat + 1]
        assert Game.start(program, 1).seat == seat


def test_lines_of_play_are_counted_for_each_thing_that_chance_may_choose(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "ruleset.yaml").write_text(MANIFEST, "utf-8")
    (tmp_path / "rules" / "game.rules").write_text(DRAWN_LOT, "utf-8")
    levels, parts = first_moves(task := Perft(load(str(tmp_path)), 2, 2))
    for part in each_result(task, parts, 1):
        add_counts(levels, part)
    assert [level.lines for level in levels] == [3, 6, 12]


def test_a_stack_is_refilled_from_its_owners_own_place() -> None:
    game = started()
    assert contents(game, "used") == [["number-5-1"], ["number-1-2"]]
    play(game, "change number-1")
    assert contents(game, "used") == [["number-1-1"], ["number-1-2"]] and contents(game, "reserve") == [[], []]
    assert contents(game, "hand")[0] == ["number-2-1", "number-5-1"]
    play(game, "change number-3")
    assert contents(game, "used") == [["number-1-1"], ["number-3-1"]]


def contents(game: Game, name: str) -> list[list[str]]:
    members = game.program.domains["card"].members
    places = (place for place in game.program.tables.places if place.name == name)
    return [[members[piece] for piece in place.contents(game.state)] for place in places]


def test_whole_hands_change_places_and_what_was_known_stays_known() -> None:
    program = probe("borrowed-cards", 3, traced=True)
    game = Game.start(program, 1)
    before, cards = contents(game, "hand"), program.tables.pieces["card"]
    (taker,) = {game.seat}
    other = (taker + 1) % 3
    play(game, f"exchange {program.domains['player'].members[other]}")
    after = contents(game, "hand")
    assert (after[taker], after[other]) == (before[other], before[taker])
    index = program.domains["card"].index
    assert {cards.known_to(game.state, index[name]) for name in (*after[taker], *after[other])} == {
        1 << taker | 1 << other
    }


def test_a_supply_depends_on_the_number_of_players() -> None:
    for seats in (2, 3):
        program = probe("borrowed-cards", seats)
        (left,) = (entry.start for entry in program.entries if entry.name == "game.chips left")
        assert Game.start(program, 1).state[left] == 2 * seats


def test_a_cost_is_paid_from_what_is_counted_for_each_name() -> None:
    game = started()
    assert "exchange-stores" not in game.names()
    play(game, "keep number-1", "keep number-3")
    stores = [entry.start for entry in game.program.entries if entry.name == "player.stores"]
    before = list(game.state[stores[0] : stores[0] + 4])
    play(game, "exchange-stores")
    assert (before, list(game.state[stores[0] : stores[0] + 4])) == ([2, 1, 2, 1], [0, 0, 2, 1])
