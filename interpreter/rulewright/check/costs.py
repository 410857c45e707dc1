"""Reads declared costs."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check import paying
from rulewright.check.named_values import NamedValues
from rulewright.check.scope import Scope
from rulewright.check.types import NUMBER, TRUTH, Domain, Kind, Type
from rulewright.check.values import Faulty
from rulewright.diagnostics import Code
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x


class Costs(NamedValues):
    """A cost becomes a rule that pays it, with the condition under which it can be paid."""

    def cost_rule(self, name: x.Word) -> c.Procedure:
        """Find a cost by name: a procedure that pays it, with the value that says whether it can be paid."""
        if name.text not in self._costs:
            self.world.unknown(name, "cost", self._costs)
            raise Faulty
        if name.text not in self.costs:
            decl = self._costs[name.text]
            full = f"cost.{name.text}"
            params = [self.player_var(), *(self.new_param(full, p.text) for p in decl.params)]
            can = c.ValueRule(full, params, TRUTH, [], decl.name.span)
            self.costs[name.text] = c.Procedure(full, "cost", params, [], decl.name.span, can=can)
            self._waiting_cost(decl, self.costs[name.text])
        return self.costs[name.text]

    def _waiting_cost(self, decl: d.Cost, cost: c.Procedure) -> None:
        scope = self.base_scope(cost.name, cost.params)
        self.note_sources(decl.sources, scope)
        parts = []
        for part in decl.parts:
            try:
                parts.append(self._cost_part(part, scope))
            except Faulty:
                continue
        if parts and cost.can is not None:
            amounts_first = sorted(parts, key=lambda p: p.amount is None)
            cost.can.cases.append((None, paying.all_of([paying.payable(p) for p in amounts_first])))
        units_first = sorted(parts, key=lambda p: p.amount is not None)
        cost.body = [action for part in units_first for action in paying.pay(part)]

    def _cost_part(self, part: d.CostPart, scope: Scope) -> paying.Part:
        number, payer = self.number(part.amount, scope), self.acting(scope)
        if part.how == "amount":
            amount = self._amount(part.what, "paid", "pay")
            return paying.Part(
                "amount", number, payer, amount, None, None, None, None, None, None, part.span, scope.rule,
                self.world.language,
            )  # fmt: skip
        found = self.world.domain_of(part.what.text)
        if found is None or found[0].how != "names":
            lists = [n for n, k in self.world.domains.items() if k.how == "names"]
            self.world.unknown(part.what, "list of names", lists)
            raise Faulty
        names = found[0]
        full = c.Const(names.everything, Type("set", names))
        within = self.things(part.within, scope, full.type) if part.within is not None else full
        assert part.pool is not None
        pool = self._pieces(part.pool, scope)
        fact, worth, missing = self._units(part, pool, names, scope)
        return paying.Part(
            part.how, number, payer, None, names, within, pool, fact, worth, missing, part.span, scope.rule,
            self.world.language,
        )  # fmt: skip

    def _units(
        self, part: d.CostPart, pool: c.Value, names: Domain, scope: Scope
    ) -> tuple[c.Stored | None, paying.Worth | None, c.Stored | None]:
        assert pool.type.domain is not None
        if part.fact is not None:
            for prefix in self.world.owners(pool.type.domain, pool.type.kind):
                fact = self.world.stored.get((prefix, part.fact.text))
                if fact is not None and len(fact.keys) == 2 and fact.keys[1].domain is names:
                    return fact, None, None
            known = [n for (_, n), f in self.world.stored.items() if len(f.keys) == 2]
            self.world.unknown(part.fact, f"fact counted for each {names.name}", known)
            raise Faulty
        kind = pool.type.kind or pool.type.domain.kinds[0]
        decl = self._worth(part, [pool.type.kind] if pool.type.kind else pool.type.domain.kinds)
        inner, var = scope.looking_at(Type("one", pool.type.domain, kind=kind))
        own = inner.with_var(c.Var(kind.name, var.type))
        facts = self._own_facts(decl, own, var)
        missing = self.memory(f"{scope.rule}.missing.{part.span.line}", (c.Axis(names, 0, names.size),), NUMBER)
        return None, facts, missing

    def _worth(self, part: d.CostPart, kinds: list[Kind]) -> d.Worth:
        """What the pieces of a pool are worth: one line for all kinds that may lie there."""
        if part.how == "any":
            said = f"pieces pay for each {part.what.text} or for one of them, not for any"
            self.fail(Code.WORTH_UNKNOWN, part.span, said, 'Write "of each" or "of one".')
        found = [self.world.piece_decls[kind.name].worth for kind in kinds]
        for kind, decl in zip(kinds, found, strict=True):
            if decl is None:
                said = f"what is a {kind.name} worth?"
                self.fail(Code.WORTH_UNKNOWN, part.span, said, 'Add a line "worth 1 of …" to it.')
            if decl is None or not _alike(decl, found[0]):
                said = f"a {kind.name} is worth something else than a {kinds[0].name}, and both may lie here"
                self.fail(
                    Code.WORTH_UNKNOWN, part.span, said, "Give them printed facts of one shape, and the same line."
                )
        assert found[0] is not None
        return found[0]

    def _own_facts(self, decl: d.Worth, scope: Scope, var: c.Var) -> paying.Worth:
        """In `worth units of fruit` the words are facts of the piece itself."""

        def fact(node: x.Expr) -> c.Value:
            if isinstance(node, x.Name):
                return self.member(x.Of(node.span, x.It(node.span), x.Word(node.span, node.text)), [], scope)
            return self.value(node, scope)

        return paying.Worth(var, fact(decl.units), fact(decl.kind))


def _alike(worth: d.Worth, other: d.Worth | None) -> bool:
    """Both lines say the same."""
    return other is not None and _said(worth.units) == _said(other.units) and _said(worth.kind) == _said(other.kind)


def _said(node: x.Expr) -> object:
    return node.text if isinstance(node, x.Name) else node.value if isinstance(node, x.Number) else type(node)
