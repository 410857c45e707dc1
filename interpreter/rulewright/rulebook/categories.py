"""The grammatical category of a value, as far as its words depend on it: how many things, and of which kind.

The checker has accepted these values already, so they are only looked over, not resolved.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from rulewright.rulebook.dictionary import Category
from rulewright.rulebook.phrases import Phrase, name_words, phrase_of
from rulewright.rulebook.scope import WordingScope
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x

NUMBER = Category("number")


def category_of(node: x.Expr, scope: WordingScope) -> Category:  # noqa: C901, PLR0912 - one case for each node
    """Return the category of a value; it stays empty where it cannot be determined."""
    match node:
        case x.Fold(how="all"):
            each = scope.with_name(node.variable.text, category_of_one(node.things, scope))
            return category_of(node.value, each)._replace(how="set")
        case x.Number() | x.NumberOf() | x.Fold() | x.Pick() | x.Distance() | x.LongestPath():
            return NUMBER
        case x.Name():
            return _category_named(node.text, scope)
        case x.Of():
            return _category_of_member(node, scope)
        case x.It():
            return scope.it
        case x.This() | x.That():
            return Category("one", node.kind.text)
        case x.Nothing():
            return Category()
        case x.Table():
            return category_of(node.base, scope)
        case x.Where() | x.Extreme():
            return category_of(node.things, scope)._replace(how="set")
        case x.Single():
            return category_of_one(node.things, scope)
        case x.NextAfter():
            return Category("one", scope.words.kinds.get(node.kind.text, node.kind.text))
        case x.Turned():
            return category_of(node.thing, scope)
        case x.Parts():
            return category_of(node.things, scope)
        case x.Near() | x.Reached():
            return Category("set", scope.words.kinds.get(node.kind.text, node.kind.text))
        case _ if isinstance(node, x.Cond):
            return Category("truth")
        case x.Arithmetic():
            left, right = category_of(node.left, scope), category_of(node.right, scope)
            known = left if left.how in ("set", "one", "number") else right
            return known._replace(how="set") if known.how == "one" else known
        case _:
            assert_never(node)


def category_of_one(things: x.Expr, scope: WordingScope) -> Category:
    """Return the category of one of some things; one of several parts is a set."""
    return category_of(things, scope)._replace(how="set" if isinstance(things, x.Parts) else "one")


def category_of_value(decl: d.Value, scope: WordingScope) -> Category:
    """Return the category of a declared value."""
    if decl.type is not None:
        return scope.words.category_of_type(decl.type)
    first = decl.cases[0].value
    if first is None:
        return Category("truth")
    if id(decl) in scope.within:
        return Category()
    inner = replace(scope.with_parameters(value_parameters(decl)), it=Category(), within=scope.within | {id(decl)})
    for line in decl.lets:
        inner = inner.with_name(line.name.text, category_of(line.value, inner))
    return category_of(first, inner)


def value_parameters(decl: d.Value) -> tuple[x.Word, ...]:
    """Return what the text of a value may refer to: its owner and its parameters."""
    return (*((decl.of,) if decl.of else ()), *decl.params)


def _category_named(name: str, scope: WordingScope) -> Category:
    words = scope.words
    if name in scope.names:
        return scope.names[name]
    if name == "player":
        return Category("one", "player")
    if (own := words.own_member(name)) is not None:
        return _category_held(own.owner, name, own.category, scope)
    if name in words.figures:
        decl = next(f for f in words.rules.of(d.Figure) if f.name.text == name)
        return words.category_of_type(decl.type)
    if name in words.kinds:
        return Category("set", words.kinds[name])
    if name in words.names:
        return Category("one", words.names[name][0])
    piece = words.find_piece(name)
    return Category("set", piece.kind.text) if piece else Category()


def _category_of_member(node: x.Of, scope: WordingScope) -> Category:
    owner = category_of(node.owner, scope).kind
    found = scope.words.find_member(node.name.text, owner)
    if found is None:
        return Category("one", node.name.text) if node.name.text in scope.words.kinds else Category()
    return _category_held(found.owner, node.name.text, found.category, scope)


def _category_held(owner: str, name: str, known: Category, scope: WordingScope) -> Category:
    """Return the category of something that an owner has; that of a value is that of its text."""
    if known.how:
        return known
    for decl in scope.words.rules.of(d.Value):
        if decl.name.text == name and (decl.of.text if decl.of else "") == owner:
            return category_of_value(decl, scope)
    return known


# -- members and places


def is_place(node: x.Expr, scope: WordingScope) -> bool:
    """Return whether a value is the contents of a place."""
    base = node.base if isinstance(node, x.Table) else node
    if isinstance(base, x.Name):
        found = None if base.text in scope.names else scope.words.own_member(base.text)
    elif isinstance(base, x.Of):
        found = scope.words.find_member(base.name.text, category_of(base.owner, scope).kind)
    else:
        found = None
    return found is not None and found.what == "place"


def place_limit(node: x.Expr, scope: WordingScope) -> int | None:
    """Return how many pieces a place has room for, where that is limited."""
    if not is_place(node, scope):
        return None
    base = node.base if isinstance(node, x.Table) else node
    name = base.name.text if isinstance(base, x.Of) else base.text if isinstance(base, x.Name) else ""
    places = (place for has in scope.words.rules.of(d.Has) for place in has.places)
    return next((place.limit for place in places if place.name.text == name), None)


def member_name(node: x.Of, scope: WordingScope) -> Phrase:
    """Return what is called of an owner without the owner: "coins" of "your coins"."""
    found = scope.words.find_member(node.name.text, category_of(node.owner, scope).kind)
    return phrase_of(found.text, "", found.target) if found else phrase_of(name_words(node.name.text))
