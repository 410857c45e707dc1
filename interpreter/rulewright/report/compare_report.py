"""The comparison of two rulesets by games: what differs, in tables; on a page the largest effects and charts, too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import count

from rulewright.comparison.diff import ToggledDifference
from rulewright.comparison.statistics import PairedGames, PairedResults
from rulewright.comparison.statistics.effects import Effect, pairs_for
from rulewright.comparison.statistics.intervals import FEWEST_PAIRS
from rulewright.comparison.statistics.outcome import (
    A_PLAYER,
    AMOUNTS,
    DECISIONS,
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
from rulewright.phrasing import upper
from rulewright.report.compare_labels import Labels, largest
from rulewright.report.compare_words import (
    BOTH,
    CHANCE,
    FEW_PAIRS,
    HEADINGS,
    MANY,
    MARKS,
    METHOD,
    NOTE,
    POINT_SIZES,
    SHARES,
    at_random,
    between,
    grouped,
    left_out,
    only_in,
    power,
    ranging,
    shown,
    signed,
    who_played,
    worth_telling,
)
from rulewright.report.model import (
    PAGE,
    TERMINAL,
    Block,
    Chart,
    Charts,
    Column,
    Folded,
    Items,
    Plot,
    Report,
    Row,
    Run,
    Section,
    Sentence,
    Table,
    Text,
    first_games,
    named_columns,
    troubled_data,
)
from rulewright.report.plots import Axis, histogram, symmetric
from rulewright.source.seat_kinds import RANDOM

UNITS = {
    POINTS: "points", SOURCES: "points", WINNER: "points", SEATS: "share of the games", LENGTH: "decisions",
    HELD: "number at the end", REACHED: "share of the winners", OPTIONS: "times a game", AMOUNTS: "number chosen",
    PIECES: "pieces a game",
}  # fmt: skip
"""What a difference is measured in, by group."""

SHORT = 12
"""A table with more rows than this shows those without a clear difference only when it is unfolded."""

COMPARED = ("A", "B", "B - A", "95% interval", "size")

VERSION = 1
"""Counts up when a program that reads the document has to be changed; what is only added does not count."""

Effects = Mapping[Key, Effect]
Each = Sequence[tuple[ToggledDifference, dict[Key, Effect]]]
"""Every difference switched on alone, and its effects."""


def compare_report(
    names: Sequence[str], match: PairedGames, numbers: range, results: PairedResults, each: Each, every: bool,
    labels: Labels | None,
) -> Report:  # fmt: skip
    """Return what was found of the rulesets A and B, the first two of the match; a page needs `labels`."""
    effects, who, seats = results.compare_rulesets(0, 1), match.who, match.seats
    pairs = len(results.paired_games(0, 1))
    headlines = [ruleset.about.headline for ruleset in match.rulesets[:2]]
    played = [who_played(who, seats, pairs, numbers), *([CHANCE] if at_random(who) else [])]
    played += [FEW_PAIRS] if pairs < FEWEST_PAIRS else []
    sides = [f"{letter}  {text} ({name})" for letter, text, name in zip("AB", headlines, names, strict=False)]
    broken = first_games(results.faults, results.broken, lambda game: f"{names[game[0]]}, game number {game[1]}")
    if results.broken:
        broken.append(f"Pairs with a broken game are left out, so that the other {pairs:,} are no fair sample.")
    needed = power(effects[A_PLAYER]) if A_PLAYER in effects else []
    return Report(
        [
            *told(effects, every), *([_each(each)] if each else []),
            *(_page(results, effects, each, labels) if labels is not None else ()),
            Section([*needed, METHOD], only=PAGE),
        ],
        " / ".join(headlines), [*([Section(broken)] if broken else []), Section(played), Section(sides)], "compare",
        _data(names, who, seats, numbers, results, effects, each),
    )  # fmt: skip


# -- a terminal


def told(effects: dict[Key, Effect], every: bool) -> Iterator[Section]:
    """Yield a table for each group, and at the end what the numbers mean."""
    for group, rows in grouped(effects).items():
        chosen, left = worth_telling(group, rows, every), left_out(rows, every)
        listed = [(name, one) for name, one in chosen if name not in left.get(only_in(one), ())]
        blocks: list[Block] = [
            Table(named_columns(HEADINGS[group], 30, COMPARED, (8, 8, 8, 18, 7)), ()),
            Table(named_columns("", 30, [""] * 6, (8, 8, 8, 18, 6, 1)), [_told(*row, group) for row in listed]),
        ]
        blocks += [Sentence(f"and {len(names)} more only in {side} (--all)", "  ") for side, names in left.items()]
        if group in MANY and len(chosen) < len(rows):
            blocks.append(Sentence(f"and {len(rows) - len(chosen)} without a clear difference (--all)", "  "))
        yield Section(blocks, only=TERMINAL)
    if effects:
        yield Section([*power(effects[A_PLAYER]), NOTE], only=TERMINAL)


def _told(name: str, one: Effect, group: str) -> Row:
    a, b = (between(mean.within, group, sign=False) if mean else "" for mean in (one.a, one.b))
    below = [Sentence(f"A {a}, B {b}", "    ")] if group in BOTH and a and b else []
    return Row((f"  {name}", *_numbers(one, group), *_size(one)), below)


def _numbers(one: Effect, group: str) -> tuple[str, str, str, str]:
    """Return A, B, B - A, and the 95% interval of the difference."""
    a, b = shown(one.a, group), shown(one.b, group)
    if only_in(one):
        return a, b, "", f"only in {only_in(one)}"
    return a, b, signed(one.difference, group), ranging(one, group)


def _size(one: Effect) -> tuple[str, str]:
    return f"{one.size:+.2f}" if one.size and not only_in(one) else "", MARKS.get(one.verdict, "")


def _each(each: Each) -> Section:
    """Return a row for each difference switched on alone, numbered as in `diff`, with what it means to play below."""
    headings = named_columns(
        "One difference at a time", 35, ("points", "95% interval", "size", "decisions"), (8, 17, 8, 11)
    )
    rows = [_alone(one, effects.get(A_PLAYER), effects.get(DECISIONS)) for one, effects in each]
    return Section(
        [Table(headings, ()), Table(named_columns("", 35, [""] * 6, (8, 17, 7, 1, 10, 1)), rows)], only=TERMINAL
    )


def _alone(one: ToggledDifference, points: Effect | None, length: Effect | None) -> Row:
    if points is None or length is None:
        return Row((), [f"{one.number:>3} {one.name}: no pair of games came to its end"])
    needs = f" (with {', '.join(one.needs)}, which it needs)" if one.needs else ""
    decisions = signed(length.difference, LENGTH), MARKS.get(length.verdict, "")
    return Row(
        (f"{one.number:>3} {one.name}", *_numbers(points, POINTS)[2:], *_size(points), *decisions),
        [Sentence(one.sentence + needs, "      ")] if one.sentence or needs else [],
    )


# -- a page


def _page(results: PairedResults, effects: dict[Key, Effect], each: Each, labels: Labels) -> Iterator[Section]:
    """Yield the largest effects, the charts, and every difference drawn, by its label."""
    most = largest(effects, labels)
    first: Block = Items(most, ordered=True) if most else "No difference is clear in these games."
    yield Section([first], "The largest effects", "largest", PAGE)
    yield Section([Charts([*_charts(results, effects)])], "Points, length, wins", "charts", PAGE)
    number = count(1)
    if each:
        alone = [
            (_name(f"{one.number} {one.name.replace('-', ' ').capitalize()}", one.sentence), found[A_PLAYER])
            for one, found in each if A_PLAYER in found
        ]  # fmt: skip
        yield _drawn("One difference at a time, in points a player", f"table-{next(number)}", alone, POINTS)
    for group, rows in grouped(effects).items():
        listed = [
            (_name(labels.of((group, name)), name if group in (OPTIONS, AMOUNTS) else ""), one) for name, one in rows
        ]
        yield _drawn(HEADINGS[group], f"table-{next(number)}", listed, group)


def _name(text: str, small: str) -> Text:
    return [text, Run(small, "small")] if small else text


def _charts(results: PairedResults, effects: Effects) -> Iterator[Chart]:
    pairs = results.paired_games(0, 1)
    for title, key, unit in (("Points of a player, on average in a game", A_PLAYER, "points"),
                             ("Length of a game", DECISIONS, "decisions")):  # fmt: skip
        a, b = ([results.games[which][game][key] for game in pairs] for which in (0, 1))
        yield Chart(title, histogram(a, b), unit)
    shares = {name: one for (group, name), one in effects.items() if group == SEATS}
    wins = {upper(name): (one.a.mean, one.b.mean) for name, one in shares.items() if one.a and one.b}
    yield Chart("Share of the games won", wins)


def _drawn(heading: str, anchor: str, rows: Iterable[tuple[Text, Effect]], group: str) -> Section:
    """Return a table on one axis, large effects first; a long one is folded but for its clear differences."""
    ordered = sorted(rows, key=lambda row: (bool(only_in(row[1])), -abs(row[1].size)))
    axis = symmetric((end for _, one in ordered if one.a and one.b for end in one.within), group in SHARES)
    made = [_drawn_row(*row, group, axis) for row in ordered]
    fold = len(made) > SHORT
    front, rest = [row for row in made if row.clear or not fold], [row for row in made if fold and not row.clear]
    headings = [Column(text) for text in ("", "A", "B", "B - A", "95% interval", "verdict")]
    table = Table(headings, front, plot=Plot(f"B - A, {UNITS[group]}", UNITS[group], axis))
    folded = [Folded(f"{len(rest)} without a clear difference", [replace(table, rows=rest)])] if rest else []
    return Section([table if front else "No row has a clear difference.", *folded], heading, anchor, PAGE)


def _drawn_row(cell: Text, one: Effect, group: str, axis: Axis) -> Row:
    numbers = _numbers(one, group)
    if only_in(one):
        return Row((cell, *numbers, ""))
    drawn = axis.drawn(", ".join(numbers[2:]), one.difference, one.within)
    return Row((cell, *numbers, one.verdict), (), one.is_clear, drawn)


# -- for other programs


def _data(
    names: Sequence[str],
    who: Sequence[str],
    seats: int,
    numbers: range,
    results: PairedResults,
    effects: Effects,
    each: Each,
) -> dict[str, object]:
    def numbered(game: tuple[int, int]) -> dict[str, object]:
        return {"ruleset": names[game[0]], "game": game[1]}

    points = effects.get(A_PLAYER)
    data: dict[str, object] = {
        "version": VERSION,
        "who": list(who or [RANDOM] * seats),
        "note": CHANCE if at_random(who) else "",
        "a": names[0],
        "b": names[1],
        "first": numbers.start,
        "games": len(numbers),
        "pairs": len(results.paired_games(0, 1)),
        "method": "95 % intervals: Student's of differences in pairs, corrected for skewness; of shares Blaker's, "
        "and in pairs Bonett and Price's; verdicts after Benjamini and Hochberg (1995)",
        "effects": _groups(effects),
        "pairsFor": {f"{size:g}": pairs_for(size, points.spread) for size in POINT_SIZES} if points else {},
        "broken": troubled_data(results.broken, numbered),
    }
    if results.faults:
        data["replaced"] = troubled_data(results.faults, numbered)
    if each:
        data["differences"] = [_difference(one, found) for one, found in each]
    return data


def _difference(one: ToggledDifference, effects: Effects) -> dict[str, object]:
    said = asdict(one)
    return {"row": said.pop("number"), **said, "effects": _groups(effects)}


def _groups(effects: Effects) -> dict[str, dict[str, object]]:
    found: dict[str, dict[str, object]] = {}
    for (group, name), one in effects.items():
        found.setdefault(group, {})[name] = asdict(one) | {"clear": one.is_clear}
    return found
