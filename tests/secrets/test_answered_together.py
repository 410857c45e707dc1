"""Several are asked together: until the last one has answered, nobody else's world, log or view has an answer in it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from tests.compile.side_by_side import needs_compiler

from rulewright.backends.native import native
from rulewright.backends.python import determinizer
from rulewright.chance import pick
from rulewright.compile.tables import Fact
from rulewright.engine import Game
from rulewright.web.hall import Hall
from rulewright.web.store import Store
from rulewright.workspace import Workspace, compiled_program

PROBE = str(Path(__file__).parents[1] / "probes" / "busy-quarries")
SEATS, WORLDS = 3, 40
Patch = pytest.MonkeyPatch


def answers(game: Game) -> list[Fact]:
    return [fact for fact in game.program.tables.facts if ".answer" in fact.name]


def played(decisions: int, number: int = 1) -> Game:
    game = Game.start(compiled_program(PROBE, seats=SEATS, traced=True), number)
    for at in range(decisions):
        game.choose(game.codes[pick(number, at, len(game.codes))])
    return game


def leaking(game: Game) -> set[int]:
    """Return the seats that draw worlds in which somebody else has answered, or that lose their own answer."""
    found = set()
    for seat in range(SEATS):
        for number in range(WORLDS):
            world = game.program.playing.sample(game.state, seat, number)
            for fact in answers(game):
                for owner in range(SEATS):
                    kept = fact.value(game.state if owner == seat else game.program.start, owner)
                    if fact.value(world, owner) != kept:
                        found.add(seat)
    return found


def test_in_worlds_the_others_have_still_to_answer() -> None:
    met = Counter[int]()
    for decisions in range(12):
        game = played(decisions)
        assert leaking(game) == set()
        met[sum(answers(game)[0].value(game.state, seat) != 0 for seat in range(SEATS))] += 1
    assert met == {1: 4, 2: 4, 3: 4}, "the one who is asked, and those before"


def test_an_answer_that_others_reckon_with_would_be_noticed(monkeypatch: Patch) -> None:
    """Planted: nothing is drawn, so that everybody reckons with the true answers."""
    monkeypatch.setattr(determinizer, "draw", lambda *_: None)
    assert leaking(played(0)) == {1, 2}
    assert leaking(played(2)) == {0, 1, 2}


def test_who_is_reset_is_asked_in_the_world() -> None:
    """Each of the others is asked once before anything is done, whoever was asked first in truth."""
    game = played(2)
    assert game.seat == 2
    for number in range(WORLDS):
        world = game.earlier(game.program.playing.sample(game.state, 2, number), len(game.decisions), len(game.log))
        asked = []
        while world.state[0] == game.state[0] and len(asked) < SEATS:
            asked.append(world.seat)
            world.choose(world.codes[pick(number, len(asked), len(world.codes))])
        assert asked == [2, 0, 1]


def test_the_log_tells_all_at_once_and_cards_not_at_all() -> None:
    game, told = Game.start(compiled_program(PROBE, seats=SEATS, traced=True), 1), list[list[str]]()
    for label in ("Dig", "Sell", "Hire"):
        assert game.question is not None
        game.choose(next(one.code for one in game.question.choices if one.label.startswith(label)))
        texts = [line.text for line in game.log if line.private is None]
        told.append([text for text in texts if text.startswith(("Anna: ", "Ben: ", "Cleo: ")) and " now " not in text])
    assert told == [[], [], ["Anna: Dig", "Cleo: Hire for 1"]]


@needs_compiler
def test_both_builds_draw_the_same_worlds() -> None:
    plain = compiled_program(PROBE, seats=SEATS)
    machine = native(plain).machine
    assert machine is not None
    for decisions in range(6):
        state = played(decisions).state
        for seat in range(SEATS):
            for number in range(5):
                world = machine.state(state).sample(seat, number)
                assert world.in_c() and world.vector == plain.playing.sample(state, seat, number)


def test_at_the_table_in_the_browser_all_are_asked_at_once() -> None:
    hall = Hall(Store(None), Workspace().ruleset, [PROBE])
    row = hall.create(PROBE, ["person"] * SEATS, {})
    live = hall.table(row.id)
    for seat in (2, 1, 0):
        assert sorted(live.round()) == [0, 1, 2]
        assert not live.row.decisions
        live.answer(seat, live.round()[seat].names()[:1])
    assert len(live.row.decisions) == SEATS
