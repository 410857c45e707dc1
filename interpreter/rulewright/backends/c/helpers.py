"""Calls of the runtime's helpers that return a value."""

from __future__ import annotations

from rulewright.backends.c.numbers import Unsupported, number_type, words
from rulewright.backends.c.writer import Writer
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import Set, Type, range_of


class Helpers(Writer):
    """Writes the calls of helpers in one function."""

    def helper(self, helper: str, domain: str, args: tuple[ir.Expr, ...], type_: Type) -> str:  # noqa: PLR0911
        match helper, args:
            case "row_set", (ir.Address() as address,):
                assert isinstance(type_, Set)
                self.known.need(f"ROW_SET({self.class_of(type_.size)})")
                self._must_hold(address.field, type_.size)
                return f"row_set_{words(type_.size)}({self.row(address)})"
            case (("row_first" | "row_last" | "row_only" | "row_length"), (ir.Address() as address,)):
                return f"{helper}({self.row(address)})"
            case "after", (thing, size):
                return f"(int)after({self.value(thing)}, {self.value(size)})"
            case "sum_of", (ir.Address() as address, size):
                self.known.need(f"SUM_OF({self._element(address)})")
                sort = number_type(self.ranges.exact(ir.Invoke(helper, domain, args, type_)))
                return f"({sort})sum_of_{self._element(address)}({self._stretch(address)}, {self.value(size)})"
            case "first_in_line", (ir.Address() as address, size, things):
                mine = self.class_of(self.ranges.size(things))
                self.known.need(f"FIRST_IN_LINE({self._element(address)}, {mine})")
                sort = number_type(range_of(address.field.type))
                name = f"first_in_line_{self._element(address)}_{mine}"
                return f"({sort}){name}({self._stretch(address)}, {self.value(size)}, {self.value(things)})"
            case "enough", (ir.Address() as address, size, things, least):
                return self._enough(address, size, things, least, type_)
            case (("given" | "given_or_nothing" | "piece_of"), (code,)):
                return f"{helper}({self.value(code)})"
            case (("position" | "distinct"), (given,)):
                most = self.known.pieces[domain]
                text = self.set_of(given, most) if helper == "distinct" else self.between(given, 0, most - 1)
                return f"{helper}_{self.known.domains[domain]}(R, {text})"
        raise Unsupported(f"the helper {helper} of {len(args)} arguments in an expression")

    def _enough(self, address: ir.Address, size: ir.Expr, things: ir.Expr, least: ir.Expr, type_: Type) -> str:
        assert isinstance(type_, Set)
        classes = self.class_of(self.ranges.size(things)), self.class_of(type_.size)
        if not isinstance(size, ir.Const) or not 0 < size.value <= type_.size:
            raise Unsupported("enough of more names than its result holds")
        made = f"{self._element(address)}, {classes[0]}, {classes[1]}, {size.value}"
        self.known.need(f"ENOUGH({made})")
        given = f"{self._stretch(address)}, {self.value(things)}, {self.value(least)}"
        return f"enough_{made.replace(', ', '_')}({given})"

    def _must_hold(self, field_: ir.Field, size: int) -> None:
        if range_of(field_.type)[1] >= size:
            raise Unsupported(f"the set of the row {field_.name} is to hold {size} members only")

    def row(self, address: ir.Address) -> str:
        return self.place(address.field, address.index)

    def _element(self, address: ir.Address) -> str:
        return self.known.structure.members[address.field.name].type

    def _stretch(self, address: ir.Address) -> str:
        """Return the arguments for a field of which some values are read, from the addressed one on."""
        field_ = address.field
        at = f"{'' if field_.count > 1 else '&'}R->s.{self.known.structure.access[field_.name]}"
        return f"R, {at}, {field_.count}, {self.value(address.index)}"
