"""Calls of the runtime's helpers that return a value."""

from __future__ import annotations

from rulewright.backends.c.numbers import Unsupported, inside, number_type, words
from rulewright.backends.c.writer import Writer
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import Set, Type, range_of

WORD_BYTES = 8


class Helpers(Writer):
    """Writes the calls of helpers in one function."""

    def helper(self, helper: str, domain: str, args: tuple[ir.Expr, ...], type_: Type) -> str:  # noqa: C901, PLR0912 - one case for each helper
        """Return the call of a helper that returns a value. Raises `Unsupported` for one that C does not have."""
        match helper, args:
            case "row_set", (ir.Address() as address,):
                assert isinstance(type_, Set)
                self.known.need(f"ROW_SET({self.class_of(type_.size)})")
                if range_of(address.field.type)[1] >= type_.size:
                    raise Unsupported(f"the set of the row {address.field.name} is to hold {type_.size} members only")
                return f"row_set_{words(type_.size)}({self.row(address)})"
            case (("row_first" | "row_last" | "row_only" | "row_length"), (ir.Address() as address,)):
                return f"{helper}({self.row(address)})"
            case "counted", (things, _, ir.Const(steps), _):
                size = self.ranges.size(things)
                self.known.need(f"COUNTED({self.class_of(size)})")
                return f"counted_{words(size)}(R, {self.value(things)}, {steps})"
            case (("after" | "deeper"), (number, other)):
                given = (
                    f"{self.value(number)}, {self.value(other)}" if helper == "after" else f"R, {self.value(number)}"
                )
                return f"(int){helper}({given})"
            case "sum_of", (ir.Address() as address, size):
                if self._are_few_bytes(address.field, size):
                    return f"sum_of_bytes({self._stretch_pointer(address, size)}, {self.value(size)})"
                self.known.need(f"SUM_OF({self._element_type(address)})")
                sort = number_type(self.ranges.exact(ir.Invoke(helper, domain, args, type_)))
                given = f"R, {self._stretch_pointer(address, size)}, {self.value(size)}"
                return f"({sort})sum_of_{self._element_type(address)}({given})"
            case "first_in_line", (ir.Address() as address, size, things):
                mine, sort = self.class_of(self.ranges.size(things)), number_type(range_of(address.field.type))
                self.known.need(f"FIRST_IN_LINE({self._element_type(address)}, {mine})")
                given = f"R, {self._stretch_pointer(address, size)}, {self.value(size)}, {self.value(things)}"
                return f"({sort})first_in_line_{self._element_type(address)}_{mine}({given})"
            case "digest", (half, *fields):
                found = f"{self.value(half)}ull"
                for part in fields:
                    assert isinstance(part, ir.Address)
                    kept = self._element_type(part)
                    self.known.need(f"DIGEST_SETS({kept[1:]})" if kept.startswith("U") else f"DIGEST({kept})")
                    found = f"digest_{kept}({found}, {self._values_pointer(part.field)}, {part.field.count})"
                return f"(int64_t){found}"
            case "occurs", (ir.Address() as first, ir.Address() as second, size, one, other):
                lines = ", ".join(self._stretch_pointer(address, size) for address in (first, second))
                return f"occurs({lines}, {', '.join(map(self.value, (size, one, other)))})"
            case "enough", (ir.Address() as address, size, things, least):
                return self._enough_call(address, size, things, least, type_)
            case (("given" | "given_or_nothing" | "piece_of"), (code,)):
                return f"{helper}({self.value(code)})"
            case (("position" | "distinct"), (given,)):
                most = self.known.pieces[domain]
                text = self.set_of(given, most) if helper == "distinct" else self.between(given, 0, most - 1)
                return f"{helper}_{self.known.domains[domain]}(R, {text})"
        raise Unsupported(f"the helper {helper} of {len(args)} arguments in an expression")

    def _enough_call(self, address: ir.Address, size: ir.Expr, things: ir.Expr, least: ir.Expr, type_: Type) -> str:
        assert isinstance(type_, Set)
        classes = self.class_of(self.ranges.size(things)), self.class_of(type_.size)
        if not isinstance(size, ir.Const) or not 0 < size.value <= type_.size:
            raise Unsupported("enough of more names than its result holds")
        made = f"{self._element_type(address)}, {classes[0]}, {classes[1]}, {size.value}"
        lowest = max(-1, range_of(address.field.type)[0])
        self.known.need(f"ENOUGH({made}, {lowest})")
        index, count, given = self.value(address.index), address.field.count, self.value(things)
        if not inside(self.ranges.bounds(address.index), (0, count - self.ranges.size(things) * size.value)):
            given = f"reach_{classes[0]}(R, {given}, {index}, {size.value}, {count})"
        values = f"{self._values_pointer(address.field)} + {index}"
        return f"enough_{made.replace(', ', '_')}(R, {values}, {given}, {self.value(least)})"

    def _are_few_bytes(self, field_: ir.Field, size: ir.Expr) -> bool:
        """Whether the first `size` values of a field are non-negative bytes that fit in one word."""
        in_bytes = self.known.structure.members[field_.name].type == "int8_t" and range_of(field_.type)[0] >= 0
        return in_bytes and isinstance(size, ir.Const) and 0 < size.value <= WORD_BYTES

    def row(self, address: ir.Address) -> str:
        """Return the row of pieces at an address as an lvalue."""
        return self.place(address.field, address.index)

    def _element_type(self, address: ir.Address) -> str:
        return self.known.structure.members[address.field.name].type

    def _stretch_pointer(self, address: ir.Address, size: ir.Expr) -> str:
        """Return a pointer to the addressed value of a field, from which on `size` values are read."""
        field_, index = address.field, self.value(address.index)
        if not inside(self.ranges.bounds(address.index), (0, field_.count - self.ranges.bounds(size)[1])):
            index = f"from(R, {index}, {self.value(size)}, {field_.count})"
        return f"{self._values_pointer(field_)} + {index}"

    def _values_pointer(self, field_: ir.Field) -> str:
        return f"{'' if field_.count > 1 else '&'}R->s.{self.known.structure.access[field_.name]}"
