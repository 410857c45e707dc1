"""The shortest game that two rulesets play differently: a random search.

The same first number gives the same games. Every second game is biased: half of the time it takes a choice with the
smallest dependency distance to what is changed. Once a game diverges, most further ones are that game with one choice
changed or some left out, and none is played longer than the shortest found, so the example shrinks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rulewright.chance import pick
from rulewright.comparison.divergence.lockstep import RUNTIME_ERRORS, Divergence, GamesByName, first_divergence
from rulewright.playtest.game import MOST_DECISIONS

STRIDE_OF_COMPARISONS = 16
"""Positions are compared by name after this many decisions; the options are compared at each."""

NEW_GAME_INTERVAL = 4
"""Once a game has diverged, one in this many further games is a new one."""

MOST_LEFT_OUT = 12
"""Most decisions that are left out of a game, to see if it diverges without them."""


@dataclass(frozen=True, slots=True)
class DivergentGame:
    """A game that parts: its number, its decisions up to there, and how."""

    number: int
    names: tuple[str, ...]
    parting: Divergence


@dataclass(frozen=True, slots=True)
class SearchProgress:
    """How far a search is: games played, and the shortest that parts."""

    games: int = 0
    example: DivergentGame | None = None

    @property
    def done(self) -> bool:
        """Nothing can be shorter."""
        return self.example is not None and not self.example.names


class TryNumbers:
    """Numbers that are the same whenever the game and the number of the try are."""

    def __init__(self, number: int, attempt: int) -> None:
        self.number, self.rolled = number + (attempt << 32), 0

    def below(self, bound: int) -> int:
        """Return a number below the bound."""
        self.rolled += 1
        return pick(self.number, self.rolled, bound)


def search_divergence(
    run: GamesByName, near: Sequence[int], seed: int, attempts: range, best: DivergentGame | None = None
) -> Iterator[SearchProgress]:
    """Play games and yield the progress after each; the search ends early when no game can be shorter.

    `best` is the shortest game that the attempts before these have found.
    """
    found = SearchProgress(attempts.start, best)
    for attempt in attempts:
        try:
            example = _play_attempt(run, near, seed, attempt, found.example)
        except RUNTIME_ERRORS:
            example = None
        found = replace(found, games=attempt + 1, example=example or found.example)
        yield found
        if found.done:
            return


def _play_attempt(
    run: GamesByName, near: Sequence[int], seed: int, attempt: int, best: DivergentGame | None
) -> DivergentGame | None:
    """Play one game; return it if it parts, and sooner than the best."""
    dice = TryNumbers(seed, attempt)
    if best is None or attempt % NEW_GAME_INTERVAL == 0:
        number, follow = seed + attempt, list[str]()
    else:
        number, follow = best.number, _changed_decisions(best.names, dice)
    limit = len(best.names) - 1 if best is not None else MOST_DECISIONS
    names = _play_until_divergence(run, number, DecisionChooser(run, near if attempt % 2 else (), dice, follow), limit)
    if names is None:
        return None
    parting = first_divergence(run, number, names)
    return DivergentGame(number, tuple(names[: parting.after]), parting) if parting is not None else None


def _changed_decisions(names: tuple[str, ...], dice: TryNumbers) -> list[str]:
    """Return decisions of which one is left open, some are left out, or which end early."""
    at, way = dice.below(len(names)), dice.below(4)
    if way == 0:
        return list(names[:at])
    if way == 1:
        return [*names[:at], *names[at + 1 + dice.below(MOST_LEFT_OUT) :]]
    return [*names[:at], "", *names[at + 1 :]]


def _play_until_divergence(run: GamesByName, number: int, chooser: DecisionChooser, limit: int) -> list[str] | None:
    """Play until the games diverge, at most `limit` decisions; None when they never do."""
    run.begin(number)
    while run.same_question() and not run.over and len(run.made_choices) < limit:
        if (
            len(run.made_choices) % STRIDE_OF_COMPARISONS == STRIDE_OF_COMPARISONS - 1
            and run.divergence_here() is not None
        ):
            return list(run.made_choices)
        run.choose(chooser.next_choice())
    return list(run.made_choices) if not run.same_question() or run.divergence_here() is not None else None


class DecisionChooser:
    """Chooses for all seats: what is to be followed as long as it is offered, then at random."""

    def __init__(self, run: GamesByName, near: Sequence[int], dice: TryNumbers, follow: list[str]) -> None:
        self.run, self.near, self.dice, self.follow, self.at = run, near, dice, follow, 0

    def next_choice(self) -> str:
        """Return the name of a choice that both offer."""
        offered = self.run.offered[0]
        if self.at < len(self.follow):
            wanted = self.follow[self.at]
            self.at += 1
            if wanted in offered:
                return wanted
            later = self.follow[self.at : self.at + STRIDE_OF_COMPARISONS]
            self.at += next((ahead + 1 for ahead, name in enumerate(later) if name in offered), 0) if wanted else 0
            if wanted and self.at and self.follow[self.at - 1] in offered:
                return self.follow[self.at - 1]
        return self._random_choice(offered)

    def _random_choice(self, offered: Sequence[str]) -> str:
        if self.near and self.dice.below(2):
            far = [self.near[code >> 32] for code in self.run.codes[0]]
            best = min(far)
            offered = [name for name, distance in zip(offered, far, strict=True) if distance == best]
        return offered[self.dice.below(len(offered))]
