"""What options are worth: verdicts in sentences with the kinds of seat by which they hold, and a table of changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from math import ceil

from rulewright.comparison.statistics.effects import Effect
from rulewright.comparison.statistics.intervals import FEWEST_PAIRS, SAME
from rulewright.comparison.worth.findings import (
    MARGIN,
    NEVER_WORTH_IT,
    TOO_STRONG,
    WORSE,
    StrengthWorth,
    Worth,
    WorthRow,
    WorthVerdict,
)
from rulewright.phrasing import counted, listing
from rulewright.report.model import (
    Block,
    Items,
    Report,
    Row,
    Section,
    Sentence,
    Table,
    named_columns,
    troubled_data,
    troubles,
)

ORDER = (TOO_STRONG, NEVER_WORTH_IT, WORSE)
VERSION = 1
"""Counts up when a program that reads the document has to be changed; what is only added does not count."""
NOTE = (
    "Of 100 games, how many more or fewer a seat wins that may not choose it, and one that must whenever it can; all "
    "others play as usual, by the same deals. * clear, = practically nothing; of all marks at most about 1 in 20 is "
    "false. A restricted seat decides as usual wherever that is allowed."
)


def worth_report(headline: str, worth: Worth, seats: int, every: bool) -> Report:
    """Return the verdicts, and a table for each kind of seat; `every`: also what makes no clear difference."""
    broken: list[Block] = []
    for one in worth.strengths:
        for said, games in troubles({}, one.broken):
            broken += [Sentence(f"{one.kind}: {said}"), Sentence(f"the first: game number {games[0]}", "  ")]
    return Report(
        [
            Section([verdict_block(worth)], "What stands out", "verdicts"),
            *(Section([*table_blocks(one, every)], f"By {one.kind}", f"by-{one.kind}") for one in worth.strengths),
            Section([NOTE] if any(one.rows for one in worth.strengths) else []),
        ],
        headline, [Section(broken), Section([games_played(worth)])], "worth",
        {"version": VERSION, "seats": seats, **worth_data(worth)},
    )  # fmt: skip


def games_played(worth: Worth) -> str:
    """Return which games were played by whom."""
    played = [
        f"{counted(one.games, 'game')} by {one.kind} (numbers {one.numbers.start:,} to {one.numbers.stop - 1:,})"
        for one in worth.strengths
    ]
    few = f" With fewer than {FEWEST_PAIRS} games nothing is judged." if worth.strengths[0].games < FEWEST_PAIRS else ""
    return f"Played without restrictions: {listing(played)}.{few}"


# -- verdicts


def verdict_block(worth: Worth) -> Block:
    """Return what stands out, in sentences."""
    said = [_sentence(worth, *each) for each in _grouped(worth)]
    stands_out = said or ["In these games nothing is clearly too strong, never worth it, or worse."]
    return Items([*stands_out, *_open_questions(worth.strengths[0].rows)])


def _grouped(worth: Worth) -> list[tuple[list[WorthRow], WorthVerdict, Sequence[str]]]:
    """Return the verdicts in the order of their kinds; what is worse than the same, or alike in all figures, together.

    Each comes with its rows, and the kinds of seat by which it holds; the rows are of the first of these.
    """
    rows = {(one.kind, row.name): row for one in worth.strengths for row in one.rows}
    found: dict[tuple[str, ...], tuple[list[WorthRow], WorthVerdict, Sequence[str]]] = {}
    for verdict, kinds in sorted(worth.verdicts().items(), key=lambda each: ORDER.index(each[0].kind)):
        row = rows[kinds[0], verdict.name]
        key = verdict.kind, *kinds, verdict.better if verdict.kind == WORSE else _why(verdict.kind, row)
        found.setdefault(key, ([], verdict, kinds))[0].append(row)
    return [*found.values()]


def _sentence(worth: Worth, rows: Sequence[WorthRow], verdict: WorthVerdict, kinds: Sequence[str]) -> str:
    """Return a verdict with the kinds by which it holds, and the figures of the first of them."""
    asked = [one.kind for one in worth.strengths if one.row(verdict.name) and one.kind not in kinds]
    by = f"by {listing(kinds)}" + (f", not clearly by {listing(asked)}" if asked else "")
    if verdict.kind == WORSE:
        what, why = f"worse than {verdict.better} whenever both are offered", _why_worse(rows)
    else:
        what, why = verdict.kind, _why(verdict.kind, rows[0])
    return f"{listing([row.name for row in rows])} {'is' if len(rows) == 1 else 'are'} {what} ({by}): {why}."


def _open_questions(rows: Iterable[WorthRow]) -> Iterator[str]:
    """Yield what more games would show of elements that cost wins when chosen, and perhaps nothing when left out."""
    names: dict[str, list[str]] = {}
    for row in rows:
        if row.is_undecided:
            said = f"{_why(NEVER_WORTH_IT, row)}. About {_games_needed(row.without):,} games would show"
            names.setdefault(said, []).append(row.name)
    for said, alike in names.items():
        it = "it is" if len(alike) == 1 else "they are"
        yield f"{listing(alike)}: whether {it} ever worth it is undecided: {said} whether it matters to go without."


def _games_needed(effect: Effect) -> int:
    """Return in how many games an effect as large as it is now would be known to be negligible, or not to be.

    An interval shrinks with the root of the number of games, one of equal results with the number itself.
    """
    low, high = effect.within
    to_the_end = max(effect.margin + effect.difference, -effect.difference)
    return ceil(effect.pairs * ((high - low) / 2 / to_the_end) ** (1 if effect.is_alike else 2))


def _why(kind: str, row: WorthRow) -> str:
    if kind == TOO_STRONG and row.beyond is not None and row.beyond.a is not None:
        usual = games_of_100(row.beyond.a.mean + MARGIN)
        return f"without it a seat wins {changed(row.without)}, without one of its peers {usual} on average"
    return f"who must choose it wins {changed(row.always)}, who may not wins {changed(row.without)}"


def _why_worse(rows: Sequence[WorthRow]) -> str:
    """Return the figures of what is worse than one thing, the clearest first; of many the least and the greatest."""
    over = sorted((row.over for row in rows if row.over is not None), key=lambda one: one.difference)
    times, one = sum(row.exceptions for row in rows), len(over) == 1
    chose = f"nobody chose {'it' if one else 'them'} over the other"
    if times:
        chose = f"hardly ever chosen over the other ({counted(times, 'time')})"
    if one:
        return f"{chose}, and who must wins {changed(over[0])}"
    fewer = dict.fromkeys(f"{-100 * one.difference:.1f}" for one in (over[-1], over[0]))
    return f"{chose}, and who must wins {' to '.join(fewer)} fewer of 100 games"


def changed(effect: Effect) -> str:
    """Return a change in the share of wins in words: `12.5 fewer of 100 games (8.1 to 16.9 fewer)`."""
    if effect.is_alike:
        return "exactly as many"
    low, high = (f"{100 * end:+.1f}" for end in effect.within)
    return f"{games_of_100(effect.difference)} of 100 games (95% interval {low} to {high})"


def games_of_100(share: float) -> str:
    """Return a change in the share of wins in words: how many games more, or fewer."""
    return f"{abs(100 * share):.1f} {'more' if share > 0 else 'fewer'}"


# -- the table


def table_blocks(one: StrengthWorth, every: bool) -> Iterator[Block]:
    """Yield a table of the rows by one kind of seat; `every`: also of what makes no clear difference."""
    shown = sorted(
        (row for row in one.rows if every or row.without.is_clear or row.always.is_clear or row.broken),
        key=lambda row: (row.without.difference, row.name),
    )
    headings = ("offered", "without, 95% interval", "with, 95% interval")
    columns = named_columns(f"By {one.kind}", 26, headings, (8, 23, 23))
    if shown:
        yield Table(columns, [_row(row, one.games) for row in shown])
    if len(shown) < len(one.rows):
        first = "  and" if shown else f"By {one.kind}:"
        yield f"{first} {len(one.rows) - len(shown)} without a clear difference (--all)"
    if not one.rows:
        yield f"By {one.kind} nothing is offered in {FEWEST_PAIRS} games or more."


def _row(row: WorthRow, games: int) -> Row:
    below = [Sentence(f"{counted(row.broken, 'game')} with it restricted broke: no verdict", "    ")] * bool(row.broken)
    return Row(
        (row.name, f"{100 * row.offered / games:.0f}%", _cell(row.without), _cell(row.always)), below,
        row.without.is_clear or row.always.is_clear,
    )  # fmt: skip


def _cell(effect: Effect) -> str:
    if effect.is_alike:
        return "same in all"
    mark = "*" if effect.is_clear else "=" if effect.verdict == SAME else ""
    low, high = (f"{100 * end:+.1f}" for end in effect.within)
    return f"{100 * effect.difference:+.1f}{mark} ({low} to {high})"


# -- for other programs


def worth_data(worth: Worth) -> dict[str, object]:
    """Return everything for other programs."""
    return {
        "kinds": [
            {
                "kind": one.kind, "first": one.numbers.start, "games": len(one.numbers), "whole": one.games,
                "rows": [asdict(row) for row in one.rows],
                "broken": troubled_data(one.broken, str),
            }
            for one in worth.strengths
        ],
        "verdicts": [
            {**verdict._asdict(), "holds": kinds} for verdict, kinds in worth.verdicts().items()
        ],
    }  # fmt: skip
