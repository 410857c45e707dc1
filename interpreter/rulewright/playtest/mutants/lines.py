"""Mutations that remove lines, options and whole rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.playtest.mutants.model import Change, each_without, with_part
from rulewright.syntax import declarations as d
from rulewright.syntax import statements as s

QUIET = (s.Tell,)
"""Statements without effects."""


def body(node: s.Body) -> Iterator[Change[s.Body]]:
    """Each line of a block is left out."""
    for span, words, lines in each_without(node.lines, "this line is left out"):
        if not any(line.span == span and isinstance(line, QUIET) for line in node.lines):
            yield span, words, replace(node, lines=lines)


def rule(
    node: d.Step | d.After | d.Scoring | d.WhenStep,
) -> Iterator[Change[d.Step | d.After | d.Scoring | d.WhenStep]]:
    """The rule does nothing. Where it is a single line, that line is left out already."""
    if len(node.body.lines) > 1:
        yield node.span, "nothing of this is done", replace(node, body=replace(node.body, lines=()))


def after(node: d.After) -> Iterator[Change[d.After]]:
    """It comes in the order of names, and not later than another."""
    if node.later_than is not None:
        yield node.later_than.span, "it no longer waits for this", replace(node, later_than=None)


def cost(node: d.Cost) -> Iterator[Change[d.Cost]]:
    """Each part of a cost need not be paid."""
    if len(node.parts) > 1:
        yield from with_part(node, "parts", each_without(node.parts, "this need not be paid"))


def value(node: d.Value) -> Iterator[Change[d.Value]]:
    """Each case of a value is left out."""
    if len(node.cases) > 1:
        yield from with_part(node, "cases", each_without(node.cases, "this case is left out"))


def ask(node: s.Ask) -> Iterator[Change[s.Ask]]:
    """Each option of a question is missing; what may be used besides is not offered; it is not asked to an end."""
    yield from with_part(node, "options", each_without(node.options, "this option is missing"))
    yield from with_part(node, "also", each_without(node.also, "these options are not offered here"))
    if node.keep and node.until is not None:
        yield node.until.span, "it goes on without this end", replace(node, until=None)


def offer(node: s.Offer) -> Iterator[Change[s.Offer]]:
    """What may be used besides is not offered; what the options may change is not kept."""
    yield from with_part(node, "also", each_without(node.also, "these options are not offered here"))


def choose(node: s.Choose) -> Iterator[Change[s.Choose]]:
    """What may be used besides is not offered."""
    yield from with_part(node, "also", each_without(node.also, "these options are not offered here"))


def loop(node: s.ForEach) -> Iterator[Change[s.ForEach]]:
    """A loop begins elsewhere, in another order, or has no end of its own."""
    if node.start is not None:
        yield node.start.span, "it begins with the first", replace(node, direction=None, start=None)
    if node.direction in ("from", "after") and node.start is not None:
        other = "after" if node.direction == "from" else "from"
        yield node.start.span, f'"{other}" instead of "{node.direction}"', replace(node, direction=other)
    if node.direction == "back to" and node.start is not None:
        yield node.start.span, '"from" instead of "back to"', replace(node, direction="from")
    if node.by is not None:
        yield node.by.span, "in the stated order, not by this", replace(node, by=None)
    if node.laps and node.until is not None:
        yield node.until.span, "it goes on without this end", replace(node, until=None)


def pay(node: s.Pay) -> Iterator[Change[s.Pay]]:
    """What goes to a player goes to the supply."""
    if node.to is not None:
        yield node.to.span, "to the supply instead", replace(node, to=None)


def piece_rule(node: d.PieceRule) -> Iterator[Change[d.PieceRule]]:
    """Each option of a piece, each thing done with it and each of its scorings is missing."""
    yield from with_part(node, "options", each_without(node.options, "this option is missing"))
    for score in node.scores:
        if len(score.lines) > 1:
            others = tuple(other for other in node.scores if other is not score)
            yield score.span, "this scoring is missing", replace(node, scores=others)


def menu_option(node: d.MenuOption) -> Iterator[Change[d.MenuOption]]:
    """An option may be chosen again and again."""
    if node.often is not None:
        yield node.often.span, "it may be done again and again", replace(node, often=None)
