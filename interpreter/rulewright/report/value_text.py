"""Values and conditions of the checked rules, in the words of the language as far as it has words for them."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.check import core as c
from rulewright.check.shown import value_text

TESTS = {"==": "is", "!=": "is not", ">=": "is at least", "<=": "is at most", ">": "is above", "<": "is below"}
SIGNS = {"+": "+", "-": "-", "*": "times", "or": "+", "without": "-", "and": "within"}
SHORT = 8
"""Sets of more things than this are shown by their first ones."""


def said(value: c.Value) -> str:
    """Return a value as it would be written."""
    say = SAYERS.get(type(value).__name__)
    return say(value) if say else type(value).__name__.lower()


def inner(value: c.Value) -> str:
    """Return a value as a part of another: in brackets where it has parts itself."""
    simple = isinstance(value, c.Const | c.Use | c.Read | c.Contents | c.Call)
    if isinstance(value, c.Lookup):
        simple = not value.keys or "." in value.figure.name
    return said(value) if simple else f"({said(value)})"


def of_keys(name: str, keys: tuple[c.Value, ...]) -> str:
    """Return what belongs to a thing: `player's row for column`."""
    if not keys:
        return name
    further = "".join(f" for {inner(key)}" for key in keys[1:])
    return f"{inner(keys[0])}'s {name}{further}"


def texts(text: c.Text | None) -> str:
    """Return a text with its values in braces."""
    parts = text.parts if text else ()
    return "".join(part if isinstance(part, str) else f"{{{said(part)}}}" for part in parts)


def _const(value: c.Const) -> str:
    domain = value.type.domain
    if value.type.how == "set" and domain is not None:
        if value.value == domain.everything:
            return domain.plural
        things = value.value.bit_count()
        if things > SHORT:
            names = [name for at, name in enumerate(domain.members) if value.value >> at & 1][:SHORT]
            return f"({', '.join(names)} and {things - SHORT} more)"
    return value_text(value.type, value.value)


def _lookup(value: c.Lookup) -> str:
    name = value.figure.name
    if "." in name:
        return of_keys(name.rpartition(".")[2], value.keys)
    words = (" for ", " at ")
    return name + "".join(word + inner(key) for word, key in zip(words, value.keys, strict=False))


def _test(value: c.Test) -> str:
    left, right = value.left, value.right
    if isinstance(right, c.Const) and right.type.how == "truth" and value.operator in ("==", "!="):
        return said(left) if right.value == (value.operator == "==") else f"not {inner(left)}"
    return f"{inner(left)} {TESTS[value.operator]} {inner(right)}"


def _logic(value: c.Logic) -> str:
    if value.operator == "not":
        part = value.parts[0]
        if isinstance(part, c.NonEmpty):
            return f"{inner(part.things)} is empty"
        return f"not {inner(value.parts[0])}"
    return f" {value.operator} ".join(inner(part) for part in value.parts)


def _call(value: c.Call) -> str:
    given = ", ".join(said(argument) for argument in value.arguments)
    return f"{value.value.name}({given})"


SAYERS: dict[str, Callable[..., str]] = {
    "Const": _const,
    "Use": lambda v: str(v.var.name),
    "Read": lambda v: of_keys(v.stored.name, v.keys),
    "Contents": lambda v: of_keys(v.place.name, v.keys),
    "Lookup": _lookup,
    "Binary": lambda v: f"{inner(v.left)} {SIGNS[v.operator]} {inner(v.right)}",
    "Test": _test,
    "Member": lambda v: f"{inner(v.thing)} is in {inner(v.things)}",
    "NonEmpty": lambda v: f"{inner(v.things)} is not empty",
    "Logic": _logic,
    "Count": lambda v: f"number of {inner(v.things)}",
    "Filter": lambda v: f"{inner(v.things)} where for {v.var.name}: {said(v.condition)}",
    "Fold": lambda v: f"{v.how} of {inner(v.value)} for each {v.var.name} in {inner(v.things)}",
    "Best": lambda v: f"{inner(v.things)} with {v.how} for {v.var.name}: {said(v.value)}",
    "Quantified": lambda v: (
        f"for {'every' if v.every else 'some'} {v.var.name} in {inner(v.things)}: {said(v.condition)}"
    ),
    "One": lambda v: f"{v.how} of {inner(v.things)}",
    "Following": lambda v: f"next after {inner(v.thing)}",
    "InRow": lambda v: f"there is a row of {v.length} in {inner(v.things)}",
    "Nearby": lambda v: f"{v.how} {inner(v.thing)}",
    "Choice2": lambda v: f"{v.how} of {inner(v.left)} and {inner(v.right)}",
    "Either": lambda v: f"{inner(v.then)} if {said(v.condition)}, otherwise {inner(v.otherwise)}",
    "Sure": lambda v: inner(v.thing),
    "Within": lambda v: inner(v.number),
    "Singleton": lambda v: f"the set of {inner(v.thing)}",
    "Where": lambda v: f"{inner(v.piece)}'s {v.what}",
    "Call": _call,
    "Noted": lambda v: said(v.part),
    "Doable": lambda v: f"can do {v.step.name}{_with(v.arguments)}",
}
"""By class, how a value is said."""


def _with(arguments: tuple[c.Value, ...]) -> str:
    return f" with {', '.join(said(argument) for argument in arguments)}" if arguments else ""
