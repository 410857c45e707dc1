"""The state as a C structure derived from the fields, and the table by which vectors are converted to it and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from rulewright.backends.c.numbers import Unsupported, clean, number, stored_type, words
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.effects import Fields
from rulewright.compile.ir.types import Set, range_of

SEED = 1
"""The index of the seed in the vector, its only unsigned number."""
_NUMBER, _SET, _ROW, _SEED = range(4)


@dataclass(slots=True)
class StructureMember:
    """A member of the structure: a field, or the saved frames of a circle."""

    name: str
    type: str
    count: int
    room: int = 0
    size: int = 1
    align: int = 1
    remembered: bool = False
    """Whether it holds hashes, in pairs: those come first, as conditions on what would be need not keep them."""

    @property
    def declared(self) -> str:
        """The declaration of the member in the C structure."""
        several = f"[{self.count}]" if self.count > 1 else ""
        return f"{self.type} {self.name}{several}{f'[{self.room + 1}]' if self.room else ''};"


@dataclass(slots=True)
class Structure:
    """The structure, and where the fields are in it."""

    program: ir.Program
    places: Mapping[int, str]
    """The types that the runtime requires of some fields, by where they begin in the vector."""
    changed: int = 0
    """Words of the bit sets of members for which `always` rules must be evaluated again."""
    access: dict[str, str] = field(default_factory=dict)
    """By field, the expression that reaches it from a pointer to the state."""
    members: dict[str, StructureMember] = field(default_factory=dict)
    text: list[str] = field(default_factory=list)
    order: dict[str, int] = field(default_factory=dict)
    """By name of a member its number; members that follow each other in a structure have consecutive ones."""

    def __post_init__(self) -> None:
        apart = {circle.kept.name for circle in self.program.circles}
        inner: list[StructureMember] = []
        for number_, circle in enumerate(self.program.circles):
            mine = [self._add_member(f) for f in self.program.fields if f.circle == number_]
            frames = self._declare_structure(f"frames_{number_}", mine)
            kept = self._declare_structure(f"kept_{number_}", [frames, _member_of("back", "int32_t")])
            inner += [frames, replace(kept, count=circle.most)]
            names = [f.name for f in self.program.fields if f.circle == number_]
            self.access |= {name: f"{frames.name}.{self.members[name].name}" for name in names}
        plain = [f for f in self.program.fields if f.circle < 0 and f.name not in apart]
        inner += [self._add_member(f) for f in plain]
        self.access |= {f.name: self.members[f.name].name for f in plain}
        remembered = sum(member.size * member.count for member in inner if member.remembered)
        self.text.append(f"enum {{ REMEMBERED = {remembered} }};")
        self._declare_structure("state", inner, f"uint64_t dirty, partly, changed[{max(1, self.changed)}];")

    def stretches(self, fields: Iterable[ir.Field]) -> Iterator[tuple[str, str]]:
        """Yield the first and the last field of each stretch of memory that these fields fill, as expressions."""
        found: list[list[ir.Field]] = []
        for each in sorted(fields, key=self._number):
            if found and self._number(each) == self._number(found[-1][-1]) + 1:
                found[-1].append(each)
            else:
                found.append([each])
        return ((self.access[stretch[0].name], self.access[stretch[-1].name]) for stretch in found)

    def _number(self, field_: ir.Field) -> int:
        return self.order[self.members[field_.name].name]

    def _add_member(self, field_: ir.Field) -> StructureMember:
        name = {0: "at", SEED: "seed"}.get(field_.start, f"f{field_.start}_{clean(field_.name)}")
        found = _member_of(name, self._member_type(field_), field_.count, field_.room)
        found.remembered = field_.what == "history" and field_.count > 1
        self.members[field_.name] = found
        return found

    def _member_type(self, field_: ir.Field) -> str:
        if field_.start == 0:
            return "int64_t"
        if field_.start in self.places:
            return self.places[field_.start]
        return "int16_t" if field_.room else element(field_)

    def _declare_structure(self, name: str, members: Iterable[StructureMember], trailing: str = "") -> StructureMember:
        """Declare the structure without padding, which `memcmp` would compare; `trailing` members are not compared."""
        ordered = sorted(members, key=lambda m: (not m.remembered, -m.align))
        align = max(m.align for m in ordered)
        length = sum(m.size * m.count for m in ordered)
        gap = -length % align
        lines = [m.declared for m in ordered]
        if gap:
            lines.append(f"uint8_t gap[{gap}];")
        self.text.append(f"struct {name} {{ {' '.join([*lines, trailing])} }};")
        first = 1 + max(self.order.values(), default=0)
        self.order |= {member.name: number for number, member in enumerate(ordered, first + 1)}
        return StructureMember(name, f"struct {name}", 1, 0, length + gap, align)

    # -- the table for converting

    def table(self) -> Iterator[str]:
        """Declare the tables for converting vectors: the fields outside of circles, and those of each circle."""
        fields, circles = self.program.fields, self.program.circles
        apart = {circle.kept.name for circle in circles}
        rows = [self._column_row(f, "struct state", 0, self.access[f.name]) for f in fields if f.name not in apart]
        yield _table_text("COLUMNS", "column", rows)
        for number_, circle in enumerate(circles):
            mine = [f for f in fields if f.circle == number_]
            inner = [
                self._column_row(f, f"struct frames_{number_}", circle.start, self.members[f.name].name) for f in mine
            ]
            yield _table_text(f"FRAMES_{number_}", "column", inner)
        yield _table_text("CIRCLES", "circle", [self._circle_row(i, circle) for i, circle in enumerate(circles)])
        yield f"enum {{ LENGTH = {self._vector_length()}, CIRCLE_COUNT = {len(circles)} }};"

    def _column_row(self, field_: ir.Field, within: str, base: int, name: str) -> str:
        how = _SEED if field_.start == SEED else _ROW if field_.room else _NUMBER
        low, high, size = *range_of(field_.type), 0
        if isinstance(field_.type, Set):
            how, low, high, size = _SET, 0, 0, field_.type.size
        elif how == _SEED:
            low, high = 0, 0
        width = type_size(self.members[field_.name].type)
        where = f"{field_.start - base}, offsetof({within}, {name})"
        counts = f"{how}, {width}, {field_.count}, {field_.words}, {field_.room}, {size}"
        return f"{{{where}, {counts}, {number(low)}, {number(high)}}}"

    def _circle_row(self, number_: int, circle: ir.Circle) -> str:
        kept = f"offsetof(struct state, kept_{number_})"
        depth = f"{circle.depth.start}, offsetof(struct kept_{number_}, back)"
        sizes = f"sizeof(struct kept_{number_}), {circle.most}, {circle.length}, {circle.kept.start}"
        return f"{{{kept}, {depth}, {sizes}, FRAMES_{number_}}}"

    def _vector_length(self) -> int:
        """Return the length of the vector; every number of it must belong to exactly one field."""
        at = 0
        for field_ in sorted(self.program.fields, key=lambda f: f.start):
            if field_.start != at:
                raise Unsupported(f"{field_.name} begins at {field_.start}, and the fields before it end at {at}")
            at += field_.count * field_.stride
        return at


def type_size(type_: str) -> int:
    """Return how many bytes a value of a C type takes: of an integer type, or of a class of sets."""
    return 8 * int(type_[1:]) if type_.startswith("U") else int("".join(filter(str.isdigit, type_))) // 8


def element(field_: ir.Field) -> str:
    """Return the narrowest C type for a value of a field."""
    if isinstance(field_.type, Set):
        size = field_.type.size
        return next((f"uint{bits}_t" for bits in (8, 16, 32, 64) if size <= bits), f"U{words(size)}")
    return "uint64_t" if field_.start == SEED else stored_type(*range_of(field_.type))


def _member_of(name: str, type_: str, count: int = 1, room: int = 0) -> StructureMember:
    size = type_size(type_)
    return StructureMember(
        name, type_, count, room, size * (room + 1 if room else 1), 16 if type_ == "U2" else min(size, 8)
    )


def _table_text(name: str, kind: str, rows: list[str]) -> str:
    return f"static const struct {kind} {name}[] = {{{', '.join([*rows, '{0}'])}}};"


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
