"""Values of figures and printed facts as a person would write them."""

from __future__ import annotations

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
