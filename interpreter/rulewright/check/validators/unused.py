"""Finds what is declared and never read.

A fact that rules set is read by the people at the table if all of them see it: a card that is turned, the round. What
is counted is not, as it is there to be paid or scored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.check import core as c
from rulewright.check.core.touches import what_line_touches
from rulewright.check.core.walk import (
    body_of,
    everything_in,
    lines_inside,
    units_of,
    values_outside_lines,
    values_read_by,
)
from rulewright.check.declare.table import ALIKE
from rulewright.diagnostics import Code, Findings


def report_unused(checked: c.CheckedRules, findings: Findings) -> None:
    """Add a warning for each fact, amount, place, figure and printed fact that no rule looks at."""
    bodies = [*map(body_of, units_of(checked)), *(scoring.body for scoring in checked.scorings)]
    lines = [line for body in bodies for line in lines_inside(body)]
    values = [value for line in lines for value in values_read_by(line)] + values_outside_lines(checked)
    parts = [part for value in values for part in everything_in(value)]
    used = {id(_stored_meant(part)) for part in parts}
    compared = {part.type.domain for part in parts if isinstance(part, c.Lookup) and part.figure.name == ALIKE}
    used |= {id(figure) for domain in compared if domain for figure in checked.printed.get(domain.name, ())}
    used |= {id(what) for touched in map(what_line_touches, lines) for what in (touched.paid, *touched.uses)}
    used |= {id(place) for place in _places_served(checked)}
    layers = list(checked.texts_of_rules)

    def report(verb: str, declared: Sequence[c.Stored | c.Place | c.Figure | c.History]) -> None:
        for one in declared:
            if id(one) not in used:
                message = f'no rule {verb} "{one.name.rsplit(".", 1)[-1]}"'
                remedy = "Delete it, or write the rule that needs it."
                findings.add(Code.NEVER_USED, one.span, message, remedy, severity="warning")

    for verb, declared in (("looks at", checked.stored), ("uses", checked.places)):
        written = [one for one in declared if one.span.file in layers]
        report(verb, sorted(written, key=lambda one: (layers.index(one.span.file), one.span)))
    report("reads", checked.figures)
    used |= {id(part.history) for part in parts if isinstance(part, c.BeenHere)}
    report("asks whether it has been here:", checked.histories)
    used = {id(line.history) for line in lines if isinstance(line, c.Remember)}
    report("remembers", checked.histories)


def _stored_meant(value: c.Value) -> c.Stored | c.Place | c.Figure | None:
    match value:
        case c.Read():
            return value.stored
        case c.Contents():
            return value.place
        case c.Lookup():
            return value.figure
        case _:
            return None


def _places_served(checked: c.CheckedRules) -> Iterator[c.Place]:
    """Places that the declarations themselves use: pieces begin there, are discarded there, or fill another."""
    yield from (place for _, place in checked.starts)
    yield from checked.discards.values()
    yield from (place.refilled for place in checked.places if place.refilled is not None)
