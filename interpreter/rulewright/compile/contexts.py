"""What a rule under way is given, as far as everybody may know it: what a question is about.

A rule's parameter is open if nothing that is passed to it depends on secrets. A cost also has how far its payment is.
"""

from __future__ import annotations

from collections import defaultdict

from rulewright.check import core as c
from rulewright.check.core.walk import all_lines, body_of, everything_in, lines_inside
from rulewright.check.secret_reading import SecretFinder, secret_finder
from rulewright.compile.graph import Graph
from rulewright.compile.layout import value_type
from rulewright.compile.tables import TypedSlot
from rulewright.diagnostics import NOWHERE

KINDS = ("step", "phase", "cost")


def contexts(rules: c.CheckedRules, graph: Graph) -> dict[str, dict[str, TypedSlot]]:
    """Return the open parameters of rules that ask, by the full name of the rule and their own."""
    known = _Openness(rules)
    found: dict[str, dict[str, TypedSlot]] = {}
    for rule in rules.procedures:
        if rule.kind not in KINDS:
            continue
        given = [
            var
            for var in [
                *rule.params[1:],
                *(
                    [action.var for action in lines_inside(body_of(rule)) if isinstance(action, c.Loop | c.Count_)]
                    if rule.kind == "cost"
                    else []
                ),
            ]
            if known.open(var)
        ]
        slots = {
            var.name: TypedSlot(graph.frames.of_var[id(var)], value_type(var.type))
            for var in given if id(var) in graph.frames.of_var and var.type.how in ("number", "one")
        }  # fmt: skip
        found |= {rule.name: slots} if slots else {}
    return found


class _Openness:
    """Tells whether a local name can hold nothing that is secret."""

    def __init__(self, rules: c.CheckedRules) -> None:
        self.look: SecretFinder = secret_finder(rules)
        self.values = defaultdict[int, list[c.Value]](list)
        self.veiled: set[int] = set()
        self.met: set[int] = set()
        for action in all_lines(rules):
            self._note_sources(action)

    def _note_sources(self, action: c.Action) -> None:
        """Note where names get their values from."""
        match action:
            case c.Let():
                self.values[id(action.var)].append(action.value)
            case c.Loop():
                self.values[id(action.var)].append(action.things)
            case c.Count_():
                self.values[id(action.var)] += [action.low, action.high]
            case c.Perform():
                for var, value in zip(action.step.params[1:], action.arguments[1:], strict=True):
                    self.values[id(var)].append(value)
            case c.PickAtRandom() if action.seat is None:
                self.values[id(action.var)].append(action.things)
            case c.RollDie() | c.PickAtRandom() if action.seat is not None:
                self.veiled.add(id(action.var))
            case c.Question() if action.secret:
                self.veiled |= {id(var) for choice in action.choices for var in choice.names}
            case _:
                pass

    def open(self, var: c.Var) -> bool:
        """Whether everybody may know what a name stands for; pieces are looked at when they are shown."""
        if id(var) in self.veiled:
            return False
        if id(var) in self.met:
            return True
        self.met.add(id(var))
        piece = var.type.domain is not None and var.type.domain.how == "piece"
        return piece or all(map(self._is_plain, self.values[id(var)]))

    def _is_plain(self, value: c.Value) -> bool:
        if any(True for _ in self.look.secrets_read(value, self.look.names, NOWHERE)):
            return False
        return all(self.open(part.var) for part in everything_in(value) if isinstance(part, c.Use))
