"""Nodes of declarations of things: names, grids, pieces, what is printed on them, and what players and things have."""

from __future__ import annotations

from rulewright.syntax.expressions import Expr, Node, Word, node
from rulewright.syntax.sentences import register_forms
from rulewright.syntax.statements import Sources


@node
class TypeOf(Node):
    """The type of a fact: `how` is range (with `low` and `high`), truth, or set, one or optional (of `name`)."""

    how: str
    low: int = 0
    high: int = 0
    name: Word | None = None


@node
class Key(Node):
    """`for each NAME` or `for each 1 to 5`."""

    name: Word | None
    low: int = 0
    high: int = 0


@node
class Label(Node):
    """A name, and the text with which it is shown."""

    name: Word
    label: Word | None


MOST_NUMBERED = 999
"""The highest number of a numbered name."""


@node
class Numbered(Node):
    """`space-1 to space-40`: names that differ only in their number."""

    first: Word
    last: Word

    @property
    def fits(self) -> bool:
        """Whether only the number differs, increases, and has no leading zero."""
        stem, low, high = self._stem_and_numbers
        return stem == self.last.text.rpartition("-")[0] and 0 <= low < high <= MOST_NUMBERED

    @property
    def members(self) -> tuple[Label, ...]:
        """The names from the first to the last; only these two if they are not a range."""
        stem, low, high = self._stem_and_numbers
        names = [f"{stem}-{n}" for n in range(low, high + 1)] if self.fits else [self.first.text, self.last.text]
        return tuple(Label(self.span, Word(self.span, name), None) for name in names)

    @property
    def _stem_and_numbers(self) -> tuple[str, int, int]:
        stem, _, low = self.first.text.rpartition("-")
        high = self.last.text.rpartition("-")[2]
        whole = all(text.isdecimal() and text == str(int(text)) for text in (low, high))
        return (stem, int(low), int(high)) if whole else (stem, -1, -1)


@register_forms("names ONE / MANY in a circle: NAME, NAME, NAME", "names ONE / MANY: links between MANY")
@register_forms("names ONE / MANY: NAME, NAME, NAME")
@node
class Names(Node):
    """A list of names; numbered names are expanded in `members`."""

    name: Word
    plural: Word
    members: tuple[Label, ...]
    numbered: tuple[Numbered, ...] = ()
    between: Word | None = None
    """What the names join two by two; then a data file gives the names."""
    circle: bool = False
    """Whether the first one follows the last one."""


@register_forms("grid ONE / MANY: NUMBER by NUMBER", "grid ONE / MANY: NUMBER by NUMBER hexagons")
@register_forms("grid ONE / MANY: NUMBER rings of hexagons")
@register_forms("grid ONE / MANY: NUMBER by NUMBER with corners and sides")
@node
class Grid(Node):
    """`grid NAME / NAMES: WIDTH by HEIGHT`: spaces in rows and columns; those of rings are cut out of as many of both.

    `shape` is "" for squares, hexagons or rings. `edges` are the words for what it has beside spaces, each a kind of
    thing: sides, or corners and sides.
    """

    name: Word
    plural: Word
    width: int
    height: int
    rim: bool
    edges: tuple[Word, ...] = ()
    shape: str = ""

    @property
    def rings(self) -> int:
        """How many rings of hexagons there are, the one in the middle included."""
        return (self.width + 1) // 2 if self.shape == "rings" else 0


@register_forms("printed NAME: NUMBER to NUMBER", home='It stands under "piece" or "shape".')
@node
class Printed(Node):
    """A fact printed on each piece of a kind; with keys, one for each name or number."""

    name: Word
    keys: tuple[Key, ...]
    type: TypeOf


@register_forms("shape ONE / MANY:")
@node
class Shape(Node):
    """`shape`: facts printed on every piece that has it."""

    name: Word
    plural: Word
    sources: Sources
    printed: tuple[Printed, ...]


@register_forms("worth NUMBER of KIND", home='It stands under "piece".')
@node
class Worth(Node):
    """`worth UNITS of KIND`: what a piece counts as in payments; a KIND of nothing counts as any."""

    units: Expr
    kind: Expr


@register_forms("starts in PLACE", "discarded to PLACE", home='It stands under "piece".')
@register_forms("piece ONE / MANY:")
@node
class Piece(Node):
    """`piece`: a kind of piece with its facts, its places and its limit."""

    name: Word
    plural: Word
    shape: Word | None
    sources: Sources
    printed: tuple[Printed, ...]
    starts: Word | None
    discarded: Word | None
    live: tuple[Word, ...]
    limit: tuple[int, Word] | None
    worth: Worth | None


@node
class Fact(Node):
    """A stored value: of the game, of a seat or of a thing."""

    name: Word
    keys: tuple[Key, ...]
    type: TypeOf
    secret: str | None
    cleared: bool


@register_forms("amount ONE / MANY, NUMBER in all", home='It stands under "each ... has:".')
@node
class Amount(Node):
    """A counted thing that a seat or the game has; `per_player`: there are `in_all` times the number of players."""

    name: Word
    plural: Word
    low: int
    high: int
    secret: str | None
    in_all: int | None
    per_player: Word | None

    def supply(self, seats: int) -> int | None:
        """Return how many there are in a game of so many players; None for as many as are needed."""
        return self.in_all if self.in_all is None or self.per_player is None else self.in_all * seats


@register_forms("place NAME: THINGS", "place NAME: stack of THINGS", home='It stands under "each ... has:".')
@node
class Place(Node):
    """`order` is stack, row or None; `limit` the most pieces it holds; `kind` the plural name of what it holds."""

    name: Word
    keys: tuple[Key, ...]
    kind: Word
    order: str | None
    limit: int | None
    secret: str | None
    refilled: Word | None


@register_forms("memory NAME: NUMBER of FACT, FACT", home='It stands under "the game has:".')
@node
class Memory(Node):
    """`memory NAME: NUMBER of FACTS`: what these facts were, at most so many times."""

    name: Word
    most: int
    facts: tuple[Word, ...]


@register_forms("each NAME has:", "the game has:")
@node
class Has(Node):
    """`each NAME has:`; `the game has:` when `owner` is None."""

    owner: Word | None
    sources: Sources
    facts: tuple[Fact, ...]
    amounts: tuple[Amount, ...]
    places: tuple[Place, ...]
    memories: tuple[Memory, ...] = ()

    @property
    def members(self) -> tuple[Fact | Amount | Place | Memory, ...]:
        """All that the owner has."""
        return *self.facts, *self.amounts, *self.places, *self.memories


@register_forms("figure NAME for each NAME: NUMBER to NUMBER")
@node
class Figure(Node):
    """`figure`: printed numbers that a table of the data holds."""

    name: Word
    keys: tuple[Key, ...]
    type: TypeOf
