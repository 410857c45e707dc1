"""A search that is worked on in units, in whatever order these are over, finds what one process finds."""

from __future__ import annotations

import pickle
import shutil
import sys
from pathlib import Path

import pytest
from whims import Whims

from rulewright.comparison.divergence import SearchProgress
from rulewright.comparison.divergence.units import (
    Attempts,
    AttemptShare,
    SearchBounds,
    ShareResult,
    attempts_at,
    one_by_one,
)
from rulewright.comparison.toggles import RulesetPair, whole_pair
from rulewright.jobs.job import Finished, Job, Target
from rulewright.jobs.local import on_this_machine
from rulewright.jobs.run import run_job
from rulewright.workspace import load

sys.path.append(str(Path(__file__).parents[1] / "compare"))
from shop import alone, searched, write  # noqa: E402

pytestmark = pytest.mark.slow


@pytest.fixture
def shops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write(tmp_path)
    return tmp_path


def in_units(
    pair: RulesetPair, target: Target[ShareResult], games: int, seed: int = 1, heeding: bool = True
) -> SearchProgress:
    attempts = Attempts(games)
    job = attempts_at(pair, 2, seed, attempts)
    outcomes = run_job(job if heeding else Job(job.opener, job.items), target)
    for one in outcomes:
        assert isinstance(one, Finished)
        attempts.take(one.result)
        if attempts.found.done:
            break
    outcomes.close()
    return attempts.found


@pytest.mark.parametrize("name", ["cheap-cards", "clown", "short-days", "no-rest"])
def test_units_find_what_one_process_finds(name: str, shops: Path) -> None:
    pair = alone(shops, name)
    for seed in range(1, 6):
        expected = searched(pair, 150, seed)
        assert in_units(pair, Whims(seed), 150, seed) == expected
        assert in_units(pair, on_this_machine(1), 150, seed) == expected


def test_units_that_heed_no_earlier_ones_find_something_else(shops: Path) -> None:
    """The test above would notice."""
    pair = alone(shops, "clown")
    found = [in_units(pair, Whims(seed), 150, seed, heeding=False) for seed in range(1, 6)]
    assert found != [searched(pair, 150, seed) for seed in range(1, 6)]


def test_what_is_sent_needs_no_files(shops: Path) -> None:
    pair = alone(shops, "clown")
    expected = searched(pair, 100)
    both = whole_pair(load(str(shops / "shop")), load(str(shops / "new-shop")))
    jobs = attempts_at(pair, 2, 1, Attempts(100)), one_by_one(both, 2, SearchBounds(1, 100), ["clown"])
    sent = [pickle.dumps(job.opener) for job in jobs]
    shutil.rmtree(shops / "shop")
    shutil.rmtree(shops / "new-shop")
    try_share, search_alone = (pickle.loads(opener)() for opener in sent)
    assert try_share(AttemptShare(range(100), None)).found == expected
    assert [one.found for one in search_alone(["clown"])] == [expected]


def test_processes_find_the_same(shops: Path) -> None:
    pair = alone(shops, "clown")
    assert in_units(pair, on_this_machine(2), 400) == searched(pair, 400)
    both = whole_pair(load(str(shops / "shop")), load(str(shops / "new-shop")))
    job = one_by_one(both, 2, SearchBounds(1, 100), ["clown", "more-pay", "cheap-cards"])
    here, there = ([*run_job(job, on_this_machine(jobs))] for jobs in (1, 2))
    found = [[alone for one in side if isinstance(one, Finished) for alone in one.result] for side in (here, there)]
    assert found[0] == found[1] and [one.name for one in found[0]] == ["clown", "more-pay", "cheap-cards"]
