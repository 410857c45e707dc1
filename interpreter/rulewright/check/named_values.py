"""Reads declared values."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check.reaching import DEEPEST, TOO_DEEP
from rulewright.check.scope import Scope
from rulewright.check.steps import Steps
from rulewright.check.types import NUMBER, TRUTH, UNKNOWN, Type
from rulewright.check.yes_or_no import value_asked_for
from rulewright.diagnostics import Code
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x


class NamedValues(Steps):
    """A declared value is read when something first uses it."""

    def value_declarations(self) -> dict[tuple[str, str], object]:
        """Return the `value` declarations by owner and name."""
        return dict(self._values)

    def call_value(
        self, key: tuple[str, str], owner: c.Value | None, arguments: list[x.Expr], scope: Scope
    ) -> c.Value | None:
        """Return the value that a `value` rule gives for these things."""
        decl = self._values.get(key)
        if decl is None:
            return None
        rule = self._value_rule(key, decl)
        name = x.Word(decl.name.span, decl.name.text)
        extra = rule.params[len(rule.params) - len(decl.params) :]
        given = self.arguments(name, [rule.params[0], *extra], tuple(arguments), scope)
        first = (given[0],) if decl.of is None else (owner,) if key[0] == "player" else (given[0], owner)
        if not rule.cases:
            self._read_value(key, decl, rule)
        return c.Call(rule, (*(v for v in first if v is not None), *given[1:]), decl.name.span)

    def _value_rule(self, key: tuple[str, str], decl: d.Value) -> c.ValueRule:
        if key not in self.value_rules:
            full = f"value.{key[0]}.{key[1]}" if key[0] else f"value.{key[1]}"
            params = [self.player_var()]
            if decl.of is not None and decl.of.text != "player":
                params.append(self.new_param(full, decl.of.text))
            params += [self.new_param(full, p.text) for p in decl.params]
            self.value_rules[key] = c.ValueRule(full, params, UNKNOWN, [], decl.name.span)
        return self.value_rules[key]

    def _read_value(self, key: tuple[str, str], decl: d.Value, rule: c.ValueRule) -> None:
        if key in self._reading:
            self.fail(
                Code.VALUE_CIRCLE, decl.name.span, "this value is explained by itself", "Explain it by other things."
            )
        if len(self._reading) >= DEEPEST:
            self.fail(Code.TOO_DEEP, decl.name.span, *TOO_DEEP)
        self._reading.append(key)
        try:
            scope = self.base_scope(rule.name, rule.params)
            self.note_sources(decl.sources, scope)
            for case in decl.cases:
                condition = self.condition(case.condition, scope) if case.condition is not None else None
                value = self.value(case.value, scope) if case.value is not None else condition
                assert value is not None
                rule.cases.append((condition if case.value is not None else None, value))
        finally:
            self._reading.pop()
        rule.type = value_asked_for(self.world, self._common_type([v for _, v in rule.cases]), decl)
        if rule.cases[-1][0] is not None and not rule.type.optional:
            last = decl.cases[-1].span
            self.world.findings.add(
                Code.VALUE_UNFINISHED, last, "what is it otherwise?", 'Add a last line without "if".'
            )

    def _common_type(self, values: list[c.Value]) -> Type:
        types = [v.type for v in values]
        known = next((t for t in types if t.domain is not None or t.how != "one"), types[0])
        if known.how == "number":
            return NUMBER
        if known.how == "truth":
            return TRUTH
        kind = known.kind if all(t.kind is known.kind or t.domain is None for t in types) else None
        return Type(known.how, known.domain, any(t.optional for t in types), kind)
