"""What rules do with the pieces in each place: whether somebody chooses among them, and whether anything reads them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.check import core as c
from rulewright.check.core.walk import body_of, everything_in, inner, units_of, values_of
from rulewright.compile.tables import CHOSEN, READ


def uses_of_places(rules: c.CheckedRules) -> dict[int, str]:
    """Return the use of places by identity. What `always` rules read is no use."""
    lines = [action for unit in units_of(rules) for action in inner(body_of(unit))]
    lines += [action for scoring in rules.scorings for action in inner(scoring.body)]
    read = {id(place): READ for action in lines for place in _places(values_of(action))}
    questions = [action for action in lines if isinstance(action, c.Question)]
    choices = [choice for question in questions for choice in question.choices]
    choices += [option.choice for menu in rules.menus for option in menu.options]
    things = [choice.things for choice in choices if choice.things is not None]
    ends = {id(place): "" for place in rules.discards.values()}
    return read | ends | {id(place): CHOSEN for place in _places(things)}


def _places(values: Iterable[c.Value]) -> Iterator[c.Place]:
    """Yield the places whose contents values read, also through declared values."""
    waiting, met = list(values), set[int]()
    while waiting:
        for part in everything_in(waiting.pop()):
            if isinstance(part, c.Contents):
                yield part.place
            elif isinstance(part, c.Call) and id(part.value) not in met:
                met.add(id(part.value))
                waiting += [value for case in part.value.cases for value in case if value is not None]
