"""What the others of its owner see, and who knows what was shown: in views, in the log and in drawn worlds."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.compile.side_by_side import needs_compiler
from tests.words.words_made import folder_of

from rulewright.backends.native import native
from rulewright.backends.python import dealing
from rulewright.backends.python.pieces import movers
from rulewright.chance import pick
from rulewright.engine import Game
from rulewright.engine.game import Choice
from rulewright.workspace import load

WORLDS = 12
Patch = pytest.MonkeyPatch


def played(word: str, decisions: int, number: int = 1) -> Game:
    game = Game.start(load(str(folder_of(word))).program(3, traced=True), number)
    for at in range(decisions):
        game.choose(game.codes[pick(number, at, len(game.codes))])
    return game


def held(game: Game, state: list[int], name: str, seat: int) -> list[list[int]]:
    """Return the pieces in each of a player's places of a name."""
    owner = game.program.domains["player"].members[seat]
    places = (row for row in game.program.tables.places if (row.name, row.owner_key) == (name, owner))
    return [sorted(row.contents(state)) for row in places]


def differing(game: Game, name: str, owner: int, seat: int) -> int:
    """Return in how many worlds that a seat draws a player's places hold something else."""
    real = held(game, game.state, name, owner)
    drawn = (game.program.playing.sample(game.state, seat, number) for number in range(WORLDS))
    return sum(held(game, world, name, owner) != real for world in drawn)


def choose(game: Game, wanted: Callable[[Choice], bool]) -> None:
    question = game.question
    assert question is not None
    game.choose(next(code for code, one in zip(game.codes, question.choices, strict=True) if wanted(one)))


def test_all_but_its_owner_see_what_lies_there() -> None:
    game = played("seen-by-others", 0)
    for _ in range(3):
        choose(game, lambda one: one.label == "Take nothing")
    for owner in range(3):
        assert any(held(game, game.state, "front", owner))
        for seat in range(3):
            view = dict(dict(game.view(seat))[game.program.domains["player"].labels[owner]])
            assert isinstance(view["front for left"], int) is (seat == owner)
            assert (differing(game, "front", owner, seat) > 0) is (seat == owner)


def shown_hand(number: int) -> tuple[Game, int, int]:
    """Return a game in which one player has just shown his hand to the next one, and both."""
    game = played("show", 0, number)
    owner, rival = game.seat, (game.seat + 1) % 3
    name = game.program.domains["player"].labels[rival]
    choose(game, lambda one: one.label == f"Show your hand to {name}")
    return game, owner, rival


@pytest.mark.parametrize("number", [1, 2, 3])
def test_who_is_shown_cards_knows_them_and_nobody_else(number: int) -> None:
    game, owner, rival = shown_hand(number)
    other = next(seat for seat in range(3) if seat not in (owner, rival))
    lines = [line for line in game.log if "is shown" in line.text]
    assert lines and {line.private for line in lines} == {frozenset({rival})}
    assert differing(game, "hand", owner, rival) == 0 < differing(game, "hand", owner, other)


def test_worlds_that_forget_what_was_shown_would_be_noticed(monkeypatch: Patch) -> None:
    """Planted: the dealer goes by who sees a place, and not by who knows a piece."""
    unknown = dealing.Dealer.unknown

    def forgetful(self: dealing.Dealer, state: list[int]) -> list[list[dealing.Spot]]:
        blank = list(state)
        for place in self.plan.places.values():
            for piece in place.contents(state):
                blank[self.known + piece] &= ~(1 << self.seat)
        return unknown(self, blank)

    monkeypatch.setattr(dealing.Dealer, "unknown", forgetful)
    game, owner, rival = shown_hand(1)
    assert differing(game, "hand", owner, rival) > 0


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize("word", ["seen-by-others", "show"])
def test_both_builds_draw_the_same_worlds(word: str) -> None:
    plain = load(str(folder_of(word))).program(3)
    machine, game = native(plain).machine, played(word, 9)
    assert machine is not None
    for seat in range(3):
        for number in range(WORLDS):
            world = machine.state(game.state).sample(seat, number)
            assert world.in_c() and world.vector == plain.playing.sample(game.state, seat, number)


def test_who_is_shown_one_of_two_alike_may_have_known_this_one() -> None:
    """As many are known as surely are; two that are shown together are two."""
    game = played("show", 0)
    table = game.program.tables.pieces["card"]
    show = movers(table, None, "card", lambda *_: None).show
    cellar = next(at for at, row in enumerate(game.program.tables.places) if row.name == "cellar")
    alike = next(other for other in enumerate(table.alike()) if other[1])
    pair = [alike[0], alike[1][0]]
    for known, shown, expected in ((0, [0], [0]), (1, [1], [1]), (1, [0, 1], [0, 1]), (0, [0, 1], [0, 1])):
        state = list(game.state)
        for piece in pair:
            state[table.located + piece] = cellar
            state[table.known + piece] = 0
        if known:
            state[table.known + pair[0]] = 1
        show(state, [pair[at] for at in shown], 1)
        assert [at for at in (0, 1) if state[table.known + pair[at]] & 1] == expected
