"""The time of the last change of each key, along the path through a function that a pass follows."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.compile.ir import nodes as ir
from rulewright.compile.passes.effects import Key


class Versions:
    """A clock, and for every key the time of its last change; joined paths keep the later one."""

    def __init__(self) -> None:
        self.clock = 0
        self.changed: dict[Key, int] = {}

    def change(self, keys: Iterable[Key]) -> None:
        """Record a change of keys."""
        self.clock += 1
        self.changed.update(dict.fromkeys(keys, self.clock))

    def same(self, keys: Iterable[Key], since: int) -> bool:
        """Whether none of some keys has changed since a time."""
        changed = self.changed
        return all(changed.get(key, 0) <= since for key in keys)

    def copy(self) -> dict[Key, int]:
        """Return a snapshot of the times."""
        return self.changed.copy()

    def join(self, ways: Iterable[dict[Key, int]]) -> None:
        """Join several paths; without any, the point is unreachable."""
        ways = list(ways)
        self.changed = ways.pop().copy() if ways else self.changed
        for way in ways:
            for key, time in way.items():
                if time > self.changed.get(key, 0):
                    self.changed[key] = time


def leaves(body: ir.Body) -> bool:
    """Whether control never reaches the end of a body."""
    return bool(body) and ends(body[-1])


def ends(stmt: ir.Stmt) -> bool:
    """Whether control never reaches the statement after one."""
    match stmt:
        case ir.Return() | ir.Go() | ir.Ask() | ir.Break() | ir.Continue():
            return True
        case ir.If(cases, otherwise):
            return leaves(otherwise) and all(leaves(body) for _, body in cases)
        case _:
            return False
