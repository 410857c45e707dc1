"""The adapters play the same games in C, and what they say of a position is what the view of the seat says."""

from __future__ import annotations

from array import array
from collections import defaultdict
from copy import deepcopy
from itertools import islice
from pathlib import Path

import pytest

np = pytest.importorskip("numpy", reason='numpy is not installed: pip install -e ".[pettingzoo]"')

from rulesets import FOLDERS, adapted, example, is_small, positions
from tests.tiers import slow_unless

from rulewright.adapters import position
from rulewright.adapters.history import Course, History
from rulewright.adapters.position import Adapted, AdaptedPosition
from rulewright.backends.c.runtime import State
from rulewright.backends.native import NoLibrary, native
from rulewright.chance import pick
from rulewright.engine.bare_games import BareGames
from rulewright.engine.number_layout import fact_numbers, piece_numbers
from rulewright.engine.position import Position, Sight

MOST = 400
"""Decisions of a long game that are looked at."""


def in_c(of: Adapted) -> Adapted:
    try:
        return of.with_games(BareGames(native(of.games.program)))
    except NoLibrary as problem:
        pytest.skip(str(problem))


def in_python(folder: str) -> Adapted:
    of = adapted(folder)
    return of.with_games(BareGames(of.rules.ruleset.program(of.seats)))


def differences(one: Adapted, other: Adapted) -> int:
    """Count the decisions of a random game at which two adapters do not say the same."""
    found = 0
    for here, there in zip(islice(positions(one, 1), MOST), islice(positions(other, 1), MOST), strict=True):
        same = (here.seat, here.site, here.over, here.added) == (there.seat, there.site, there.over, there.added)
        seen = [[position.observed_by(seat) for seat in range(one.seats)] for position in (here, there)]
        worth = [each.adapted.returns(each.state) for each in (here, there)]
        found += not (same and here.offered == there.offered and np.array_equal(*seen) and worth[0] == worth[1])
    return found


@pytest.mark.parametrize("folder", slow_unless(is_small, FOLDERS), ids=lambda folder: folder.name)
def test_games_in_c_are_the_same(folder: Path) -> None:
    one = in_python(str(folder))
    assert not differences(one, in_c(one))


def test_another_number_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    one, packed = in_python(example("kuhn-poker")), State.packed
    slot, other = fact_numbers(one.games.program)[0].slot, in_c(one)

    def shifted(state: State) -> array[int]:
        return array("q", [number + (at == slot and not state._newer) for at, number in enumerate(packed(state))])

    assert not differences(one, other)
    monkeypatch.setattr(State, "packed", shifted)
    assert differences(one, other)


def way(course: Course, number: int) -> list[History]:
    """Return the histories of a random game."""
    at, found = course.beginning, [course.beginning]
    while (at.draw is not None or not at.position.over) and len(found) < MOST:
        actions = [action for action, _ in at.draw.outcomes] if at.draw is not None else sorted(at.offered)
        at = course.history_after(at, actions[pick(number, len(found), len(actions))])
        found.append(at)
    return found


@pytest.mark.parametrize("folder", slow_unless(is_small, FOLDERS), ids=lambda folder: folder.name)
def test_histories_in_c_are_the_same(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(position, "program_for_games", lambda program, seconds: program)
    one, other = Course(str(folder), None, "ranks"), Course(str(folder), None, "ranks")
    twin = in_c(other.adapted)
    monkeypatch.setattr(other.adapted, "for_next_game", lambda: twin)
    other.prepare_game()
    for here, there in zip(way(one, 1), way(other, 1), strict=True):
        assert isinstance(here.position.state, list) and isinstance(there.position.state, State)
        assert (here.action, here.code, here.luck, here.draw and here.draw.of) == (
            there.action, there.code, there.luck, there.draw and there.draw.of,
        )  # fmt: skip
        assert list(here.position.state) == list(there.position.state)
        assert list(here.position.codes) == list(there.position.codes)
    assert here.known_to(0) == there.known_to(0)


def test_a_state_stays_what_it_is_when_its_game_goes_on_in_c(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(position, "program_for_games", lambda program, seconds: program)
    game = pytest.importorskip("rulewright.adapters.open_spiel").load(example("kuhn-poker"), returns="points")
    monkeypatch.setattr(game, "course", Course(*game.course.key))
    before, twin = game.new_initial_state(), in_c(game.adapted)
    monkeypatch.setattr(game.adapted, "for_next_game", lambda: twin)
    after = game.new_initial_state()
    for made in range(20):
        assert before.legal_actions() == after.legal_actions() and before.returns() == after.returns()
        if before.is_terminal():
            break
        for state in (before, after):
            state.apply_action(state.legal_actions()[made % 2])
    assert before.is_terminal() and any(before.returns())
    assert isinstance(before.at.position.state, list) and isinstance(after.at.position.state, State)


def test_a_long_run_goes_on_in_c(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(position, "program_for_games", lambda program, seconds: native(program) if seconds else program)
    of = Adapted(example("tic-tac-toe"))
    in_c(of)
    assert of.for_next_game() is of and of.games.program.machine is None
    monkeypatch.setattr(position, "process_time", lambda: of._since + position.FIRST_LOOK)
    later = of.for_next_game()
    assert later.games.program.machine is not None and later.for_next_game() is later
    assert not differences(of, later)


@pytest.mark.parametrize("compiled", [False, True])
def test_a_copied_environment_goes_its_own_way(compiled: bool) -> None:
    zoo = pytest.importorskip("rulewright.adapters.pettingzoo").env(example("kuhn-poker"))
    zoo.adapted = in_c(zoo.adapted) if compiled else in_python(example("kuhn-poker"))
    zoo.reset(seed=1)
    other, seen = deepcopy(zoo), zoo.last()[0]
    other.step(max(other.offered))
    assert np.array_equal(zoo.last()[0], seen) and zoo.made == 0 and other.made == 1
    zoo.step(max(zoo.offered))
    assert np.array_equal(zoo.last()[0], other.last()[0]) and zoo.agent_selection == other.agent_selection


def said_by_view(
    of: Adapted, here: AdaptedPosition, seat: int
) -> tuple[dict[str, int], dict[tuple[str, int], list[int]]]:
    """Return what the cells that a seat may see say: numbers by name, and the places of pieces by how they look."""
    program, hidden = of.games.program, of.observer.hidden
    cells, numbers = Position(program, here.state).cells_for(seat), dict[str, int]()
    for cell in cells.facts:
        fact = cell.row.declared
        if fact.is_internal or fact.seen == "nobody" or fact.owner in program.tables.pieces:
            continue
        value = cell.number if cell.sight is Sight.SEEN else hidden
        if cell.type.how == "set":
            for thing, member in enumerate(program.domains[cell.type.domain].members):
                numbers[f"{cell.name}: {member}"] = value if value == hidden else value >> thing & 1
        else:
            numbers[cell.name] = value
    known = dict[tuple[str, int], int]()
    for at, place in enumerate(cells.places):
        numbers[f"{place.name}: pieces"] = len(place.pieces)
        known |= {(place.row.declared.domain, piece.number): at for piece in place.pieces if piece.number >= 0}
    lies = defaultdict[tuple[str, int], list[int]](list)
    for piece in piece_numbers(program):
        lies[piece.domain, piece.look].append(known.get((piece.domain, piece.number), hidden))
    return numbers, lies


@pytest.mark.parametrize("folder", slow_unless(is_small, FOLDERS), ids=lambda folder: folder.name)
def test_an_observation_shows_exactly_what_the_view_shows(folder: Path) -> None:
    of, looked = in_python(str(folder)), 0
    for here in islice(positions(of, 2), 0, MOST, 20 if of.games.program.length > 400 else 1):
        for seat in range(of.seats):
            observed = dict(zip(of.observer.names, here.observed_by(seat).tolist(), strict=True))
            numbers, lies = said_by_view(of, here, seat)
            assert {name: observed[name] for name in numbers} == numbers
            found = defaultdict[tuple[str, int], list[int]](list)
            for piece in piece_numbers(of.games.program):
                found[piece.domain, piece.look].append(observed[f"{piece.name}: place"])
            assert {look: sorted(places) for look, places in found.items()} == {
                look: sorted(places) for look, places in lies.items()
            }
            looked += 1
    assert looked >= 2 * of.seats
