"""Reads the numbers, names and lists of the data files as values of a declared type."""

from __future__ import annotations

from rulewright.check.core import Axis
from rulewright.check.types import Type
from rulewright.check.world import World
from rulewright.diagnostics import Code
from rulewright.source import Scalar, Sequence, YamlNode
from rulewright.syntax.expressions import Word


def default(type_: Type) -> int:
    """The value a fact has before anything is said: the lowest, the first, none, nobody, no."""
    if type_.how == "number":
        return type_.low
    if type_.how == "one" and not type_.optional:
        return type_.kind.start if type_.kind else 0
    return -1 if type_.optional else 0


def read_value(world: World, node: YamlNode, type_: Type, what: str) -> int:
    """Return the value that a data file gives; what does not fit becomes a finding and the default."""
    if type_.how == "set":
        return _read_set(world, node, type_, what)
    if not isinstance(node, Scalar):
        world.findings.add(Code.WRONG_KIND, node.span, f"{what} is {type_}, not a list", "Write it without brackets.")
        return default(type_)
    if type_.how == "number":
        return _read_number(world, node, type_, what)
    if type_.how == "truth":
        return _read_truth(world, node, what)
    return _read_name(world, node, type_, what)


def _read_number(world: World, node: Scalar, type_: Type, what: str) -> int:
    number = node.number
    if number is None:
        quoted = node.quoted_number
        bare = f"Write {quoted}, without quotation marks."
        remedy = f"Write a number from {type_.low} to {type_.high}." if quoted is None else bare
        world.findings.add(Code.WRONG_KIND, node.span, f"{what} is a whole number", remedy)
        return type_.low
    if not type_.low <= number <= type_.high:
        world.findings.add(
            Code.OUT_OF_RANGE,
            node.span,
            f"{what} goes from {type_.low} to {type_.high}",
            "Correct the number, or declare a wider range.",
        )
        return type_.low
    return number


def _read_truth(world: World, node: Scalar, what: str) -> int:
    if node.text not in ("yes", "no"):
        world.findings.add(Code.WRONG_KIND, node.span, f"{what} is yes or no", "Write yes or no.")
    return int(node.text == "yes")


def _read_name(world: World, node: Scalar, type_: Type, what: str) -> int:
    domain = type_.domain
    if node.text in ("nothing", "nobody") and type_.optional:
        return -1
    if domain is None or node.text not in domain.members:
        known = domain.members if domain else []
        world.unknown(Word(node.span, node.text), domain.name if domain else what, known)
        return default(type_)
    return domain.members.index(node.text)


def _read_set(world: World, node: YamlNode, type_: Type, what: str) -> int:
    if not isinstance(node, Sequence):
        world.findings.add(Code.WRONG_KIND, node.span, f"{what} is a list", "Write it in brackets: [one, two].")
        return 0
    mask = 0
    for item in node.items:
        if not isinstance(item, Scalar):
            world.findings.add(
                Code.WRONG_KIND, item.span, f"{what} is a list of names", "Write it in brackets: [one, two]."
            )
            continue
        bit = _read_name(world, item, type_.as_one(), what)
        mask |= 1 << bit
    return mask


def size(keys: tuple[Axis, ...]) -> int:
    """How many entries a table of these keys has."""
    total = 1
    for axis in keys:
        total *= axis.size
    return total


def axis_names(axis: Axis) -> list[str]:
    """The names of an axis' entries as a data file gives them."""
    if axis.domain is None:
        return [str(n) for n in range(axis.low, axis.low + axis.size)]
    return axis.domain.members[axis.start : axis.start + axis.size]
