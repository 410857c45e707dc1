"""Of what sort a value is, as far as its words need to know: how many, and of which kind."""

from __future__ import annotations

from rulewright.report.rulebook.dictionary import Dictionary, Sort
from rulewright.report.rulebook.scope import Scope
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x

NUMBER = Sort("number")


class Sorts:
    """Looks values over without resolving them: the checker has found them good already."""

    def __init__(self, words: Dictionary) -> None:
        self.words = words
        self._within: set[int] = set()

    def sort(self, node: x.Expr, scope: Scope) -> Sort:
        """Return what a value is; what cannot be told stays empty."""
        if isinstance(node, x.Number | x.NumberOf | x.Fold | x.Pick):
            return NUMBER
        if isinstance(node, x.Name):
            return self._sort_of_name(node.text, scope)
        if isinstance(node, x.Of):
            return self._sort_of_member(node, scope)
        if isinstance(node, x.It):
            return scope.it
        if isinstance(node, x.This):
            return Sort("one", node.kind.text)
        if isinstance(node, x.Table):
            return self.sort(node.base, scope)
        if isinstance(node, x.Where | x.Extreme):
            return self.sort(node.things, scope)._replace(how="set")
        if isinstance(node, x.Single):
            return self.sort(node.things, scope)._replace(how="one")
        if isinstance(node, x.NextAfter | x.Near):
            how = "one" if isinstance(node, x.NextAfter) else "set"
            return Sort(how, self.words.kinds.get(node.kind.text, node.kind.text))
        if isinstance(node, x.Arithmetic):
            left, right = self.sort(node.left, scope), self.sort(node.right, scope)
            known = left if left.how in ("set", "one", "number") else right
            return known._replace(how="set") if known.how == "one" else known
        return Sort()

    def of_name(self, name: str) -> Sort:
        """What a name is by its looks: one thing of the kind that it is called by."""
        return Sort("one", name) if name in self.words.kinds else Sort()

    def of_value(self, decl: d.Value) -> Sort:
        """What a declared value is."""
        if decl.type is not None:
            return self.words.sort_of_type(decl.type)
        first = decl.cases[0].value
        if first is None:
            return Sort("truth")
        if id(decl) in self._within:
            return Sort()
        self._within.add(id(decl))
        scope = Scope({name: self.of_name(name) for name in self.names_in(decl)})
        found = self.sort(first, scope)
        self._within.discard(id(decl))
        return found

    def names_in(self, decl: d.Value) -> list[str]:
        """What a value's own text may speak of."""
        return [word.text for word in (*((decl.of,) if decl.of else ()), *decl.params)]

    def _sort_of_name(self, name: str, scope: Scope) -> Sort:
        words = self.words
        if name in scope.names:
            return scope.names[name]
        if name == "player":
            return Sort("one", "player")
        if (own := words.own(name)) is not None:
            return self._settled(own.owner, name, own.sort)
        if name in words.figures:
            decl = next(f for f in words.rules.of(d.Figure) if f.name.text == name)
            return words.sort_of_type(decl.type)
        if name in words.kinds:
            return Sort("set", words.kinds[name])
        if name in words.names:
            return Sort("one", words.names[name][0])
        piece = words.piece(name)
        return Sort("set", piece.kind.text) if piece else Sort()

    def _sort_of_member(self, node: x.Of, scope: Scope) -> Sort:
        owner = self.sort(node.owner, scope).kind
        if node.name.text in self.words.kinds and self.words.member(node.name.text, owner) is None:
            return Sort("one", node.name.text)
        found = self.words.member(node.name.text, owner)
        return self._settled(found.owner, node.name.text, found.sort) if found else Sort()

    def _settled(self, owner: str, name: str, sort: Sort) -> Sort:
        """The sort of something that an owner has; a value's is that of what it says."""
        if sort.how:
            return sort
        for decl in self.words.rules.of(d.Value):
            if decl.name.text == name and (decl.of.text if decl.of else "") == owner:
                return self.of_value(decl)
        return sort
