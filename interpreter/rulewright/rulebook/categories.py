"""The grammatical category of a value, as far as its words depend on it: how many things, and of which kind.

The checker has accepted these values already, so they are only looked over, not resolved.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from rulewright.rulebook.dictionary import Category
from rulewright.rulebook.phrases import Phrase, run, spaced
from rulewright.rulebook.scope import Scope
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x

NUMBER = Category("number")


def category(node: x.Expr, scope: Scope) -> Category:  # noqa: C901, PLR0912 - one case for each node
    """Return the category of a value; it stays empty where it cannot be determined."""
    match node:
        case x.Number() | x.NumberOf() | x.Fold() | x.Pick():
            return NUMBER
        case x.Name():
            return _of_name(node.text, scope)
        case x.Of():
            return _of_member(node, scope)
        case x.It():
            return scope.it
        case x.This():
            return Category("one", node.kind.text)
        case x.Nothing():
            return Category()
        case x.Table():
            return category(node.base, scope)
        case x.Where() | x.Extreme():
            return category(node.things, scope)._replace(how="set")
        case x.Single():
            return one_of(node.things, scope)
        case x.NextAfter():
            return Category("one", scope.words.kinds.get(node.kind.text, node.kind.text))
        case x.Near():
            return Category("set", scope.words.kinds.get(node.kind.text, node.kind.text))
        case x.Arithmetic():
            left, right = category(node.left, scope), category(node.right, scope)
            known = left if left.how in ("set", "one", "number") else right
            return known._replace(how="set") if known.how == "one" else known
        case _:
            assert_never(node)


def one_of(things: x.Expr, scope: Scope) -> Category:
    """Return the category of one of some things."""
    return category(things, scope)._replace(how="one")


def of_value(decl: d.Value, scope: Scope) -> Category:
    """Return the category of a declared value."""
    if decl.type is not None:
        return scope.words.category_of_type(decl.type)
    first = decl.cases[0].value
    if first is None:
        return Category("truth")
    if id(decl) in scope.within:
        return Category()
    inner = replace(scope.given(parameters(decl)), it=Category(), within=scope.within | {id(decl)})
    return category(first, inner)


def parameters(decl: d.Value) -> tuple[x.Word, ...]:
    """Return what the text of a value may refer to: its owner and its parameters."""
    return (*((decl.of,) if decl.of else ()), *decl.params)


def _of_name(name: str, scope: Scope) -> Category:
    words = scope.words
    if name in scope.names:
        return scope.names[name]
    if name == "player":
        return Category("one", "player")
    if (own := words.own(name)) is not None:
        return _settled(own.owner, name, own.category, scope)
    if name in words.figures:
        decl = next(f for f in words.rules.of(d.Figure) if f.name.text == name)
        return words.category_of_type(decl.type)
    if name in words.kinds:
        return Category("set", words.kinds[name])
    if name in words.names:
        return Category("one", words.names[name][0])
    piece = words.piece(name)
    return Category("set", piece.kind.text) if piece else Category()


def _of_member(node: x.Of, scope: Scope) -> Category:
    owner = category(node.owner, scope).kind
    found = scope.words.member(node.name.text, owner)
    if found is None:
        return Category("one", node.name.text) if node.name.text in scope.words.kinds else Category()
    return _settled(found.owner, node.name.text, found.category, scope)


def _settled(owner: str, name: str, known: Category, scope: Scope) -> Category:
    """Return the category of something that an owner has; that of a value is that of its text."""
    if known.how:
        return known
    for decl in scope.words.rules.of(d.Value):
        if decl.name.text == name and (decl.of.text if decl.of else "") == owner:
            return of_value(decl, scope)
    return known


# -- members and places


def is_place(node: x.Expr, scope: Scope) -> bool:
    """Return whether a value is the contents of a place."""
    base = node.base if isinstance(node, x.Table) else node
    if isinstance(base, x.Name):
        found = None if base.text in scope.names else scope.words.own(base.text)
    elif isinstance(base, x.Of):
        found = scope.words.member(base.name.text, category(base.owner, scope).kind)
    else:
        found = None
    return found is not None and found.what == "place"


def room(node: x.Expr, scope: Scope) -> int | None:
    """Return how many pieces a place has room for, where that is limited."""
    if not is_place(node, scope):
        return None
    base = node.base if isinstance(node, x.Table) else node
    name = base.name.text if isinstance(base, x.Of) else base.text if isinstance(base, x.Name) else ""
    places = (place for has in scope.words.rules.of(d.Has) for place in has.places)
    return next((place.limit for place in places if place.name.text == name), None)


def member_name(node: x.Of, scope: Scope) -> Phrase:
    """Return what is called of an owner without the owner: "coins" of "your coins"."""
    found = scope.words.member(node.name.text, category(node.owner, scope).kind)
    return run(found.text, "", found.target) if found else run(spaced(node.name.text))
