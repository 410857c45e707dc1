"""What a race among settings of the search has found, as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.comparison.arena.shares import Estimate
from rulewright.comparison.tuning.candidates import changed
from rulewright.comparison.tuning.race import Plan, Played
from rulewright.compile.tables import SearchSettings
from rulewright.report.arena_words import percent, percents
from rulewright.report.layout import counted, fold


def tune_lines(
    winner: SearchSettings,
    current: SearchSettings,
    found: Estimate,
    plan: Plan,
    playouts: int,
    failures: Sequence[Played],
) -> Iterator[str]:
    """Yield what was played, what remained, and whether it is better."""
    yield from fold(
        f"{plan.candidates} settings of the search with {counted(playouts, 'playout')} a decision, each against the "
        f"current ones in all other seats, by the same shuffles; {counted(len(plan.rounds), 'round')}, after each of "
        "which the better half stayed."
    )
    yield ""
    yield "What remained:"
    yield from (f"  {name}: {value}" for name, value in changed(winner, current).items())
    yield ""
    yield from fold(
        f"In a last match on {counted(plan.last, 'fresh shuffle')} ({counted(found.games, 'game')}) it finished ahead "
        f"of {percent(found.value)} of the others (95% interval {percents(found.within)}; 50% would be even)."
    )
    for failure in failures[:3]:
        yield from fold(f"Game {failure.match.deal} broke and does not count: {failure.failure}")
    if found.within[0] > 0.5:
        yield "It is better. As a file of the ruleset, data/search.yaml:"
        yield ""
    else:
        yield from fold("That is not clearly better: the settings stay as they are. More games may find something.")
