"""Assigns every part of the state a stretch of the flat vector of integers, with a name and a range."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from itertools import product
from typing import TYPE_CHECKING

from rulewright.check import core as c
from rulewright.check.core.things import Domain, Type, axis_names, entry_count
from rulewright.check.core.walk import all_lines
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir import types as irt
from rulewright.compile.tables import WORD, Entry, ValueType, bits_of_group

if TYPE_CHECKING:
    from rulewright.compile.memory import Memory

WIDE = irt.LARGEST
HASH = irt.Int(-(1 << 63), (1 << 63) - 1)
"""Half of the 128 bits that are kept of what facts were."""
BLOCK_NUMBER = irt.Int(0, (1 << 31) - 1)
OCCUPIED_FROM = 8
"""Places of at least this many owners also store which are occupied, if that set fits in one number."""


@dataclass(slots=True, repr=False)
class PlaceSlots:
    """Where the instances of a place begin; `first` is the number of its first instance among all places."""

    start: int
    stride: int
    first: int
    count: int
    occupied: int | None


@dataclass(slots=True, repr=False)
class Layout:
    """The whole vector. Slot 0 is the place in the program, slot 1 the seed."""

    entries: list[Entry] = field(default_factory=list)
    length: int = 0
    named: dict[str, int] = field(default_factory=dict)
    stored: dict[int, int] = field(default_factory=dict)
    places: dict[int, PlaceSlots] = field(default_factory=dict)
    histories: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Where it is kept how much there is in a history, and where the hashes are: all their halves, then all others."""
    located: dict[str, int] = field(default_factory=dict)
    known: dict[str, int] = field(default_factory=dict)
    groups: dict[str, int] = field(default_factory=dict)
    """As in `PieceTable`, where there are any."""
    doubtful: set[int] = field(default_factory=set)
    followed: set[int] = field(default_factory=set)
    """As in `memory.Memory`."""
    memory: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """Where it is kept what could be known of a hidden fact: the least and the greatest values, or what is in doubt."""
    chance: dict[str, int] = field(default_factory=dict)
    place_list: list[tuple[c.Place, int]] = field(default_factory=list)
    """(place, instance within it) by place number."""
    fields: dict[int, ir.Field] = field(default_factory=dict)
    """The fields of the state by where they begin, one for each entry."""

    def add(
        self, name: str, names: list[str], low: int, high: int, what: str, seen: str = "all", *,
        type_: irt.Type | None = None, room: int = 0,
    ) -> int:  # fmt: skip
        """Reserve a stretch and return where it begins.

        Its values are of `type_` (without one, integers from `low` to `high`); with `room` it holds rows of pieces.
        """
        start = self.length
        name = numbered(self.named, name)
        type_ = type_ if type_ is not None else irt.Int(low, high)
        least, most = irt.range_of(type_)
        low, high = max(low, least), min(high, max(most, room))
        self.entries.append(Entry(name, start, names, low, high, what, seen, is_set=isinstance(type_, irt.Set)))
        self.length += len(names)
        each = words(None, type_.size) if isinstance(type_, irt.Set) else room + 1
        self.fields[start] = ir.Field(name, start, len(names) // each, type_, 1 if room else each, room, what=what)
        return start

    def encircle(self, circle: int, start: int, end: int) -> None:
        """Make the fields of a stretch the frames of a circle."""
        for at in [at for at in self.fields if start <= at < end]:
            self.fields[at] = replace(self.fields[at], circle=circle)

    def slot(self, stored: c.Stored) -> int:
        """Return where a fact or amount begins."""
        return self.stored[id(stored)]

    def of_place(self, place: c.Place) -> PlaceSlots:
        """Return where a place is."""
        return self.places[id(place)]

    def stream(self, name: str) -> int:
        """Return where the counter of a stream of chance is."""
        if name not in self.chance:
            self.chance[name] = self.add(f"chance.{name}", [""], 0, WIDE, "chance")
        return self.chance[name]


def numbered(names: dict[str, int], name: str) -> str:
    """Return a name, with a number from its second use on; `names` counts the uses."""
    names[name] = names.get(name, 0) + 1
    return name if names[name] == 1 else f"{name} {names[name]}"


def digits(count: int) -> list[str]:
    """Return the names of the numbers that one value takes."""
    return [str(i) if count > 1 else "" for i in range(count)]


def words(domain: Domain | None, of: int | None = None) -> int:
    """Return how many numbers a set of the domain's things takes."""
    bits = of if of is not None else domain.size if domain else 1
    return max(1, -(-bits // WORD))


def keyed_names(keys: tuple[c.Axis, ...]) -> list[str]:
    """Return the names of all combinations of keys, in order."""
    return [" ".join(combination) for combination in product(*(axis_names(a) for a in keys))]


def value_words(type_: Type) -> int:
    """Return how many numbers one value of a type takes."""
    return words(type_.domain) if type_.how == "set" else 1


def bounds(type_: Type) -> tuple[int, int]:
    """Return the range of a value's representation in the vector."""
    if type_.how == "number":
        return type_.low, type_.high
    if type_.how == "truth":
        return 0, 1
    if type_.how == "one":
        return -1 if type_.optional else 0, type_.domain.size - 1 if type_.domain else 0
    return 0, WIDE


def ir_type(type_: Type) -> irt.Type:
    """Return the type of the values of a type of the rules, wherever they are kept."""
    domain = type_.domain
    if type_.how == "truth":
        return irt.BOOL
    if type_.how == "number":
        return irt.WIDE
    members, name = (domain.size, domain.name) if domain else (1, "")
    if type_.how == "set":
        return irt.Set(members, name)
    return irt.Int(-1 if type_.optional else 0, members - 1, name)


def value_type(type_: c.Type) -> ValueType:
    """Return the type of a value as the tables have it: how it is shown."""
    domain = type_.domain if type_.how not in ("number", "truth") else None
    return ValueType(type_.how, domain.name if domain else "")


def passed_type(type_: Type) -> irt.Type:
    """Return the type of a name's value: a player, for instance, may be nobody if a step was not given one.

    The variable of a loop is nothing after its last round.
    """
    found = ir_type(type_)
    return irt.Int(-1, irt.range_of(found)[1], found.domain) if isinstance(found, irt.Int) and type_.domain else found


def seats_seeing(place: c.Place, instance: int, everyone: int) -> int:
    """Return the set of seats that see the faces of what lies in a place."""
    if place.seen == "all":
        return everyone
    if place.seen == "nobody" or not place.keys or place.keys[0].domain is None:
        return 0
    owner = 1 << instance // entry_count(place.keys[1:]) if place.keys[0].domain.how == "player" else 0
    return everyone & ~owner if place.seen == "others" else owner


def lay_out(rules: c.CheckedRules, memory: Memory) -> Layout:
    """Reserve the numbers of everything that the rules declare, and of memories; frames are added while lowering."""
    layout = Layout()
    at = irt.Int(-(1 << 31), (1 << 31) - 1)
    layout.add("place in the rules", [""], -WIDE, WIDE, "control", type_=at)
    layout.add("seed", [""], 0, (1 << 64) - 1, "control", "nobody")
    for stored in rules.stored:
        _add_stored(layout, stored)
    for place in rules.places:
        _add_place(layout, place)
    mixed = _domains_mixed(rules)
    for domain in rules.domains:
        if domain.how == "piece":
            lies, known = f"{domain.name}.lies in", f"{domain.name}.known to"
            where = irt.Int(0, max(0, len(layout.place_list) - 1))
            seats = irt.Set(rules.seats, "player")
            layout.located[domain.name] = layout.add(lies, domain.members, 0, WIDE, "location", type_=where)
            layout.known[domain.name] = layout.add(known, domain.members, 0, WIDE, "known", type_=seats)
            if domain in mixed:
                name, most = (
                    f"{domain.name}.groups of",
                    (1 << rules.seats * bits_of_group(domain.size, rules.seats)) - 1,
                )
                layout.groups[domain.name] = layout.add(name, domain.members, 0, most, "group", "nobody")
    for history in rules.histories:
        name, each = f"game.{history.name}", [f"{half} {at + 1}" for half in (1, 2) for at in range(history.most)]
        layout.histories[id(history)] = (
            layout.add(f"{name} remembered", [""], 0, history.most, "history"),
            layout.add(f"{name} hashes", each, *irt.range_of(HASH), "history", type_=HASH),
        )
    layout.doubtful, layout.followed = memory.doubtful, memory.followed
    for stored in memory.facts:
        fact = layout.fields[layout.slot(stored)]
        names = next(entry.names for entry in layout.entries if entry.start == fact.start)
        low, high = irt.range_of(fact.type)
        parts = ("in doubt",) if stored.kept_in_sets else ("at least", "at most")
        layout.memory[id(stored)] = tuple(
            layout.add(f"{fact.name} {part}", names, low, high, "memory", "nobody", type_=fact.type) for part in parts
        )
    return layout


def _domains_mixed(rules: c.CheckedRules) -> list[Domain]:
    """Return the domains whose pieces may come to a hidden place after they were seen: there they may be mixed."""
    goals = [place for place in rules.places if place.refilled is not None]
    for line in all_lines(rules):
        if isinstance(line, c.MoveTo) and line.place is None:
            goals += rules.discards.values()
        elif not isinstance(line, c.DrawFrom | c.ShuffleStack):  # a stack's pieces are known to nobody as a rule
            goals += [part for each in fields(line) if isinstance(part := getattr(line, each.name), c.Place)]
    return [place.pieces for place in goals if place.seen != "all"]


def _owner_name(keys: tuple[c.Axis, ...]) -> str:
    if not keys or keys[0].domain is None:
        return "game"
    return keys[0].kind.name if keys[0].kind else keys[0].domain.name


def _add_stored(layout: Layout, stored: c.Stored) -> None:
    name = f"{_owner_name(stored.keys)}.{stored.name}"
    if stored.as_mask:
        rest = keyed_names(stored.keys[1:])
        count = words(None, stored.keys[0].size)
        names = [f"{n} {w}".strip() if count > 1 else n for n in rest for w in range(count)]
        layout.stored[id(stored)] = layout.add(
            name, names, 0, WIDE, "marks", stored.seen, type_=irt.Set(stored.keys[0].size)
        )
        return
    low, high = bounds(stored.type)
    per = value_words(stored.type)
    names = [f"{n} {w}".strip() if per > 1 else n for n in keyed_names(stored.keys) for w in range(per)]
    layout.stored[id(stored)] = layout.add(
        name,
        names,
        low,
        high,
        "fact",
        stored.seen,
        type_=irt.Int(stored.type.low, stored.type.high) if stored.type.how == "number" else ir_type(stored.type),
    )
    owners = stored.keys[0].domain if stored.keys else None
    if owners is not None and owners.how == "player":
        each = len(names) // owners.size
        layout.entries[-1].owners = [i // each for i in range(len(names))]
    if stored.supply is not None:
        layout.add(f"game.{stored.plural} left", [""], 0, stored.supply, "supply")


def supply_slot(layout: Layout, stored: c.Stored) -> int:
    """Return where the supply of a limited amount is: right after the amount itself."""
    return layout.slot(stored) + entry_count(stored.keys)


def capacity(place: c.Place) -> int:
    """Return how many pieces a place can hold."""
    most = place.kind.size if place.kind else place.pieces.size
    return most if place.limit is None else min(most, place.limit)


def _add_place(layout: Layout, place: c.Place) -> None:
    instances = keyed_names(place.keys)
    name = f"{_owner_name(place.keys)}.{place.name}"
    pieces = place.kind.size if place.kind else place.pieces.size
    room = capacity(place) if place.order else 0
    type_: irt.Type = irt.Set(pieces, place.pieces.name)
    slots = [str(i) for i in range(words(None, pieces))]
    if place.order:
        type_ = irt.Int(0, place.pieces.size - 1, place.pieces.name)
        slots = ["number", *(str(i + 1) for i in range(room))]
    names = [f"{instance} {slot}".strip() for instance in instances for slot in slots]
    start = layout.add(name, names, 0, WIDE, "place", place.seen, type_=type_, room=room)
    occupied = None
    if len(place.keys) == 1 and OCCUPIED_FROM <= len(instances) <= WORD:
        which = irt.Set(len(instances))
        occupied = layout.add(f"{name} not empty", [""], 0, WIDE, "derived", type_=which)
    layout.places[id(place)] = PlaceSlots(start, len(slots), len(layout.place_list), len(instances), occupied)
    layout.place_list += [(place, i) for i in range(len(instances))]


def loop_type(var: c.Var) -> irt.Int:
    """Return the type of a variable that ranges over the members of a set."""
    found = ir_type(var.type)
    low, high = irt.range_of(found)
    return irt.Int(max(0, low), high)
