"""Alarms ring where faults are planted, and hardly ever in a sound game, even if it meets its targets only just."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from ruamel.yaml import YAML
from tests.answers.fishing import write_fishing

from rulewright.comparison.answers.games import ReportGames
from rulewright.comparison.answers.model import Stage
from rulewright.comparison.answers.questions import Knows
from rulewright.comparison.targets.judging import MISSED, judge_targets
from rulewright.playtest import game
from rulewright.source.targets import Target, typed_target
from rulewright.workspace import load

DATA = YAML(typ="safe").load((Path(__file__).parent / "faults.yaml").read_text("utf-8"))
RUNS = int(os.environ.get("RULEWRIGHT_REPORTS", "3"))
"""How often a report on the sound game is made anew; of faults, at most 20 times."""


@dataclass(frozen=True)
class Fault:
    """A change of the sound game, the alarm that it rings after some games, and a target that only it has."""

    change: str
    rings: str
    games: int
    more: str = ""


FAULTS = [Fault(**fault) for fault in DATA["faults"]]


def alarms(folder: Path, change: str, texts: Sequence[str], games: int, runs: int) -> Iterator[set[str]]:
    """Yield which alarms ring in each of some runs, each of its own games."""
    targets = [typed_target(text) for text in texts]
    rules = load(write_fishing(folder, change))
    for run in range(runs):
        yield rung(
            ReportGames((rules,), 3, stages=stages_of(targets, range(1 + run * games, 1 + (run + 1) * games))), targets
        )


def stages_of(targets: Sequence[Target], numbers: range) -> tuple[Stage, ...]:
    return tuple(Stage(kinds, numbers) for kinds in dict.fromkeys(target.kinds for target in targets))


def rung(match: ReportGames, targets: Sequence[Target]) -> set[str]:
    played = [(stage, [*map(match.stage_player(at), stage.items(3))]) for at, stage in enumerate(match.stages)]
    found = judge_targets(targets, played, Knows.of_program(next(match.compiled())))
    return {one.target.subject for one in found if one.verdict == MISSED}


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.change}: {fault.rings}")
def test_a_planted_fault_rings_the_right_alarm(tmp_path: Path, fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    """In at least 18 of 20 runs."""
    monkeypatch.setattr(game, "MOST_DECISIONS", 60)
    texts, runs = [*DATA["targets"], *filter(None, [fault.more])], min(RUNS, 20)
    found = [*alarms(tmp_path / "fishing", fault.change, texts, fault.games, runs)]
    assert sum(fault.rings in one for one in found) >= 0.9 * runs, found


@pytest.mark.slow
@pytest.mark.parametrize("wanted", ["targets", "just met"])
def test_hardly_any_alarm_rings_in_a_sound_game(tmp_path: Path, wanted: str) -> None:
    """In at most 16 of 200 runs, also where each target is met only just."""
    found = [*alarms(tmp_path / "fishing", "sound", DATA[wanted], 60, RUNS)]
    assert sum(map(bool, found)) <= max(0.08 * RUNS, RUNS < 20), found


def test_the_smallest_of_all_samples_rings_no_alarm(tmp_path: Path) -> None:
    assert [*alarms(tmp_path / "fishing", "gift", DATA["targets"], 1, 1)] == [set()]
