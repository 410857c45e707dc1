"""The words of a comparison by games: who played, headings, formatted numbers, which rows are shown."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.comparison.statistics.effects import Effect, MeanInterval, pairs_for
from rulewright.comparison.statistics.intervals import FEWEST_PAIRS, LESS, MORE, SAME, Interval
from rulewright.comparison.statistics.outcome import (
    AMOUNTS,
    HELD,
    LENGTH,
    OPTIONS,
    PIECES,
    POINTS,
    REACHED,
    SEATS,
    SOURCES,
    WINNER,
    Key,
)
from rulewright.players.seats import RANDOM, seats_in_words

HEADINGS = {
    POINTS: "Points",
    SOURCES: "Points of a player, from",
    WINNER: "Points of the winner, from",
    SEATS: "Share of the games won by",
    LENGTH: "Length",
    HELD: "The winner has at the end",
    REACHED: "Share of the winners who have",
    OPTIONS: "Options, how often a game",
    AMOUNTS: "Numbers chosen, on average",
    PIECES: "Pieces players get, a game",
}
SHARES = (SEATS, REACHED)
"""Groups whose numbers are shares of the games."""
MANY = (OPTIONS, AMOUNTS, PIECES)
"""Groups of many rows, of which only clear differences are shown unless all are wanted."""
FEW = 6
"""How many rows of a group are shown of what only one ruleset has, the most frequent first, unless all are wanted."""
BOTH = (POINTS, SEATS, REACHED)
"""Groups in which the range of each ruleset's own mean is shown, too."""
POINT_SIZES = (1.0, 0.5)
"""Differences in points a player for which the number of games needed is shown."""

INTERVALS = "95% intervals: Student's within pairs, Blaker's for shares."
HELD_BACK = "of 20 such rows one is so by chance, however many rows there are."
ALMOST = "practically the same: within 0.2 of the size, or within 5 percentage points of a share"
METHOD = f"{INTERVALS} Bold is more or less: {HELD_BACK} What is {ALMOST}."
NOTE = (
    f"{INTERVALS} * marks more or less: {HELD_BACK} = marks what is {ALMOST}. All else is undecided. "
    "Size: the difference in standard deviations of single games; 0.2 is small, 0.8 large."
)
FEW_PAIRS = f"With fewer than {FEWEST_PAIRS} pairs of games every row is undecided."
MARKS = {MORE: "*", LESS: "*", SAME: "="}
CHANCE = "Seats at random: this shows what can happen, not what good players do."


def who_played(who: Sequence[str], seats: int, pairs: int, numbers: range) -> str:
    """Return the first line: who sat, how many pairs of games, and their numbers."""
    sitting = seats_in_words(who or [RANDOM] * seats)
    return f"Played by {sitting}: {pairs:,} pairs of games, numbers {numbers.start:,} to {numbers.stop - 1:,}."


def at_random(who: Sequence[str]) -> bool:
    """Whether somebody plays at random."""
    return not who or RANDOM in who


def grouped(effects: dict[Key, Effect]) -> dict[str, list[tuple[str, Effect]]]:
    """Return the rows by group, in the order in which groups are shown."""
    found: dict[str, list[tuple[str, Effect]]] = {group: [] for group in HEADINGS}
    for (group, name), one in effects.items():
        found[group].append((name, one))
    return {group: rows for group, rows in found.items() if rows}


def worth_telling(group: str, rows: Sequence[tuple[str, Effect]], every: bool) -> list[tuple[str, Effect]]:
    """Return the rows that are shown: in long groups what only one ruleset has, and clear differences, large first."""
    if every or group not in MANY:
        return list(rows)
    clear = [row for row in rows if row[1].is_clear or only_in(row[1])]
    return sorted(clear, key=lambda row: -99.0 if only_in(row[1]) else -abs(row[1].size))


def only_in(one: Effect) -> str:
    """Return which ruleset alone has something: A, B, or nothing for both."""
    return "B" if one.a is None else "A" if one.b is None else ""


def left_out(rows: Sequence[tuple[str, Effect]], every: bool) -> dict[str, list[str]]:
    """Return by ruleset the rows of what only it has that are counted instead of shown; a single one is shown."""
    found: dict[str, list[str]] = {}
    for side in "" if every else "AB":
        means = {name: abs(mean.mean) for name, one in rows if only_in(one) == side and (mean := one.a or one.b)}
        if len(means) > FEW + 1:
            found[side] = sorted(means, key=lambda name: -means[name])[FEW:]
    return found


def number(value: float, group: str) -> str:
    """Return a mean or share as it is shown."""
    return f"{100 * value:.1f}%" if group in SHARES else f"{value:.2f}" if abs(value) < 1 else f"{value:.1f}"


def signed(value: float, group: str) -> str:
    """Return a difference with its sign."""
    shown = number(abs(value), group)
    sign = "" if not float(shown.rstrip("%")) else "+" if value > 0 else "-"
    return sign + shown


def between(within: Interval, group: str, sign: bool = True) -> str:
    """Return a range in words."""
    low, high = (signed(end, group) if sign else number(end, group) for end in within)
    return f"{low} to {high}"


def ranging(one: Effect, group: str) -> str:
    """Return the range of a difference in words; where all pairs are equal, that they are."""
    if one.spread or one.pairs < 2 or group in SHARES:
        return between(one.within, group)
    if one.difference:
        return "in all pairs"
    return "the same in all" if one.a and one.a.mean else "not once in play"


def shown(one: MeanInterval | None, group: str) -> str:
    """Return the mean under a ruleset, or that there is no such thing."""
    return "-" if one is None else number(one.mean, group)


def power(points: Effect) -> list[str]:
    """Return sentences on how many pairs of games a difference in points a player needs."""
    needed = [f"{size:g} needs {pairs_for(size, points.spread):,}" for size in POINT_SIZES]
    said = f"A difference in points a player of {' pairs of games, of '.join(needed)} (seen in 8 of 10 comparisons)."
    if points.difference and points.pairs > 1:
        said += f" The one found here, {signed(points.difference, POINTS)}, needs "
        said += f"{pairs_for(points.difference, points.spread):,}."
    return [said]
