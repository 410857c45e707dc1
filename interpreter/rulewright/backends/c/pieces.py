"""The C tables that `pieces.c` needs for moving the pieces of each domain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as Set_
from dataclasses import dataclass, field
from pathlib import Path

from rulewright.backends.c.layout import Addresses, Structure
from rulewright.backends.c.numbers import initial, set_type, words
from rulewright.backends.c.watching import DirtyBits
from rulewright.chance import name_key
from rulewright.compile.hidden import Deal, Drawn, Reference, Trait, deals, drawn
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.effects import Fields
from rulewright.compile.ir.types import Set, range_of, width_of
from rulewright.compile.tables import PieceFact, PieceTable, ProgramTables


@dataclass(frozen=True, slots=True)
class NativeTables:
    """The tables that a program comes with: the pieces of each domain."""

    pieces: Mapping[str, PieceTable] = field(default_factory=dict)
    streams: Mapping[str, int] = field(default_factory=dict)
    """The keys of the streams of chance."""
    numbers: tuple[int, ...] = ()
    """Where the game's own numbers are in the vector."""
    deals: tuple[Deal, ...] = ()
    drawn: tuple[Drawn, ...] = ()
    """How determinizations deal pieces, and what values they draw."""
    program: ProgramTables | None = None
    """All tables, of which computer players need the choices and steps."""

    @classmethod
    def of(cls, tables: ProgramTables) -> NativeTables:
        """Select the tables of a program that C needs."""
        numbers = tuple(fact.slot for fact in tables.own_numbers)
        return cls(tables.pieces, tables.stream_keys, numbers, tuple(deals(tables)), tuple(drawn(tables)), tables)


def places_in(program: ir.Program, tables: NativeTables) -> dict[int, str]:
    """Return the types of the fields that `pieces.c` reads and writes, by where they begin."""
    found, types = Fields(program.fields), {}
    for pieces in tables.pieces.values():
        types[pieces.located], types[pieces.known] = "int16_t", "uint64_t"
        for place, start in enumerate(pieces.slot):
            field_ = found.at(start)
            types[field_.start] = "int16_t" if pieces.ordered[place] else _in_words(width_of(field_.type))
        for seen in pieces.occupied:
            if seen is not None:
                types[seen[0]] = "uint64_t"
    return types


def _in_words(size: int) -> str:
    return "uint64_t" if words(size) == 1 else set_type(size)


def tables_of(
    structure: Structure, tables: NativeTables, domains: Mapping[str, int], watching: DirtyBits
) -> Iterator[str]:
    """Return `pieces.c` for each domain, with the tables that it needs."""
    addresses = Addresses(structure, Fields(structure.program.fields))
    plans = {plan.domain: plan for plan in tables.deals}
    for domain, number in domains.items():
        yield from _Domain(structure, tables, addresses, domain, number, watching).lines()
        if domain in plans:
            yield from dealing(plans[domain], addresses, number)


@dataclass(slots=True)
class _Domain:
    structure: Structure
    tables: NativeTables
    addresses: Addresses
    name: str
    number: int
    watching: DirtyBits

    def lines(self) -> Iterator[str]:
        pieces = self.tables.pieces[self.name]
        count, alike, differs = pieces.count, pieces.alike(), pieces.facts
        rings = [1 << piece | sum(1 << other for other in others) for piece, others in enumerate(alike)]
        yield self._array_text("struct place", "places", [self._place_row(place) for place in range(len(pieces.slot))])
        yield self._array_text(set_type(count), "rings", [initial(ring, Set(count)) for ring in rings])
        yield self._array_text("uint64_t", "keys", [f"{key:#x}ull" for key in pieces.keys])
        yield self._array_text("struct fact", "cleared", [self._fact_row(row) for row in pieces.cleared])
        yield self._array_text("struct fact", "told", [self._fact_row(row) for row in differs])
        defined = {
            "DOMAIN": self.number, "COUNT": count, "PLACES": len(pieces.slot), "CLASS": words(count),
            "EVERYONE": f"{pieces.everyone}ull", "LOCATED": self._field_access(pieces.located),
            "KNOWN": self._field_access(pieces.known), "ALIKE": int(any(alike)), "CLEARED": len(pieces.cleared),
            "GROUPED": int(pieces.groups >= 0), "GROUPS": self._field_access(max(pieces.groups, 0)),
            "GROUP_BITS": pieces.group_bits, "TOLD": len(differs),
            "WORDS": max(map(self._place_words, range(len(pieces.slot))), default=1),
            "DIRTY": f"{self._dirty_bits(self._fields_beside())}ull",
        }  # fmt: skip
        yield "\n".join(f"#undef {name}\n#define {name} {value}" for name, value in defined.items())
        yield (Path(__file__).parent / "pieces.c").read_text(encoding="utf-8")

    def _array_text(self, sort: str, name: str, rows: list[str]) -> str:
        last = "0" if sort.endswith("_t") else "{0}"
        return f"static const {sort} {name}_{self.number}[] = {{{', '.join([*rows, last])}}};"

    def _field_access(self, start: int) -> str:
        field_, _ = self.addresses.value_at(start)
        text = f"R->s.{self.structure.access[field_.name]}"
        return text if field_.count > 1 else f"(&{text})"

    def _place_row(self, place: int) -> str:
        pieces = self.tables.pieces[self.name]
        at, field_ = self.addresses.offset(pieces.slot[place])
        seen, ordered = pieces.occupied[place], pieces.ordered[place]
        size = range_of(field_.type)[1] - pieces.first[place] + 1
        if isinstance(field_.type, Set):
            size = field_.type.size
        single = pieces.limit[place] == 1 and not ordered and not pieces.wide[place] and seen is not None
        seen_at, seen_bit = (0, 0) if seen is None else (self.addresses.offset(seen[0])[0], seen[1])
        numbers = (
            at, seen_at, pieces.first[place], size, pieces.limit[place], pieces.refill[place],
            self._place_words(place), int(ordered), int(single),
        )  # fmt: skip
        counted = sum(1 << bit for bit, places in enumerate(self.watching.counted) if place in places)
        masks = pieces.sees[place], self._dirty_bits({field_.name}), counted, seen_bit
        return f"{{{', '.join(f'{mask}ull' for mask in masks)}, {', '.join(map(str, numbers))}}}"

    def _place_words(self, place: int) -> int:
        """Return how many words the set of a place takes; 0 for a row."""
        type_ = self.addresses.offset(self.tables.pieces[self.name].slot[place])[1].type
        return words(type_.size) if isinstance(type_, Set) else 0

    def _dirty_bits(self, fields: Set_[str]) -> int:
        """Return the dirty bits of the rules that read any of some fields."""
        return sum(1 << i for i, watched in enumerate(self.watching.moved) if watched & fields)

    def _fields_beside(self) -> set[str]:
        """Return the fields that any move may write beside the two places."""
        pieces = self.tables.pieces[self.name]
        seen = [at[0] for at in pieces.occupied if at is not None]
        starts = [pieces.located, pieces.known, *seen]
        return {self.addresses.value_at(start)[0].name for start in starts}

    def _fact_row(self, fact: PieceFact) -> str:
        field_, index = self.addresses.value_at(fact.slot)
        width, dirty = self.addresses.width(field_), self._dirty_bits({field_.name})
        offset = f"offsetof(struct state, {self.structure.access[field_.name]}) + {index * width}"
        each, initial = fact.width // field_.words * width, fact.initial
        whole = each <= 8 and not fact.as_bits
        pattern = int.from_bytes(initial.to_bytes(min(width, 8), "little", signed=True) * (each // width), "little")
        known = f"{(1 << 8 * each) - 1:#x}ull, {pattern:#x}ull" if whole else "0, 0"
        numbers = (offset, each, fact.first, fact.count, int(fact.as_bits), width, initial, known, f"{dirty}ull")
        return f"{{{', '.join(map(str, numbers))}}}"


def dealing(plan: Deal, addresses: Addresses, number: int) -> Iterator[str]:
    """Return `deal.c` for a domain, with the tables that it needs."""
    kinds = plan.pieces.kinds
    tables = {
        "int16_t veiled": [*map(str, plan.places), "-1"],
        "int16_t kind_of": [str(at) for at, kind in enumerate(kinds) for _ in range(kind.size)],
        "int16_t class_of": list(map(str, plan.pieces.classes)),
        "int16_t kind_start": [str(kind.start) for kind in kinds],
        "struct reference shown": [_reference_row(addresses, found) for found in plan.shown],
        "struct reference carried": [_reference_row(addresses, found) for found in plan.carried],
        "struct trait traits": [_trait_row(addresses, trait) for trait in plan.traits],
    }
    for name, rows in tables.items():
        yield f"static const {name}_{number}[] = {{{', '.join(rows) or '0'}}};"
    most = max(
        (trait.count * trait.per * addresses.width(addresses.offset(trait.slot)[1]) for trait in plan.traits), default=1
    )
    sizes = {
        "KINDS": len(kinds), "SHOWN": len(plan.shown), "CARRIED": len(plan.carried), "TRAITS": len(plan.traits),
        "TRAIT_ROOM": max(most, plan.pieces.count // 8 + 1),
    }  # fmt: skip
    yield "\n".join(f"#undef {name}\n#define {name} {value}" for name, value in sizes.items())
    yield (Path(__file__).parent / "deal.c").read_text(encoding="utf-8")


def _reference_row(addresses: Addresses, found: Reference) -> str:
    offset, field = addresses.offset(found.slot)
    members = field.type.size if isinstance(field.type, Set) else 0
    return f"{{{offset}, {addresses.width(field)}, {members}, {found.owner}}}"


def _trait_row(addresses: Addresses, trait: Trait) -> str:
    offset, field = addresses.offset(trait.slot)
    members = field.type.size if isinstance(field.type, Set) else 0
    sizes = trait.first, trait.count, trait.per, int(trait.marks), addresses.width(field), members
    return f"{{{offset}, {', '.join(map(str, sizes))}, {int(trait.doubt)}, {trait.initial}}}"


def sampling(
    plans: Iterable[Deal], values: Iterable[Drawn], structure: Structure, domains: Mapping[str, int]
) -> Iterator[str]:
    """Return the tables of `sample.c`: the values to draw, the keys of chance, and what deals the pieces."""
    addresses = Addresses(structure, Fields(structure.program.fields))
    rows = [_drawn_row(addresses, value) for value in values]
    yield f"static const struct drawn DRAWN[] = {{{', '.join([*rows, '{0}'])}}};"
    keys = ", ".join(f"{name_key(f'determinization {seat}'):#x}ull" for seat in range(structure.program.seats))
    yield f"static const uint64_t SAMPLE_KEYS[] = {{{keys}}};"
    pools = pieces = 0
    calls = []
    for plan in plans:
        mine = plan.domain in structure.program.strains.domains
        given = f"pools + {pools}, room + {pieces}" if mine else "0, room"
        calls.append(f"carried |= deal_{domains[plan.domain]}(R, seat, chance, {given});")
        if mine:
            pools += plan.pieces.count if plan.pieces.groups >= 0 else len(plan.pieces.kinds)
            pieces += plan.pieces.count
    yield f"enum {{ POOLS = {pools}, POOLED = {max(1, pieces)}, DRAWN_COUNT = {len(rows)} }};"
    yield "static int deal_all(RW *R, int seat, struct chance *chance, struct pool *pools, int16_t *room) {"
    yield f"int carried = 0; {' '.join(calls)} return carried; }}"


def _drawn_row(addresses: Addresses, value: Drawn) -> str:
    offset, field = addresses.offset(value.slot)
    memory = [addresses.offset(slot)[0] for slot in value.memory]
    numbers = addresses.width(field), value.owner, value.size, int(value.by_member)
    return f"{{{offset}, {memory[0]}, {memory[-1]}, {', '.join(map(str, numbers))}, 1}}"
