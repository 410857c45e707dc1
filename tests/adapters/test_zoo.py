"""Environments pass PettingZoo's own tests without a warning, and are determined by their seeds."""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason='PettingZoo is not installed: pip install -e ".[pettingzoo]"')

import numpy as np
from pettingzoo.test import api_test, parallel_api_test, seed_test
from rulesets import FOLDERS, example
from tests.tiers import slow_unless

from rulewright.adapters.pettingzoo import RulesEnv, env, parallel_env
from rulewright.chance import pick
from rulewright.diagnostics import RulesError

STEPS = 500
AT_ONCE = ("goofspiel", "sealed-bid-auction")


def quick(folder: Path) -> bool:
    return folder.name == "kuhn-poker"


@pytest.mark.parametrize("folder", slow_unless(quick, FOLDERS), ids=lambda folder: folder.name)
def test_pettingzoo_finds_nothing_wrong(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        api_test(env(str(folder)), num_cycles=20 if quick(folder) else 100)
        seed_test(lambda: env(str(folder)), num_cycles=20 if quick(folder) else 100)
    assert "Passed API test" in capsys.readouterr().out


def steps(zoo: RulesEnv, seed: int, most: int) -> Iterator[tuple[Any, ...]]:
    """Play games one after the other, the first with a seed, and yield all that agents learn at each step."""
    zoo.reset(seed=seed)
    for made in range(most):
        if not zoo.agents:
            zoo.reset()
        seen, reward, over, cut, info = zoo.last()
        yield zoo.agent_selection, seen.tolist(), reward, over, cut, info.get("action_mask", np.zeros(0)).tolist()
        offered = [] if over or cut else np.flatnonzero(info["action_mask"]).tolist()
        zoo.step(offered[pick(seed, made, len(offered))] if offered else None)


@pytest.mark.parametrize("folder", slow_unless(quick, FOLDERS), ids=lambda folder: folder.name)
def test_the_same_seed_gives_the_same_games(folder: Path) -> None:
    most = 50 if quick(folder) else STEPS
    one, again, other = (list(steps(env(str(folder)), seed, most)) for seed in (7, 7, 8))
    assert one == again and len(one) == most
    assert one != other


@pytest.mark.parametrize("name", ["kuhn-poker", "tic-tac-toe"])
def test_arrays_that_somebody_keeps_stay_as_they_are(name: str) -> None:
    zoo, kept = env(example(name)), list[tuple[Any, Any]]()
    for number in range(3):
        zoo.reset(seed=number)
        for _ in zoo.agent_iter():
            seen, _, over, _, info = zoo.last()
            assert seen.base is None, "behind what a seat may know there is nothing else"
            kept += ((array, array.copy()) for array in (seen, *info.values()))
            zoo.step(None if over else int(np.flatnonzero(info["action_mask"])[-1]))
    assert len(kept) > 12 and all(np.array_equal(array, then) for array, then in kept)


def test_other_numbers_than_the_seed_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    from rulewright.adapters.position import Adapted

    numbers, start = itertools.count(), Adapted.first_position
    monkeypatch.setattr(Adapted, "first_position", lambda self, number: start(self, next(numbers)))
    one, again = (list(steps(env(example("kuhn-poker")), 7, 50)) for _ in range(2))
    assert one != again


def finished(zoo: RulesEnv, seed: int) -> dict[str, float]:
    """Play a game, and return the rewards."""
    zoo.reset(seed=seed)
    while not zoo.position.over:
        zoo.step(min(zoo.offered))
    return dict(zoo.rewards)


def test_rewards_come_at_the_end() -> None:
    rewards = finished(env(example("kuhn-poker")), 1)
    assert sorted(rewards.values()) == [-1.0, 1.0]
    points = finished(env(example("kuhn-poker"), returns="points"), 1)
    margins = finished(env(example("kuhn-poker"), returns="margins"), 1)
    mean = sum(points.values()) / 2
    assert mean and margins == {agent: value - mean for agent, value in points.items()}
    assert max(points, key=lambda agent: points[agent]) == max(rewards, key=lambda agent: rewards[agent])


def test_a_long_game_is_truncated() -> None:
    zoo = env(example("tic-tac-toe"), most=2)
    zoo.reset(seed=1)
    for _ in range(2):
        assert not any(zoo.truncations.values())
        zoo.step(min(zoo.offered))
    assert all(zoo.truncations.values()) and not any(zoo.terminations.values())
    for _ in range(2):
        zoo.step(None)
    assert not zoo.agents


def test_the_table_is_drawn_without_secrets() -> None:
    zoo = env(example("kuhn-poker"), render_mode="ansi")
    zoo.reset(seed=1)
    cards = ("jack", "queen", "king")
    assert not any(card in str(zoo.render()).lower() for card in cards)
    while not zoo.position.over:
        zoo.step(min(zoo.offered))
    assert not any(card in str(zoo.render()).lower() for card in cards), "nobody shows a hand after folding"
    zoo = env(example("kuhn-poker"))
    zoo.reset(seed=1)
    assert zoo.render() is None


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"render_mode": "human"}, 'no render mode "human"'),
        ({"returns": "money"}, 'no returns "money"'),
        ({"players": 5}, "not for 5"),
    ],
)
def test_wrong_arguments_are_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        env(example("kuhn-poker"), **given)


def test_a_masked_action_is_refused() -> None:
    zoo = env(example("tic-tac-toe"))
    zoo.reset(seed=1)
    first = min(zoo.offered)
    zoo.step(first)
    with pytest.raises(RulesError, match="is not offered"):
        zoo.step(first)


@pytest.mark.parametrize("name", AT_ONCE)
def test_seats_decide_at_once(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(parallel_env(example(name)), num_cycles=20)
    assert "Passed" in capsys.readouterr().out


def test_both_environments_play_the_same_games() -> None:
    zoo, at_once = env(example("goofspiel")), parallel_env(example("goofspiel"))
    seen, _ = at_once.reset(seed=3)
    zoo.reset(seed=3)
    rewards: dict[str, float] = {}
    while at_once.agents:
        actions = {agent: int(np.flatnonzero(seen[agent]["action_mask"])[-1]) for agent in at_once.agents}
        for agent in at_once.agents:
            if zoo.position.seat == zoo.seats[agent] and actions[agent] in zoo.offered:
                zoo.step(actions[agent])
        seen, rewards, *_ = at_once.step(actions)
    assert zoo.position.over and rewards == zoo.rewards


@pytest.mark.parametrize("name", ["kuhn-poker", "tic-tac-toe"])
def test_games_in_which_seats_take_turns_are_refused(name: str) -> None:
    with pytest.raises(RulesError, match="do not decide at once") as refused:
        parallel_env(example(name))
    assert "`env`" in refused.value.findings[0].remedy[0]


def test_a_bid_that_the_next_seat_sees_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from rulewright.adapters import observation

    monkeypatch.setattr(observation, "is_visible", lambda *_: True)
    with pytest.raises(RulesError, match="one learns what another one has chosen"):
        parallel_env(example("sealed-bid-auction")).reset(seed=1)
