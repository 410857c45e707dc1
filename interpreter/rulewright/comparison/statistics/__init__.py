"""What differs in play: pairs of games with the same numbers, and an effect for each number that is kept of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from rulewright.backends import Program
from rulewright.chance import other_secret, with_secret
from rulewright.comparison.statistics.effects import Effect, judged, one_sided_effect, paired_effect
from rulewright.comparison.statistics.outcome import (
    AMOUNTS,
    HELD,
    REACHED,
    SEATS,
    Key,
    PairedOutcome,
    outcomes_codec,
    play_watched,
)
from rulewright.jobs.job import Each, Job
from rulewright.jobs.journal import Codec
from rulewright.players.seats import deciders_of
from rulewright.playtest.match import Match

Games = dict[int, dict[Key, float]]
"""The numbers of each game by the game's number."""

MOST_GAMES_IN_UNIT = 200
"""Most games in a unit: each leaves a few hundred numbers."""

MOST_COUNTED = 6
"""Largest maximum for which it is counted how often the winner has it."""


@dataclass(slots=True)
class PairedResults:
    """The games of some rulesets, taken in one by one; broken ones are counted by what broke."""

    games: list[Games]
    broken: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    """By message: the ruleset and the number of each game."""
    faults: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    """What was wrong with seats outside, and in which games."""

    @classmethod
    def of_rulesets(cls, rulesets: int) -> PairedResults:
        """Return results without any game yet."""
        return cls([{} for _ in range(rulesets)])

    def add(self, outcome: PairedOutcome) -> None:
        """Take in one game."""
        for fault in outcome.faults:
            self.faults.setdefault(fault, []).append((outcome.ruleset, outcome.game))
        if outcome.failure:
            self.broken.setdefault(outcome.failure, []).append((outcome.ruleset, outcome.game))
        else:
            self.games[outcome.ruleset][outcome.game] = outcome.values

    def add_all(self, outcomes: Iterable[PairedOutcome]) -> None:
        """Take in several games."""
        for outcome in outcomes:
            self.add(outcome)

    def paired_games(self, a: int, b: int) -> list[int]:
        """Return the numbers of the games that came to their end under both rulesets."""
        return sorted(self.games[a].keys() & self.games[b].keys())

    def compare_rulesets(self, a: int, b: int) -> dict[Key, Effect]:
        """Return an effect for each number that one of two rulesets knows, in the order in which games keep them.

        Verdicts take into account how many there are.
        """
        pairs = self.paired_games(a, b)
        before, after = ([self.games[which][number] for number in pairs] for which in (a, b))
        found = {key: _effect_on(key, before, after) for key in _keys_of_games(before, after)}
        return judged(found | dict(_reached_maximums(before, after)))


def _effect_on(key: Key, before: Sequence[dict[Key, float]], after: Sequence[dict[Key, float]]) -> Effect:
    share = key[0] == SEATS
    known = [any(key in game for game in games) for games in (before, after)]
    if not all(known):
        there = before if known[0] else after
        return one_sided_effect([game[key] for game in there if key in game], in_b=known[1], share=share)
    both = [(a[key], b[key]) for a, b in zip(before, after, strict=True) if key in a and key in b]
    if key[0] != AMOUNTS:  # a number that nobody chose in a game is no number, all else that is missing is 0
        both = [(a.get(key, 0.0), b.get(key, 0.0)) for a, b in zip(before, after, strict=True)]
    return paired_effect([a for a, _ in both], [b for _, b in both], share)


def _reached_maximums(
    before: Sequence[dict[Key, float]], after: Sequence[dict[Key, float]]
) -> Iterator[tuple[Key, Effect]]:
    """Yield in how many games the winner has the most of something that any winner had, where that is countable."""
    for key in (key for key in _keys_of_games(before, after) if key[0] == HELD):
        top = max(game.get(key, 0.0) for games in (before, after) for game in games)
        if 1 < top <= MOST_COUNTED:
            a, b = ([float(game.get(key, 0.0) >= top) for game in games] for games in (before, after))
            yield (REACHED, f"{top:g} {key[1]}"), paired_effect(a, b, share=True)


def _keys_of_games(*sides: Iterable[dict[Key, float]]) -> Iterator[Key]:
    """Yield every key of some games once, those of the first ruleset first."""
    yield from dict.fromkeys(key for games in sides for game in games for key in game)


# -- playing


@dataclass(frozen=True)
class PairedGames(Match):
    """The same games by several rulesets. With a secret they have other deals by each, and are no pairs."""

    own_settings: tuple[tuple[tuple[str, int], ...], ...] = ()
    """The settings of each ruleset besides those of all; the last rulesets may have none."""

    def compiled(self) -> Iterator[Program]:
        """Yield the rules of each ruleset with its settings."""
        for at, ruleset in enumerate(self.rulesets):
            own = self.own_settings[at] if at < len(self.own_settings) else ()
            yield ruleset.program(self.seats, dict(self.settings) | dict(own))

    def player(self) -> Callable[[int], PairedOutcome]:
        """Compile all rulesets and return what plays the game of an item."""
        programs = self.programs()
        sitting = [deciders_of(program, self.who) for program in programs]

        def play(item: int) -> PairedOutcome:
            number, which = divmod(item, len(programs))
            return play_watched(
                programs[which], which, with_secret(number, other_secret(self.secret, which)), sitting[which]
            )

        return play

    def codec(self) -> Codec[list[PairedOutcome]]:
        """Return what converts the games of a unit for a journal."""
        return outcomes_codec(len(self.rulesets))

    def job(self, numbers: range) -> Job[list[PairedOutcome]]:
        """Return the job of playing the games of all rulesets, number by number: an item is the game of one ruleset."""
        rulesets = len(self.rulesets)
        items = range(numbers.start * rulesets, numbers.stop * rulesets)
        return Job(Each(self.player), items, MOST_GAMES_IN_UNIT, begins_here=not self.who)
