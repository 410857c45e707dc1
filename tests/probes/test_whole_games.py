"""The two smallest games: how one is won, and every history of the other."""

from __future__ import annotations

from itertools import permutations

from probe_play import EXAMPLES, begin, offered, play, seen

from rulewright.backends import Program
from rulewright.engine import Game
from rulewright.workspace import compiled_program

CARDS = ("jack", "queen", "king")


def test_three_in_a_line_win() -> None:
    program = compiled_program(str(EXAMPLES / "tic-tac-toe"), 2)
    game = play(Game.start(program), "a1", "b1", "a2", "b2", "a3")
    assert game.over
    assert game.totals() == [1, 0]


def kuhn(traced: bool = False) -> Program:
    return compiled_program(str(EXAMPLES / "kuhn-poker"), 2, None, traced)


def histories(game: Game) -> list[tuple[str, ...]]:
    if game.over:
        return [tuple(game.decisions)]
    found = []
    for name in offered(game):
        later = game.copy()
        later.choose(name)
        found += histories(later)
    return found


def test_kuhn_poker_has_thirty_histories() -> None:
    found = [(deal, h) for deal in permutations(CARDS) for h in histories(begin(kuhn(), order={"card": deal}))]
    assert len(found) == len(set(found)) == 30
    assert {h for _, h in found} == {
        ("bet", "call"), ("bet", "fold"), ("pass", "pass"), ("pass", "bet", "call"), ("pass", "bet", "fold"),
    }  # fmt: skip


def test_kuhn_poker_pays_what_was_staked() -> None:
    gains = {("bet", "call"): 2, ("bet", "fold"): 1, ("pass", "pass"): 1, ("pass", "bet", "call"): 2}
    for decisions, gain in gains.items():
        game = play(begin(kuhn(), order={"card": ("king", "jack")}), *decisions)
        assert game.totals() == [2 + gain, 2 - gain]
    folded = play(begin(kuhn(), order={"card": ("king", "jack")}), "pass", "bet", "fold")
    assert folded.totals() == [1, 3]


def test_the_other_hand_is_hidden() -> None:
    game = begin(kuhn(), order={"card": ("king", "jack")})
    assert seen(game, "Dealer", "hand", 0) == ["King"]
    assert seen(game, "Other", "hand", 0) == 1
    assert seen(game, "the game", "deck", 0) == 1
    assert seen(game, "Other", "hand", 1) == ["Jack"]
    assert seen(game, "Dealer", "hand", 1) == 1


def test_a_seat_sees_the_same_whatever_the_other_holds() -> None:
    for mine, *rest in permutations(CARDS):
        views = [begin(kuhn(), order={"card": (mine, *others)}).view(0) for others in permutations(rest)]
        assert views[0] == views[1]


def test_the_deal_is_not_told_to_the_other() -> None:
    game = begin(kuhn(traced=True), order={"card": ("king", "jack")})
    public = [line.text for line in game.log if line.private is None]
    assert not [text for text in public if "King" in text or "Jack" in text]
