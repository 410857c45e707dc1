"""Reads the numbers, names and lists of the data files as values of a declared type."""

from __future__ import annotations

from rulewright.check.core.things import Type, default_of
from rulewright.check.declare.table import SymbolTable
from rulewright.diagnostics import Code, Suggestion
from rulewright.source import Scalar, Sequence, YamlNode
from rulewright.syntax.expressions import Word


def read_value(table: SymbolTable, node: YamlNode, type_: Type, what: str) -> int:
    """Return the value that a data file gives; what does not fit becomes a finding and the default."""
    if type_.how == "set":
        return _read_set(table, node, type_, what)
    if not isinstance(node, Scalar):
        table.findings.add(Code.WRONG_KIND, node.span, f"{what} is {type_}, not a list", "Write it without brackets.")
        return default_of(type_)
    if type_.how == "number":
        return _read_number(table, node, type_, what)
    if type_.how == "truth":
        if node.text not in ("yes", "no"):
            table.findings.add(Code.WRONG_KIND, node.span, f"{what} is yes or no", "Write yes or no.")
        return int(node.text == "yes")
    return _read_name(table, node, type_, what)


def _read_number(table: SymbolTable, node: Scalar, type_: Type, what: str) -> int:
    number = node.number
    if number is None:
        quoted = node.quoted_number
        bare = Suggestion(f"Write {quoted}, without quotation marks.", f'"{quoted}"', str(quoted), safe=True)
        remedy = f"Write a number from {type_.low} to {type_.high}." if quoted is None else bare
        table.findings.add(Code.WRONG_KIND, node.span, f"{what} is a whole number", remedy)
        return default_of(type_)
    if not type_.low <= number <= type_.high:
        table.findings.add(
            Code.OUT_OF_RANGE,
            node.span,
            f"{what} goes from {type_.low} to {type_.high}",
            "Correct the number, or declare a wider range.",
        )
        return default_of(type_)
    return number


def _read_name(table: SymbolTable, node: Scalar, type_: Type, what: str) -> int:
    domain = type_.domain
    if node.text in ("nothing", "nobody") and type_.optional:
        return -1
    number = domain.number_of(node.text) if domain is not None else None
    if domain is None or number is None:
        known = domain.members if domain else []
        table.unknown(Word(node.span, node.text), domain.name if domain else what, known)
        return default_of(type_)
    table.use_thing(node, domain)
    return number


def _read_set(table: SymbolTable, node: YamlNode, type_: Type, what: str) -> int:
    if not isinstance(node, Sequence):
        table.findings.add(Code.WRONG_KIND, node.span, f"{what} is a list", "Write it in brackets: [one, two].")
        return 0
    mask = 0
    for item in node.items:
        if not isinstance(item, Scalar):
            table.findings.add(
                Code.WRONG_KIND, item.span, f"{what} is a list of names", "Write it in brackets: [one, two]."
            )
            continue
        bit = _read_name(table, item, type_.as_one(), what)
        mask |= 1 << bit
    return mask
