"""The C tables for sampling determinizations: what `deal.c` needs for each domain of pieces, and `sample.c` in all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from rulewright.backends.c.addresses import Addresses
from rulewright.backends.c.layout import Structure
from rulewright.chance import name_key
from rulewright.compile.hidden import Deal, Drawn, Reference, Trait
from rulewright.compile.ir.types import Set
from rulewright.compile.piece_fields import Fields


def dealing(plan: Deal, addresses: Addresses, number: int) -> Iterator[str]:
    """Return `deal.c` for a domain, with the tables that it needs."""
    kinds = plan.pieces.kinds
    tables = {
        "int16_t veiled": [*map(str, plan.places), "-1"],
        "int16_t kind_of": [str(at) for at, kind in enumerate(kinds) for _ in range(kind.size)],
        "int16_t class_of": list(map(str, plan.pieces.classes)),
        "int16_t kind_start": [str(kind.start) for kind in kinds],
        "struct reference shown": [_reference(addresses, found) for found in plan.shown],
        "struct reference carried": [_reference(addresses, found) for found in plan.carried],
        "struct trait traits": [_trait(addresses, trait) for trait in plan.traits],
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


def _reference(addresses: Addresses, found: Reference) -> str:
    offset, field = addresses.offset(found.slot)
    members = field.type.size if isinstance(field.type, Set) else 0
    return f"{{{offset}, {addresses.width(field)}, {members}, {found.owner}}}"


def _trait(addresses: Addresses, trait: Trait) -> str:
    offset, field = addresses.offset(trait.slot)
    members = field.type.size if isinstance(field.type, Set) else 0
    sizes = trait.first, trait.count, trait.per, int(trait.marks), addresses.width(field), members
    return f"{{{offset}, {', '.join(map(str, sizes))}, {int(trait.doubt)}, {trait.initial}}}"


def sampling(
    plans: Iterable[Deal], values: Iterable[Drawn], structure: Structure, domains: Mapping[str, int]
) -> Iterator[str]:
    """Return the tables of `sample.c`: the values to draw, the keys of chance, and what deals the pieces."""
    addresses = Addresses(structure, Fields(structure.program.fields))
    rows = [_drawn(addresses, value) for value in values]
    yield f"static const struct drawn DRAWN[] = {{{', '.join([*rows, '{0}'])}}};"
    keys = ", ".join(f"{name_key(f'determinization {seat}'):#x}ull" for seat in range(structure.program.seats))
    yield f"static const uint64_t SAMPLE_KEYS[] = {{{keys}}};"
    kinds = pieces = 0
    calls = []
    for plan in plans:
        mine = plan.domain in structure.program.strains.domains
        given = f"pools + {kinds}, room + {pieces}" if mine else "0, room"
        calls.append(f"carried |= deal_{domains[plan.domain]}(R, seat, chance, {given});")
        if mine:
            kinds, pieces = kinds + len(plan.pieces.kinds), pieces + plan.pieces.count
    yield f"enum {{ POOLS = {kinds}, POOLED = {max(1, pieces)}, DRAWN_COUNT = {len(rows)} }};"
    yield "static int deal_all(RW *R, int seat, struct chance *chance, struct pool *pools, int16_t *room) {"
    yield f"int carried = 0; {' '.join(calls)} return carried; }}"


def _drawn(addresses: Addresses, value: Drawn) -> str:
    offset, field = addresses.offset(value.slot)
    memory = [addresses.offset(slot)[0] for slot in value.memory]
    numbers = addresses.width(field), value.owner, value.size, int(value.by_member)
    return f"{{{offset}, {memory[0]}, {memory[-1]}, {', '.join(map(str, numbers))}, 1}}"
