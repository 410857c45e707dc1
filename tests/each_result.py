"""What comes of single items, for tests of what works on them."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, TypeVar

from rulewright.jobs.job import Each, ItemSequence, Job
from rulewright.jobs.run import results_of

Result = TypeVar("Result")


def each_result(opener: Callable[[], Callable[[Any], Result]], items: ItemSequence, jobs: int = 1) -> Generator[Result]:
    """Yield what comes of each item, in order; raises `WorkerDied` for one over which every process dies."""
    for results in results_of(Job(Each(opener), items), jobs):
        yield from results
