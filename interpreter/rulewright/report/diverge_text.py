"""An example game as text: its last lines, where two rulesets part, and the rule of each that makes it so."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Protocol

from rulewright.players.table import TableLine
from rulewright.report.layout import cells, counted, fold, listing, pad
from rulewright.report.log_text import EVERYTHING, story

LAST = 12
"""So many lines of the story are shown, unless all are wanted."""

MOST = 6
"""So many lines or values that differ are listed."""

NOTHING = "nothing"
ABSENT = "not in play"


class Shift(Protocol):
    """A name whose value is another one on the second side; None where it is at rest."""

    @property
    def name(self) -> str: ...
    @property
    def first(self) -> int | str | None: ...
    @property
    def second(self) -> int | str | None: ...


class Parting(Protocol):
    """Where two games part."""

    @property
    def after(self) -> int: ...
    @property
    def asked(self) -> tuple[str, str]: ...
    @property
    def only(self) -> tuple[Sequence[str], Sequence[str]]: ...
    @property
    def shifts(self) -> Sequence[Shift]: ...


class Responsible(Protocol):
    """A rule and where it stands."""

    @property
    def rule(self) -> str: ...
    @property
    def place(self) -> str: ...


class SideTold(Protocol):
    """What one ruleset makes of the last choice."""

    @property
    def name(self) -> str: ...
    @property
    def lines(self) -> Sequence[TableLine]: ...
    @property
    def asked(self) -> str: ...
    @property
    def prompt(self) -> str: ...
    @property
    def only(self) -> Sequence[str]: ...
    @property
    def why_not(self) -> Sequence[str]: ...
    @property
    def by(self) -> Responsible | None: ...
    @property
    def without(self) -> Collection[str]: ...


class Told(Protocol):
    """The story that both sides share, and each side's own end of it."""

    @property
    def seats(self) -> Sequence[str]: ...
    @property
    def labels(self) -> Mapping[str, str]: ...
    @property
    def shared(self) -> Sequence[TableLine]: ...
    @property
    def sides(self) -> tuple[SideTold, SideTold]: ...


def example_lines(number: int, parting: Parting, told: Told, whole: bool) -> list[str]:
    """Return an example game: its end, or all of it, and then what each ruleset makes of it."""
    count = counted(parting.after, "decision")
    lines = fold(f"Game number {number}, {listing(told.seats)}: {count}, then they part.")
    lines += [""]
    lines += [*_tale(told.shared, LAST, whole), "", *fold(_how(parting, told))]
    for side in (0, 1):
        lines += [f"  {told.sides[side].name}", *_side(parting, told, side)]
    return lines


def _tale(lines: Sequence[TableLine], most: int, whole: bool) -> Iterator[str]:
    """Yield a story, or its last lines."""
    tale = story(lines, EVERYTHING)
    if len(tale) > most and not whole:
        yield f"... ({counted(len(tale) - most, 'line')} before; --all shows them)"
        tale = tale[-most:]
    yield from tale


def _how(parting: Parting, told: Told) -> str:
    where = f"After decision {parting.after}" if parting.after else "From the beginning"
    if not parting.shifts and parting.asked[0] == parting.asked[1]:
        return f"{where}, {_named(parting.asked[0], told.seats)} has an option that only one of them offers:"
    return f"{where}, something else comes of it:"


def _side(parting: Parting, told: Told, side: int) -> Iterator[str]:
    one = told.sides[side]
    tale = _sentences(story(one.lines, EVERYTHING))
    for line in tale[:MOST]:
        yield from fold(line, "    ", "      ")
    if len(tale) > MOST:
        yield f"    ... and {counted(len(tale) - MOST, 'line')} more"
    yield from _asks(parting, told, side)
    yield from _values(parting, told, side)
    if one.by is not None:
        yield from fold(f"{one.by.rule}, {one.by.place}", "    by ", "       ")


def _sentences(lines: Sequence[str]) -> list[str]:
    """Return lines with those that go on with the one before joined to it."""
    found: list[str] = []
    for line in lines:
        if line.startswith(" ") and found:
            found[-1] += f" {line.strip()}"
        else:
            found.append(line)
    return found


def _asks(parting: Parting, told: Told, side: int) -> Iterator[str]:
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


class Use(Protocol):
    """A game in which a rule that only one side has does something."""

    @property
    def ruleset(self) -> str: ...
    @property
    def number(self) -> int: ...
    @property
    def parting(self) -> Parting: ...
    @property
    def lines(self) -> Sequence[TableLine]: ...
    @property
    def rule(self) -> str: ...
    @property
    def place(self) -> str: ...


def use_lines(use: Use, seats: Sequence[str], whole: bool) -> list[str]:
    """Return where a rule first does something that only one side has."""
    after = counted(use.parting.after, "decision")
    has = f"Only {use.ruleset} has {use.rule}, {use.place}."
    lines = fold(f"{has} In its game number {use.number} this first does something after {after}:")
    lines += ["", *_tale(use.lines, LAST, whole), ""]
    own = short(use.parting.only[1])
    lines += fold(f"{_named(use.parting.asked[1], seats)} is offered: {own}", "    ", "      ") if own else []
    lines += [f"    {said(shift.name, seats)}  {shift.second}" for shift in use.parting.shifts[:MOST]]
    return lines
