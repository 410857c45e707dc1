"""Finds the types of params: by their names, else by what is given to them."""

from __future__ import annotations

from dataclasses import replace

from rulewright.check import core as c
from rulewright.check.scope import Scope
from rulewright.check.texts import Texts
from rulewright.check.types import NUMBER, UNKNOWN, Type
from rulewright.check.world import World
from rulewright.diagnostics import Code
from rulewright.syntax import expressions as x


class Parameters(Texts):
    """Params take the type of the kind they are named after, or of what is given to them wherever they are used.

    A use may widen a type that was used before it was known whole; then `widened` is set and the rules are read again.
    """

    def __init__(self, world: World, remembered: dict[str, Type]) -> None:
        super().__init__(world)
        self.remembered = remembered
        self.widened = False
        self._owner: dict[int, str] = {}

    def new_param(self, rule: str, name: str) -> c.Var:
        """Make a param of a rule, with the best type known."""
        var = c.Var(name, self._by_name(name))
        key = f"{rule}:{name}"
        if key in self.remembered:
            var.type = self.remembered[key]
        self._owner[id(var)] = key
        return var

    def _by_name(self, name: str) -> Type:
        found = self.world.domain_of(name)
        if found is None:
            return UNKNOWN
        domain, kind = found
        return Type("one", domain, kind=kind) if name in (domain.name, kind.name if kind else "") else UNKNOWN

    def arguments(
        self, name: x.Word, params: list[c.Var], nodes: tuple[x.Expr, ...], scope: Scope
    ) -> tuple[c.Value, ...]:
        """Return the values given to a rule: the acting player, then one for each declared param."""
        declared = params[1:]
        if len(nodes) != len(declared):
            things = ", ".join(p.name for p in declared) or "nothing"
            takes = f'"{name.text}" takes {len(declared)} thing{"" if len(declared) == 1 else "s"} ({things})'
            self.fail(
                Code.WRONG_NUMBER_OF_THINGS,
                name.span,
                f"{takes}, and {len(nodes)} are given",
                f'They stand after "with", parted by commas: "with {things}".'
                if declared
                else 'Leave out "with" and what follows.',
            )
        given = [self._argument(p, node, scope) for p, node in zip(declared, nodes, strict=True)]
        return (self.acting(scope), *given)

    def _argument(self, param: c.Var, node: x.Expr, scope: Scope) -> c.Value:
        if param.type.how == "set":
            value = self.things(node, scope, param.type)
        elif param.type.how == "one" and param.type.domain is not None:
            value = self.thing(node, scope, param.type)
        else:
            value = self.value(node, scope)
        self._join(param, value.type, node)
        return value

    def _join(self, param: c.Var, given: Type, node: x.Expr) -> None:
        known = param.type
        joined = NUMBER if given.how == "number" else given
        if known.how != "unknown":
            if known.how != given.how or (known.domain and given.domain and known.domain is not given.domain):
                self.fail(
                    Code.WRONG_KIND,
                    node.span,
                    f'this is {given}; "{param.name}" is {known}',
                    "Give it the same kind of thing wherever it is done.",
                )
            if known.how == "number":
                return
            kind = known.kind if known.kind is given.kind or given.domain is None else None
            kind = given.kind if known.domain is None else kind
            joined = replace(
                known, domain=known.domain or given.domain, optional=known.optional or given.optional, kind=kind
            )
        if joined != known:
            self.widened = self.widened or known.how != "unknown"
            param.type = joined
            if id(param) in self._owner:
                self.remembered[self._owner[id(param)]] = joined
