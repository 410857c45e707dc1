"""The types and keys that declarations state, and what could be declared yes or no but never be asked for."""

from __future__ import annotations

from rulewright.check.core import Axis
from rulewright.check.core.things import NUMBER, TRUTH, Type
from rulewright.check.declare.table import SymbolTable
from rulewright.diagnostics import Code
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


def axes_of(table: SymbolTable, key: d.Key | None) -> tuple[Axis, ...]:
    """What a key goes through: nothing, the things of a kind, or numbers."""
    if key is None:
        return ()
    if key.name is None:
        return (Axis(None, key.low, key.high - key.low + 1),)
    return (axis_of(table, key.name),)


def axis_of(table: SymbolTable, word: Word) -> Axis:
    """The things of a kind."""
    found = table.kind_of(word)
    if found is None:
        table.unknown(word, "kind of thing", [n.name for n in [*table.domains.values(), *table.home.values()]])
        return Axis(None, 0, 1)
    domain, kind = found
    return Axis(domain, 0, kind.size if kind else domain.size, kind)


def asked_for(table: SymbolTable, type_: Type, name: Word, owner: str, *keys: d.Key | None) -> Type:
    """The type of what is looked up: a figure, what the game has, what is there for each name of a list."""
    if type_.how != "truth":
        return type_
    key = keys[0].name if len(keys) == 1 and keys[0] is not None else None
    read = f"{owner}'s {name}" if owner else name.text
    remedy = f'Write "{name}: 0 to 1", and "{read} is 1" where it matters.'
    if key is not None:
        remedy = f'Write "{name}: set of {key}" for those that are so, and "{key} is in {read}" where it matters.'
    return _refuse_type(table, name, "ready", remedy)


def value_asked_for(table: SymbolTable, type_: Type, decl: d.Value) -> Type:
    """The type of a value."""
    if type_.how != "truth" or (decl.of is not None and not decl.params):
        return type_
    remedy = f'Write "value {decl.name} of player:", and "player is {decl.name}" where it matters.'
    if decl.params:
        given = ", ".join(one.text for one in decl.params)
        remedy = f'Leave out "({given})": what is asked of a thing is given nothing.'
    return _refuse_type(table, decl.name, "rich", remedy)


def _refuse_type(table: SymbolTable, name: Word, example: str, remedy: str) -> Type:
    """Add the finding; what is read on as a number gives no other."""
    message = f'no condition can ask for this: only a thing is so or not, as in "player is {example}"'
    table.findings.add(Code.WRONG_KIND, name.span, message, remedy)
    return NUMBER
