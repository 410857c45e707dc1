"""Mutations that remove lines, options and whole rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.playtest.mutants.model import Change, each_without
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x
from rulewright.syntax import statements as s

SILENT_STATEMENTS = (s.Tell,)
"""Statements without effects."""


def block_lines(node: s.Body) -> Iterator[Change[s.Body]]:
    """Each line of a block is left out."""
    for span, words, lines in each_without(node.lines, "this line is left out"):
        if not any(line.span == span and isinstance(line, SILENT_STATEMENTS) for line in node.lines):
            yield span, words, replace(node, lines=lines)


def whole_body(
    node: d.Step | d.After | d.Scoring | d.WhenStep,
) -> Iterator[Change[d.Step | d.After | d.Scoring | d.WhenStep]]:
    """The rule does nothing. Where it is a single line, that line is left out already."""
    if len(node.body.lines) > 1:
        yield node.span, "nothing of this is done", replace(node, body=replace(node.body, lines=()))


def question_end(node: s.Ask) -> Iterator[Change[s.Ask]]:
    """A question is not asked to an end."""
    if node.keep and node.until is not None:
        yield node.until.span, "it goes on without this end", replace(node, until=None)


def loop_parts(node: s.ForEach) -> Iterator[Change[s.ForEach]]:
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


def piece_scorings(node: d.PieceRule) -> Iterator[Change[d.PieceRule]]:
    """Each scoring of a piece is missing."""
    for score in node.scores:
        if len(score.lines) > 1:
            others = tuple(other for other in node.scores if other is not score)
            yield score.span, "this scoring is missing", replace(node, scores=others)


def upwards(node: s.ForRange) -> Iterator[Change[s.ForRange]]:
    """A loop that counts down counts up."""
    if node.down:
        yield node.first.span, "upwards, from the lowest", replace(node, first=node.last, down=False, last=node.first)


def on_top(node: s.Move) -> Iterator[Change[s.Move]]:
    """What is put under a stack is put on top of it."""
    if node.under:
        yield node.to.span, '"to" instead of "under"', replace(node, under=False)


def first_of_all(node: s.ChooseRandom) -> Iterator[Change[s.Let]]:
    """The first thing of a set instead of one at random."""
    yield (
        node.span,
        "the first, not one at random",
        s.Let(node.span, node.name, x.Single(node.span, "first", node.things)),
    )
