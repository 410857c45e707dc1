"""Finds names that nothing in the whole ruleset declares, also where another mistake keeps a rule from being read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.check.declare.names import BUILT_IN
from rulewright.check.declare.table import SymbolTable
from rulewright.check.resolve.unknown import report_unknown
from rulewright.compose.composed import Composed
from rulewright.diagnostics import Findings
from rulewright.syntax.expressions import Name, Node, Of, Word


def report_nowhere(table: SymbolTable, rules: Composed, findings: Findings) -> None:
    """Add a finding for each name in a value that stands nowhere else, as what is declared or let."""
    used: list[Word] = []
    known = {*BUILT_IN, *_declared(table)}
    for decl in rules.declarations:
        for node, inner in _nodes(decl):
            if inner:
                used.append(Word(node.span, node.text))
            else:
                known.add(node.text)
    for word in used:
        if word.text not in known and word.text not in table.lost:
            report_unknown(word, known, findings)


def _declared(table: SymbolTable) -> Iterator[str]:
    """Yield what data files name: pieces, their rules and printed facts; and the seats and spaces, which are made."""
    for domain in (*table.domains.values(), *table.home.values()):
        yield from domain.members
    yield from (rule for _, rule in table.piece_rules)
    yield from table.figures


def _nodes(value: Any, name_of: bool = False) -> Iterator[tuple[Any, bool]]:
    """Yield every word of a tree, and whether it is a name used in a value."""
    if isinstance(value, tuple):
        for item in value:
            yield from _nodes(item)
    elif isinstance(value, Name | Word):
        yield value, name_of or isinstance(value, Name)
    elif isinstance(value, Node):
        for field in value.__dataclass_fields__:
            yield from _nodes(getattr(value, field), isinstance(value, Of) and field == "name")
