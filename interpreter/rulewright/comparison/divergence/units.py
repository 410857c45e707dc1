"""Searches in units for the job runner, with the result of a search by one process.

An attempt depends on the shortest game that earlier attempts have found. A share of the attempts is handed out together
with the shortest game known by then; if an earlier share finds a shorter one, it is worked on again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rulewright.comparison.divergence import Example, Found, search
from rulewright.comparison.divergence.distance import by_choice, distances
from rulewright.comparison.divergence.lockstep import Lockstep, Played
from rulewright.comparison.divergence.narrative import told
from rulewright.comparison.divergence.watch_run import in_use
from rulewright.comparison.toggles import Pair, single
from rulewright.jobs.job import Each, Job


@dataclass(frozen=True, slots=True)
class Bounds:
    """The bounds of a search: number of the first game, how many games, and how many seconds."""

    seed: int
    games: int
    seconds: float | None = None


# -- one search

LARGEST = 200
"""Most attempts in a unit: each is over in some milliseconds."""


@dataclass(frozen=True, slots=True)
class Share:
    """Consecutive attempts of a search, and the shortest game when they were handed out."""

    attempts: range
    best: Example | None


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of a share: the shortest game before and after."""

    before: Example | None
    found: Found


class Attempts:
    """The attempts of a search, as the items of a job; what has come of them so far is `found`."""

    def __init__(self, games: int) -> None:
        self.games, self.found = games, Found()

    def __len__(self) -> int:
        return self.games

    def __getitem__(self, at: slice) -> Share:
        return Share(range(self.games)[at], self.found.example)

    def take(self, tried: Tried) -> None:
        """Take in what came of the next share."""
        self.found = tried.found

    def outdated(self, tried: Tried) -> bool:
        """Whether a shorter game has been found since a share was handed out."""
        return tried.before != self.found.example


@dataclass(frozen=True)
class InLockstep:
    """Opens a search for the shortest game that two rulesets play differently."""

    pair: Pair
    seats: int
    seed: int

    def __call__(self) -> Callable[[Share], Tried]:
        """Compile both, and return what works on a share."""
        run, near = _lockstep(self.pair, self.seats)
        return lambda share: _tried(run, near, self.seed, share)


def attempts_at(pair: Pair, seats: int, seed: int, attempts: Attempts) -> Job[Tried]:
    """Return the job of a search; its results are to be taken in by `attempts`."""
    return Job(InLockstep(pair, seats, seed), attempts, LARGEST, attempts.outdated)


def _lockstep(pair: Pair, seats: int) -> tuple[Lockstep, list[int]]:
    programs = pair.first.program(seats), pair.second.program(seats)
    return Lockstep(*programs), by_choice(programs[0], distances(pair.first.composed_rules, pair.targets))


def _tried(run: Played, near: Sequence[int], seed: int, share: Share) -> Tried:
    *_, found = search(run, near, seed, share.attempts, share.best)
    return Tried(share.best, found)


# -- each difference by itself


@dataclass(frozen=True, slots=True)
class Alone:
    """What came of the search for one difference, by its name.

    `used` is after how many decisions a rule that only one side has first does something, where the game that was found
    does not show it.
    """

    name: str
    found: Found
    used: int | None = None


@dataclass(frozen=True)
class OneByOne:
    """Opens searches for single differences of two rulesets, by name."""

    pair: Pair
    seats: int
    bounds: Bounds

    def __call__(self) -> Callable[[str], Alone]:
        """Return what searches for one difference."""
        return lambda name: _alone(name, single(self.pair, name), self.seats, self.bounds)


def one_by_one(pair: Pair, seats: int, bounds: Bounds, names: Sequence[str]) -> Job[list[Alone]]:
    """Return the job of searching for differences, each by itself."""
    return Job(Each(OneByOne(pair, seats, bounds)), names)


def _alone(name: str, pair: Pair, seats: int, bounds: Bounds) -> Alone:
    run, near = _lockstep(pair, seats)
    found, began = Found(), time.monotonic()
    for found in search(run, near, bounds.seed, range(bounds.games)):  # noqa: B007  the last one counts
        if bounds.seconds is not None and time.monotonic() - began > bounds.seconds:
            break
    if found.example is None:
        return Alone(name, found)
    if told(pair, seats, found.example).shown:
        return Alone(name, found)
    use = in_use(pair, seats, bounds.seed, bounds.games)
    return Alone(name, found, use.parting.after if use is not None else None)
