"""The table as values: what a seat sees of a position, before anything draws it.

`about` is the name of what a part shows, stable from one decision to the next: `player.coin red`, `game.deck`,
`card lamp`. Two tables of one game are compared by it, and a renderer passes it on when somebody asks about the part.
Nothing in these values says how they are drawn; nothing in them depends on what the seat may not know.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece, or several that look the same; `number` says how many."""

    label: str
    about: str = ""
    notes: tuple[str, ...] = ()
    """What has happened to it: counters on it, whether it was used."""
    printed: tuple[str, ...] = ()
    """What is printed on it and not contained in its label."""
    kind: str = ""
    """The first name printed on it, by which renderers may colour it."""
    seat: int | None = None
    """The player it belongs to, where that is printed on it."""
    short: str = ""
    """Its label with a sign in place of the name of its kind, where the look of the ruleset has one: `♣4`."""
    colour: str = ""
    """What the look of the ruleset says of its colour, otherwise the name of its kind, which may be one."""
    number: int = 1
    known: bool = True
    """False for pieces that the reader cannot see: then only their number is known."""
    changed: bool = False

    @property
    def text(self) -> str:
        """The label with what has happened to the piece."""
        return f"{self.label} ({', '.join(self.notes)})" if self.notes else self.label

    @property
    def counted(self) -> str:
        """The text with its number, where there are several: `2 x Lamp`."""
        return f"{self.number} x {self.text}" if self.known and self.number > 1 else self.text


Pieces = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """One value: a fact, an amount, a declared value, or the pieces in a place."""

    about: str
    text: str
    number: int | None = None
    """The value, if it is a number; of a place, how many pieces it holds."""
    seat: int | None = None
    """The player whom the value names."""
    pieces: Pieces | None = None
    """The contents, if this is a place."""
    hidden: bool = False
    empty: bool = False
    """Whether the value says nothing: none, nobody, no pieces, or a number that is at its least."""
    changed: bool = False
    counted: str = ""
    """The value alone, if it is a hidden number that everybody could have counted."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table. Columns of one fact with a key are a group: its name, and the key as the title."""

    about: str
    title: str
    group: str = ""

    @property
    def full(self) -> str:
        """The title with that of its group."""
        return f"{self.group} {self.title}".strip()


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table; `seat` if it belongs to a player. A cell is None where the thing has no such value."""

    about: str
    label: str
    cells: tuple[Cell | None, ...]
    seat: int | None = None
    asked: bool = False


@dataclass(frozen=True, slots=True)
class Rows:
    """A table: players, or things with values of the same names."""

    about: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Space:
    """A space of a grid: what lies on it, whose it is, and whether it can be chosen now."""

    about: str
    label: str
    cells: tuple[Cell, ...] = ()
    """What is known of the space itself, places first."""
    markers: Pieces = ()
    """Things that are on it because a fact of theirs names the space."""
    seats: tuple[int, ...] = ()
    """The players who have it among their spaces."""
    offered: bool = False
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Edge:
    """A side or a corner of spaces, with its column and row in sixths of a space."""

    space: Space
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Grid:
    """A grid; a row from top to bottom, in each a space or None where there is none."""

    about: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    spaces: tuple[tuple[Space | None, ...], ...]
    hexagons: bool = False
    """Whether the spaces are hexagons: then each row lies half a space further to the right than the one above."""
    sides: tuple[Edge, ...] = ()
    corners: tuple[Edge, ...] = ()
    seat: int | None = None
    """The player who has it; None where it is for all."""

    @property
    def leads(self) -> list[int]:
        """How many halves of a hexagon there are before the first one of each row."""
        first = [next(x for x, space in enumerate(row) if space) * 2 + y for y, row in enumerate(self.spaces)]
        return [lead - min(first) for lead in first]

    @property
    def halves(self) -> int:
        """How many halves of hexagons the widest stretch from the left to the end of a row has."""
        return max(lead + 2 * sum(map(bool, row)) for lead, row in zip(self.leads, self.spaces, strict=True))

    @property
    def spaces_on(self) -> list[Space]:
        """The spaces that there are, row by row, and what lies between them."""
        between = [edge.space for edge in (*self.sides, *self.corners)]
        return [space for row in self.spaces for space in row if space is not None] + between


@dataclass(frozen=True, slots=True)
class Path:
    """Spaces in a line, such as those of a track; `Space.seats` are the players who stand there."""

    about: str
    title: str
    stops: tuple[Space, ...]

    @property
    def spaces_on(self) -> list[Space]:
        """The stops, by the name under which grids have their spaces."""
        return list(self.stops)


@dataclass(frozen=True, slots=True)
class Place:
    """A place with its pieces. `kind` is hand, deck, offer, or place; `seat` the owner.

    A deck lists only the known pieces; `total` counts all. In an offer somebody chooses. `ordered`: the order matters.
    """

    about: str
    title: str
    pieces: Pieces
    total: int
    kind: str = "place"
    seat: int | None = None
    ordered: bool = False
    listed: bool = True
    """Whether the pieces are worth naming; otherwise only their number is."""
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """A value of the game itself."""

    title: str
    cell: Cell


@dataclass(frozen=True, slots=True)
class Facts:
    """Values of the game, or of a thing that has no table of its own."""

    about: str
    title: str
    facts: tuple[Fact, ...]


Section = Grid | Path | Rows | Place | Facts


@dataclass(frozen=True, slots=True)
class Option:
    """An answer. `number` is what may be typed for it; None for spaces and amounts, which are typed themselves."""

    code: int
    name: str
    label: str
    number: int | None
    menu: str = ""
    also: bool = False
    amount: int | None = None
    target: str = ""
    """What it is about: the `about` of a space, a piece or another thing."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question: whose, in which words, with which options; `context` says in sentences what it is about."""

    seat: int
    prompt: str
    options: tuple[Option, ...]
    context: tuple[str, ...] = ()
    amount: bool = False
    """Whether a number is asked for."""
    several: tuple[int, int] | None = None
    """How many things must be chosen together, and how many can be; None where one thing answers."""
    picked: tuple[str, ...] = ()
    """What has been chosen of them before, as `Option.target`."""

    @property
    def targets(self) -> frozenset[str]:
        """What the options are about: the names of parts that can be chosen."""
        return frozenset(option.target for option in self.options)


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at this table."""

    name: str
    asked: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence of the log: `kind` is heading, deed or climax; `seat` did it."""

    text: str
    kind: str = "deed"
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """What a seat sees: the phases, the sections in their order, the question and the log since its last decision."""

    reader: int | None
    seats: tuple[Seat, ...]
    phases: tuple[str, ...]
    sections: tuple[Section, ...]
    asked: Asked | None
    news: tuple[Told, ...] = ()
