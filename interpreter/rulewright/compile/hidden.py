"""What of the vector is hidden from whom: the plan by which a determinization replaces it, in Python and in C alike."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.compile.tables import Fact, PieceTable, Place, ProgramTables, ValueType
from rulewright.frozen import frozen_class

NOBODY = -1
"""The owner of what is visible to everybody, or hidden from everybody."""


@frozen_class
class Reference:
    """A value of the vector that refers to pieces: one piece, or with `words` a set. `owner` sees it, or everybody."""

    slot: int
    words: int
    owner: int = NOBODY


@frozen_class
class Trait:
    """A fact of pieces, or the memory of one: it stays with the position of a piece when the piece is exchanged.

    Each piece from `first` on has `per` values, each a number or a set that takes `words` slots; `marks` are kept as
    one set of pieces instead. A trait in `doubt` does not say where pieces are, as its values are hidden themselves.
    """

    slot: int
    per: int
    words: int
    marks: bool
    first: int
    count: int
    initial: int
    doubt: bool


@frozen_class
class Deal:
    """The pieces of one domain: the places that are hidden from somebody, and what refers to pieces.

    What `shown` facts refer to stays where it is for those who see them; `carried` references follow the position.
    """

    domain: str
    pieces: PieceTable
    places: dict[int, Place]
    shown: list[Reference]
    carried: list[Reference]
    traits: list[Trait]


@frozen_class
class Drawn:
    """A hidden value that is drawn: a number between two memories, or of a set what is in doubt.

    With `words` it is a set of things below `size`; then `owner` sees it, or with `by_member` each thing is a seat that
    sees whether it is a member itself.
    """

    slot: int
    memory: tuple[int, ...]
    owner: int
    words: int = 0
    size: int = 0
    by_member: bool = False


def deals(tables: ProgramTables) -> list[Deal]:
    """Return the plan for the pieces of each domain of which some may be hidden."""
    found = [_deal_plan(tables, domain, pieces) for domain, pieces in tables.pieces.items()]
    return [deal for deal in found if deal.places]


def _deal_plan(tables: ProgramTables, domain: str, pieces: PieceTable) -> Deal:
    places = {
        i: place
        for i, place in enumerate(tables.places)
        if place.domain == domain and pieces.sees[i] != pieces.everyone
    }
    shown = [found for fact in tables.facts for found in _shown_references(tables, fact, domain)]
    carried = [
        Reference(frame.slot, words)
        for frame in tables.frames
        if (words := _reference_words(tables, frame.type, domain)) >= 0
    ]
    traits = [trait for fact in tables.facts if fact.owner == domain for trait in _piece_traits(tables, fact)]
    if pieces.groups >= 0:  # what seats know of a position stays with it
        traits.append(Trait(pieces.groups, 1, 0, False, 0, pieces.count, 0, False))
    return Deal(domain, pieces, places, shown, carried, traits)


def _reference_words(tables: ProgramTables, type_: ValueType, domain: str) -> int:
    """Return how many words a set of pieces takes, 0 for a single one; -1 for values of other types."""
    return -1 if type_.domain != domain else tables.width(type_) if type_.how == "set" else 0


def _shown_references(tables: ProgramTables, fact: Fact, domain: str) -> Iterator[Reference]:
    """Yield the visible values of a fact that refer to pieces."""
    words = -1 if fact.as_bits or fact.seen == "nobody" else _reference_words(tables, fact.type, domain)
    if words >= 0:
        for at in range(fact.count):
            yield Reference(fact.slot + at * fact.width, words, owner_of(fact, at))


def owner_of(fact: Fact, at: int) -> int:
    """Return the seat that alone sees a value of a fact; `NOBODY` if there is no such seat."""
    return at // fact.per_owner if fact.seen == "owner" and fact.owner == "player" else NOBODY


def _piece_traits(tables: ProgramTables, fact: Fact) -> Iterator[Trait]:
    count, words = len(fact.owners), fact.width if fact.type.how == "set" else 0
    for slot in (fact.slot, *fact.memory):
        initial, doubt = tables.start[slot], bool(fact.memory) and slot == fact.slot
        if fact.as_bits:
            for at in range(fact.per_owner):
                yield Trait(slot + at * fact.width, 1, fact.width, True, fact.first, count, 0, doubt)
        else:
            yield Trait(slot, fact.per_owner, words, False, fact.first, count, initial, doubt)


def drawn(tables: ProgramTables) -> list[Drawn]:
    """Return the values that are hidden from somebody and cannot be followed."""
    return [value for fact in tables.facts if fact.memory for value in _values_drawn(tables, fact)]


def _values_drawn(tables: ProgramTables, fact: Fact) -> Iterator[Drawn]:
    steps = fact.per_owner if fact.as_bits else fact.count
    for at in range(steps):
        slot, *memory = (start + at * fact.width for start in (fact.slot, *fact.memory))
        if fact.as_bits:
            by_member = fact.seen == "owner" and fact.owner == "player"
            yield Drawn(slot, tuple(memory), NOBODY, fact.width, len(fact.owners), by_member)
        elif fact.type.how == "set":
            size = len(tables.domains[fact.type.domain].members)
            yield Drawn(slot, tuple(memory), owner_of(fact, at), fact.width, size)
        else:
            yield Drawn(slot, tuple(memory), owner_of(fact, at))
