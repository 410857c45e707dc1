"""The games that come with each ruleset go as they are written: no result changes unless somebody writes them anew.

Where a change is meant to change results, `rulewright replay RULESET --accept` writes them and says what has changed.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from tests.tiers import sampled

from rulewright.backends import Program
from rulewright.engine.savefile.format import ENDING, SavedGame, read
from rulewright.engine.snapshot import NOBODY
from rulewright.playtest.replay import replay_difference
from rulewright.workspace import compiled_program

CHECKOUT = Path(__file__).parents[2]
RULESETS = sorted(path.parent for root in ("rulesets", "examples") for path in CHECKOUT.glob(f"{root}/**/ruleset.yaml"))
REPLAYS = sorted(path for folder in RULESETS for path in (folder / "replays").glob(f"*{ENDING}"))
BUILDS = {"plain": False, "traced": True}


def shown(path: Path) -> str:
    return path.relative_to(CHECKOUT).as_posix()


@cache
def program(folder: Path, seats: int, settings: tuple[tuple[str, int], ...], traced: bool) -> Program:
    return compiled_program(str(folder), seats, dict(settings), traced)


def program_for(path: Path, kept: SavedGame, traced: bool) -> Program:
    return program(path.parents[1], len(kept.seats), tuple(kept.settings.items()), traced)


@pytest.mark.parametrize("build", BUILDS)
@pytest.mark.parametrize("path", sampled(len(REPLAYS), REPLAYS), ids=shown)
def test_a_game_goes_as_it_is_written(path: Path, build: str) -> None:
    """The fingerprint of its rules is part of it: with another one, saved games could not go on."""
    kept = read(path)
    rules = program_for(path, kept, BUILDS[build])
    found = replay_difference(path, kept, rules)
    as_it_should_be = f"If that is as it should be: rulewright replay {shown(path)} --accept"
    assert found is None, f"{found}\n{as_it_should_be}"
    assert kept.fingerprint == rules.fingerprint, f"The rules have another fingerprint now. {as_it_should_be}"


@pytest.mark.parametrize("path", REPLAYS, ids=shown)
def test_a_game_is_complete_and_has_a_fingerprint_for_each_decision(path: Path) -> None:
    kept = read(path)
    assert kept.compared and kept.end is not None and kept.end.asked == NOBODY
    assert all(decision.fingerprint for decision in kept.decisions)
    assert path.name == f"{len(kept.seats)}-players-{kept.seed}{ENDING}"


@pytest.mark.parametrize("folder", RULESETS, ids=shown)
def test_each_ruleset_has_a_replay(folder: Path) -> None:
    assert any(path.parents[1] == folder for path in REPLAYS), f"rulewright replay FILE --keep {shown(folder)}/replays/"


@pytest.mark.slow
def test_ten_games_reach_every_option_at_every_size_of_table() -> None:
    folder = CHECKOUT / "rulesets" / "goa"
    games = [(path, read(path)) for path in REPLAYS if path.parents[1] == folder]
    assert len(games) >= 10 and {len(kept.seats) for _, kept in games} == {2, 3, 4}
    names = {choice.name for choice in program_for(*games[0], False).tables.choices}
    chosen = {decision.name for _, kept in games for decision in kept.decisions}
    unreached = {name for name in names if not any(c == name or c.startswith(f"{name} ") for c in chosen)}
    assert unreached - named_by_what_comes_with_them(folder) == set()


def named_by_what_comes_with_them(folder: Path) -> set[str]:
    """Options that are called by the thing that is chosen: a space, a piece, a number."""
    return {choice.name for choice in program(folder, 2, (), False).tables.choices if choice.plain}
