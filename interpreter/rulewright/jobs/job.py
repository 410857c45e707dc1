"""What is to be done in units, and what comes of each unit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

Result = TypeVar("Result")

Work = Callable[[Any], Result]
"""Works on consecutive items."""
Opener = Callable[[], Work[Result]]
"""Prepares everything in whichever process calls it, and returns what does the work; must be picklable."""


class ItemSequence(Protocol):
    """What is to be worked on: a range, a list, or anything else of which consecutive parts can be taken."""

    def __len__(self) -> int:
        """How many items there are."""

    def __getitem__(self, at: slice, /) -> Any:
        """Return consecutive items as they are now; must be picklable."""


class ClusterError(Exception):
    """A cluster that cannot be used; the text says why, and what to do."""


@dataclass(frozen=True)
class Job(Generic[Result]):
    """Independent items, worked on in units of consecutive ones.

    A range of numbers is never expanded: its units are ranges, too. Units, and what comes of them, must be picklable.
    """

    opener: Opener[Result]
    items: ItemSequence
    largest: int = 20
    """Most items in a unit."""
    begins_here: bool = False
    """Whether to begin in the own process, and start others once they save time: for items that take no time to speak
    of, and kill no process."""
    outdated: Callable[[Result], bool] | None = None
    """Whether the items of a unit depend on earlier results that have come since: then it is worked on again. The
    results of such a job cannot be kept in a journal."""

    def item_numbers(self, unit: range) -> tuple[int, int]:
        """Return the first and the last item of a unit: the numbers themselves, or counted from 1."""
        numbers = self.items if isinstance(self.items, range) else range(1, len(self.items) + 1)
        return numbers[unit.start], numbers[unit.stop - 1]


@dataclass(frozen=True)
class Each(Generic[Result]):
    """An opener for work on single items: a unit results in a list."""

    opener: Callable[[], Callable[[Any], Result]]

    def __call__(self) -> Work[list[Result]]:
        """Return what works on the items of a unit one by one."""
        do = self.opener()
        return lambda items: [do(item) for item in items]


@dataclass(frozen=True, slots=True)
class Finished(Generic[Result]):
    """A unit, by the numbers of its items, that was worked on in `seconds`; 0 for one that a journal had."""

    unit: range
    result: Result
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Lost:
    """A unit that was abandoned: every process that worked on it died."""

    unit: range
    tries: int


@dataclass(frozen=True, slots=True)
class Suspect:
    """A unit that was being worked on when a process died; maybe another unit was the cause."""

    unit: range
    deaths: int = 1


@dataclass(frozen=True, slots=True)
class Dropped:
    """A unit that never came back for reasons that are not its own, such as a restarted scheduler."""

    unit: range


Event = Finished[Result] | Suspect | Lost | Dropped


class Target(Protocol[Result]):
    """Where units are worked on."""

    @property
    def capacity(self) -> int:
        """How many units it wants to have at a time."""

    @property
    def note(self) -> str:
        """A word for people on who is working; empty where that goes without saying."""

    @property
    def seconds(self) -> float:
        """How long a unit should take: less, and overhead counts; more, and losing one hurts."""

    def open(self, job: Job[Result]) -> None:
        """Prepare for a job; raises what the opener raises."""

    def submit(self, unit: range, items: Any) -> None:
        """Accept a unit: the numbers of its items, counted from 0, and the items."""

    def events(self) -> Iterator[Event[Result]]:
        """Wait until something happened to at least one accepted unit, and yield it."""

    def close(self) -> None:
        """Stop all work and release everything."""
