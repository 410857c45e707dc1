"""What is known about the vector at a line of a written function: numbers, values that have a name, tests that held."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

CLOSED = (ast.ListComp, ast.GeneratorExp, ast.Lambda, ast.SetComp, ast.DictComp)
"""What has names of its own: nothing is replaced inside."""


@dataclass(slots=True)
class Known:
    """Knowledge; `own` are the numbers of the vector that only their own name reaches."""

    own: frozenset[int]
    slots: dict[int, ast.expr] = field(default_factory=dict)
    named: dict[str, str] = field(default_factory=dict)
    facts: dict[str, bool] = field(default_factory=dict)

    def copy(self) -> Known:
        return Known(self.own, dict(self.slots), dict(self.named), dict(self.facts))

    def common(self, other: Known) -> None:
        """Keep what holds on two ways that come together."""
        self.slots = {k: v for k, v in self.slots.items() if k in other.slots and same(v, other.slots[k])}
        self.named = {k: v for k, v in self.named.items() if other.named.get(k) == v}
        self.facts = {k: v for k, v in self.facts.items() if other.facts.get(k) == v}

    def forget_name(self, name: str) -> None:
        """A name gets another value."""
        self.slots = {k: v for k, v in self.slots.items() if not (isinstance(v, ast.Name) and v.id == name)}
        self.named = {k: v for k, v in self.named.items() if v != name and name not in names_in(k)}
        self.facts.pop(name, None)

    def forget_slot(self, slot: int) -> None:
        """A number of the vector changes that is known by its own number."""
        self.slots.pop(slot, None)
        self.named = {k: v for k, v in self.named.items() if not self._reads(k, slot)}

    def forget_facts_of_play(self) -> None:
        """Anything in the vector changes, but what only its own name reaches."""
        self.slots = {k: v for k, v in self.slots.items() if k in self.own}
        self.named = {k: v for k, v in self.named.items() if self._only_own(k)}

    def forget_all(self) -> None:
        self.slots, self.named, self.facts = {}, {}, {}

    def _reads(self, text: str, slot: int) -> bool:
        return any(place == slot or (place is None and slot not in self.own) for place in places_in(text))

    def _only_own(self, text: str) -> bool:
        return all(place in self.own for place in places_in(text))

    def name_of(self, node: ast.expr) -> ast.expr | None:
        """The name or number that an expression is known to be."""
        slot = slot_of(node)
        if slot is not None:
            return self.slots.get(slot)
        if not isinstance(node, ast.BinOp | ast.Subscript):
            return None
        name = self.named.get(ast.unparse(node))
        return None if name is None else ast.Name(name, ast.Load())

    def stored(self, target: ast.expr) -> None:
        """Something is given a value."""
        slot = slot_of(target)
        if isinstance(target, ast.Name):
            self.forget_name(target.id)
        elif slot is not None:
            self.forget_slot(slot)
        elif is_place(target):
            self.forget_facts_of_play()
        else:
            self.forget_all()

    def truth(self, test: ast.expr) -> bool | None:
        """Whether a test is known to hold."""
        core, sign = bare(test)
        if isinstance(core, ast.Constant):
            return bool(core.value) is sign
        if isinstance(core, ast.Name) and core.id in self.facts:
            return self.facts[core.id] is sign
        return None

    def learn(self, test: ast.expr, holds: bool) -> None:
        core, sign = bare(test)
        if isinstance(core, ast.Name):
            self.facts[core.id] = holds is sign


def bare(test: ast.expr) -> tuple[ast.expr, bool]:
    """What a test looks at, and whether that is to be something or nothing."""
    sign = True
    while True:
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            test, sign = test.operand, not sign
        elif isinstance(test, ast.Compare) and compares_with_nothing(test):
            sign = sign if isinstance(test.ops[0], ast.NotEq) else not sign
            test = test.left
        else:
            return test, sign


def compares_with_nothing(test: ast.Compare) -> bool:
    """Whether a test only asks if a number is 0, or a set empty."""
    right = test.comparators[0]
    return (
        len(test.ops) == 1 and isinstance(test.ops[0], ast.NotEq | ast.Eq)
        and isinstance(right, ast.Constant) and right.value == 0
    )  # fmt: skip


def same(a: ast.expr, b: ast.expr) -> bool:
    return ast.dump(a) == ast.dump(b)


def is_atom(node: ast.expr) -> bool:
    """A name or a number."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node = node.operand
        return isinstance(node, ast.Constant)
    return isinstance(node, ast.Name | ast.Constant)


def slot_of(node: ast.AST) -> int | None:
    """The number of the vector that an expression is, where it is written as a number."""
    place = node.slice if isinstance(node, ast.Subscript) and is_place(node) else None
    return place.value if isinstance(place, ast.Constant) and isinstance(place.value, int) else None


def is_place(node: ast.AST) -> bool:
    """One number of the vector."""
    return (
        isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "S"
        and not isinstance(node.slice, ast.Slice)
    )  # fmt: skip


def names_in(text: str) -> set[str]:
    return {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}


def places_in(text: str) -> Iterator[int | None]:
    """The numbers of the vector that a text reads; None for one that has to be worked out."""
    for node in ast.walk(ast.parse(text)):
        if is_place(node):
            yield slot_of(node)


def parts(node: ast.AST, known: Known) -> Iterator[ast.expr]:
    """An expression and all in it that are read; into what has a name already, nothing looks."""
    if isinstance(node, CLOSED):
        return
    if isinstance(node, ast.expr) and not isinstance(getattr(node, "ctx", None), ast.Store):
        if known.name_of(node) is not None:
            return
        yield node
    for inner in ast.iter_child_nodes(node):
        yield from parts(inner, known)


def is_safe(node: ast.expr) -> bool:
    """Working it out earlier than needed changes nothing: it only reads numbers and joins sets."""
    if is_atom(node) or slot_of(node) is not None:
        return True
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Invert) and is_safe(node.operand)
    if isinstance(node, ast.BinOp):
        joins = ast.BitAnd | ast.BitOr | ast.BitXor | ast.Add | ast.Sub
        return isinstance(node.op, joins) and is_safe(node.left) and is_safe(node.right)
    return is_place(node) and isinstance(node, ast.Subscript) and is_safe(node.slice)
