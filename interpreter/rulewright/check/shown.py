"""Values of figures and printed facts as a person would write them."""

from __future__ import annotations

from rulewright.check.core import Figure
from rulewright.check.given import axis_names, default
from rulewright.check.types import Type


def value_text(type_: Type, value: int) -> str:
    """Return a value of a type: a number, yes or no, a name, nothing, or names in brackets."""
    if type_.how == "truth":
        return "yes" if value else "no"
    if type_.domain is None or type_.how == "number":
        return str(value)
    members = type_.domain.members
    if type_.how == "set":
        return f"({', '.join(name for at, name in enumerate(members) if value >> at & 1)})"
    return members[value] if value >= 0 else "nothing"


def printed_text(figure: Figure, values: list[int]) -> str:
    """Return what a piece has printed on it as one fact: a value, or one for each name, without those not given."""
    if len(figure.keys) == 1:
        return value_text(figure.type, values[0])
    named = zip(axis_names(figure.keys[1]), values, strict=True)
    none = default(figure.type) if figure.type.how != "one" or figure.type.optional else None
    return ", ".join(f"{name} {value_text(figure.type, value)}" for name, value in named if value != none) or "nothing"
