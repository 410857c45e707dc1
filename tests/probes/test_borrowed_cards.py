"""Cards go under a stack."""

from __future__ import annotations

from probe_play import begin, play, probe

from rulewright.engine import Game

ORDER = ["number-1-1", "number-2-1", "number-3-1", "number-4-1", "number-5-1"]


def started(*answers: str) -> Game:
    """Anna's hand is 1 and 2, Ben's 3 and 4; 5 lies on top."""
    return play(begin(probe("borrowed-cards", 2, traced=True), order={"card": ORDER}), *answers)


def deck_of(game: Game) -> list[str]:
    (place,) = (place for place in game.program.tables.places if place.name == "deck")
    return [game.program.domains["card"].members[piece] for piece in place.contents(game.state)]


def read_by(game: Game, seat: int) -> list[str]:
    return [line.text for line in game.log if line.private is None or seat in line.private]


def test_what_is_put_under_a_stack_lies_at_its_bottom() -> None:
    game = started("return number-1")
    assert deck_of(game)[0] == "number-1-1" and len(deck_of(game)) == 11
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
