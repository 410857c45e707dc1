"""Units come back in order from any target, once each; what kills every process is reported and stops nothing else."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import wait
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from time import sleep

import pytest
from tests.each_result import each_result
from tests.interrupts import heard
from tests.tiers import sampled
from whims import Whims

from rulewright.diagnostics import RulesError
from rulewright.jobs.decoding import decode_as
from rulewright.jobs.in_process import InProcess
from rulewright.jobs.job import Each, Finished, Job, Lost, Suspect
from rulewright.jobs.journal import Codec, JobJournal, Stage
from rulewright.jobs.local import on_this_machine
from rulewright.jobs.plan import UnitPlan
from rulewright.jobs.processes import Processes
from rulewright.jobs.run import WorkerDied, results_of, run_job
from rulewright.jobs.shutdown import interrupts_held
from rulewright.playtest.simulate import SimulatedGames
from rulewright.workspace import load

EXAMPLES = Path(__file__).parents[2] / "examples"
CODEC: Codec[list[int]] = Codec(
    lambda result: [*result], lambda plain: decode_as(list[int], plain), lambda result: [n // 2 for n in result]
)


@dataclass(frozen=True)
class Doubling:
    """Doubles numbers; its process dies over one of them."""

    deadly: int = -1

    def __call__(self) -> Callable[[Sequence[int]], list[int]]:
        return self.work

    def work(self, numbers: Sequence[int]) -> list[int]:
        if self.deadly in numbers:
            os._exit(1)
        return [2 * number for number in numbers]


@pytest.mark.parametrize("seed", range(20))
def test_results_are_in_order_and_nothing_is_worked_on_twice(seed: int) -> None:
    target = Whims(seed)
    outcomes = [*run_job(Job(Doubling(), range(7, 107)), target)]
    assert [n for one in outcomes if isinstance(one, Finished) for n in one.result] == [2 * n for n in range(7, 107)]
    assert sorted(target.worked) == [*range(100)] and target.closed


@pytest.mark.parametrize("seed", range(20))
def test_a_deadly_unit_is_lost_and_no_other(seed: int) -> None:
    target = Whims(seed, deadly=41)
    outcomes = [*run_job(Job(Doubling(), range(100), largest=3), target)]
    lost = [one for one in outcomes if isinstance(one, Lost)]
    assert len(lost) == 1 and 41 in lost[0].unit and lost[0].tries == 3
    assert sorted(target.worked) == [n for n in range(100) if n not in lost[0].unit]
    assert [n for one in outcomes for n in one.unit] == [*range(100)]


@pytest.mark.parametrize("jobs", sampled(2, [1, 2]))
def test_single_items_come_back_in_order(jobs: int) -> None:
    assert [*results_of(Job(Doubling(), range(50)), jobs)] != []
    assert [*each_result(Single(), ["a", "b", "c"], jobs)] == ["aa", "bb", "cc"]


class Single:
    def __call__(self) -> Callable[[str], str]:
        return lambda text: 2 * text


@pytest.mark.slow
def test_a_process_that_dies_between_two_units_makes_both_suspect() -> None:
    target: Processes[list[int]] = Processes(2)
    target.open(Job(Doubling(deadly=0), range(2)))
    target.submit(range(1), range(1))
    wait(target._units)
    target.submit(range(1, 2), range(1, 2))
    assert [*target.events()] == [Suspect(range(1)), Suspect(range(1, 2))]
    target.submit(range(1, 2), range(1, 2))
    assert [event.result for event in target.events() if isinstance(event, Finished)] == [[2]]
    target.close()


@dataclass(frozen=True)
class Pausing:
    """Says in which process it worked on each number, after some seconds."""

    seconds: float

    def __call__(self) -> Callable[[int], tuple[int, int]]:
        return self.work

    def work(self, number: int) -> tuple[int, int]:
        sleep(self.seconds)
        return number, os.getpid()


@pytest.mark.slow
@pytest.mark.parametrize(("seconds", "items", "elsewhere"), [(0, 60, False), (0.3, 12, True)])
def test_processes_start_only_for_what_takes_longer(seconds: float, items: int, elsewhere: bool) -> None:
    found = [*results_of(Job(Each(Pausing(seconds)), range(items), largest=2, begins_here=True), 2)]
    numbers, processes = zip(*(pair for unit in found for pair in unit), strict=True)
    assert numbers == tuple(range(items)) and processes[0] == os.getpid()
    assert (processes[-1] != os.getpid()) == elsewhere


@pytest.mark.slow
def test_processes_that_die_lose_one_unit() -> None:
    outcomes = [*run_job(Job(Doubling(deadly=30), range(60), largest=4), on_this_machine(2))]
    lost = [one for one in outcomes if isinstance(one, Lost)]
    assert [30 in one.unit for one in lost] == [True] and lost[0].tries == 3
    assert [n for one in outcomes for n in one.unit] == [*range(60)]
    with pytest.raises(WorkerDied):
        list(results_of(Job(Doubling(deadly=3), range(10)), 2))


def test_the_first_of_very_many_games_are_there_at_once() -> None:
    job = SimulatedGames((load(str(EXAMPLES / "tic-tac-toe")),), 2).job(range(1, 10**18))
    outcomes = run_job(job, on_this_machine(1))
    assert [len(one.unit) for one in islice(outcomes, 4)] == [1, 2, 4, 8]
    outcomes.close()


def test_units_are_of_the_time_that_a_target_wants() -> None:
    plan = UnitPlan(10_000, 50)
    sizes = []
    while (unit := plan.next_unit(1000)) is not None:
        sizes.append(len(unit))
        plan.learn_from(unit, len(unit) / 10, 1.0)
    assert sizes[:5] == [1, 2, 4, 8, 10] and set(sizes[5:]) == {10}


# ---- journals


def journal(path: Path, resume: bool, **identity: int) -> JobJournal[list[int]]:
    return JobJournal(path, {"rules": "abc", "first": 7, **identity}, CODEC, resume)


@pytest.mark.parametrize("seed", range(20))
def test_a_run_that_is_resumed_works_on_nothing_again(seed: int, tmp_path: Path) -> None:
    path, random, worked = tmp_path / "games.journal", Random(seed), list[int]()
    resume, taken = False, 0
    while True:
        kept = journal(path, resume)
        target, resume = Whims(random.randrange(1000)), True
        outcomes = run_job(Job(Doubling(), range(100)), target, kept)
        taken += random.randrange(1, 12)
        found = list(islice(outcomes, taken))
        outcomes.close()
        worked += target.worked
        whole = bool(found) and found[-1].unit.stop == 100
        kept.close(finished=whole)
        if whole:
            break
        if random.random() < 0.5:  # killed while it wrote
            with path.open("ab") as file:
                file.write(b'{"unit":[')
    assert sorted(worked) == [*range(100)]
    assert not path.exists()


def test_what_a_journal_has_comes_first_and_is_equal(tmp_path: Path) -> None:
    path = tmp_path / "games.journal"
    kept = journal(path, False)
    outcomes = run_job(Job(Doubling(), range(100)), Whims(1), kept)
    before = [*islice(outcomes, 5)]
    outcomes.close()
    kept.close(False)
    again = [*islice(run_job(Job(Doubling(), range(100)), Whims(2), journal(path, True)), 5)]
    assert [(one.unit, one.result) for one in again if isinstance(one, Finished)] == [
        (one.unit, one.result) for one in before if isinstance(one, Finished)
    ]


@pytest.mark.parametrize("seed", range(5))
def test_a_job_that_did_not_need_the_rest_does_not_go_on_when_the_one_after_it_is_resumed(
    seed: int, tmp_path: Path
) -> None:
    """Units that were finished beyond the last one that was taken in count as little as those that were not begun."""
    path, first, second = tmp_path / "games.journal", range(100), range(100, 130)
    kept = journal(path, False)
    outcomes = run_job(Job(Doubling(), first), Whims(seed), Stage(kept, first))
    taken = [*islice(outcomes, 3)]
    outcomes.close()
    Stage(kept, first).leave_out(range(taken[-1].unit.stop, 100))
    run_job(Job(Doubling(), second), Whims(1), Stage(kept, second)).close()
    kept.close(False)
    target, again = Whims(seed + 1), journal(path, True)
    over = [*run_job(Job(Doubling(), first), target, Stage(again, first))]
    results = [one.result for one in over if isinstance(one, Finished)]
    assert results == [one.result for one in taken if isinstance(one, Finished)] + [[]] and not target.worked
    assert len([*run_job(Job(Doubling(), second), Whims(2), Stage(again, second))]) > 1


@pytest.mark.parametrize(
    ("line", "old", "new", "code"),
    [
        (1, b'"first":7', b'"first":8', "journal-of-another-run"),
        (1, b'"journal":1', b'"journal":2', "journal-of-another-run"),
        (1, b"{", b"[", "journal-broken"),
        (2, b'"result":[0', b'"result":[1', "journal-broken"),
        (3, b'"unit":[', b'"unit":[-', "journal-broken"),
        (3, b"{", b"", "journal-broken"),
    ],
)
def test_a_journal_that_was_changed_is_refused(line: int, old: bytes, new: bytes, code: str, tmp_path: Path) -> None:
    path = tmp_path / "games.journal"
    kept = journal(path, False)
    for number in range(4):
        kept.add_unit(range(number, number + 1), [2 * number])
    kept.close(False)
    lines = path.read_bytes().splitlines(keepends=True)
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new, 1)
    path.write_bytes(b"".join(lines))
    with pytest.raises(RulesError) as refused:
        journal(path, True)
    assert [(d.code, d.span.line) for d in refused.value.findings] == [(code, line)]


@pytest.mark.parametrize("unit", [(0, 6), (0, 4), (0, 10**12)])
@pytest.mark.parametrize("result", [[0, 2, 4, 6, 8], [0, 2, 4, 6, 9], [], ["a"], {"x": 1}])
def test_a_unit_with_another_result_is_refused(unit: tuple[int, int], result: list[int], tmp_path: Path) -> None:
    path = tmp_path / "games.journal"
    kept = journal(path, False)
    kept.add_unit(range(*unit), result)
    kept.close(False)
    with pytest.raises(RulesError) as refused:
        journal(path, True).unit_at(0, range(unit[1] + 1))
    assert [(d.code, d.span.line) for d in refused.value.findings] == [("journal-broken", 2)]


def test_units_that_overlap_and_those_beyond_the_end_are_worked_on_again(tmp_path: Path) -> None:
    path = tmp_path / "games.journal"
    kept = journal(path, False)
    for unit in (range(5), range(3, 8), range(6, 9), range(10, 20), range(18, 30)):
        kept.add_unit(unit, [2 * number for number in unit])
    kept.close(False)
    target = Whims(1)
    outcomes = [*run_job(Job(Doubling(), range(15)), target, journal(path, True))]
    assert [n for one in outcomes if isinstance(one, Finished) for n in one.result] == [2 * n for n in range(15)]
    assert sorted(target.worked) == [5, *range(9, 15)]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name")
@pytest.mark.parametrize("resume", [True, False])
def test_a_journal_that_is_no_file_is_refused_at_once(resume: bool, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "device").symlink_to("/dev/zero")
    for path in (tmp_path / "pipe", tmp_path / "device"):
        with pytest.raises(OSError, match="a journal is a file, and this is something else"):
            journal(path, resume)


def test_what_is_no_journal_is_not_overwritten_by_one(tmp_path: Path) -> None:
    path = tmp_path / "games.journal"
    path.write_text("a diary without an end of line")
    with pytest.raises(RulesError):
        journal(path, True)
    assert path.read_text() == "a diary without an end of line"


def test_a_journal_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "games.journal"
    journal(path, False).close(False)
    with pytest.raises(FileExistsError):
        journal(path, False)


def test_items_of_a_unit_are_called_by_their_numbers() -> None:
    assert Job(Doubling(), range(1000, 2000)).item_numbers(range(50, 60)) == (1050, 1059)
    assert Job(Each(Single()), ["a", "b"]).item_numbers(range(1, 2)) == (2, 2)


def test_a_browser_works_in_its_own_process_however_many_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(on_this_machine(2), Processes)
    monkeypatch.setattr(sys, "platform", "emscripten")
    assert isinstance(on_this_machine(2), InProcess)


def test_a_signal_that_another_thread_takes_waits_as_well() -> None:
    """A progress bar has a thread of its own, in which signals are not blocked."""
    ready, over = threading.Event(), threading.Event()

    def other() -> None:
        ready.set()
        over.wait(20)

    thread = threading.Thread(target=other)
    thread.start()
    ready.wait(20)
    finished = False
    with heard(), pytest.raises(KeyboardInterrupt):
        with interrupts_held():
            os.kill(os.getpid(), signal.SIGINT)
            for _ in range(100):
                time.sleep(0.001)
            finished = True
        pytest.fail("it is called as soon as it can be")
    over.set()
    thread.join()
    assert finished
    assert signal.getsignal(signal.SIGINT) is not None


class Sleeping:
    """A process that never becomes ready."""

    def __call__(self) -> Callable[[range], range]:
        if multiprocessing.parent_process() is not None:
            time.sleep(60)
        return lambda items: items


def test_a_process_that_is_still_being_prepared_is_killed_when_all_are_to_stop() -> None:
    target: Processes[range] = Processes(2)
    target.open(Job(Sleeping(), range(8)))
    target.submit(range(1), range(1))
    (child,) = [one for one in multiprocessing.active_children() if one.name.startswith("SpawnProcess")]
    target.close()
    assert not child.is_alive() and child.exitcode in (1, -signal.SIGKILL), "it ends itself once it can, or is killed"
