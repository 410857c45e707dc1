"""The words of an arena: sentences about who plays better, and numbers as they are shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rulewright.comparison.arena.deals import Deals
from rulewright.comparison.arena.standings import Rating, Standings
from rulewright.comparison.statistics.effects import SMALL_SHARE
from rulewright.comparison.statistics.intervals import (
    FEWEST_PAIRS,
    LESS,
    MORE,
    SAME,
    UNDECIDED,
    Estimate,
    Finding,
    Interval,
    p_value,
    verdicts,
)
from rulewright.phrasing import counted, listing

LEVEL = "95% interval"
_RATINGS = (
    "Ratings fit all rankings best (Plackett and Luce, with an effect for each seat; a tie counts as either order): "
    "100 points more are odds of 64 to 36, 400 points odds of 10 to 1."
)
METHOD = (
    "Every shuffle was played in all rotations of the seats, and intervals take whole shuffles as independent. "
    + _RATINGS
)
DEALT_ANEW = (
    "Programs can remember, so every game had shuffles of its own; intervals take whole rotations as independent. "
    + _RATINGS
)
AGAINST_EVEN = {
    MORE: "clearly more than", LESS: "clearly less than", SAME: "practically", UNDECIDED: "undecided beside"
}  # fmt: skip
VERDICTS = {MORE: "better", LESS: "worse"}
"""Of kinds of seat; else the verdict itself."""


def method(deals: Deals) -> str:
    """Return how numbers and intervals came about."""
    return DEALT_ANEW if deals.schedule.dealt_anew else METHOD


def headline(found: Standings | None, deals: Deals) -> str:
    """Return the first line: how many games, of which shuffles."""
    schedule = deals.schedule
    counted_games = f"{counted(deals.played, 'game')} with {counted(schedule.seats, 'player')}"
    numbers = f"numbers {schedule.deals.start:,} to {schedule.deal_number(deals.last):,}"
    tables = counted(len(schedule.pairings), "pairing")
    left = deals.played - (found.games if found is not None else 0)
    out = f" {counted(left, 'game')} of these {'does' if left == 1 else 'do'} not count." if left else ""
    rotated = "all rotations of" if schedule.dealt_anew else "each in all rotations of"
    return f"{counted_games}: {numbers}, {rotated} {tables}.{out}"


def judge(found: Standings) -> tuple[dict[str, str], dict[tuple[str, str], str]]:
    """Return the verdict on each kind beside its even share, and on each kind against each other, held together."""
    kinds = [(one.kind, _beside(one.first, one.even, found.deals)) for one in found.kinds]
    pairs = [(pair, _beside(met.share, 0.5, found.deals)) for pair, met in found.above.items() if met.share]
    listed = verdicts(finding for _, finding in (*kinds, *pairs))
    named = [VERDICTS.get(one, one) for one in listed[len(kinds) :]]
    return (
        dict(zip((kind for kind, _ in kinds), listed, strict=False)),
        dict(zip((pair for pair, _ in pairs), named, strict=True)),
    )


def _beside(share: Estimate, even: float, deals: int) -> Finding:
    within = share.within[0] - even, share.within[1] - even
    return Finding(within, p_value(within, deals - 1), deals, SMALL_SHARE)


def sentences(found: Standings) -> Iterator[str]:
    """Yield what the numbers mean, best kind first."""
    of_kinds, of_pairs = judge(found)
    for better, worse in zip(found.kinds, found.kinds[1:], strict=False):
        met = found.above[better.kind, worse.kind].share
        if met is not None:
            yield (
                f"{better.kind} finishes above {worse.kind} in {percent(met.value)} of games ({interval(met)}): "
                f"{of_pairs[better.kind, worse.kind]}."
            )
    for one in found.kinds:
        yield (
            f"{one.kind} is first in {percent(one.first.value)} of its games ({interval(one.first)}): "
            f"{AGAINST_EVEN[of_kinds[one.kind]]} the even share of {percent(one.even)}."
        )
    if found.deals < FEWEST_PAIRS:
        few = f"{counted(found.deals, 'deal')} instead of {FEWEST_PAIRS} or more"
        yield f"Ratings are rough, and every verdict is undecided: {few}."
    if found.cycle:
        yield f"Nobody is best: {beating(found.cycle)}. Ratings in one line cannot show that."


def beating(cycle: Sequence[str]) -> str:
    """Return a cycle in words."""
    return listing([f"{one} finishes above {other}" for one, other in zip(cycle, (*cycle[1:], cycle[0]), strict=True)])


def percent(share: float) -> str:
    """Return a share of games."""
    return f"{100 * share:.1f}%"


def interval(of: Estimate) -> str:
    """Return the interval of a share in a sentence."""
    return f"{LEVEL} {percents(of.within)}"


def percents(within: Interval) -> str:
    """Return the interval of a share."""
    return f"{percent(within[0])} to {percent(within[1])}"


def rated(of: Rating) -> tuple[str, str]:
    """Return a rating and its interval."""
    value, low, high = map(round, (of.value, *of.within))
    return f"{value:+d}", f"{low:+d} to {high:+d}"


def pointed(of: Estimate) -> tuple[str, str]:
    """Return a mean of points and its interval."""
    return f"{of.value:.1f}", f"{of.within[0]:.1f} to {of.within[1]:.1f}"


def chance(sure: float) -> str:
    """Return a probability, which a bootstrap knows to a thousandth."""
    return ">99.9%" if sure > 0.9995 else "<0.1%" if sure < 0.0005 else percent(sure)


def table_named(pairing: Sequence[str]) -> str:
    """Return who sits at a table: `search, 3 greedy`."""
    counts = Counter(pairing)
    return ", ".join(kind if count == 1 else f"{count} {kind}" for kind, count in counts.items())
