"""Which games a report plays, and its answers: figures, and what else is to be said on each question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean, stdev

from rulewright.comparison.answers.rows import Ending
from rulewright.comparison.arena.schedule import PAIRS, Schedule, round_robin
from rulewright.comparison.statistics.effects import SMALL_SHARE, Effect, pairs_for
from rulewright.comparison.statistics.intervals import (
    FEWEST_PAIRS,
    UNDECIDED,
    Estimate,
    Finding,
    difference_in_pairs,
    estimate_share,
    mean_interval,
    verdicts,
)
from rulewright.source.targets import names_in_kind

LENGTH, SEATS, LEAD, SKILL = "length", "seats", "lead", "skill"
POINTS, WINNERS, NEVER, WAITING = "points", "winners", "never", "waiting"
QUESTIONS = (LENGTH, SEATS, LEAD, SKILL, POINTS, WINNERS, NEVER, WAITING)
"""The questions, in the order of a report."""

DECISIONS, ROUNDS, PLACE = "decisions", "rounds", "place"
CHANGES, UNCHANGED, SETTLED, BEHIND = "changes", "unchanged", "settled", "behind"

FEWEST_GAMES = FEWEST_PAIRS
"""With fewer games than this nothing is said."""

SLIPS = 10
"""How many decisions a seat that slips makes, on average, for each one that it leaves to chance."""


@dataclass(frozen=True)
class Stage:
    """Games of one kind in all seats, by their numbers, or deals of two kinds, the stronger one second."""

    kinds: tuple[str, ...]
    numbers: range
    ruleset: int = 0
    """The number of the ruleset whose games these are."""
    slips: bool = False
    """One seat, another one in each game, decides by chance one time in `SLIPS`."""

    @property
    def is_duel(self) -> bool:
        """Whether two kinds play against each other."""
        return len(self.kinds) > 1

    def schedule(self, seats: int) -> Schedule:
        """Return who meets whom in a duel."""
        return Schedule(self.kinds, seats, round_robin(len(self.kinds), seats, PAIRS), self.numbers)

    def items(self, seats: int) -> range:
        """Return the games, counted from 0."""
        return self.schedule(seats).games if self.is_duel else range(len(self.numbers))


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with its interval. `verdict` says how it is beside `even`, which it would be if nothing mattered, and
    `needs` how many games show such a difference; 0 where that makes no sense."""

    name: str
    estimate: Estimate
    percent: bool = False
    verdict: str = ""
    even: float = 0.0
    needs: int = 0


def mean_figure(name: str, numbers: Sequence[float]) -> Figure:
    """Return the mean of a number of each game."""
    return Figure(name, Estimate(fmean(numbers), mean_interval(numbers), len(numbers)))


def share_figure(name: str, numbers: Sequence[float], even: float = 0.0) -> Figure:
    """Return the share of games for which something holds, or of what each game divides."""
    return Figure(name, estimate_share([(one, 1.0) for one in numbers], len(numbers)), True, even=even)


def judged_shares(numbers: Mapping[str, Sequence[float]], even: float) -> list[Figure]:
    """Return shares with verdicts beside an even one, held together."""
    more = {name: [one - even for one in each] for name, each in numbers.items()}
    findings = [
        Finding(*difference_in_pairs(each, share=True), len(each), SMALL_SHARE) for each in more.values()
    ]  # fmt: skip
    return [
        Figure(
            name, share_figure(name, numbers[name]).estimate, True, verdict, even,
            pairs_for(fmean(each), stdev(each)) if verdict == UNDECIDED and len(each) > 1 else 0,
        )
        for (name, each), verdict in zip(more.items(), verdicts(findings), strict=True)
    ]  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What games of one kind of seat say about a question. `needs`: as many are needed, if there are not enough."""

    question: str
    who: str
    games: int
    needs: int = 0
    figures: list[Figure] = field(default_factory=list)

    def figure(self, name: str) -> Figure | None:
        """Return a figure by its name."""
        return next((one for one in self.figures if one.name == name), None)


@dataclass(frozen=True, kw_only=True)
class LengthAnswer(Answer):
    """How long games take, and how many ended where, the most frequent first. `phase` is the one whose runs are counted
    as rounds; empty for laps."""

    phase: str = ""
    lengths: list[int] = field(default_factory=list)
    endings: list[tuple[Ending, int]] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class SeatsAnswer(Answer):
    """Whether a place or a seat is better. `fixed`: each seat has the same place in every game; `shared`: in every game
    all seats have the same part of the win."""

    alone: bool = False
    together: bool = False
    fixed: bool = False
    shared: bool = False
    places: list[Figure] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class LeadAnswer(Answer):
    """When games are decided: half of them after `half` percent of the decisions. `scored`: points differed before the
    end of some game; `rivals`: there are two sides."""

    scored: bool = True
    rivals: bool = True
    half: int = 0


@dataclass(frozen=True, kw_only=True)
class PointsAnswer(Answer):
    """Where points come from: the points of a player by scoring, after each quarter of the game."""

    course: dict[str, list[float]] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class WinnersAnswer(Answer):
    """What winners do more or less often than the others of the same game, the largest clear difference first."""

    options: dict[str, Effect] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class NeverAnswer(Answer):
    """What happened in no game; it happens in fewer than `below` of all games."""

    below: float = 1.0
    unoffered: list[str] = field(default_factory=list)
    untaken: list[str] = field(default_factory=list)
    unscored: list[str] = field(default_factory=list)
    unowned: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Duel:
    """The games of two kinds of seat: how often the stronger one finishes above the weaker one, ties as halves."""

    weaker: str
    stronger: str
    games: int
    needs: int = 0
    above: Estimate | None = None
    deals: int = 0

    @property
    def is_restricted(self) -> bool:
        """Whether one of the kinds may not choose, or must choose, something."""
        return any(len(names_in_kind(kind)) > 1 for kind in (self.weaker, self.stronger))


@dataclass(frozen=True, kw_only=True)
class SkillAnswer(Answer):
    """Whether skill pays, from the weakest kinds to the strongest. `rivals`: there are others to play against; `slips`:
    what a seat of a kind loses of its wins when it decides by chance one time in `SLIPS`."""

    duels: list[Duel] = field(default_factory=list)
    rivals: bool = True
    slips: Figure | None = None
