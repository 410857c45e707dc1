"""The types and keys that declarations state."""

from __future__ import annotations

from rulewright.check.core import Axis
from rulewright.check.core.things import NUMBER, TRUTH, Type
from rulewright.check.declare.table import SymbolTable
from rulewright.syntax import declarations as d
from rulewright.syntax.expressions import Word

_RANGE = ("A number says its lowest and its highest: 0 to 9.",)
_TRUTH = ('What is so or not is "yes or no".',)
_ELSEWHERE = {
    **dict.fromkeys(("number", "integer", "int", "count", "natural"), _RANGE),
    **dict.fromkeys(("boolean", "bool", "truth", "flag", "yes-or-no", "yes"), _TRUTH),
}
"""What facts are in other languages, and what they are here."""


def type_of(table: SymbolTable, decl: d.TypeOf) -> Type:
    """The type that a declaration states."""
    if decl.how == "range":
        return Type("number", low=decl.low, high=decl.high)
    if decl.how == "truth" or decl.name is None:
        return TRUTH
    found = table.kind_of(decl.name)
    if found is None:
        table.unknown(
            decl.name, "kind of thing", [n.name for n in [*table.domains.values(), *table.home.values()]],
            *_ELSEWHERE.get(decl.name.text, ()),
        )  # fmt: skip
        return NUMBER
    domain, kind = found
    return Type("set" if decl.how == "set" else "one", domain, decl.how == "optional", kind)


def axes_of(table: SymbolTable, keys: tuple[d.Key, ...]) -> tuple[Axis, ...]:
    """What keys go through: the things of a kind, or numbers."""
    return tuple(
        Axis(None, key.low, key.high - key.low + 1) if key.name is None else axis_of(table, key.name) for key in keys
    )


def axis_of(table: SymbolTable, word: Word) -> Axis:
    """The things of a kind."""
    found = table.kind_of(word)
    if found is None:
        table.unknown(word, "kind of thing", [n.name for n in [*table.domains.values(), *table.home.values()]])
        return Axis(None, 0, 1)
    domain, kind = found
    return Axis(domain, 0, kind.size if kind else domain.size, kind)
