"""Faults planted into three games: reports say what is wrong, and ring the right alarm; sound games ring none.

The faults are data, in `faults.yaml`. Whoever wrote them had not read the code of reports.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from ruamel.yaml import YAML
from tests.planted.generated import write

from rulewright.cli.main import cli
from rulewright.workspace import load

HERE = Path(__file__).parent
GAMES: list[dict[str, Any]] = YAML(typ="safe").load(HERE / "faults.yaml")
PLANTED = [(game, fault) for game in GAMES for fault in game["faults"]]
QUICK = [
    (game, fault) for game, fault in PLANTED if "sample" in game and not re.search("--budget|--seat", fault["report"])
]
"""Small games, and seats that do not think: a run of each takes seconds."""
REPORTS = int(os.environ.get("RULEWRIGHT_REPORTS", "0"))
"""How many reports sound games get, a third each; every fault gets a tenth of that. None: a sample."""
RUNS, SOUND = REPORTS // 10, range(REPORTS)
FIRST, APART = 1_000_000, 10_000
"""The number of the first game, and how far the numbers of two runs are apart, so that no game is played twice."""


@pytest.fixture(autouse=True)
def _time_of_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """A `--budget` buys as many games on a busy machine as on an idle one."""
    for clock in ("monotonic", "perf_counter"):
        monkeypatch.setattr(time, clock, time.process_time)


def name(case: dict[str, Any]) -> str:
    return str(case.get("fault") or case["game"]).replace(" ", "-")


def copied(game: dict[str, Any], folder: Path, changes: dict[str, dict[str, str]]) -> Path:
    """Copy the ruleset of a game, or generate it, and change texts of its files, each of which must be there."""
    folder = folder / game["game"]
    if "generated" in game:
        write(folder, game["generated"])
    else:
        shutil.copytree(HERE.parents[1] / game["ruleset"], folder)
    lines = "".join(f"  - {target}\n" for target in game["targets"])
    (folder / "data" / "targets.yaml").write_text(f"kind: targets\ntargets:\n{lines}", encoding="utf-8")
    for file, texts in (*game.get("added", {}).items(), *changes.items()):
        text = (folder / file).read_text("utf-8")
        for old, new in texts.items():
            assert old in text, f"{file} has no {old!r}"
            text = text.replace(old, new)
        (folder / file).write_text(text, encoding="utf-8")
    return folder


def typed(command: str, ruleset: Path, game: dict[str, Any], options: str, run: int) -> str:
    """Return what a command says of a ruleset, in one line; each run has its own game numbers."""
    seed = FIRST + run * APART
    words = shlex.split(f"--players {game['players']} --seed {seed} --jobs 1 {options}")
    done = CliRunner().invoke(cli, [command, str(ruleset), *words])
    assert done.exit_code in (0, 1) and not isinstance(done.exception, Exception), done.output
    return " ".join(done.stdout.split())


def judged(fault: dict[str, Any], ruleset: Path, game: dict[str, Any], run: int) -> Iterator[str]:
    """Yield what one run gets right: `alarm`, and `sentence` if each sentence that is expected is said."""
    report = typed("report", ruleset, game, fault["report"], run)
    if f"Alarm: {fault['rings']} " in report:
        yield "alarm"
    if re.search(fault.get("says", ""), report) and (
        "worth" not in fault or re.search(fault["worth"], typed("worth", ruleset, game, fault["played"], run))
    ):
        yield "sentence"


@pytest.mark.parametrize(("game", "fault"), PLANTED, ids=name)
def test_faults_are_games_that_can_be_played(game: dict[str, Any], fault: dict[str, Any], tmp_path: Path) -> None:
    assert load(str(copied(game, tmp_path, fault["replace"]))).checked_rules(game["players"])


@pytest.mark.slow
@pytest.mark.parametrize(("game", "fault"), PLANTED if RUNS else QUICK, ids=name)
def test_right_sentence_and_right_alarm(game: dict[str, Any], fault: dict[str, Any], tmp_path: Path) -> None:
    """In at least 18 of 20 runs; the sample is one run of what is quick."""
    ruleset = copied(game, tmp_path, fault["replace"])
    right = Counter(what for run in range(max(RUNS, 1)) for what in judged(fault, ruleset, game, run))
    assert min(right["sentence"], right["alarm"]) >= 0.9 * RUNS, right


@pytest.mark.slow
def test_sound_games_hardly_ever_ring_an_alarm(tmp_path: Path) -> None:
    """In at most 16 of 200 reports; the sample is one short report of the generated game."""
    rung = 0
    for run in SOUND or [len(GAMES) - 1]:
        game = GAMES[run % len(GAMES)]
        ruleset = tmp_path / game["game"]
        ruleset = ruleset if ruleset.exists() else copied(game, tmp_path, {})
        rung += "Alarm: " in typed("report", ruleset, game, game["sound"] if REPORTS else "--games 50", run)
    assert rung <= 0.08 * REPORTS
