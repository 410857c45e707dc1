"""One process of pytest that judges many mutants: each in a child of its own, by the tests that run its statement.

First all tests are run once in a child, without a mutant, and the lines that each of them runs are noted; a test that
fails or is skipped there takes no part. Then for every mutant the files with tests that run its statement get the same
time in turn: for those tests first, quick ones before slow ones, then for their others, which may go on with what the
first ones built.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from shutil import rmtree
from typing import NamedTuple, TypeVar

import pytest
from _pytest.runner import runtestprotocol
from coverage import Coverage
from mutmut.configuration import config
from mutmut.mutation import trampoline
from tests.mutants.writing import Mutant

from rulewright.source import cache
from rulewright.syntax.tables import tables

MEMORY = 6 << 30
"""So many bytes a child may take."""

Thing = TypeVar("Thing")


class Share(NamedTuple):
    """Which part of the work a process does: the `number`th of so many."""

    number: int
    shares: int

    def of(self, things: Sequence[Thing]) -> list[Thing]:
        """Return every so-manieth."""
        return list(things[self.number :: self.shares])


@dataclass(frozen=True, slots=True)
class Measured:
    """What the tests did without a mutant: seconds of each, which of them passed, which ran a line of a file."""

    seconds: dict[str, float]
    passed: list[str]
    reached: dict[str, dict[str, list[str]]]

    @classmethod
    def read(cls, place: Path) -> Measured:
        """Return what was measured before, by whichever process."""
        found = cls({}, [], {})
        for file in sorted(place.glob("measured-*.json")):
            part = cls(**json.loads(file.read_text("utf-8")))
            found.seconds.update(part.seconds)
            found.passed.extend(part.passed)
            for name, lines in part.reached.items():
                known = found.reached.setdefault(name, {})
                for line, tests in lines.items():
                    known.setdefault(line, []).extend(tests)
        return found

    def of(self, mutant: Mutant, items: Iterable[str]) -> list[str]:
        """Return the tests for a mutant in the order in which they are tried; none when no test reaches it."""
        lines, all_ = self.reached.get(mutant.file, {}), set(self.passed).intersection(items)
        direct = {test for line in range(mutant.first, mutant.last + 1) for test in lines.get(str(line), ())} & all_
        files = {_file(test) for test in direct}
        spent: defaultdict[str, float] = defaultdict(float)
        turns = {}
        beside = (test for test in all_ if _file(test) in files)
        for test in sorted(beside, key=lambda test: (test not in direct, self.seconds[test], test)):
            spent[_file(test)] += self.seconds[test]
            turns[test] = spent[_file(test)]
        return sorted(turns, key=turns.__getitem__)


def _file(test: str) -> str:
    return test.partition("::")[0]


@dataclass(frozen=True, slots=True)
class Measurer:
    """The part of pytest that runs every so-manieth of the files whose tests were not measured before."""

    place: Path
    share: Share

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Measure in this process."""
        known = Measured.read(self.place).seconds
        new = [item for item in session.items if item.nodeid not in known]
        files = self.share.of(sorted({item.path for item in new}))
        measure([item for item in new if item.path in files], self.place)
        return True


@dataclass(frozen=True, slots=True)
class Judge:
    """The part of pytest that judges mutants; `told` gets each and what became of it."""

    place: Path
    mutants: list[Mutant]
    seconds: float
    told: Callable[[Mutant, str], None]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Judge every mutant."""
        tables()
        root = session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
        items = {item.nodeid: item for item in session.items}
        measured = Measured.read(self.place)
        kept = set(root.rglob("rulewright-cache/*"))
        gc.freeze()
        for mutant in self.mutants:
            tests = [items[name] for name in measured.of(mutant, items)]
            self.told(mutant, self.judged(mutant, tests, measured) if tests else "reached by no test")
            clear(root, kept)
        return True

    def judged(self, mutant: Mutant, tests: list[pytest.Item], measured: Measured) -> str:
        """Return which test catches a mutant, or that none does."""

        def tried() -> str:
            switch_on(mutant)
            return first_failure(tests, measured.seconds, self.seconds)

        limit = 60 + 10 * (self.seconds + max(measured.seconds[test.nodeid] for test in tests))
        return in_child(tried, limit)


def in_child(work: Callable[[], str], limit: float) -> str:
    """Do something in a child of this process and return what it returns; a child that dies was caught."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.setpgid(0, 0)
        gc.disable()
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.alarm(int(limit))
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        try:
            os.write(writing, work().encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as said:
        _, status = os.waitpid(child, 0)
        end_group(child)
        answer = said.read().decode()
    return answer or f"caught: the process ended with {os.waitstatus_to_exitcode(status)}"


def end_group(child: int) -> None:
    """End what a child has started and left running."""
    try:
        os.killpg(child, signal.SIGKILL)
    except ProcessLookupError:
        return


def switch_on(mutant: Mutant) -> None:
    """Let a mutant be called from now on, also in processes that tests start, and keep what is built with it apart."""
    trampoline.set_mutant_under_test(mutant.name)
    trampoline.get_mutant_under_test = lambda: mutant.name
    own_code = cache.own_code
    cache.own_code = lambda *stages: (
        own_code(*stages)
        + (  # type: ignore[assignment]
            mutant.name if mutant.stage in stages else ""
        )
    )


def first_failure(tests: list[pytest.Item], seconds: dict[str, float], limit: float) -> str:
    """Run tests until one fails or the processor's time is up; one that takes far too long ends the process."""
    start = time.process_time()
    for number, (test, following) in enumerate(zip(tests, [*tests[1:], None], strict=True)):
        spent = time.process_time() - start
        if number and spent + seconds[test.nodeid] > limit:
            return f"survived {number} of {len(tests)} tests in {spent:.0f} s"
        signal.setitimer(signal.ITIMER_PROF, 5 + 10 * seconds[test.nodeid])
        if any(report.failed for report in runtestprotocol(test, nextitem=following, log=False)):
            return f"caught by {test.nodeid}"
    return f"survived all of {len(tests)} tests"


def measure(tests: list[pytest.Item], place: Path) -> None:
    """Run tests and write down how long each took and which lines of the mutated files it ran."""
    found = Measured({}, [], {})
    watching = Coverage(data_file=None, include=[f"*/{pattern}" for pattern in config().only_mutate])
    trampoline.get_mutant_under_test = lambda: ""
    watching.start()
    for test, following in zip(tests, [*tests[1:], None], strict=True):
        watching.switch_context(test.nodeid)
        start = time.process_time()
        if all(report.passed for report in runtestprotocol(test, nextitem=following, log=False)):
            found.passed.append(test.nodeid)
        found.seconds[test.nodeid] = time.process_time() - start
    watching.stop()
    data = watching.get_data()
    for file in data.measured_files():
        lines = found.reached.setdefault(os.path.relpath(file, place), {})
        for line, contexts in data.contexts_by_lineno(file).items():
            lines[str(line)] = sorted(set(contexts) - {""})
    (place / f"measured-{time.time_ns()}.json").write_text(json.dumps(asdict(found)), "utf-8")


def clear(root: Path, kept: set[Path]) -> None:
    """Remove what the tests of a mutant wrote, except for what was there before and rules as they were read."""
    for path in root.iterdir():
        if path.name != "rulewright-cache":
            rmtree(path, ignore_errors=True)
    for path in set(root.rglob("rulewright-cache/*")) - kept:
        if not path.name.startswith(("rules-", "yaml-")):
            path.unlink()
