"""Lowers what keeps the memory of hidden facts up to date: what everybody can know of them."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.check import core as c
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import range_of, width_of
from rulewright.compile.layout import bounds
from rulewright.compile.lowering import make
from rulewright.compile.lowering.scope import LoweringScope


class Remembering(LoweringScope):
    """Lowers changes of memories; for facts without one, and those always in doubt, there is nothing to do.

    Nor for answers that are not revealed yet: their memory says for good that there is none. So in a world that is
    drawn the others have still to answer, and are asked there: nobody can tell that they were asked before.
    """

    def _memory_slots(self, stored: c.Stored, slot: ir.Slot) -> list[ir.Slot]:
        """Return the memories of a value, given where it is kept itself."""
        layout = self.whole.layout
        if id(stored) in layout.doubtful or stored.answer:
            return []
        fields = [self.whole.field_at(start) for start in layout.memory.get(id(stored), ())]
        return [ir.Slot(field, slot.index, field.type) for field in fields]

    def is_followed(self, line: c.Assign | c.MarkAll | c.Say) -> bool:
        """Return whether everybody can follow what a line changes or tells."""
        return id(line) in self.whole.layout.followed

    def remember(self, line: c.Assign | c.MarkAll | c.Say, stored: c.Stored, slot: ir.Slot, value: ir.Expr) -> None:
        """Note a new value: exactly, if everybody can follow the line, otherwise as anything that it can be."""
        memory = self._memory_slots(stored, slot)
        if not memory:
            return
        followed = self.is_followed(line)
        if stored.kept_in_sets:
            size = width_of(slot.type)
            known = make.constant_set(0, size) if followed else make.everything(size)
            self.code.put(ir.Store((memory[0],), (known,)))
        elif followed:
            self.code.put(ir.Store(tuple(memory), (value, value)))
        else:
            low, high = bounds(stored.type)
            least, most = range_of(value.type)
            ends = make.number(max(low, least)), make.number(min(high, most))
            self.code.put(ir.Store(tuple(memory), ends))

    def remember_marks(self, line: c.Assign | c.MarkAll, stored: c.Stored, slot: ir.Slot, things: ir.Expr) -> None:
        """Note that some things are marked now, or not: which is known if everybody can follow the line."""
        for doubt in self._memory_slots(stored, slot):
            if self.is_followed(line):
                self.code.put(ir.Store((doubt,), (make.without(doubt, things),)))
            else:
                new = make.everything(width_of(slot.type)) if isinstance(line, c.MarkAll) else make.union(doubt, things)
                self.code.put(ir.Store((doubt,), (new,)))

    def remember_change(self, stored: c.Stored, slot: ir.Slot, number: ir.Expr, sign: int) -> None:
        """Note that a number was raised or lowered by as much as everybody knows: what is possible moves as well."""
        low, high = bounds(stored.type)
        change: Callable[[ir.Expr, ir.Expr], ir.Expr] = make.plus if sign > 0 else make.minus
        memory = self._memory_slots(stored, slot)
        if memory:
            moved = (
                make.arith("max", make.arith("min", change(end, number), make.number(high)), make.number(low))
                for end in memory
            )
            self.code.put(ir.Store(tuple(memory), tuple(moved)))

    def remember_told(self, line: c.Say) -> None:
        """Note the hidden values that a line of the log reveals to everybody."""
        if not self.is_followed(line):
            return
        for part in line.text.parts:
            if isinstance(part, c.Read) and id(part.stored) in self.whole.layout.memory:
                slot = self.stored(part.stored, part.keys)
                if part.stored.as_mask:
                    start = part.stored.keys[0].start
                    one = ir.Single(make.plus(self.value(part.keys[0]), make.number(-start)), slot.type)
                    for doubt in self._memory_slots(part.stored, slot):
                        self.code.put(ir.Store((doubt,), (make.without(doubt, one),)))
                else:
                    self.remember(line, part.stored, slot, slot)
