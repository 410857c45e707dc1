"""Reduce actions: what the parser builds when it reduces by a rule of the grammar.

A rule builds the class of the syntax tree that has its name, unless a builder has a method or `NODES_MADE` an entry for
it.

The rule `take: "take" amount NAME` has the entry `(s.Take, None, ...)`: the words of the language are dropped, and
`take 2 coins` becomes `Take(span, None, 2, coins)`, in which nobody is named. `takes: value "takes" amount NAME` has
`(s.Take, ...)`, and becomes `Take(span, red, 2, coins)`. Everything that depends on the rule alone is worked out once:
parsing calls closures.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import MISSING
from dataclasses import fields as dataclass_fields
from functools import lru_cache
from typing import Any

from rulewright.diagnostics import Span
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x
from rulewright.syntax import statements as s
from rulewright.syntax.expressions import Node
from rulewright.syntax.tables import GrammarRule, LalrTables

Build = Callable[[Span, list[Any]], Any]
ReduceAction = tuple[str, int, Build | None]
"""What a rule of the grammar reduces to, from how many values, and how; None: to its only value."""


def reduce_actions(tables: LalrTables, builder: object) -> list[ReduceAction]:
    """Return the action of each rule of the grammar."""
    return [(rule.origin, rule.length, _reduction_of(rule, builder)) for rule in tables.rules]


def _reduction_of(rule: GrammarRule, builder: object) -> Build | None:
    """Return how the values of a rule are reduced to one."""
    if rule.single and rule.length == 1 and len(rule.kept) == 1 and not rule.tail + rule.kept[0][2]:
        return None
    arrange = _arrangement_of(rule)
    if rule.inlined:
        return lambda span, values: arrange(values)
    method: Build = getattr(builder, rule.method, None) or _node_builder(rule.method)
    if not rule.single:
        return lambda span, values: method(span, arrange(values))

    def make(span: Span, values: list[Any]) -> Any:
        kept = arrange(values)
        return kept[0] if len(kept) == 1 else method(span, kept)

    return make


NODES_MADE: dict[str, tuple[Any, ...]] = {
    "not_cond": (x.Not, ...), "been_before": (x.BeenHere, ..., None), "in_a_row": (x.InRow, ...),
    "sum_of": (x.Fold, "sum", ...), "extreme_of": (x.Fold, ...),
    "all_of": (x.Fold, "all", ...), "lesser": (x.Pick, "lesser", ...),
    "greater": (x.Pick, "greater", ...), "first_of": (x.Single, "first", ...), "last_of": (x.Single, "last", ...),
    "only_of": (x.Single, "only", ...), "next_after": (x.NextAfter, False, ...),
    "previous_before": (x.NextAfter, True, ...), "beside": (x.Near, "beside", ...), "around": (x.Near, "around", ...),
    "space_above": (x.Near, "above", ...), "space_below": (x.Near, "below", ...),
    "space_left": (x.Near, "left of", ...), "space_right": (x.Near, "right of", ...),
    "space_above_left": (x.Near, "above left of", ...), "space_above_right": (x.Near, "above right of", ...),
    "space_below_left": (x.Near, "below left of", ...), "space_below_right": (x.Near, "below right of", ...),
    "plus": (x.Arithmetic, "+", ...), "minus": (x.Arithmetic, "-", ...), "times": (x.Arithmetic, "times", ...),
    "divided_up": (x.Arithmetic, "divided-up", ...), "divided_down": (x.Arithmetic, "divided-down", ...),
    "within": (x.Arithmetic, "within", ...), "is_": (x.Compare, "is", ...), "is_not": (x.Compare, "is-not", ...),
    "at_least": (x.Compare, "at-least", ...), "at_most": (x.Compare, "at-most", ...),
    "above": (x.Compare, "above", ...), "below": (x.Compare, "below", ...), "is_in": (x.Compare, "in", ...),
    "not_in": (x.Compare, "not-in", ...),
    "is_like": (x.Compare, "like", ...), "not_like": (x.Compare, "not-like", ...),
    "is_empty": (x.Empty, ..., True), "not_empty": (x.Empty, ..., False),
    "there_is": (x.Empty, ..., False), "there_is_no": (x.Empty, ..., True),
    "cites": (s.Cite, ...), "because": (s.Cite, ...), "raise_": (s.Shift, ..., 1), "lower": (s.Shift, ..., -1),
    "take": (s.Take, None, ...), "takes": (s.Take, ...), "pay": (s.Pay, None, ...), "pays": (s.Pay, ...),
    "move": (s.Move, ..., False), "move_under": (s.Move, ..., True),
    "mark": (s.Mark, ..., True), "unmark": (s.Mark, ..., False), "drop": (s.DropOut, ...),
    "pay_some": (s.MoveSome, ..., None),
    "using_set": (s.Using, ..., None), "using_range": (s.Using, ...), "option_in": (s.Option, ...),
    "range_type": (d.TypeOf, "range", ...), "truth_type": (d.TypeOf, "truth", ...),
    "set_type": (d.TypeOf, "set", 0, 0, ...), "one_type": (d.TypeOf, "one", 0, 0, ...),
    "at_key": (d.Key, ...), "key_range": (d.Key, None, ...),
    "at_range": (d.Key, None, ...), "once_each": (d.Often, ...), "once_only": (d.Often, None, ...),
    "phase": (d.Step, "phase", ...), "cost_amount": (d.CostPart, "amount", ...),
    "value_if": (d.ValueCase, ...), "after": (d.After, ..., "after"),
    "before": (d.After, ..., "before"), "change": (d.ChangeFigure, ...),
}  # fmt: skip
"""Rules without a class of their name: the class to build, and constants around its parts, which are `...`."""


def _none_for_missing(span: Span, values: list[Any]) -> Any:
    raise AssertionError("the grammar has a part that no builder makes")


@lru_cache(maxsize=1)
def node_classes() -> dict[str, type[Node]]:
    """Return every node class by the name of its rule in the grammar: `ForRange` is `for_range`."""
    kinds = [kind for module in (x, s, d) for kind in vars(module).values() if isinstance(kind, type)]
    return {_CAPITAL.sub("_", kind.__name__).lower(): kind for kind in kinds if issubclass(kind, Node)}


_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")


def _node_builder(name: str) -> Build:
    """Return a function that builds a node from the parts of a rule, in order.

    An optional part that is missing is None, () in a tuple field, and False in a Boolean field.
    """
    kind, *parts = NODES_MADE.get(name) or (node_classes().get(name), ...)
    if kind is None:
        return _none_for_missing
    at, fields = parts.index(...), [field for field in dataclass_fields(kind) if field.name != "span"]
    before, after = parts[:at], parts[at + 1 :]
    needed = sum(field.default is MISSING for field in fields) - len(before) - len(after)
    empty = {number: () for number, field in enumerate(fields) if str(field.type).startswith("tuple")}
    truths = [number for number, field in enumerate(fields) if field.type == "bool"]

    def make(span: Span, values: list[Any]) -> Node:
        given = [*before, *values, *[None] * (needed - len(values)), *after]
        for number in truths:
            given[number] = given[number] is not None and given[number] is not False
        for number in empty:
            given[number] = given[number] or ()
        made: Node = kind(span, *given)
        return made

    return make


def _arrangement_of(rule: GrammarRule) -> Callable[[list[Any]], list[Any]]:
    """Return how the values of a rule are filtered and spliced, with None for optional parts."""
    if not rule.tail and not any(splice or gap for _, splice, gap in rule.kept):
        order = [index for index, _, _ in rule.kept]
        return lambda values: [values[index] for index in order]

    def arrange(values: list[Any]) -> list[Any]:
        kept: list[Any] = []
        for index, splice, gap in rule.kept:
            kept.extend([None] * gap)
            if splice:
                kept.extend(values[index])
            else:
                kept.append(values[index])
        kept.extend([None] * rule.tail)
        return kept

    return arrange
