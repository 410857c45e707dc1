"""The summary of many games: wins and points by seat, where the points come from, and what broke."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulewright.comparison.statistics.intervals import share_interval
from rulewright.phrasing import listing, upper
from rulewright.playtest.summary import Spread, Summary, merged_spread
from rulewright.report.layout import WIDTH, shorten
from rulewright.report.model import Column, Line, Report, Section, Sentence, Table, troubles

SHOWN = 5
"""How many game numbers are named for each failure."""


def simulate_report(opening: str, summary: Summary, names: Sequence[str], repeat: str) -> Report:
    """Return the failures, the tables by seat and by source of points, and the decisions."""
    tables = _result_tables(summary, names) if summary.games else ()
    return Report([*broken(summary, repeat), Section([Line(opening)]), *tables])


def _result_tables(summary: Summary, names: Sequence[str]) -> Iterator[Section]:
    wins = [summary.won_together] * summary.seats if summary.is_together else summary.wins
    shares = [100 * won / summary.games for won in wins]
    ranges = [share_interval(won, summary.games) for won in wins]
    within = [f"{100 * low:.1f}% to {100 * high:.1f}%" for low, high in ranges]
    if summary.is_together:
        sure = f"All have the same place in every game. 95% interval of the games that they win: {within[0]}."
    else:
        named = [f"{one} ({name})" for one, name in zip(within, names, strict=True)]
        sure = f"95% interval of wins: {listing(named)}."
    seats = [
        (name, f"{share:.1f}%", *_figure_texts(points), f"{asked.mean:.1f}")
        for name, share, points, asked in zip(names, shares, summary.points, summary.asked, strict=True)
    ]
    yield Section([
        _number_table("", ("wins", "points", "least", "most", "asked"), seats, max(12, *map(len, names))),
        sure,
    ])  # fmt: skip
    if summary.sources:
        yield Section([_source_table(summary, names)])
    if summary.numbers:
        numbers = [
            (upper(name.replace("-", " ")), *_figure_texts(spread), str(spread.at_most))
            for name, spread in summary.numbers.items()
        ]
        yield Section([_number_table("At the end", ("mean", "least", "most", "times"), numbers)])
    each, whole = merged_spread(summary.asked), summary.length
    yield Section([
        f"Decisions of two options or more: {each.mean:.1f} a person ({each.least} to {each.most}), "
        f"{whole.mean:.1f} a game ({whole.least} to {whole.most})."
    ])  # fmt: skip


def _source_table(summary: Summary, names: Sequence[str]) -> Table:
    """Return where the points come from: over all seats, then the mean of each seat while there is room."""
    room = (WIDTH - _widest_name(summary.sources) - 26) // 8
    seats = range(len(names) if len(names) <= room else 0)
    rows = [
        (label, *_figure_texts(merged_spread(spreads)), *(f"{spreads[seat].mean:.1f}" for seat in seats))
        for label, spreads in summary.sources.items()
    ]
    return _number_table("Points from", ("mean", "least", "most", *(shorten(names[seat], 7) for seat in seats)), rows)


def _widest_name(labels: Iterable[str]) -> int:
    return min(28, max(12, *map(len, labels)))


def _number_table(first: str, headings: Sequence[str], rows: Sequence[Sequence[str]], width: int = 0) -> Table:
    """Return rows of a label and right-aligned columns of eight."""
    named = Column(first, width or _widest_name(row[0] for row in rows), right=False, cut=not width)
    return Table([named, *(Column(text, 8) for text in headings)], rows, indent="  ")


def _figure_texts(spread: Spread) -> tuple[str, str, str]:
    """Return mean, least and most."""
    return f"{spread.mean:.1f}", str(spread.least), str(spread.most)


def broken(summary: Summary, repeat: str) -> Iterator[Section]:
    """Yield what was wrong with seats outside or broke, in which games, and what plays one of them again."""
    for said, games in troubles(summary.faults, {}):
        yield Section([said, _game_numbers(games)])
    for said, games in troubles({}, summary.failures):
        again = f"{repeat} --seed {games[0]}" if repeat else "not these games, whose chance is secret; with --seed 1"
        yield Section([said, _game_numbers(games), Line(f"  again:  {again}")])


def _game_numbers(games: Sequence[int]) -> Sentence:
    return Sentence(f"game numbers {', '.join(map(str, games[:SHOWN]))}{', ...' if len(games) > SHOWN else ''}", "  ")
