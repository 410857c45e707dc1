"""A fight for a rank: what may be played and what must be kept, the bonus of those between, swapping, closing up."""

from __future__ import annotations

from itertools import permutations

from probe_play import begin, offered, play, probe, seen

from rulewright.engine import Game

REDS = ("red-blue", "red-yellow", "red-green")
OTHERS = tuple(
    f"{a}-{b}-{n}" for n in (1, 2, 3) for a, b in permutations(("yellow", "green", "blue"), 2)
)  # fmt: skip


def fight(*hands: tuple[str, ...], ranks: str = "red red red yellow yellow yellow green green green") -> Game:
    """Anna's, Ben's and Cleo's hands of four, and the companies of their merchants in the order of placing."""
    program = probe("rank-fight", 3, traced=True)
    rest = [card for card in OTHERS if card not in [c for hand in hands for c in hand]]
    game = begin(program, order={"card": [*(c for hand in hands for c in hand), *rest]})
    return play(game, *ranks.split())


def red(number: int, kind: int = 0) -> str:
    return f"{REDS[kind]}-{number}"


IN_RED = "red red red red red yellow yellow yellow yellow"
POOR_TOO = ("yellow-green-3", "green-blue-3", "blue-yellow-3", "blue-green-1")
POOR = ("yellow-green-1", "yellow-green-2", "green-blue-1", "green-blue-2")
MIXED = ("yellow-red-1", "yellow-red-2", "green-blue-3", "blue-yellow-1")


def to_cleo(game: Game) -> Game:
    """Anna and Ben do nothing."""
    return play(game, "none", "none")


def test_ranks_are_in_the_order_of_arrival() -> None:
    game = fight(POOR, MIXED, (red(1), red(2), red(3), "blue-yellow-2"))
    assert seen(game, "Red", "ranks") == ["Anna's merchant", "Ben's merchant", "Cleo's merchant"]


def test_only_who_can_keep_a_card_may_attack() -> None:
    game = to_cleo(fight(POOR, MIXED, (red(1), "blue-green-1", "blue-green-2", "blue-green-3"), ranks=IN_RED))
    assert game.seat == 2
    assert offered(game) == ["change", "none"]


def test_the_last_card_that_fits_stays_in_the_hand() -> None:
    game = to_cleo(fight(POOR, MIXED, (red(1), red(2), red(3), "blue-yellow-2")))
    assert "advance" in offered(game)
    play(game, "advance", "annas-1")
    assert seen(game, "the game", "attack") == ["red and blue"]
    play(game, "play red-blue")
    assert game.seat == 0
    assert seen(game, "the game", "attack") == ["red and blue", "red and blue"]
    assert seen(game, "Cleo", "hand") == ["blue and yellow", "red and blue"]


def test_the_bonus_of_those_between_beats_the_attack() -> None:
    weak = ("yellow-red-1", "yellow-red-2", "blue-yellow-1", "blue-yellow-2")
    near = to_cleo(fight(POOR, POOR_TOO, weak))
    play(near, "advance", "red", "bens-1")
    assert near.seat == 1
    assert offered(near)[0] == "stay"
    far = to_cleo(fight(POOR, POOR_TOO, weak, ranks="red red yellow red yellow red yellow green green"))
    play(far, "advance", "annas-1")
    assert seen(far, "Red", "ranks") == ["Anna's merchant", "Ben's merchant", "Anna's merchant", "Cleo's merchant"]
    assert len(seen(far, "the game", "discards")) == 1  # type: ignore[arg-type]


def test_as_many_flags_as_the_defence_are_enough() -> None:
    weak = ("yellow-red-1", "yellow-red-2", "blue-yellow-1", "blue-yellow-2")
    game = to_cleo(fight(POOR, POOR_TOO, weak))
    play(game, "advance", "red", "annas-1")
    assert offered(game)[0] == "stay"
    assert seen(game, "Red", "ranks") == ["Cleo's merchant", "Ben's merchant", "Anna's merchant"]


def test_a_defence_of_more_flags_holds_and_may_take_a_card() -> None:
    defenders = (red(1), red(2), "yellow-green-1", "green-blue-1")
    weak = ("yellow-red-1", "yellow-red-2", "blue-yellow-1", "blue-yellow-2")
    game = to_cleo(fight(defenders, POOR_TOO, weak))
    play(game, "advance", "red", "annas-1")
    assert game.seat == 0
    assert offered(game) == ["play red-blue", "enough"]
    play(game, "play red-blue")
    assert offered(game) == ["keep red-blue", "none"]
    play(game, "keep red-blue")
    assert seen(game, "Anna", "warehouse") == ["red and blue"]
    assert seen(game, "the game", "discards") == ["yellow and red"]
    assert seen(game, "Red", "ranks") == ["Anna's merchant", "Ben's merchant", "Cleo's merchant"]


def test_no_more_cards_in_defence_than_in_attack() -> None:
    defenders = (red(1), red(2), red(3), "green-blue-1")
    game = to_cleo(fight(defenders, POOR_TOO, (*REDS_OF_CLEO, "blue-yellow-2")))
    play(game, "advance", "red", "annas-1", "enough")
    assert offered(game) == ["play red-blue", "enough"]
    play(game, "play red-blue")
    assert offered(game) == ["keep red-blue", "none"]


REDS_OF_CLEO = ("red-yellow-1", "red-yellow-2", "red-yellow-3")


def test_a_defender_without_cards_that_fit_is_not_asked() -> None:
    game = to_cleo(fight(POOR, MIXED, (red(1), red(2), red(3), "blue-yellow-2")))
    play(game, "advance", "annas-1", "enough")
    assert game.seat == 0
    assert offered(game)[0] == "stay"


def test_the_beaten_one_leaves_and_those_below_move_up() -> None:
    game = to_cleo(fight(POOR, MIXED, (red(1), red(2), red(3), "blue-yellow-2")))
    play(game, "advance", "annas-1", "enough", "leave blue")
    assert seen(game, "Red", "ranks") == ["Cleo's merchant", "Ben's merchant"]
    assert seen(game, "Blue", "ranks") == ["Anna's merchant"]


def test_a_full_company_takes_nobody_in() -> None:
    game = fight(POOR, MIXED, (red(1), red(2), red(3), "blue-yellow-2"), ranks=IN_RED)
    assert seen(game, "Red", "ranks") is not None
    play(game, "change")
    mine = list(offered(game))
    assert mine == ["annas-1", "annas-2", "annas-3"]
    play(game, "annas-3")
    assert offered(game) == ["green", "blue"]


def test_changing_companies_closes_the_gap() -> None:
    game = fight(POOR, MIXED, (red(1), red(2), red(3), "blue-yellow-2"))
    play(game, "change", "annas-1", "blue")
    assert seen(game, "Red", "ranks") == ["Ben's merchant", "Cleo's merchant"]
    assert seen(game, "Blue", "ranks") == ["Anna's merchant"]
