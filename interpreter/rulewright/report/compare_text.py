"""The comparison of two rulesets by games, as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.comparison.statistics.each import Toggled
from rulewright.comparison.statistics.effects import Effect, Mean
from rulewright.comparison.statistics.outcome import LENGTH, POINTS, Key
from rulewright.comparison.statistics.results import Results
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
from rulewright.report.layout import WIDTH, counted, fold, pad, pad_left, shorten

WIDE = 30
"""Columns of what a row is about."""
A_PLAYER, DECISIONS = (POINTS, "a player"), (LENGTH, "decisions a game")


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
        yield ""
        yield row(HEADINGS[group], "A", "B", "B - A", "sure within", "size")
        for name, one in told:
            if name in left.get(only_in(one), ()):
                continue
            yield _effect_row(name, one, group)
            if group in BOTH and one.a and one.b:
                yield row(f"    A {of(one.a, group)}, B {of(one.b, group)}")
        for side, names in left.items():
            yield f"  and {len(names)} more only in {side} (--all)"
        if group in MANY and len(told) < len(rows):
            yield f"  and {len(rows) - len(told)} without a clear difference (--all)"
    yield ""
    for sentence in (*power(effects[A_PLAYER]), NOTE):
        yield from fold(sentence)


def _effect_row(name: str, one: Effect, group: str) -> str:
    if only_in(one):
        return row(f"  {name}", shown(one.a, group), shown(one.b, group), "", f"only in {only_in(one)}", "")
    star = "*" if one.clear else " "
    within, size = between(one.within, group), f"{one.size:+.2f}{star}" if one.size else ""
    return row(f"  {name}", shown(one.a, group), shown(one.b, group), signed(one.difference, group), within, size)


def row(name: str, a: str = "", b: str = "", gap: str = "", within: str = "", size: str = "") -> str:
    """Return one line of a table."""
    if not (a or b):
        return name
    columns = (pad_left(a, 8), pad_left(b, 8), pad_left(gap, 8), pad_left(within, 18), pad_left(size, 7))
    return (pad(shorten(name, WIDE), WIDE) + "".join(columns)).rstrip()[:WIDTH]


def each_lines(rows: Sequence[tuple[Toggled, dict[Key, Effect]]]) -> Iterator[str]:
    """Yield a row for each difference switched on alone, numbered as in `diff`, with what it means to play below."""
    yield ""
    yield _each_row("One difference at a time", "points", "sure within", "size", "decisions")
    for one, effects in rows:
        points, length = effects.get(A_PLAYER), effects.get(DECISIONS)
        if points is None or length is None:
            yield f"{one.number:>3} {one.name}: no pair of games came to its end"
            continue
        star = "*" if points.clear else " "
        within, decisions = between(points.within, POINTS), signed(length.difference, LENGTH)
        gap, size = signed(points.difference, POINTS), f"{points.size:+.2f}{star}" if points.size else ""
        yield _each_row(f"{one.number:>3} {one.name}", gap, within, size, decisions + ("*" if length.clear else " "))
        with_ = f" (with {', '.join(one.needs)}, which it needs)" if one.needs else ""
        yield from fold(one.sentence + with_, "      ") if one.sentence or with_ else []


def _each_row(name: str, gap: str, within: str, size: str, decisions: str) -> str:
    columns = (pad_left(gap, 8), pad_left(within, 17), pad_left(size, 8), pad_left(decisions, 11))
    return (pad(shorten(name, 35), 35) + "".join(columns)).rstrip()[:WIDTH]


def broken_lines(results: Results, names: Sequence[str]) -> Iterator[str]:
    """Yield what broke, and the first game in which it did."""
    for said, games in results.broken.items():
        which, game = games[0]
        yield ""
        yield from fold(f"{counted(len(games), 'game')} broken: {said}")
        yield from fold(f"the first: {names[which]}, game number {game}", "  ")


def of(one: Mean, group: str) -> str:
    """Return within what a mean is sure."""
    return between(one.within, group, sign=False)
