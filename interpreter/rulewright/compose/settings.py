"""Numbers that get another value for some games: figures, entries of tables, numbers in rules, counts of pieces.

A setting is named as players would say it, and is applied to finished rules, after all changes of all layers:

    first-coins           a figure
    prices for apple      an entry of a table, or what is printed on a piece, as in a change
    card.feast coins      the number before this word in a rule; "card.feast count": how many of it there are
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rulewright.compose.composed import Composed, full_name
from rulewright.diagnostics import NOWHERE, Span
from rulewright.source import InventoryRow
from rulewright.syntax import declarations as d
from rulewright.syntax.expressions import Node, Number, Word, nodes_in

COUNT = "count"
"""The word for how many pieces a row has."""
_ENTRY = re.compile(r"(\S+)(?: for (\S+)(?: at (\S+))?)?")
_NEAR = re.compile(r"\s*([a-z][a-z0-9-]*)")


def is_of_rule(name: str) -> bool:
    """Whether a setting names a rule and a word in it."""
    return "." in name.partition(" ")[0]


def entry_named(name: str) -> tuple[str, str | None, str | None]:
    """Return the figure that a setting names, and the place in it; the whole name where it has another form."""
    found = _ENTRY.fullmatch(name)
    return (found[1], found[2], found[3]) if found else (name, None, None)


def numbers_of_rule(rules: Composed, rule: str) -> dict[str, list[Number]]:
    """Return the numbers in a rule by the word after each, or before it at the end of a line."""
    found: dict[str, list[Number]] = {}
    declared = [decl for decl in rules.declarations if full_name(decl) == rule]
    for number in (part for decl in declared for part in nodes_in(decl) if isinstance(part, Number)):
        line = rules.files[number.span.file].split("\n")[number.span.line - 1]
        after, before = _NEAR.match(line[number.span.end_column - 1 :]), line[: number.span.column - 1].split()
        found.setdefault(after[1] if after else before[-1] if before else "", []).append(number)
    return found


def rows_of_rule(rules: Composed, rule: str) -> list[InventoryRow]:
    """Return the rows of an inventory that are named as a rule, or follow it."""
    kind, _, name = rule.partition(".")
    return [row for row in rules.rows.get(kind, []) if name in (row.rule.text, row.name.text)]


def with_settings(rules: Composed, settings: Mapping[str, int]) -> Composed:
    """Return finished rules with the numbers that settings give; the check reports what does not fit."""
    changes, numbers, counts = list(rules.changes), dict[Span, int](), dict[Span, int]()
    for name, value in settings.items():
        if not is_of_rule(name):
            figure, key, at = entry_named(name)
            words = [Word(NOWHERE, text) if text else None for text in (key, at)]
            new = Word(NOWHERE, str(value))
            changes.append(d.ChangeFigure(NOWHERE, Word(NOWHERE, figure), words[0], words[1], None, new, None, None))
            continue
        rule, _, word = name.partition(" ")
        found = numbers_of_rule(rules, rule).get(word, [])
        numbers |= {number.span: value for number in found}
        counts |= {row.span: value for row in rows_of_rule(rules, rule) if not found and word == COUNT}
    if not settings:
        return rules
    rows = {
        kind: [replace(row, count=counts.get(row.span, row.count)) for row in each] for kind, each in rules.rows.items()
    }
    declarations = [_renumbered(decl, numbers) for decl in rules.declarations] if numbers else rules.declarations
    return replace(rules, changes=changes, declarations=declarations, rows=rows, _by_kind={}, _sorted=-1)


def _renumbered(part: Any, numbers: Mapping[Span, int]) -> Any:  # Any: each part of a node has its own type
    """Return a node with other numbers at some places."""
    if isinstance(part, Number) and part.span in numbers:
        return replace(part, value=numbers[part.span])
    if isinstance(part, Node):
        names = [name for name in part.__dataclass_fields__ if name != "span"]
        return replace(part, **{name: _renumbered(getattr(part, name), numbers) for name in names})
    return tuple(_renumbered(one, numbers) for one in part) if type(part) is tuple else part
