"""Tables of game components: domains, pieces, places, and what is printed on pieces."""

from collections.abc import Sequence
from dataclasses import field

from rulewright.compile.tables.values import WORD, ValueType, bits, row, value_at


@row
class DomainInfo:
    """A fixed, ordered list of things: `how` is player, names, grid, piece or combined."""

    name: str
    plural: str
    how: str
    members: list[str]
    """Names, as saves and decisions use them."""
    labels: list[str]
    """Names as a person reads them."""
    made_of: list[tuple[str, int, int]] = field(default_factory=list)
    """Of combinations, for each part the list of its things, or nothing for numbers, and the first and how many of
    these there are."""
    shape: str = ""
    """Of a grid: hexagons, or nothing for squares."""
    grid: str = ""
    """Of the sides or corners of a grid, which one."""
    spots: list[tuple[int, int]] = field(default_factory=list)
    """Of the sides or corners of a grid, the column and row of each in sixths of a space."""
    joins: str = ""
    """Of links, what they join."""
    link_ends: list[tuple[int, int]] = field(default_factory=list)
    """Of links, the numbers of the two things that each joins."""
    index: dict[str, int] = field(init=False, repr=False, compare=False)
    """The number of each member."""

    def things_in(self, number: int) -> list[tuple[str, int]]:
        """Return the things in a combination, each with its list; the thing itself if this is no combination."""
        if not self.made_of:
            return [(self.name, number)]
        found = list[tuple[str, int]]()
        for domain, low, size in reversed(self.made_of):
            number, own = divmod(number, size)
            found[:0] = [(domain, low + own)] if domain else []
        return found

    def __post_init__(self) -> None:
        object.__setattr__(self, "index", {member: i for i, member in enumerate(self.members)})


@row
class PieceKind:
    """A kind of piece: a stretch of the pieces of its domain."""

    name: str
    plural: str
    start: int
    size: int


@row
class PieceFact:
    """Where a fact of pieces is in the vector."""

    slot: int
    width: int
    """Slots of each piece; 1 where the fact is one set of bits."""
    first: int
    """The first piece that has it."""
    as_bits: bool
    count: int
    """How many pieces have it."""
    initial: int


@row
class PrintedFact:
    """A fact printed on the pieces of a kind, from the piece `first` on: one value for each, or one for each label."""

    name: str
    type: ValueType
    first: int
    values: list[int]
    labels: list[str]


@row
class PieceTable:
    """The pieces of one domain. Lists up to `holds` are indexed by number of the place, the others by piece."""

    located: int
    """The first of the slots with the number of the place of each piece."""
    known: int
    """The first of the slots with the set of seats that know each piece."""
    everyone: int
    """The set of all seats."""
    slot: list[int]
    first: list[int]
    ordered: list[bool]
    wide: list[int]
    """How many slots the set takes if it needs more than one; else 0."""
    limit: list[int]
    """How many pieces fit in; 0 where that is not limited."""
    sees: list[int]
    """The set of seats that see what is in a place."""
    occupied: list[tuple[int, int] | None]
    """The slot and the bit in it that is set while the place is not empty."""
    refill: list[int]
    """The place whose pieces are shuffled in when a stack is empty; -1 for none."""
    holds: list[str]
    """The domain of the pieces that belong in a place."""
    keys: list[int]
    """The key of each piece for shuffling."""
    classes: list[int]
    """Pieces of one class share kind, rule and printed facts, so only their position distinguishes them."""
    rules: list[str]
    """The rule that each piece follows."""
    kinds: list[PieceKind]
    facts: list[PieceFact]
    cleared: list[PieceFact]
    """The facts that are cleared when a piece moves, and their memories."""
    groups: int = -1
    """The first of the slots with the groups of each piece, `group_bits` for each seat: who does not know a piece knows
    which pieces are in its group together, and where these lie. -1 where nobody can lose sight of a piece."""

    @property
    def count(self) -> int:
        """How many pieces there are."""
        return len(self.keys)

    @property
    def group_bits(self) -> int:
        """How many bits the number of a group takes."""
        return bits_of_group(self.count, self.everyone.bit_length())

    def group_of(self, state: Sequence[int], piece: int, seat: int) -> int:
        """Return the number of the group in which a piece is for a seat that does not know it."""
        bits = self.group_bits
        return state[self.groups + piece] >> seat * bits & (1 << bits) - 1 if self.groups >= 0 else 0

    def alike(self) -> list[tuple[int, ...]]:
        """Return, by piece, the others of its class, which look the same."""
        of_class: dict[int, list[int]] = {}
        for piece, number in enumerate(self.classes):
            of_class.setdefault(number, []).append(piece)
        return [tuple(p for p in of_class[number] if p != piece) for piece, number in enumerate(self.classes)]

    def first_alike(self) -> list[int]:
        """Return, by piece, the first one of its class."""
        first: dict[int, int] = {}
        return [first.setdefault(number, piece) for piece, number in enumerate(self.classes)]

    def place_of(self, state: Sequence[int], piece: int) -> int:
        """Return the number of the place where a piece is."""
        return state[self.located + piece]

    def known_to(self, state: Sequence[int], piece: int) -> int:
        """Return the set of seats that know a piece."""
        return state[self.known + piece]


def bits_of_group(pieces: int, seats: int) -> int:
    """Return how many bits the number of a group takes, so that one number of the vector has one for each seat."""
    return min(max(1, (pieces - 1).bit_length()), WORD // seats)


CHOSEN, READ = "chosen", "read"
"""The uses of a place; one without either is where pieces only end up."""


@row
class Place:
    """A place of one owner; a place that is declared for several owners has one row for each."""

    name: str
    owner: str
    """The domain of the owners; empty for the game."""
    keys: list[str]
    """The name of the owner, if there is one, and of the further key."""
    domain: str
    """The domain of the pieces that belong here."""
    slot: int
    width: int
    """How many slots it takes."""
    order: str
    """`stack`, `row`, or empty for a set of bits."""
    seen: str
    """Who sees the pieces: `all`, `owner`, `others` (than the owner) or `nobody`."""
    first: int
    """The first piece that can be here: bit 0 of the set."""
    count: int
    """How many pieces can be here, from the first on: those of one kind or of the domain."""
    limit: int
    """How many pieces the rules allow; 0 where they do not limit it."""
    use: str = ""
    """`chosen`: somebody chooses from it; `read`: rules depend on what is here; empty: pieces only end up here."""

    @property
    def owner_key(self) -> str:
        """The name of the owner; empty for a place of the game."""
        return self.keys[0] if self.owner else ""

    @property
    def further_key(self) -> str:
        """The key besides the owner; empty where there is none."""
        return next(iter(self.keys[1 if self.owner else 0 :]), "")

    @property
    def possible(self) -> range:
        """The pieces that can be here."""
        return range(self.first, self.first + self.count)

    def contents(self, state: Sequence[int]) -> list[int]:
        """Return the pieces in the place, in order."""
        if self.order:
            return list(state[self.slot + 1 : self.slot + 1 + state[self.slot]])
        return [self.first + i for i in bits(value_at(state, self.slot, self.width))]

    def size(self, state: Sequence[int]) -> int:
        """Return how many pieces are in the place."""
        return state[self.slot] if self.order else value_at(state, self.slot, self.width).bit_count()
