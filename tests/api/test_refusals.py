"""What the API refuses, with one family of errors."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import rulewright as rw

EXAMPLE = os.path.relpath(Path(__file__).parent.parent.parent / "examples" / "kuhn-poker")


@pytest.mark.parametrize("play", [rw.simulate, lambda game, seats: rw.compare(game, game, seats=seats)])
def test_more_kinds_of_seats_than_players_are_refused(play: object) -> None:
    assert callable(play)
    with pytest.raises(rw.RulesError, match="3 kinds of seats are given, for 2 players"):
        play(f"./{EXAMPLE}", seats=["greedy", "random", "random"])


def test_a_choice_that_is_not_offered_is_refused_with_those_that_are() -> None:
    game = rw.load(f"./{EXAMPLE}").start(seed=1)
    with pytest.raises(rw.RulesError) as refused:
        game.choose("bett")
    assert refused.value.findings[0].remedy == ('Did you mean "bet"?', "The choices are bet, pass.")


def test_a_path_is_a_folder_even_if_it_looks_like_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(EXAMPLE).parent)
    assert rw.load(Path("kuhn-poker")).name == "kuhn-poker"
    with pytest.raises(rw.RulesError, match="there is no folder"):
        rw.load(Path("kun-poker"))
