"""What leads to the same state: the traced build and the plain one, a copy, a save that is loaded again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from random_games import EVERY_TABLE, chosen, example, games, marked_program, positions, program
from tests.tiers import sampled

from rulewright.backends import Program
from rulewright.engine import Game
from rulewright.engine.savefile.games import load, save


def play_both(plain: Program, traced: Program, numbers: range) -> None:
    for number in numbers:
        traced.log.clear()
        others = positions(traced, number)
        for state, codes in positions(plain, number):
            other, other_codes = next(others)
            traced.log.clear()
            assert codes == other_codes, f"game {number}"
            assert state == other, f"game {number}"


@pytest.mark.slow
@pytest.mark.parametrize("seats", sampled(3, EVERY_TABLE))
def test_both_builds_give_the_same_states(seats: int) -> None:
    play_both(program(seats), program(seats, traced=True), games(15))


@pytest.mark.slow
@pytest.mark.parametrize("seats", sampled(3, EVERY_TABLE))
def test_marks_change_no_state(seats: int) -> None:
    """All but the numbers of the blocks that rules go back to: a block may hold nothing but a mark."""
    plain, marked = program(seats), marked_program(seats)
    kept = [
        i for entry in plain.entries if entry.what != "control" for i in range(entry.start, entry.start + entry.count)
    ]
    for number in games(8):
        for (state, codes), (other, other_codes) in zip(
            positions(plain, number), positions(marked, number), strict=True
        ):
            assert codes == other_codes, f"game {number}"
            assert [state[i] for i in kept] == [other[i] for i in kept], f"game {number}"
    assert 0 < sum(marked.marks) < len(marked.marks)


@pytest.mark.parametrize("name", ("tic-tac-toe", "kuhn-poker", "connect-four", "breakthrough"))
def test_both_builds_of_the_examples_give_the_same_states(name: str) -> None:
    play_both(example(name), example(name, traced=True), games(40))


@pytest.mark.slow
@pytest.mark.parametrize("traced", (False, True))
def test_asking_for_the_choices_again_changes_nothing(traced: bool) -> None:
    played = program(4, traced)
    for number in games(3, 100):
        for state, codes in positions(played, number):
            before = list(state)
            assert played.choices(state) == codes
            assert state == before


@pytest.mark.slow
@pytest.mark.parametrize("seats", EVERY_TABLE)
def test_a_copy_undoes(seats: int) -> None:
    """Copy, take another choice, throw the result away: the game goes on as if nothing had happened."""
    played = program(seats)
    for number in games(4, 100):
        before: list[list[int]] = []
        for state, codes in positions(played, number):
            before.append(list(state))
            for code in (codes[:1] + codes[-1:]) if codes else []:
                played.take(list(state), code)
            assert state == before[-1]
        assert before == [list(state) for state, _ in positions(played, number)]


def test_a_copied_game_goes_its_own_way() -> None:
    game = Game.start(program(4, traced=True), seed=3)
    taken: list[Game] = []
    for decision in range(60):
        taken.append(game.copy())
        game.choose(chosen(3, decision, game.codes))
    for decision, earlier in enumerate(taken):
        assert earlier.decisions == game.decisions[:decision]
        assert earlier.log == game.log[: len(earlier.log)]
        earlier.choose(chosen(3, decision, earlier.codes))
        assert earlier.state == (taken[decision + 1] if decision + 1 < len(taken) else game).state


@pytest.mark.slow
def test_a_save_of_every_decision_is_the_same_game_again(tmp_path: Path) -> None:
    """The save is loaded through its decisions; the vector in it must be the one that they lead to."""
    game, path = Game.start(program(2), seed=5), tmp_path / "game.save"
    while not game.over:
        save(game, path)
        again = load(path, program(2))
        assert (again.state, again.codes, again.decisions) == (game.state, game.codes, game.decisions)
        assert again.origin == game.origin
        game.choose(chosen(5, len(game.decisions), game.codes))


@pytest.mark.parametrize("seats", sampled(3, EVERY_TABLE))
def test_every_number_has_a_name_of_its_own(seats: int) -> None:
    names = [(entry.name, name) for entry in program(seats).entries for name in entry.names]
    assert len(names) == len(set(names))


@pytest.mark.slow
def test_a_save_of_other_rules_is_read_by_names(tmp_path: Path) -> None:
    """Under another fingerprint the vector in the save counts, by the names of its numbers."""
    played, path = program(2), tmp_path / "game.save"
    other = Program(**{name: getattr(played, name) for name in Program.__slots__})
    other.tables = replace(played.tables, fingerprint="another")
    for state, codes in positions(played, 6):
        if codes:
            save(Game(played, state, codes, state, 6), path)
            again = load(path, other)
            assert (again.state, again.codes) == (state, codes)
