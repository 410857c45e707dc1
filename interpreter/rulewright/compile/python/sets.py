"""Conditions as sets: all things that fulfil one, where that is known without looking at each."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.compile.inline import uses
from rulewright.compile.layout import Layout, words
from rulewright.compile.python.tables import Tables, printed_mask, wrap


class Sets:
    """Writes sets of things; writing values, and finding where things are kept, comes from the class built on it."""

    layout: Layout
    tables: Tables

    def write(self, value: c.Value) -> str:
        raise NotImplementedError

    def load(self, slot: int | str, count: int, shift: int = 0) -> str:
        raise NotImplementedError

    def place_of(self, base: int, keys: tuple[c.Axis, ...], values: tuple[c.Value, ...], per: int = 1) -> str:
        raise NotImplementedError

    def split_mask(self, condition: c.Value, var: c.Var) -> tuple[str | None, c.Value | None]:
        """Split a condition into the set of all things that fulfil it, and what must be tested one by one."""
        whole = self.mask_of(condition, var)
        if whole is not None:
            return whole, None
        if isinstance(condition, c.Logic) and condition.operator == "and":
            masks = [(p, self.mask_of(p, var)) for p in condition.parts]
            rest = [p for p, m in masks if m is None]
            found = [m for _, m in masks if m is not None]
            left = rest[0] if len(rest) == 1 else c.Logic("and", tuple(rest), condition.type)
            return (" & ".join(found) if found else None), left
        return None, condition

    def mask_of(self, condition: c.Value, var: c.Var) -> str | None:
        """The set of all things that fulfil a condition, where that is known without looking at each."""
        if isinstance(condition, c.Member):
            if isinstance(condition.thing, c.Use) and condition.thing.var is var and not uses(condition.things, var):
                return self.write(condition.things)
        elif isinstance(condition, c.Logic):
            return self._mask_of_logic(condition, var)
        elif isinstance(condition, c.NonEmpty):
            return self._mask_of_places(condition.things, var)
        elif isinstance(condition, c.Test):
            return self._mask_of_test(condition, var)
        return None

    def _mask_of_logic(self, condition: c.Logic, var: c.Var) -> str | None:
        masks = [self.mask_of(p, var) for p in condition.parts]
        if any(m is None for m in masks):
            return None
        if condition.operator == "not":
            return f"~{wrap(masks[0] or '0')}"
        return "(" + (" & " if condition.operator == "and" else " | ").join(m for m in masks if m) + ")"

    def _mask_of_places(self, things: c.Value, var: c.Var) -> str | None:
        if not isinstance(things, c.Contents) or len(things.keys) != 1:
            return None
        occupied = self.layout.of_place(things.place).occupied
        key = things.keys[0]
        if occupied is None or not isinstance(key, c.Use) or key.var is not var or things.place.keys[0].start:
            return None
        return f"S[{occupied}]"

    def _mask_of_test(self, test: c.Test, var: c.Var) -> str | None:
        left, right = test.left, test.right
        if isinstance(left, c.Read) and left.stored.as_mask and isinstance(right, c.Const) and test.operator == "!=":
            key = left.keys[0]
            if isinstance(key, c.Use) and key.var is var and not any(uses(k, var) for k in left.keys[1:]):
                axis = left.stored.keys[0]
                count = words(None, axis.size)
                where = self.place_of(self.layout.slot(left.stored), left.stored.keys[1:], left.keys[1:], count)
                return self.load(where, count, axis.start)
        if isinstance(left, c.Lookup) and len(left.keys) == 1 and not uses(right, var):
            key = left.keys[0]
            if isinstance(key, c.Use) and key.var is var:
                return self._mask_of_printed(left.figure, test.operator, right)
        return None

    def _mask_of_printed(self, figure: c.Figure, operator: str, right: c.Value) -> str | None:
        axis = figure.keys[0]
        if isinstance(right, c.Const):
            return str(printed_mask(figure, operator, right.value))
        if operator != "==" or figure.type.how not in ("number", "one"):
            return None
        if right.type.how == "number" or right.type.domain is None or axis.domain is None:
            return None
        low, high = -1, right.type.domain.size - 1
        masks = [printed_mask(figure, "==", value) for value in range(low, high + 1)]
        return f"{self.tables.name(masks)}[{self.write(right)} + 1]"
