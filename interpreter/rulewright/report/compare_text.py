"""The comparison of two rulesets by games, as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.comparison.statistics import Results
from rulewright.comparison.statistics.each import Toggled
from rulewright.comparison.statistics.effects import Effect, Mean
from rulewright.comparison.statistics.outcome import A_PLAYER, DECISIONS, LENGTH, POINTS, Key
from rulewright.report.columns import Column, columns
from rulewright.report.compare_words import (
    BOTH,
    CHANCE,
    HEADINGS,
    MANY,
    NOTE,
    at_random,
    between,
    grouped,
    left_out,
    only_in,
    power,
    shown,
    signed,
    who_played,
    worth_telling,
)
from rulewright.report.layout import WIDTH, counted, fold, shorten

Row = tuple[str, Sequence[str]]
"""What a row is about, and its numbers."""


def head_lines(headlines: Sequence[str], who: Sequence[str], seats: int, pairs: int, numbers: range) -> list[str]:
    """Return who played, and what A and B are."""
    lines = fold(who_played(who, seats, pairs, numbers))
    lines += fold(CHANCE) if at_random(who) else []
    return [*lines, "", *(line for name, text in zip("AB", headlines, strict=True) for line in fold(f"{name}  {text}"))]


def effect_lines(effects: dict[Key, Effect], every: bool) -> Iterator[str]:
    """Yield a table for each group."""
    if not effects:
        return
    for group, rows in grouped(effects).items():
        told, left = worth_telling(group, rows, every), left_out(rows, every)
        listed = [(name, one) for name, one in told if name not in left.get(only_in(one), ())]
        yield ""
        yield from table([(HEADINGS[group], ("A", "B", "B - A", "95% interval", "size"))], (8, 8, 8, 18, 7))
        lines = table([_effect_row(name, one, group) for name, one in listed], (8, 8, 8, 18, 6, 1))
        for line, (_, one) in zip(lines, listed, strict=True):
            yield line
            if group in BOTH and one.a and one.b:
                yield f"    A {of(one.a, group)}, B {of(one.b, group)}"
        for side, names in left.items():
            yield f"  and {len(names)} more only in {side} (--all)"
        if group in MANY and len(told) < len(rows):
            yield f"  and {len(rows) - len(told)} without a clear difference (--all)"
    yield ""
    for sentence in (*power(effects[A_PLAYER]), NOTE):
        yield from fold(sentence)


def _effect_row(name: str, one: Effect, group: str) -> Row:
    a, b = shown(one.a, group), shown(one.b, group)
    if only_in(one):
        return f"  {name}", (a, b, "", f"only in {only_in(one)}")
    return f"  {name}", (a, b, signed(one.difference, group), between(one.within, group), *_size(one))


def _size(one: Effect) -> tuple[str, str]:
    return (f"{one.size:+.2f}", "*" if one.clear else "") if one.size else ("", "")


def table(rows: Sequence[Row], widths: Sequence[int], first: int = 30) -> list[str]:
    """Return rows that begin with a name, which is cut short where it is too long."""
    layout = [Column(first), *(Column(width, right=True) for width in widths)]
    return [line[:WIDTH] for line in columns([(shorten(name, first), *cells) for name, cells in rows], layout)]


def each_lines(rows: Sequence[tuple[Toggled, dict[Key, Effect]]]) -> Iterator[str]:
    """Yield a row for each difference switched on alone, numbered as in `diff`, with what it means to play below."""
    yield ""
    yield from table(
        [("One difference at a time", ("points", "95% interval", "size", "decisions"))], (8, 17, 8, 11), 35
    )
    for one, effects in rows:
        points, length = effects.get(A_PLAYER), effects.get(DECISIONS)
        if points is None or length is None:
            yield f"{one.number:>3} {one.name}: no pair of games came to its end"
            continue
        cells = (signed(points.difference, POINTS), between(points.within, POINTS), *_size(points))
        decisions = signed(length.difference, LENGTH), "*" if length.clear else ""
        yield from table([(f"{one.number:>3} {one.name}", (*cells, *decisions))], (8, 17, 7, 1, 10, 1), 35)
        with_ = f" (with {', '.join(one.needs)}, which it needs)" if one.needs else ""
        yield from fold(one.sentence + with_, "      ") if one.sentence or with_ else []


def broken_lines(results: Results, names: Sequence[str]) -> Iterator[str]:
    """Yield what broke, what was wrong with seats outside, and the first game in which it was."""
    faults = [(f"In {counted(len(games), 'game')} {said}", games) for said, games in results.faults.items()]
    broken = [(f"{counted(len(games), 'game')} broken: {said}", games) for said, games in results.broken.items()]
    for said, games in (*faults, *broken):
        which, game = games[0]
        yield ""
        yield from fold(said)
        yield from fold(f"the first: {names[which]}, game number {game}", "  ")


def of(one: Mean, group: str) -> str:
    """Return within what a mean is sure."""
    return between(one.within, group, sign=False)
