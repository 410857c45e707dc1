"""A few kills with every run of all tests; .ci/long kills hundreds of times."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from random import Random

import pytest

if sys.platform != "linux":
    pytest.skip("processes are found by /proc", allow_module_level=True)

from tests.kills.play import kill_play
from tests.kills.processes import assert_all_ended, living, marked
from tests.kills.simulate import kill_simulate

KILLS = int(os.environ.get("RULEWRIGHT_KILLS", "4"))


@pytest.mark.slow
def test_nothing_is_lost_when_play_is_killed(tmp_path: Path) -> None:
    assert kill_play(2 * KILLS, Random(7), tmp_path).decisions > 0


@pytest.mark.slow
def test_nothing_is_lost_when_simulate_is_killed(tmp_path: Path) -> None:
    assert kill_simulate(KILLS, Random(7), tmp_path).kills == KILLS


def test_a_process_that_stays_is_found() -> None:
    import subprocess

    with subprocess.Popen(["sleep", "60"], env=marked("planted")) as running:
        while not living("planted"):  # the environment of a process shows a moment after it has started
            time.sleep(0.01)
        with pytest.raises(AssertionError, match=f"still running: .*{running.pid}"):
            assert_all_ended("planted", seconds=0.2)
        running.kill()
    assert_all_ended("planted")
