"""The summary of many games as text."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.comparison.statistics.effects import wilson
from rulewright.playtest.summary import Spread, Summary, together
from rulewright.report.columns import Column, columns
from rulewright.report.layout import WIDTH, counted, fold, listing, shorten, upper

SHOWN = 5
"""How many game numbers are named for each failure."""


def summary_lines(summary: Summary, names: Sequence[str], repeat: str) -> list[str]:
    """Return the tables by seat and by source of points, the decisions, and the failures."""
    if not summary.games:
        return [*fault_lines(summary), *failure_lines(summary, repeat)]
    parts = [seat_lines(summary, names), source_lines(summary, names), number_lines(summary), decision_lines(summary)]
    lines = [line for part in parts if part for line in ("", *part)]
    return [*lines[1:], *fault_lines(summary), *failure_lines(summary, repeat)]


def table(rows: Sequence[tuple[str, Sequence[str]]], wide: int) -> list[str]:
    """Return rows of a label and right-aligned columns of eight."""
    layout = [Column(wide), *[Column(8, right=True)] * len(rows[0][1])]
    return columns([(shorten(label, wide), *texts) for label, texts in rows], layout, indent="  ")


def figures(spread: Spread) -> list[str]:
    """Return mean, least and most."""
    return [f"{spread.mean:.1f}", str(spread.least), str(spread.most)]


def seat_lines(summary: Summary, names: Sequence[str]) -> list[str]:
    """Return wins and points, a row for each seat."""
    wide = max(12, *map(len, names))
    rows = [("", ["wins", "points", "least", "most", "asked"])]
    for seat, name in enumerate(names):
        wins = f"{100 * summary.wins[seat] / summary.games:.1f}%"
        asked = f"{summary.asked[seat].mean:.1f}"
        rows.append((name, [wins, *figures(summary.points[seat]), asked]))
    return [*table(rows, wide), *fold(f"95% interval of wins: {intervals(summary, names)}.")]


def intervals(summary: Summary, names: Sequence[str]) -> str:
    """Return the 95% interval (Wilson) of each seat's share of wins."""
    ranges = [wilson(wins / summary.games, summary.games) for wins in summary.wins]
    told = [f"{100 * low:.1f}% to {100 * high:.1f}%" for low, high in ranges]
    return listing([f"{text} ({name})" for text, name in zip(told, names, strict=True)])


def source_lines(summary: Summary, names: Sequence[str]) -> list[str]:
    """Return where the points come from: over all seats, then the mean of each seat while there is room."""
    if not summary.sources:
        return []
    wide = min(28, max(12, *map(len, summary.sources)))
    room = (WIDTH - wide - 26) // 8
    seats = range(len(names)) if len(names) <= room else range(0)
    rows = [("Points from", ["mean", "least", "most", *(shorten(names[s], 7) for s in seats)])]
    for label, spreads in summary.sources.items():
        rows.append((label, [*figures(together(spreads)), *(f"{spreads[s].mean:.1f}" for s in seats)]))
    return table(rows, wide)


def number_lines(summary: Summary) -> list[str]:
    """Return the numbers that the game has at the end, and in how many games they were as high as in any."""
    if not summary.numbers:
        return []
    labels = {name: upper(name.replace("-", " ")) for name in summary.numbers}
    wide = min(28, max(12, *map(len, labels.values())))
    rows = [(labels[name], [*figures(spread), str(spread.at_most)]) for name, spread in summary.numbers.items()]
    return table([("At the end", ["mean", "least", "most", "times"]), *rows], wide)


def decision_lines(summary: Summary) -> list[str]:
    """Return how long a game is, in decisions of two options or more."""
    each, whole = together(summary.asked), summary.length
    return fold(
        f"Decisions of two options or more: {each.mean:.1f} a person ({each.least} to {each.most}), "
        f"{whole.mean:.1f} a game ({whole.least} to {whole.most})."
    )


def fault_lines(summary: Summary) -> list[str]:
    """Return what was wrong with seats outside, in how many games, and in which."""
    lines: list[str] = []
    for fault, games in summary.faults.items():
        lines += ["", *fold(f"In {counted(len(games), 'game')} {fault}"), *fold(game_numbers(games), "  ")]
    return lines


def game_numbers(games: Sequence[int]) -> str:
    """Return the first of some game numbers."""
    return f"game numbers {', '.join(map(str, games[:SHOWN]))}{', ...' if len(games) > SHOWN else ''}"


def failure_lines(summary: Summary, repeat: str) -> list[str]:
    """Return what broke, how often, and the command that plays the first of them again, if there is one."""
    lines: list[str] = []
    for failure, games in summary.failures.items():
        lines += ["", *fold(f"{counted(len(games), 'game')} broken: {failure}")]
        lines += fold(game_numbers(games), "  ")
        again = f"{repeat} --seed {games[0]}" if repeat else "not these games, whose chance is secret; with --seed 1"
        lines += fold(f"again:  {again}", "  ")
    return lines
