"""Reads steps and phases, and the rules that run after them."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check.reading import Reading
from rulewright.check.scope import Scope
from rulewright.check.values import Faulty
from rulewright.diagnostics import Code
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x


class Steps(Reading):
    """A step is read when something first does it, so that what it is given is known."""

    def step_rule(self, name: x.Word) -> c.Procedure:
        """Find a step or phase by name."""
        if name.text not in self.step_declarations:
            self.world.unknown(name, "step", self.step_declarations)
            raise Faulty
        if name.text not in self.steps:
            decl = self.step_declarations[name.text]
            full = f"{decl.kind}.{name.text}"
            params = [self.player_var(), *(self.new_param(full, p.text) for p in decl.params)]
            params = [p for i, p in enumerate(params) if i == 0 or p.name != "player"]
            self.steps[name.text] = c.Procedure(full, decl.kind, params, [], decl.name.span)
            self._waiting.append((full, self.steps[name.text]))
        return self.steps[name.text]

    def _read_step(self, step: c.Procedure) -> None:
        decl = self.step_declarations[step.name.split(".", 1)[1]]
        scope = self.base_scope(step.name, step.params)
        if decl.kind == "game":
            scope = Scope(step.name, {})
        step.heading = self.text(decl.label, scope) if decl.label else None
        step.body = self.block(decl.body, scope)
        rules = self._around(decl.name.text)
        before = [self._aside(rule, step, scope) for rule in rules if rule.moment == "before"]
        step.body = [*before, *step.body]
        step.after += [self._aside(rule, step, scope) for rule in rules if rule.moment != "before"]

    def _around(self, step: str) -> list[d.After]:
        """The rules that run before or after a step, in the stated order, then by name."""
        rules = sorted((r for r in self.rules.of(d.After) if r.step.text == step), key=lambda r: r.name.text)
        placed: list[d.After] = []
        while rules:
            waiting = {r.name.text for r in rules}
            ready = next((r for r in rules if r.later_than is None or r.later_than.text not in waiting), None)
            if ready is None:
                rule = rules[0]
                self.world.findings.add(
                    Code.ORDER_CIRCLE,
                    rule.name.span,
                    "these rules are each later than the other",
                    'Take one "later than" away.',
                )
                return placed
            placed.append(ready)
            rules.remove(ready)
        return placed

    def _aside(self, rule: d.After, step: c.Procedure, scope: Scope) -> c.Action:
        declared = step.params[1:]
        if len(rule.params) > len(declared):
            self.world.findings.add(
                Code.WRONG_NUMBER_OF_THINGS,
                rule.step.span,
                f"{rule.step.text} has {len(declared)} things",
                "Name them all in brackets, or leave out the brackets.",
            )
        names = dict(scope.names)
        for word, var in zip(rule.params, declared, strict=False):
            names[word.text] = var
        inner = Scope(f"rule.{rule.name.text}", names)
        body = self.block(rule.body, inner)
        try:
            when = self.condition(rule.when, inner) if rule.when is not None else None
        except Faulty:
            when = None
        return c.Branch([(when, body)], [], rule.span) if when is not None else c.Branch([], body, rule.span)

    def _reset_at(self, phase: x.Word, stored: c.Stored) -> None:
        step = self.step_rule(phase)
        if step.kind != "phase":
            phases = ", ".join(n for n, decl in self.step_declarations.items() if decl.kind == "phase")
            self.fail(Code.NOT_A_PHASE, phase.span, "this is a step, not a phase", f"Phases here: {phases}.")
        self.resets.setdefault(step.name, []).append(stored)
        step.resets.append(stored)
