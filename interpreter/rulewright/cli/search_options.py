"""What is searched for a divergence: two rulesets as typed, a row of their comparison, and the search itself."""

from __future__ import annotations

import time
from functools import cached_property
from typing import TYPE_CHECKING

import click

from rulewright.cli import late, opening
from rulewright.cli.run import GamesRun
from rulewright.diagnostics import Code, Diagnostic, RulesError, Span
from rulewright.diagnostics.similar import did_you_mean

if TYPE_CHECKING:
    from rulewright.comparison.diff import DifferenceRow
    from rulewright.comparison.divergence import SearchProgress
    from rulewright.comparison.divergence.units import SearchBounds, ShareResult
    from rulewright.comparison.toggles import RulesetPair


class Duel:
    """Two rulesets as they were typed, and the number of players."""

    def __init__(self, a: str, b: str, players: int | None) -> None:
        self.typed = a, b
        self.rulesets = opening.ruleset(a), opening.ruleset(b)
        self.abouts = self.rulesets[0].about, self.rulesets[1].about
        if self.abouts[0].names[:1] != self.abouts[1].names[:1]:
            raise click.UsageError(f"{a} and {b} have other players, so no game is one of both.")
        fewest = max(about.fewest for about in self.abouts)
        self.seats = opening.seats_for(self.abouts[0], players if players is not None else fewest)
        opening.seats_for(self.abouts[1], self.seats)

    @cached_property
    def rules_pair(self) -> RulesetPair:
        """The two rulesets, composed and checked."""
        return late.toggles.whole_pair(*self.rulesets)

    @cached_property
    def rows(self) -> list[DifferenceRow]:
        """The rows of `rulewright diff`."""
        return late.diff.difference_rows(*self.rulesets)

    def row_named(self, wanted: str) -> DifferenceRow:
        """Return the row of a number or name, or raise what is wrong with it."""
        found = next((row for row in self.rows if wanted in (str(row.number), row.name)), None)
        if found is None:
            said = f'there is no difference "{wanted}" between {self.typed[0]} and {self.typed[1]}'
            known = ["Nothing is different between them."]
            if self.rows:
                numbers = f"They have numbers from 1 to {len(self.rows)}:  rulewright diff {' '.join(self.typed)}"
                known = [*did_you_mean(wanted, [row.name for row in self.rows]), numbers]
            raise _refusal_of(wanted, said, *known)
        if not self.is_playable(found):
            said = f'row {found.number}, "{found.name}", belongs to no named difference, so it cannot be played alone'
            remedy = f"Without a row both are played as they are:  rulewright diverge {' '.join(self.typed)}"
            raise _refusal_of(wanted, said, remedy)
        return found

    def is_playable(self, row: DifferenceRow) -> bool:
        """Whether a row is a difference that can be played alone."""
        return any(one.name == row.name and one.sentence is not None for one in self.rules_pair.differences)

    def pair_alone(self, row: DifferenceRow) -> RulesetPair:
        """Return the two rulesets that differ by one difference."""
        return late.toggles.single_difference(self.rules_pair, row.name)


def _refusal_of(wanted: str, said: str, *remedy: str) -> RulesError:
    return RulesError((Diagnostic(Code.UNKNOWN_DIFFERENCE, Span(wanted, 0, 0, 0, 0), said, remedy),))


# -- searching


def search_divergence(pair: RulesetPair, seats: int, bounds: SearchBounds, run: GamesRun) -> tuple[SearchProgress, int]:
    """Return the shortest game found that a pair of rulesets plays differently, and the exit code of `Run.play_job`."""
    attempts, began = late.divergence_units.Attempts(bounds.games), time.monotonic()

    def take(tried: ShareResult) -> bool:
        attempts.take(tried)
        is_late = bounds.seconds is not None and time.monotonic() - began > bounds.seconds
        return is_late or attempts.found.done

    def shortest() -> str:
        example = attempts.found.example
        return f"shortest {len(example.names)} decisions" if example is not None else ""

    job = late.divergence_units.attempts_at(pair, seats, bounds.seed, attempts)
    code = run.play_job(job, take, note=shortest)
    return attempts.found, code
