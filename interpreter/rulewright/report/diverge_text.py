"""Divergences as text: an example game with the rules responsible, and a table of all differences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.players.table import TableLine
from rulewright.report.columns import Column, columns
from rulewright.report.layout import cells, counted, fold, listing, pad
from rulewright.report.log_text import EVERYTHING, story
from rulewright.report.side_by_side import unfolded

if TYPE_CHECKING:
    from rulewright.comparison.diff import Row
    from rulewright.comparison.divergence import Found
    from rulewright.comparison.divergence.lockstep import Parting
    from rulewright.comparison.divergence.narrative import Told
    from rulewright.comparison.divergence.watch_run import Use
    from rulewright.compose.composed import Difference

LAST = 12
"""How many lines of the story are shown, unless all are wanted."""

MOST = 6
"""How many differing lines or values are listed."""

NOTHING = "nothing"
ABSENT = "not in play"


def example_lines(number: int, parting: Parting, told: Told, whole: bool) -> list[str]:
    """Return an example game: its end, or all of it, and then what each ruleset makes of it."""
    count = counted(parting.after, "decision")
    lines = fold(f"Game number {number}, {listing(told.seats)}: {count}, then they part.")
    lines += ["", *_tale(told.shared, whole), "", *fold(_how(parting, told))]
    for side in (0, 1):
        lines += [f"  {told.sides[side].name}", *_side(parting, told, side)]
    return lines


def ending(parting: Parting, told: Told) -> tuple[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return the sentence that says how a game parts, and what each ruleset makes of its last choice."""
    first, second = (tuple(line.strip() for line in unfolded(_indented(parting, told, side))) for side in (0, 1))
    return _how(parting, told), (first, second)


def _indented(parting: Parting, told: Told, side: int) -> list[str]:
    """Return the lines of a side without their indent, so that only lines that continue another one are indented."""
    return [line.removeprefix("    ") for line in _side(parting, told, side)]


def _tale(lines: Sequence[TableLine], whole: bool) -> Iterator[str]:
    """Yield a story, or its last lines."""
    tale = story(lines, EVERYTHING)
    if len(tale) > LAST and not whole:
        yield f"... ({counted(len(tale) - LAST, 'line')} before; --all shows them)"
        tale = tale[-LAST:]
    yield from tale


def _how(parting: Parting, told: Told) -> str:
    where = f"After decision {parting.after}" if parting.after else "From the beginning"
    if not parting.shifts and parting.asked[0] == parting.asked[1]:
        return f"{where}, {_named(parting.asked[0], told.seats)} has an option that only one of them offers:"
    return f"{where}, something else comes of it:"


def _side(parting: Parting, told: Told, side: int) -> Iterator[str]:
    one = told.sides[side]
    tale = unfolded(story(one.lines, EVERYTHING))
    for line in tale[:MOST]:
        yield from fold(line, "    ", "      ")
    if len(tale) > MOST:
        yield f"    ... and {counted(len(tale) - MOST, 'line')} more"
    yield from _asks(told, side)
    yield from _values(parting, told, side)
    if one.by is not None:
        yield from fold(f"{one.by.rule}, {one.by.place}", "    by ", "       ")


def _asks(told: Told, side: int) -> Iterator[str]:
    one = told.sides[side]
    if one.asked != told.sides[1 - side].asked or one.prompt != told.sides[1 - side].prompt:
        asked = (
            f'{_named(one.asked, told.seats)} is asked: "{one.prompt}"' if one.prompt else "Nobody is asked any more."
        )
        yield from fold(asked, "    ", "      ")
    if one.only:
        yield from fold(f"only here: {short(one.only)}", "    ", "      ")
    elif one.why_not:
        yield from fold(one.why_not[0], "    ", "      ")


def _values(parting: Parting, told: Told, side: int) -> Iterator[str]:
    shifts = [shift for shift in parting.shifts[:MOST] if shift.name not in told.sides[side].without]
    names = [told.labels.get(shift.name) or said(shift.name, told.seats) for shift in shifts]
    wide = max(map(cells, names), default=0)
    for name, shift in zip(names, shifts, strict=True):
        value, other = (shift.first, shift.second) if side == 0 else (shift.second, shift.first)
        rest = 0 if isinstance(other, int) else ABSENT if _is_piece(shift.name) else NOTHING
        shown = lies(str(value), told.seats) if _is_piece(shift.name) and value is not None else value
        yield from fold(f"{pad(name, wide)}  {rest if shown is None else shown}", "    ", "      ")
    if len(parting.shifts) > MOST:
        yield f"    and {counted(len(parting.shifts) - MOST, 'other value')}"


def short(names: Sequence[str]) -> str:
    """Return some names, and how many more there are."""
    more = len(names) - MOST
    return ", ".join([*names[:MOST], *([f"and {more} more"] if more > 0 else [])])


def said(name: str, seats: Sequence[str]) -> str:
    """Return the name of a value in words: `player.coin red` as `Red: coin`, `card king` as `king`."""
    what, _, whose = name.partition(" ")
    if _is_piece(name):
        return whose
    fact = what.partition(".")[2].replace("-", " ")
    if fact.endswith(".points"):
        fact = f"points for {fact.removesuffix('.points')}"
    return f"{_named(whose, seats)}: {fact}" if whose else fact


def lies(place: str, seats: Sequence[str]) -> str:
    """Return the name of a place in words: `game.deck 7` as `deck 7`, `player.hand red` as `hand of Red`."""
    what, _, whose = place.partition(" ")
    owner, _, name = what.partition(".")
    spoken = name.replace("-", " ")
    if not whose or owner == "game":
        return f"{spoken} {whose}".strip()
    return f"{spoken} of {_named(whose, seats)}"


def _is_piece(name: str) -> bool:
    return "." not in name.partition(" ")[0]


def _named(seat: str, seats: Sequence[str]) -> str:
    return next((name for name in seats if name.lower() == seat.lower()), seat)


# -- a rule that only one side has


def use_lines(use: Use, seats: Sequence[str], whole: bool) -> list[str]:
    """Return where a rule first does something that only one side has."""
    after = counted(use.parting.after, "decision")
    has = f"Only {use.ruleset} has {use.rule}, {use.place}."
    lines = fold(f"{has} In its game number {use.number} this first does something after {after}:")
    lines += ["", *_tale(use.lines, whole), ""]
    own = short(use.parting.only[1])
    lines += fold(f"{_named(use.parting.asked[1], seats)} is offered: {own}", "    ", "      ") if own else []
    lines += [f"    {said(shift.name, seats)}  {shift.second}" for shift in use.parting.shifts[:MOST]]
    return lines


# -- differences searched one after the other


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of the search for one difference."""

    row: Row
    found: Found
    used: int | None
    """After how many decisions a rule that only one side has first does something, where the game does not show it."""


def table_lines(outcomes: Sequence[Outcome]) -> list[str]:
    """Return a line for each difference: how long its example game is, and how it parts."""
    rows = [("no.", "grade", "name", "decisions", "how they part")]
    for one in outcomes:
        example = one.found.example
        length = str(example.parting.after) if example is not None else "-"
        rows.append((str(one.row.number), one.row.grade, one.row.name, length, _in_short(one)))
    layout = (Column(4, right=True), Column(7), Column(), Column(right=True), Column())
    found = sum(one.found.example is not None for one in outcomes)
    return [
        *columns(rows, layout, gap=2),
        "",
        f"{found} of {counted(len(outcomes), 'difference')} with an example game.",
    ]


def _in_short(one: Outcome) -> str:
    if one.found.example is None:
        return f"none found in {counted(one.found.games, 'game')}"
    parting, used = one.found.example.parting, f"; in use after {one.used}" if one.used is not None else ""
    if parting.shifts:
        return f"{'another result' if parting.after else 'from the beginning'}{used}"
    return f"{'an option' if any(parting.only) else 'somebody else is asked'}{used}"


def wording_lines(row: Row, diff: str) -> list[str]:
    """Return why there is no game for a row that is wording only; `diff` lists those that have one."""
    lead = f"{row.number}. "
    why = "This is wording only: it changes no rule, number or piece, so no game can show it."
    return [*fold(row.sentence or row.name, lead, " " * len(lead)), *fold(why), f"Rows that can be played:  {diff}"]


def difference_lines(number: int | None, one: Difference, edits: Sequence[str]) -> list[str]:
    """Return the sentence of a difference, its name, file and line, and what it changes."""
    lead = f"{number}. " if number is not None else ""
    indent = " " * len(lead)
    where = f"{one.name}, {one.span.file}:{one.span.line}; it changes {short(edits)}"
    if not one.sentence:
        return fold(where, lead, indent)
    return [*fold(one.sentence, lead, indent), *fold(where, indent)]
