"""Memories of hidden facts: what a seat could know, and how they come back from saves."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rulewright.diagnostics import Findings
from rulewright.engine import Game
from rulewright.engine.position_writing import PositionWriter
from rulewright.engine.savefile.format import write
from rulewright.engine.savefile.games import load, save, saved
from rulewright.engine.seat_view import HIDDEN, SeatView
from rulewright.engine.table_rules import table_rules_of
from rulewright.report.table.reading import Reader
from rulewright.scenarios.naming import PlayedNames
from rulewright.scenarios.position import GivenPosition
from rulewright.source import Mapping
from rulewright.source.yaml_reader import read_yaml
from rulewright.workspace import compiled_program

EXAMPLE = str(Path(__file__).parents[2] / "examples" / "sealed-bid-auction")


def played() -> Game:
    game = Game.start(compiled_program(EXAMPLE, seats=3, traced=True), seed=3)
    game.choose(game.codes[-1])
    return game


def test_memories_come_back(tmp_path: Path) -> None:
    game = played()
    save(game, tmp_path / "a.save")
    assert load(tmp_path / "a.save", game.program).state == game.state


def test_a_save_from_before_there_were_memories_is_resumed(tmp_path: Path) -> None:
    game = played()
    kept = saved(game)
    assert kept.vector is not None
    old = {name: numbers for name, numbers in kept.vector.items() if not name.endswith(("at least", "at most"))}
    assert len(old) + 4 == len(kept.vector)
    write(tmp_path / "old.save", replace(kept, vector=old))
    assert load(tmp_path / "old.save", game.program).state == game.state


def test_under_other_rules_a_save_without_memories_rules_out_nothing(tmp_path: Path) -> None:
    game = played()
    kept = saved(game)
    assert kept.vector is not None
    old = {name: numbers for name, numbers in kept.vector.items() if not name.endswith(("at least", "at most"))}
    write(tmp_path / "old.save", replace(kept, vector=old, fingerprint="other"))
    state = load(tmp_path / "old.save", game.program).state
    (bid,) = (fact for fact in game.program.tables.facts if fact.name == "bid")
    assert [state[slot : slot + 3] for slot in bid.memory] == [[0] * 3, [9] * 3]


def test_what_a_seat_could_know_is_told() -> None:
    """The first bid may be any number; that there is no other one yet is known."""
    game = played()
    bids = {name: value for name, value in SeatView(game.program, game.state, 1).inferred.items() if "bid" in name}
    assert bids == {f"player.bid {game.program.domains['player'].members[2]}": 0}


def test_the_table_shows_what_could_be_known_and_no_more() -> None:
    game = played()
    (shown_bid,) = (fact for fact in table_rules_of(game.program).facts if fact.name == "player.bid")
    bid, names = shown_bid.declared, game.program.domains["player"].members

    def shown(low: int, high: int) -> str:
        for slot, end in zip(bid.memory, (low, high), strict=True):
            game.state[slot] = end
        return next(cell.text for owner, _, cell in Reader(game.position, 1).facts(shown_bid) if owner == names[0])

    value = bid.value(game.state, 0)
    assert (shown(0, 9), shown(3, 9), shown(value, value)) == ("hidden", "3 to 9", f"{value}, counted")
    assert SeatView(game.program, game.state, 1).inferred[f"player.bid {names[0]}"] == value
    mine = [cell.text for owner, _, cell in Reader(game.position, 0).facts(shown_bid) if owner == names[0]]
    assert mine == [str(value)]


def test_amounts_can_be_counted() -> None:
    game = Game.start(compiled_program("goa", seats=3, traced=True), seed=3)
    everything, mine = (SeatView(game.program, game.state, seat) for seat in (None, 0))
    hidden = {name for name, value in mine.facts.items() if value == HIDDEN}
    assert hidden and mine.inferred == {name: everything.facts[name] for name in hidden}


def test_what_a_scenario_gives_is_known_to_nobody_else() -> None:
    """A bid that is given has not been seen to be made, so it is not exactly what it was at the start."""
    program = compiled_program(EXAMPLE, seats=3, traced=True)
    ann, _, cleo = program.domains["player"].members
    findings = Findings()
    given = read_yaml("given.yaml", f"{program.domains['player'].labels[0]}: {{worth: 7, bid: 4}}\n", findings)
    assert isinstance(given, Mapping)
    base = Game.start(program, 1)
    GivenPosition(PlayedNames(program, findings), PositionWriter(program, base.state)).write_all(given)
    assert not findings.found
    inferred = SeatView(program, base.state, 1).inferred
    assert f"player.bid {ann}" not in inferred and inferred[f"player.bid {cleo}"] == 0
    (bid,) = (fact for fact in program.tables.facts if fact.name == "bid")
    assert len({bid.value(program.playing.sample(base.state, 1, number), 0) for number in range(40)}) > 3
