"""The names of generated functions, by rule."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.check import core as c


@dataclass(slots=True, repr=False)
class FunctionNames:
    """The names of the program's functions, by the identity of what they are made from."""

    values: dict[int, str]
    steps: dict[int, str]
    can: dict[int, str]
    menus: dict[int, str]


def function_names(rules: c.CheckedRules) -> FunctionNames:
    """Return the names of the generated functions, by position, so that equal rules give equal programs."""
    return FunctionNames(
        {id(v): f"value_{i}" for i, v in enumerate(value_rules(rules))},
        {id(p): f"step_{i}" for i, p in enumerate(rules.procedures)},
        {id(p): f"can_step_{i}" for i, p in enumerate(rules.procedures)},
        {id(m): f"menu_{i}" for i, m in enumerate(rules.menus)},
    )


def value_rules(rules: c.CheckedRules) -> list[c.ValueRule]:
    """Return all value rules: declared ones, and those that say whether a cost can be paid."""
    return [*rules.values, *(step.can for step in rules.procedures if step.can is not None)]
