"""What a race among settings of the search has found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulewright.comparison.statistics.intervals import Estimate
from rulewright.comparison.tuning.race import RacedGame, RacePlan
from rulewright.phrasing import counted
from rulewright.report.arena_words import percent, percents
from rulewright.report.model import Line, Report, Section, broken_games


def tune_report(
    changed: Mapping[str, str],
    found: Estimate,
    plan: RacePlan,
    playouts: int,
    failures: Sequence[RacedGame],
) -> Report:
    """Return what was played, the settings that remained, and whether they are better."""
    better = "It is better. As a file of the ruleset, data/search.yaml:"
    same = "That is not clearly better: the settings stay as they are. More games may find something."
    return Report([
        Section([
            f"{plan.candidates} settings of the search with {counted(playouts, 'playout')} a decision, each against "
            f"the current ones in all other seats, by the same shuffles; {counted(len(plan.rounds), 'round')}, after "
            "each of which the better half stayed."
        ]),
        Section([
            "What remained:", *(Line(f"  {name}: {value}") for name, value in changed.items())
        ]),
        Section([
            f"In a last match on {counted(plan.last, 'fresh shuffle')} ({counted(found.games, 'game')}) it finished "
            f"ahead of {percent(found.value)} of the others (95% interval {percents(found.within)}; 50% would be "
            "even).",
            *broken_games([(one.match.deal, one.failure) for one in failures]),
            better if found.within[0] > 0.5 else same,
        ]),
    ])  # fmt: skip
