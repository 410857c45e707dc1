"""Reads the numbers, names and lists of the data files as values of a declared type."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.check.core import Axis
from rulewright.check.types import Type
from rulewright.check.world import World
from rulewright.source import Mapping, Scalar, Sequence, YamlNode
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
        world.findings.add("wrong-kind", node.span, f"{what} is {type_}, not a list")
        return default(type_)
    if type_.how == "number":
        return _read_number(world, node, type_, what)
    if type_.how == "truth":
        return _read_truth(world, node, what)
    return _read_name(world, node, type_, what)


def _read_number(world: World, node: Scalar, type_: Type, what: str) -> int:
    text = node.text
    if not text.lstrip("-").isdigit():
        world.findings.add("wrong-kind", node.span, f"{what} is a whole number", f"Write {type_.low} to {type_.high}.")
        return type_.low
    if not type_.low <= int(text) <= type_.high:
        world.findings.add("out-of-range", node.span, f"{what} goes from {type_.low} to {type_.high}")
        return type_.low
    return int(text)


def _read_truth(world: World, node: Scalar, what: str) -> int:
    if node.text not in ("yes", "no"):
        world.findings.add("wrong-kind", node.span, f"{what} is yes or no")
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
        world.findings.add("wrong-kind", node.span, f"{what} is a list", "Write it in brackets: [one, two].")
        return 0
    mask = 0
    for item in node.items:
        if not isinstance(item, Scalar):
            world.findings.add("wrong-kind", item.span, f"{what} is a list of names")
            continue
        bit = _read_name(world, item, type_.as_one(), what)
        mask |= 1 << bit
    return mask


def read_table(world: World, node: YamlNode, keys: tuple[Axis, ...], type_: Type, what: str) -> list[int]:
    """Return the values of a table, flattened in the order of its keys."""
    if not keys:
        return [read_value(world, node, type_, what)]
    axis, rest = keys[0], keys[1:]
    values: list[int] = []
    for part in _parts(world, node, axis, what):
        values += read_table(world, part, rest, type_, what) if part is not None else [default(type_)] * size(rest)
    return values


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


def _parts(world: World, node: YamlNode, axis: Axis, what: str) -> Iterator[YamlNode | None]:
    names = axis_names(axis)
    of = axis.domain.name if axis.domain else "number"
    if isinstance(node, Sequence):
        if len(node.items) != axis.size:
            span = f"{names[0]} to {names[-1]}" if names else "none"
            missing = names[len(node.items) :]
            remedy = (f"Missing: {', '.join(missing)}.",) if missing else ("The last ones are too many.",)
            message = f"{len(node.items)} entries, but {what} has {axis.size}"
            world.findings.add(
                "table-length", node.span, message, f"It needs one entry for each {of}, {span}.", *remedy
            )
        yield from (node.items[i] if i < len(node.items) else None for i in range(axis.size))
    elif isinstance(node, Mapping):
        yield from _named_parts(world, node, names, of, what)
    else:
        world.findings.add("wrong-kind", node.span, f"{what} needs one entry for each {of}: {', '.join(names)}")
        yield from [None] * axis.size


def _named_parts(world: World, node: Mapping, names: list[str], of: str, what: str) -> Iterator[YamlNode | None]:
    given = {key.text: value for key, value in node.items}
    for key, _ in node.items:
        if key.text not in names:
            world.unknown(Word(key.span, key.text), of, names)
    missing = [name for name in names if name not in given]
    if missing:
        world.findings.add("table-length", node.span, f"{what} has no entry for {', '.join(missing)}")
    for name in names:
        yield given.get(name)
