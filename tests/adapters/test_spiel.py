"""Games pass OpenSpiel's own tests with saving, and what seats know is exactly what they know there."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason='OpenSpiel is not installed: pip install -e ".[openspiel]"')

import numpy as np
from rulesets import CHECKOUT, FOLDERS, GAMES, example, is_small
from tests.tiers import slow_unless

from rulewright.adapters import history
from rulewright.adapters.history import Course, History
from rulewright.adapters.open_spiel import load
from rulewright.chance import pick
from rulewright.diagnostics import RulesError


@pytest.fixture
def the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `open_spiel` be the installed library, and not the folder of tests with this name."""
    monkeypatch.setattr(sys, "path", [path for path in sys.path if Path(path) != CHECKOUT / "tests"])
    monkeypatch.delitem(sys.modules, "open_spiel", raising=False)


@pytest.mark.parametrize("folder", slow_unless(is_small, FOLDERS), ids=lambda folder: folder.name)
def test_openspiel_finds_nothing_wrong(folder: Path) -> None:
    games = 3 if is_small(folder) else GAMES
    pyspiel.random_sim_test(load(str(folder)), num_sims=games, serialize=True, verbose=False)


@pytest.mark.parametrize("returns", ["ranks", "points", "margins"])
def test_all_kinds_of_returns_are_within_their_bounds(returns: str) -> None:
    game = load(example("kuhn-poker"), returns=returns)
    pyspiel.random_sim_test(game, num_sims=5, serialize=False, verbose=False)
    assert (game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM) == (returns != "points")


def all_of(at: History) -> list[History]:
    """Return all histories that follow from one, itself included."""
    actions = [action for action, _ in at.draw.outcomes] if at.draw is not None else list(at.position.offered)
    return [at, *(each for action in actions for each in all_of(at.course.history_after(at, action)))]


def informed(first: History) -> set[tuple[int, str]]:
    """Return what the seats that decide know, over all histories that follow from one."""
    found = (at for at in all_of(first) if at.draw is None and not at.position.over)
    return {(at.position.seat, at.known_to(at.position.seat)) for at in found}


def theirs(name: str) -> int:
    """Count the information states of a game of OpenSpiel."""
    found, states = set(), [pyspiel.load_game(name).new_initial_state()]
    while states:
        state = states.pop()
        if not state.is_chance_node() and not state.is_terminal():
            found.add((state.current_player(), state.information_state_string()))
        states += [state.child(action) for action in state.legal_actions()]
    return len(found)


def test_seats_know_what_they_know_in_openspiel() -> None:
    assert len(informed(load(example("kuhn-poker")).course.beginning)) == theirs("kuhn_poker") == 12


@pytest.mark.slow
def test_seats_know_what_they_know_in_openspiel_after_a_card_is_turned_up() -> None:
    """Of the 720 decks one is looked at for each deal and card turned up."""
    course = load(example("leduc-poker")).course
    decks = [course.history_after(course.beginning, action) for action in range(720)]
    place = next(place for place in course.adapted.games.program.tables.places if place.order)
    size = decks[0].position.state[place.slot]
    deals = {(d.known_to(0), d.known_to(1), d.position.state[place.slot + size]): d for d in decks}
    assert len(deals) == 120
    assert (
        len(set[tuple[int, str]]().union(*(informed(deal) for deal in deals.values()))) == theirs("leduc_poker") == 936
    )


@pytest.mark.parametrize(("leak", "more"), [("view", True), ("log", True), ("forgets", False)])
def test_a_leak_would_be_noticed(leak: str, more: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    known = History.known_to
    changed = {
        "view": lambda self, seat: known(self, seat) + str(self.seen_by(1 - seat)),
        "log": lambda self, seat: known(self, seat) + str(self.actions),
        "forgets": lambda self, seat: self.seen_by(seat)[:60],
    }[leak]
    monkeypatch.setattr(History, "known_to", changed)
    found = len(informed(Course(example("kuhn-poker"), None, "ranks").beginning))
    assert found > 12 if more else found < 12


@pytest.mark.slow
def test_exact_chance_makes_exploitability_the_same_as_in_openspiel(the_library: None) -> None:
    """Who bets at random loses as much to the best answer here as there, so the games are the same."""
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability

    games = load(example("kuhn-poker"), returns="margins"), pyspiel.load_game("kuhn_poker")
    conv = [exploitability.nash_conv(game, policy.UniformRandomPolicy(game)) for game in games]
    assert conv[0] == pytest.approx(conv[1])


@pytest.mark.parametrize("name", ["liars-dice", "goofspiel"])
def test_a_seat_forgets_nothing(name: str) -> None:
    """What a seat has read only ever grows, and what it chose is part of it."""
    course = load(example(name)).course
    for number in range(GAMES):
        at, read = course.beginning, [""] * course.adapted.seats
        for made in range(1000):
            actions = [a for a, _ in at.draw.outcomes] if at.draw is not None else sorted(at.position.offered)
            if not actions:
                break
            at = course.history_after(at, actions[pick(number, made, len(actions))])
            now = [" ".join(each._lines_by_seat()[seat] for each in at._way_here()) for seat in range(len(read))]
            assert all(after.startswith(before) for before, after in zip(read, now, strict=True))
            read = now
        assert at.position.over and all(read)


def played(game: Any, number: int) -> Any:
    state = game.new_initial_state()
    for made in range(10_000):
        if state.is_terminal():
            break
        actions = state.legal_actions()
        state.apply_action(actions[pick(number, made, len(actions))])
    return state


def test_a_state_is_saved_as_its_actions() -> None:
    game = load(example("hearts"))
    state = game.new_initial_state()
    for made in range(30):
        state.apply_action(state.legal_actions()[pick(1, made, len(state.legal_actions()))])
    saved = pyspiel.serialize_game_and_state(game, state)
    assert len(saved) < 2000
    _, again = pyspiel.deserialize_game_and_state(saved)
    for seat in range(4):
        assert again.information_state_string(seat) == state.information_state_string(seat)
    assert again.legal_actions() == state.legal_actions()
    assert list(pickle.loads(pickle.dumps(state.at)).position.state) == list(state.at.position.state)


def test_broken_saves_are_refused() -> None:
    kuhn = example("kuhn-poker")
    for actions in ((999,), (0, 99), (0, -1)):
        with pytest.raises(RulesError):
            history.restored_history(kuhn, None, "ranks", actions)


def test_chance_has_its_true_probabilities() -> None:
    kuhn, auction = (load(example(name)).course.beginning.draw for name in ("kuhn-poker", "hearts"))
    assert kuhn is not None and [chance for _, chance in kuhn.outcomes] == [1 / 6] * 6
    assert auction is not None and len(auction.outcomes) == 256


def test_openspiel_loads_it_by_name() -> None:
    game = pyspiel.load_game(f"rulewright(ruleset={example('sealed-bid-auction')},players=3,returns=points)")
    assert game.num_players() == 3
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert load(example("tic-tac-toe")).get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION
    state = played(game, 1)
    assert sum(state.returns()) == sum(game.course.adapted.returns(state.at.position.state))


def test_actions_are_called_by_their_names() -> None:
    state = load(example("kuhn-poker")).new_initial_state()
    assert state.action_to_string(state.legal_actions()[0]) == "outcome 0"
    state.apply_action(0)
    assert [state.action_to_string(action) for action in state.legal_actions()] == ["bet", "pass"]


def test_an_observation_is_a_tensor() -> None:
    state = load(example("kuhn-poker")).new_initial_state()
    state.apply_action(0)
    observer = state.at.course.adapted.observer
    for seat in range(2):
        expected = observer.observe(state.at.position.state, seat)
        assert np.array_equal(np.array(state.observation_tensor(seat)), expected)
        assert state.observation_string(seat) != state.information_state_string(seat)


@pytest.mark.slow
def test_search_of_openspiel_beats_a_random_player(the_library: None) -> None:
    from open_spiel.python.algorithms import mcts

    game, wins = load(example("connect-four")), 0.0
    for number in range(4):
        chance = np.random.RandomState(number)
        bot = mcts.MCTSBot(game, 2, 50, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(bot.step(state) if state.current_player() == 0 else chance.choice(state.legal_actions()))
        wins += state.returns()[0]
    assert wins >= 2
