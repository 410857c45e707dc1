"""The plans of seats and the targets of a ruleset: where they stand, and what they name."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.compose.composed import Composed
from rulewright.diagnostics import Span
from rulewright.source import Scalar
from rulewright.source.figures import SeatData
from rulewright.source.nodes import items_of
from rulewright.source.seat_kinds import KINDS
from rulewright.source.targets import ABOVE, TargetError, names_in_kind, typed_target


def plans_of_seats(rules: Composed) -> Iterator[SeatData]:
    """Yield the plans of seats, from the lowest ruleset up."""
    return (data for _, data in rules.seat_data if data.kind == "seat")


def target_texts(rules: Composed) -> Iterator[tuple[str, str, Scalar]]:
    """Yield the targets of all layers, from the lowest up: the layer, the difference to which it belongs, the text."""
    for layer, data in rules.seat_data:
        if data.kind == "targets":
            difference = data.difference.text if data.difference is not None else ""
            texts = (item for item in items_of(data.entries.get("targets")) if isinstance(item, Scalar))
            yield from ((layer, difference, text) for text in texts)


def names_in_target(word: Scalar) -> Iterator[tuple[Scalar, bool]]:
    """Yield the plans of seats that a target names, and what they are restricted about; `True` for the plans."""
    try:
        target = typed_target(word.text)
    except TargetError:
        return
    at = 0 if target.measure == ABOVE else word.text.rfind(" by ")
    for kind in reversed(target.kinds):
        for place, name in enumerate(names_in_kind(kind)):
            at = word.text.find(name, at)
            if place or not (":" in name or name in KINDS):
                yield Scalar(place_in_word(word, at, name), name), not place
            at += len(name)


def place_in_word(word: Scalar, start: int, name: str) -> Span:
    """Return the place of a name in a word, behind some of its characters."""
    column = word.span.column + (word.style != "plain") + start
    return word.span._replace(column=column, end_line=word.span.line, end_column=column + len(name))
