"""What restrictions change in the share of wins, and verdicts: too strong, never worth it, worse than another.

- Too strong: who may not choose it loses clearly more of its wins than without one of its peers, by more than
  `MARGIN`; and who must choose it whenever that is possible does not lose by that, or no more than by one of its peers.
- Never worth it: who must choose it wins clearly less; and who may not choose it wins clearly more, or, where it is
  chosen at most half as often as by chance, at least practically as much.
- Worse than another: where both were offered and one of them was chosen, it was the other, but for one in a hundred
  times at most; and who must choose it there wins clearly less.

All rows of one kind of seat are judged together, with the share of false marks held at 5 % (`statistics/intervals.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean
from typing import NamedTuple

from rulewright.comparison.statistics.effects import SMALL_SHARE, Effect, judged, paired_effect
from rulewright.comparison.statistics.intervals import FEWEST_PAIRS, LESS, MORE, UNDECIDED
from rulewright.comparison.worth.games import Trial, WorthGame
from rulewright.players.restrictions import OVER, WITH, WITHOUT

MARGIN, NEGLIGIBLE = SMALL_SHARE, 0.02
"""By how much of the wins something stands out among its peers; and up to how much is practically nothing."""
FEWEST_PEERS, PEERS_AGAIN = 2, 3
"""With fewer peers nothing stands out among them; and by how many of them a stronger kind of seat judges again."""
RARELY = 0.01
"""Up to this share of the times one of two options is chosen, the other counts as what is always chosen: a tie may be
broken by chance."""
TOO_STRONG, NEVER_WORTH_IT, WORSE = "too strong", "never worth it", "worse"


BEYOND = "beyond"
"""Under this instead of a restriction stands by how much the cost of one is beyond that of its peers."""


class Restriction(NamedTuple):
    """How a seat is restricted about an element: without it, with it, or with it over another one."""

    how: str
    name: str
    other: str = ""

    def __str__(self) -> str:
        return f"{WITH if self.other else self.how} {self.name}" + (f" {OVER} {self.other}" if self.other else "")

    def changes(self, game: WorthGame) -> bool:
        """Return whether it overrules, at least once, what the watched seat did in a game."""
        return self.name in (game.seen.chosen if self.how == WITHOUT else game.seen.left)


Confirmed = dict[str, str | None]
"""What is played again, by name: with what is better, empty where nothing is; None for a mere peer."""


@dataclass(frozen=True, slots=True)
class WorthRow:
    """What is known of an element: its peers, in how many games it could be chosen and was, whether at most half as
    often as by chance, and what restrictions change in the share of wins. `beyond` is what remains of the change
    without it after that of its peers and the margin."""

    name: str
    peers: str
    offered: int
    chosen: int
    avoided: bool
    without: Effect
    always: Effect
    beyond: Effect | None
    over: Effect | None
    better: str
    """What was always chosen instead, or nearly; empty where there is no such thing."""
    exceptions: int
    """How often it was chosen nevertheless where both were offered."""
    broken: int
    """How many games with these restrictions broke; then there is no verdict."""

    @property
    def is_undecided(self) -> bool:
        """Whether only more games can tell if it is never worth it."""
        open_without = self.without.verdict == UNDECIDED and not self.without.is_no_loss
        return self.always.verdict == LESS and open_without and self.avoided and not self.broken


class WorthVerdict(NamedTuple):
    """A verdict on an element, and on another one that is better."""

    kind: str
    name: str
    better: str = ""


@dataclass(slots=True)
class WorthGamesPlayed:
    """Everything that was played by one kind of seat, taken in game by game."""

    kind: str
    free: dict[int, WorthGame] = field(default_factory=dict)
    trials: dict[Trial, WorthGame] = field(default_factory=dict)
    restrictions: list[Restriction] = field(default_factory=list)

    def add(self, games: Iterable[WorthGame]) -> None:
        """Take in games."""
        for game in games:
            if isinstance(game.item, Trial):
                self.trials[game.item] = game
            else:
                self.free[game.item] = game

    @property
    def whole(self) -> dict[int, WorthGame]:
        """The games without a restriction that came to their end, in the order of their numbers."""
        return {number: game for number, game in sorted(self.free.items()) if not game.failure}

    def failures(self) -> dict[str, list[str]]:
        """Return what broke, and in which games: their numbers, and how the seat was restricted."""
        found: dict[str, list[str]] = {}
        for game in (*self.free.values(), *self.trials.values()):
            found.setdefault(game.failure, []).append(f"{game.number} {game.restriction}".rstrip())
        return {said: games for said, games in found.items() if said}

    def list_restrictions(self, wanted: Callable[[str], bool], again: Confirmed | None = None) -> None:
        """Decide how elements are restricted: those of which enough games say something."""
        beaten = self._beaten()
        offered = Counter(name for game in self.whole.values() for name in game.seen.peers)
        self.restrictions = []
        for name in sorted(name for name, games in offered.items() if games >= FEWEST_PAIRS and wanted(name)):
            self.restrictions.append(Restriction(WITHOUT, name))
            better = None if again is None else again[name]
            if again is not None and better is None:
                continue
            self.restrictions.append(Restriction(WITH, name))
            over = [(times, other) for (one, other), times in beaten.items() if one == name]
            times, other = max((each for each in over if better in (None, each[1])), default=(0, ""))
            if times >= FEWEST_PAIRS and beaten[other, name] <= RARELY * times:
                self.restrictions.append(Restriction(OVER, name, other))

    def _beaten(self) -> Counter[tuple[str, str]]:
        """Return how often each element was left for another one that was chosen."""
        beaten = Counter[tuple[str, str]]()
        for name, others in (each for game in self.whole.values() for each in game.seen.beaten.items()):
            beaten.update({(name, other): times for other, times in others.items()})
        return beaten

    def missing_trials(self) -> list[Trial]:
        """Return the games with a restriction that are to be played, game number by game number."""
        trials = (
            Trial(game.number, str(one)) for game in self.whole.values() for one in self.restrictions
            if one.changes(game)
        )  # fmt: skip
        return [trial for trial in trials if trial not in self.trials]

    # -- judging

    def rows(self) -> list[WorthRow]:
        """Return what is known of all elements but mere peers, from game numbers of which every trial was played."""
        left = {trial.number for trial in self.missing_trials()}
        numbers = [number for number in self.whole if number not in left]
        pairs = {one: self._pairs(one, numbers) for one in self.restrictions}
        peers = {name: kind for game in self.free.values() for name, kind in game.seen.peers.items()}
        effects = {one: _effect(both) for one, both in pairs.items()}
        costs = {one.name: {number: b - a for number, a, b in both} for one, both in pairs.items()
                 if one.how == WITHOUT}  # fmt: skip
        beyond = {Restriction(BEYOND, name): effect for name, effect in _beyond_peers(costs, peers)}
        effects = judged(effects | beyond)
        beaten = self._beaten()
        return [self._row(one.name, peers[one.name], effects, beaten) for one in self.restrictions if one.how == WITH]

    def _pairs(self, restriction: Restriction, numbers: Sequence[int]) -> list[tuple[int, float, float]]:
        """Return the whole games with their shares of the win, without and with a restriction."""
        found = []
        for game in map(self.whole.__getitem__, numbers):
            after = self.trials.get(Trial(game.number, str(restriction)))
            if after is None or not after.failure:
                found.append((game.number, game.share, game.share if after is None else after.share))
        return found

    def _row(
        self, name: str, peers: str, effects: Mapping[Restriction, Effect], beaten: Mapping[tuple[str, str], int]
    ) -> WorthRow:
        seen = [game.seen for game in self.whole.values() if name in game.seen.peers]
        by_chance = sum(one.by_chance[name] for one in seen)
        avoided = sum(one.chosen.get(name, 0) for one in seen) <= by_chance / 2
        own = {one.how: one for one in effects if one.name == name}
        texts = {str(one) for one in own.values()}
        over = own.get(OVER)
        return WorthRow(
            name, peers, len(seen), sum(name in one.chosen for one in seen), avoided,
            effects[own[WITHOUT]], effects[own[WITH]], effects[own[BEYOND]] if BEYOND in own else None,
            effects[over] if over else None, over.other if over else "", beaten[over.other, name] if over else 0,
            sum(bool(game.failure) for trial, game in self.trials.items() if trial.restriction in texts),
        )  # fmt: skip


def _effect(both: Sequence[tuple[int, float, float]]) -> Effect:
    made = paired_effect([a for _, a, _ in both], [b for _, _, b in both], share=True)
    return replace(made, margin=NEGLIGIBLE)


def _beyond_peers(costs: Mapping[str, Mapping[int, float]], peers: Mapping[str, str]) -> Iterator[tuple[str, Effect]]:
    """Yield, of each element with peers, by how much its cost is beyond theirs and the margin, in the same games."""
    for name, own in costs.items():
        others = [each for other, each in costs.items() if other != name and peers[other] == peers[name]]
        numbers = [number for number in own if all(number in each for each in others)]
        if len(others) >= FEWEST_PEERS and numbers:
            usual = [fmean(each[number] for each in others) - MARGIN for number in numbers]
            yield name, paired_effect(usual, [own[number] for number in numbers], share=True)


def verdicts_of(rows: Sequence[WorthRow]) -> Iterator[WorthVerdict]:
    """Yield the verdicts on some rows."""
    for row in rows:
        if row.broken:
            continue
        if row.beyond is not None and row.beyond.verdict == LESS and not _costs_more_than_peers(row, rows):
            yield WorthVerdict(TOO_STRONG, row.name)
        if row.always.verdict == LESS and (row.without.verdict == MORE or (row.avoided and row.without.is_no_loss)):
            yield WorthVerdict(NEVER_WORTH_IT, row.name)
        if row.over is not None and row.over.verdict == LESS:
            yield WorthVerdict(WORSE, row.name, row.better)


def _costs_more_than_peers(row: WorthRow, rows: Sequence[WorthRow]) -> bool:
    """Return whether who must choose it clearly loses by that, and clearly more than by one of its peers on average.

    For example, to build the best mill as soon as possible may cost as much time as to build any other.
    """
    others = [other.always.difference for other in rows if other.peers == row.peers and other is not row]
    return row.always.verdict == LESS and row.always.within[1] < fmean(others or [0.0])


def to_confirm(rows: Sequence[WorthRow]) -> Confirmed:
    """Return what a stronger kind of seat plays again: what has a verdict, and some peers of what is too strong."""
    verdicts = [*verdicts_of(rows)]
    flagged = {verdict.name for verdict in verdicts}
    found: Confirmed = {row.name: row.better for row in rows if row.name in flagged}
    often = sorted((row for row in rows if row.name not in flagged), key=lambda row: (-row.offered, row.name))
    for kind in {row.peers for row in rows if WorthVerdict(TOO_STRONG, row.name) in verdicts}:
        found |= {row.name: None for row in [row for row in often if row.peers == kind][:PEERS_AGAIN]}
    return found


@dataclass(frozen=True, slots=True)
class StrengthWorth:
    """What one kind of seat says: from how many games that came to their end, of which numbers, and what broke in which
    games."""

    kind: str
    games: int
    numbers: range
    rows: Sequence[WorthRow]
    broken: Mapping[str, Sequence[str]]

    @classmethod
    def of_games(cls, played: WorthGamesPlayed) -> StrengthWorth:
        """Return what the games say that were played."""
        numbers = range(min(played.free, default=1), max(played.free, default=0) + 1)
        return cls(played.kind, len(played.whole), numbers, played.rows(), played.failures())

    def row(self, name: str) -> WorthRow | None:
        """Return what is known of an element."""
        return next((row for row in self.rows if row.name == name), None)


@dataclass(frozen=True, slots=True)
class Worth:
    """What options are worth by kinds of seat, the one that judges all of them first."""

    strengths: Sequence[StrengthWorth]

    def verdicts(self) -> dict[WorthVerdict, list[str]]:
        """Return all verdicts, each with the kinds of seat by which it holds."""
        found: dict[WorthVerdict, list[str]] = {}
        for one in self.strengths:
            for verdict in verdicts_of(one.rows):
                found.setdefault(verdict, []).append(one.kind)
        return found
