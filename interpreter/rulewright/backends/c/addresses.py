"""Where the values of the vector are in the C structure."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.backends.c.layout import Structure, type_size
from rulewright.backends.c.numbers import Unsupported
from rulewright.compile.ir import nodes as ir
from rulewright.compile.piece_fields import Fields


@dataclass(slots=True)
class Addresses:
    """Finds the fields of a structure by where they begin in the vector."""

    structure: Structure
    fields: Fields

    def value_at(self, start: int) -> tuple[ir.Field, int]:
        """Return the field that a number of the vector belongs to, and the index of the value that begins there."""
        field = self.fields.at(start)
        index, rest = divmod(start - field.start, field.stride)
        if rest or index >= field.count:
            raise Unsupported(f"no value begins at {start}")
        return field, index

    def offset(self, start: int) -> tuple[str, ir.Field]:
        """Return the offset of a value in the state, and its field."""
        field, index = self.value_at(start)
        several = f"[{index}]" if field.count > 1 else ""
        return f"offsetof(struct state, {self.structure.access[field.name]}{several})", field

    def width(self, field: ir.Field) -> int:
        """Return how many bytes a value of a field takes."""
        return type_size(self.structure.members[field.name].type)
