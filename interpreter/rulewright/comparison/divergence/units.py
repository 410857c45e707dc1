"""Searches in units for the job runner, with the result of a search by one process.

An attempt depends on the shortest game that earlier attempts have found. A share of the attempts is handed out together
with the shortest game known by then; if an earlier share finds a shorter one, it is worked on again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from rulewright.comparison.divergence import DivergentGame, SearchProgress, search_divergence
from rulewright.comparison.divergence.distance import distances_by_option, rule_distances
from rulewright.comparison.divergence.lockstep import Lockstep
from rulewright.comparison.divergence.narrative import tell_divergence
from rulewright.comparison.divergence.watch_run import shortest_use
from rulewright.comparison.toggles import RulesetPair, single_difference
from rulewright.jobs.job import Each, Job


@dataclass(frozen=True, slots=True)
class SearchBounds:
    """The bounds of a search: number of the first game, how many games, and how many seconds."""

    seed: int
    games: int
    seconds: float | None = None


# -- one search

MOST_ATTEMPTS_IN_UNIT = 200
"""Most attempts in a unit: each is over in some milliseconds."""


@dataclass(frozen=True, slots=True)
class AttemptShare:
    """Consecutive attempts of a search, and the shortest game when they were handed out."""

    attempts: range
    best: DivergentGame | None


@dataclass(frozen=True, slots=True)
class ShareResult:
    """What came of a share: the shortest game before and after."""

    before: DivergentGame | None
    found: SearchProgress


class Attempts:
    """The attempts of a search, as the items of a job; what has come of them so far is `found`."""

    def __init__(self, games: int) -> None:
        self.games, self.found = games, SearchProgress()

    def __len__(self) -> int:
        return self.games

    def __getitem__(self, at: slice) -> AttemptShare:
        return AttemptShare(range(self.games)[at], self.found.example)

    def take(self, tried: ShareResult) -> None:
        """Take in what came of the next share."""
        self.found = tried.found

    def is_outdated(self, tried: ShareResult) -> bool:
        """Whether a shorter game has been found since a share was handed out."""
        return tried.before != self.found.example


def open_search(pair: RulesetPair, seats: int, seed: int) -> Callable[[AttemptShare], ShareResult]:
    """Compile two rulesets, and return what works on a share of a search for a game that they play differently."""
    run, near = _lockstep_with_distances(pair, seats)

    def work(share: AttemptShare) -> ShareResult:
        *_, found = search_divergence(run, near, seed, share.attempts, share.best)
        return ShareResult(share.best, found)

    return work


def attempts_at(pair: RulesetPair, seats: int, seed: int, attempts: Attempts) -> Job[ShareResult]:
    """Return the job of a search; its results are to be taken in by `attempts`."""
    return Job(partial(open_search, pair, seats, seed), attempts, MOST_ATTEMPTS_IN_UNIT, outdated=attempts.is_outdated)


def _lockstep_with_distances(pair: RulesetPair, seats: int) -> tuple[Lockstep, list[int]]:
    programs = pair.first.program(seats), pair.second.program(seats)
    return Lockstep(*programs), distances_by_option(
        programs[0], rule_distances(pair.first.composed_rules, pair.changed_targets)
    )


# -- each difference by itself


@dataclass(frozen=True, slots=True)
class SingleSearch:
    """What came of the search for one difference, by its name.

    `used` is after how many decisions a rule that only one side has first does something, where the game that was found
    does not show it.
    """

    name: str
    found: SearchProgress
    used: int | None = None


def one_by_one(
    pair: RulesetPair, seats: int, bounds: SearchBounds, names: Sequence[str], with_use: bool = True
) -> Job[list[SingleSearch]]:
    """Return the job of searching for differences, each by itself; without `with_use` no first use is searched for."""
    return Job(Each(partial(open_single_searches, pair, seats, bounds, with_use)), names)


def open_single_searches(
    pair: RulesetPair, seats: int, bounds: SearchBounds, with_use: bool
) -> Callable[[str], SingleSearch]:
    """Return what searches for single differences of two rulesets, by name."""
    return lambda name: _search_difference(name, single_difference(pair, name), seats, bounds, with_use)


def _search_difference(name: str, pair: RulesetPair, seats: int, bounds: SearchBounds, with_use: bool) -> SingleSearch:
    run, near = _lockstep_with_distances(pair, seats)
    found, began = SearchProgress(), time.monotonic()
    for found in search_divergence(run, near, bounds.seed, range(bounds.games)):  # noqa: B007  the last one counts
        if bounds.seconds is not None and time.monotonic() - began > bounds.seconds:
            break
    if found.example is None or not with_use or tell_divergence(pair, seats, found.example).shown:
        return SingleSearch(name, found)
    use = shortest_use(pair, seats, bounds.seed, bounds.games)
    return SingleSearch(name, found, use.parting.after if use is not None else None)
