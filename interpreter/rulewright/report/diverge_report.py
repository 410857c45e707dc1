"""Divergences: an example game with the rules responsible, and a table of all differences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.phrasing import counted, listing
from rulewright.report.layout import cells, pad, unfolded
from rulewright.report.log_text import EVERYTHING, story
from rulewright.report.model import Block, Column, Line, Report, Section, Sentence, Steps, Table

if TYPE_CHECKING:
    from rulewright.comparison.diff import DifferenceRow
    from rulewright.comparison.divergence import DivergentGame, SearchProgress
    from rulewright.comparison.divergence.lockstep import Divergence
    from rulewright.comparison.divergence.narrative import DivergenceStory
    from rulewright.comparison.divergence.watch_run import FirstUse
    from rulewright.compose.composed import ComposedDifference
    from rulewright.engine import LogLine

LAST = 12
"""How many lines of the story are shown, unless all are wanted."""

MOST = 6
"""How many differing lines or values are listed."""

NOTHING = "nothing"
ABSENT = "not in play"


def game_sections(example: DivergentGame, told: DivergenceStory, whole: bool) -> Iterator[Section]:
    """Yield an example game: its end, or all of it, and then what each ruleset makes of it."""
    parting = example.parting
    count = counted(parting.after, "decision")
    yield Section([f"Game number {example.number}, {listing(told.seats)}: {count}, then they part."])
    yield Section(_story_lines(told.shared, whole))
    both: list[Block] = [_responsible_text(parting, told)]
    for side in (0, 1):
        both += [Line(f"  {told.sides[side].name}"), *_side_lines(parting, told, side)]
    yield Section(both)


def steps_of(example: DivergentGame, told: DivergenceStory, names: tuple[str, str] = ("", "")) -> Steps:
    """Return a game that two rulesets, called `names`, play differently, in steps."""
    parting = example.parting
    first, second = ([f"{one.indent}{one.text}".strip() for one in _side_lines(parting, told, side)] for side in (0, 1))
    return Steps(
        example.number,
        told.seats,
        _step_sections(told.shared),
        _responsible_text(parting, told),
        (first, second),
        names,
    )


def _step_sections(lines: Iterable[LogLine]) -> list[list[str]]:
    """Return the story of a game, one step for each decision; the first is what came before any."""
    steps: list[list[LogLine]] = [[]]
    for line in lines:
        if line.choice:
            steps.append([])
        steps[-1].append(line)
    return [unfolded(story(step, EVERYTHING)) for step in steps if step]


def _story_lines(lines: Sequence[LogLine], whole: bool) -> Iterator[Line]:
    """Yield a story, or its last lines."""
    tale = story(lines, EVERYTHING)
    if len(tale) > LAST and not whole:
        yield Line(f"... ({counted(len(tale) - LAST, 'line')} before; --all shows them)")
        tale = tale[-LAST:]
    yield from map(Line, tale)


def _responsible_text(parting: Divergence, told: DivergenceStory) -> str:
    where = f"After decision {parting.after}" if parting.after else "From the beginning"
    if not parting.shifts and parting.asked[0] == parting.asked[1]:
        return f"{where}, {_named_list(parting.asked[0], told.seats)} has an option that only one of them offers:"
    return f"{where}, something else comes of it:"


def _side_lines(parting: Divergence, told: DivergenceStory, side: int) -> Iterator[Sentence]:
    """Yield what a ruleset makes of the last choice."""
    one, other = told.sides[side], told.sides[1 - side]
    tale = unfolded(story(one.lines, EVERYTHING))
    lines = tale[:MOST]
    if len(tale) > MOST:
        lines.append(f"... and {counted(len(tale) - MOST, 'line')} more")
    if one.asked != other.asked or one.prompt != other.prompt:
        asked = f'{_named_list(one.asked, told.seats)} is asked: "{one.prompt}"'
        lines.append(asked if one.prompt else "Nobody is asked any more.")
    lines += [f"only here: {short(one.only)}"] if one.only else one.why_not[:1]
    yield from (Sentence(line, "    ", "      ") for line in (*lines, *_value_lines(parting, told, side)))
    if len(parting.shifts) > MOST:
        yield Sentence(f"and {counted(len(parting.shifts) - MOST, 'other value')}", "    ")
    if one.by is not None:
        yield Sentence(f"{one.by.rule}, {one.by.place}", "    by ", "       ")


def _value_lines(parting: Divergence, told: DivergenceStory, side: int) -> Iterator[str]:
    shifts = [shift for shift in parting.shifts[:MOST] if shift.name not in told.sides[side].without]
    names = [told.labels.get(shift.name) or said(shift.name, told.seats) for shift in shifts]
    wide = max(map(cells, names), default=0)
    for name, shift in zip(names, shifts, strict=True):
        value, other = (shift.first, shift.second) if side == 0 else (shift.second, shift.first)
        rest = 0 if isinstance(other, int) else ABSENT if _is_piece(shift.name) else NOTHING
        shown = lies(str(value), told.seats) if _is_piece(shift.name) and value is not None else value
        yield f"{pad(name, wide)}  {rest if shown is None else shown}"


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
    return f"{_named_list(whose, seats)}: {fact}" if whose else fact


def lies(place: str, seats: Sequence[str]) -> str:
    """Return the name of a place in words: `game.deck 7` as `deck 7`, `player.hand red` as `hand of Red`."""
    what, _, whose = place.partition(" ")
    owner, _, name = what.partition(".")
    spoken = name.replace("-", " ")
    if not whose or owner == "game":
        return f"{spoken} {whose}".strip()
    return f"{spoken} of {_named_list(whose, seats)}"


def _is_piece(name: str) -> bool:
    return "." not in name.partition(" ")[0]


def _named_list(seat: str, seats: Sequence[str]) -> str:
    return next((name for name in seats if name.lower() == seat.lower()), seat)


# -- a rule that only one side has


def use_sections(use: FirstUse, seats: Sequence[str], whole: bool) -> Iterator[Section]:
    """Yield where a rule first does something that only one side has."""
    after = counted(use.parting.after, "decision")
    has = f"Only {use.ruleset} has {use.rule}, {use.place}."
    yield Section([f"{has} In its game number {use.number} this first does something after {after}:"])
    yield Section(_story_lines(use.lines, whole))
    own = short(use.parting.only[1])
    offered = f"{_named_list(use.parting.asked[1], seats)} is offered: {own}"
    shifts = [f"    {said(shift.name, seats)}  {shift.second}" for shift in use.parting.shifts[:MOST]]
    yield Section([*([Sentence(offered, "    ", "      ")] if own else []), *map(Line, shifts)])


# -- differences searched one after the other


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of the search for one difference."""

    row: DifferenceRow
    found: SearchProgress
    used: int | None
    """After how many decisions a rule that only one side has first does something, where the game does not show it."""


def each_report(opening: str, outcomes: Sequence[Outcome], missing: Sequence[str]) -> Report:
    """Return a row for each difference: how long its example game is, and how it parts; `missing` has no row."""
    rows = []
    for one in outcomes:
        length = str(one.found.example.parting.after) if one.found.example is not None else "-"
        rows.append((str(one.row.number), one.row.grade, one.row.name, length, _short_sentence(one)))
    columns = (
        Column("no.", 4), Column("grade", 7, False), Column("name", 0, False), Column("decisions"),
        Column("how they part", 0, False),
    )  # fmt: skip
    found = sum(one.found.example is not None for one in outcomes)
    said = f"{found} of {counted(len(outcomes), 'difference')} with an example game."
    left = [f"Not among them: {listing(missing)}."] if missing else []
    return Report([Section([opening]), Section([Table(columns, rows, gap=2)]), Section([said, *left])])


def _short_sentence(one: Outcome) -> str:
    if one.found.example is None:
        return f"none found in {counted(one.found.games, 'game')}"
    parting, used = one.found.example.parting, f"; in use after {one.used}" if one.used is not None else ""
    if parting.shifts:
        return f"{'another result' if parting.after else 'from the beginning'}{used}"
    return f"{'an option' if any(parting.only) else 'somebody else is asked'}{used}"


def wording_report(row: DifferenceRow, diff: str) -> Report:
    """Return why there is no game for a row that is wording only; `diff` lists those that have one."""
    lead = f"{row.number}. "
    why = "This is wording only: it changes no rule, number or piece, so no game can show it."
    ways = Line(f"Rows that can be played:  {diff}")
    return Report([Section([Sentence(row.sentence or row.name, lead, " " * len(lead)), why, ways])])


def difference_sentences(number: int | None, one: ComposedDifference, edits: Sequence[str]) -> list[Sentence]:
    """Return the sentence of a difference, its name, file and line, and what it changes."""
    lead = f"{number}. " if number is not None else ""
    indent = " " * len(lead)
    where = f"{one.name}, {one.span.file}:{one.span.line}; it changes {short(edits)}"
    if not one.sentence:
        return [Sentence(where, lead, indent)]
    return [Sentence(one.sentence, lead, indent), Sentence(where, indent)]
