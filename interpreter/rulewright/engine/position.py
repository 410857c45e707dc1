"""A position: a program and a vector, and what a seat may know of it.

    position = Position(game.program, game.state)
    position.is_over, position.asked                    # Asked(site=3, seat=1, question="buy"), or None
    for cell in position.cells_for(1).facts:            # every fact and amount, in order of declaration
        print(cell.name, cell.sight, cell.value)        # player.coin red, Sight.SEEN, 3
    for cell in position.cells_for(None).places:        # every place, as onlookers see it
        print(cell.name, cell.pieces)                   # game.deck, (PieceCell(-1, "card"), PieceCell(-1, "card"))

Whatever shows, sends, saves or compares positions renders these cells. From one position to the next most of them stay
the same. So cells are kept, for each program and each of those who look: those of a vector that was read lately are
there, and of another one only those are read that belong to a number in which it differs from the last one.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from rulewright.backends.failure import ExecutionError
from rulewright.compile.tables import CHOSEN, Computed, Fact, Place, ValueType, bits
from rulewright.engine.cells import EVERYTHING, CellRow, FactRow, Viewer, is_visible, rows_of, seers_of, viewer_of
from rulewright.engine.phases import LocalValue, local_values, rules_under_way
from rulewright.engine.words import TypedValue, common_kind, kinds_of

if TYPE_CHECKING:
    from rulewright.backends import Program

KEPT_VECTORS = 256
"""As many positions of a program are known to each who looks: those of many tables, now and some decisions ago."""


class Sight(Enum):
    """What somebody may know of a cell."""

    SEEN = "seen"
    INFERRED = "inferred"
    """It is not shown, but everybody could have counted it."""
    HIDDEN = "hidden"


class FactCell(NamedTuple):
    """A value of a fact: things are numbers, and sets are sets of bits, as in the tables of the program.

    What is hidden has no value. Of a hidden number `known` has the least and the greatest that it can be, where that is
    less than the rules allow.
    """

    row: CellRow[Fact]
    sight: Sight
    value: int | None
    known: tuple[int, int] | None = None

    @property
    def name(self) -> str:
        """The name by the rules: `player.coin red`."""
        return self.row.name

    @property
    def type(self) -> ValueType:
        """The type of the value."""
        return self.row.type

    @property
    def number(self) -> int:
        """The value of a cell that is not hidden."""
        assert self.value is not None, f"{self.name} is hidden"
        return self.value

    @property
    def things(self) -> list[int]:
        """The things that the value names, by number: those of a set, or one."""
        if self.type.how == "set":
            return bits(self.number)
        return [self.number] if self.type.how == "one" and self.number >= 0 else []

    @property
    def is_empty(self) -> bool:
        """Whether the value is not shown or says nothing: no, nobody, no things, or the number nearest to 0."""
        return self.sight is not Sight.SEEN or self.value == self.row.declared.unsaid


class PieceCell(NamedTuple):
    """A piece in a place: its number in its domain, its kind, and its facts that say something.

    A hidden piece has the number -1, and the kind of all that are hidden there; if they are of several, the domain.
    """

    number: int
    kind: str
    facts: tuple[FactCell, ...] = ()


class PlaceCell(NamedTuple):
    """A place with its pieces: the first is the bottom of a stack or the front of a row.

    Where order shows nothing, or is not shown, the pieces that are known come first, by number.
    """

    row: CellRow[Place]
    sight: Sight
    pieces: tuple[PieceCell, ...]

    @property
    def name(self) -> str:
        """The name by the rules: `player.hand red`."""
        return self.row.name

    @property
    def is_offered_from(self) -> bool:
        """Whether players choose from the pieces of such places."""
        return self.row.declared.use == CHOSEN

    @property
    def is_ordered(self) -> bool:
        """Whether the pieces are in an order that is shown."""
        return bool(self.row.declared.order) and self.sight is Sight.SEEN


class Cells(NamedTuple):
    """The cells of a position for one who looks: facts and amounts, and places by their number."""

    facts: Sequence[FactCell]
    places: Sequence[PlaceCell]


class Asked(NamedTuple):
    """Who is asked what: the number of the question in its place in the rules, the seat, the name of the question."""

    site: int
    seat: int
    question: str


class Position:
    """What a vector says; the vector must not be changed meanwhile."""

    def __init__(self, program: Program, vector: Sequence[int]) -> None:
        self.program, self._vector = program, vector

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._vector[0] == 0

    @property
    def asked(self) -> Asked | None:
        """Who is asked what; None at the end."""
        at, program = self._vector[0], self.program
        return Asked(~at, program.seat_asked(self._vector), program.tables.sites[~at].name) if at < 0 else None

    def cells_for(self, seat: int | None) -> Cells:
        """Return what a seat may know, and with None what is public."""
        return _reader(self.program, viewer_of(seat)).cells(self._vector)

    @property
    def cells(self) -> Cells:
        """Everything, every secret included."""
        return _reader(self.program, EVERYTHING).cells(self._vector)

    @property
    def rules_under_way(self) -> list[str]:
        """The full names of the active steps and phases, the outermost first."""
        return rules_under_way(self.program, self._vector)

    def local_values(self, rule: str, seat: int) -> list[LocalValue]:
        """Return what a rule under way is given that a seat may know; nothing where that is no thing."""
        found = local_values(self.program, self._vector, rule, seat)
        return [local for local in found if not local.is_nothing]

    def value_of(self, row: FactRow) -> int:
        """Return the value of a single fact, even if it is secret."""
        return row.declared.value(self._vector, row.at)

    def pieces_in(self, place: int) -> list[int]:
        """Return the pieces in a place by its number, even if they are secret; the last one is the top of a stack."""
        return self.program.tables.places[place].contents(self._vector)

    def stretch(self, fact: Fact) -> slice:
        """Return where the values of a fact are among the cells."""
        return rows_of(self.program).of_fact[fact]

    def computed(self, value: Computed, owner: int, arguments: Sequence[int] = ()) -> int:
        """Return a declared value of an owner, by the number of that. Raises `ExecutionError` where it has none.

        If it depends on who is acting, that is the seat that is asked, or the first seat if nobody is.
        """
        acting = max(0, self.program.seat_asked(self._vector))
        first = {"": [acting], "player": [owner]}.get(value.owner, [acting, owner])
        result: int = self.program.names[value.function](list(self._vector), *first, *arguments)
        return result

    def value_for(
        self, viewer: Viewer, value: Computed, owner: int, arguments: Sequence[int] = ()
    ) -> TypedValue | None:
        """Return a declared value of an owner; None where it has none, or one who looks may not know it."""
        if not is_visible(seers_of(value, owner), viewer):
            return None
        try:
            return TypedValue(value.type, self.computed(value, owner, arguments))
        except ExecutionError:
            return None

    def cells_of(self, seat: int | None) -> Cells:
        """Return what a seat may know, and with None everything."""
        return self.cells if seat is None else self.cells_for(seat)


class CellReader:
    """Reads the cells of a program's positions for one who looks."""

    def __init__(self, program: Program, viewer: Viewer) -> None:
        self._program, self._tables, self._viewer, self._rows = program, program.tables, viewer, rows_of(program)
        self._facts: dict[int, list[int]] = {}
        """By number of the vector the facts that depend on it."""
        self._places: dict[int, int] = {}
        """By number of the vector the place to which it belongs."""
        self._pieces: dict[int, tuple[str, int]] = {}
        """By number of the vector the piece of which it says where that is, or who knows it."""
        self._known: dict[tuple[int, ...], Cells] = {}
        """The vectors that were read lately, the last one at the end."""
        for at, row in enumerate(self._rows.facts):
            for slot in row.declared.slots(row.at):
                self._facts.setdefault(slot, []).append(at)
        for number, place in enumerate(self._tables.places):
            self._places |= dict.fromkeys(range(place.slot, place.slot + place.width), number)
        for domain, table in self._tables.pieces.items():
            for piece in range(table.count):
                self._pieces |= dict.fromkeys((table.located + piece, table.known + piece), (domain, piece))

    def cells(self, vector: Sequence[int]) -> Cells:
        """Return the cells of a vector, of which those that are the same as last time are not read again."""
        key = tuple(vector)
        if (found := self._known.pop(key, None)) is None:
            if self._known:
                found = self._reread(key, *next(reversed(self._known.items())))
            else:
                facts = [self._fact_cell(key, row) for row in self._rows.facts]
                found = Cells(facts, [self._place_cell(key, row, facts) for row in self._rows.places])
            if len(self._known) >= KEPT_VECTORS:
                del self._known[next(iter(self._known))]
        self._known[key] = found
        return found

    def _reread(self, vector: Sequence[int], before: Sequence[int], cells: Cells) -> Cells:
        slots = [slot for slot, (now, then) in enumerate(zip(vector, before, strict=True)) if now != then]
        facts, places = list(cells.facts), list(cells.places)
        stale = {at for slot in slots for at in self._facts.get(slot, ())}
        moved = {self._places[slot] for slot in slots if slot in self._places}
        for domain, piece in (self._pieces[slot] for slot in slots if slot in self._pieces):
            stale.update(self._rows.of_piece[domain][piece])
            moved.add(self._tables.pieces[domain].place_of(vector, piece))
        for at in stale:
            row, old = self._rows.facts[at], facts[at]
            facts[at] = self._fact_cell(vector, row)
            table = self._tables.pieces.get(row.declared.owner)
            if table is not None and facts[at] != old:
                moved.add(table.place_of(vector, row.thing))
        for number in moved:
            places[number] = self._place_cell(vector, self._rows.places[number], facts)
        return Cells(facts, places)

    def _fact_cell(self, vector: Sequence[int], row: CellRow[Fact]) -> FactCell:
        fact = row.declared
        if not self._knows_piece(vector, fact.owner, row.thing):
            return FactCell(row, Sight.HIDDEN, None)
        if is_visible(row.seers, self._viewer):
            return FactCell(row, Sight.SEEN, fact.value(vector, row.at))
        low, high = fact.possible(vector, row.at)
        if low == high:
            return FactCell(row, Sight.INFERRED, low, (low, high))
        is_less = fact.type.is_number and (low, high) != (fact.low, fact.high)
        return FactCell(row, Sight.HIDDEN, None, (low, high) if is_less else None)

    def _place_cell(self, vector: Sequence[int], row: CellRow[Place], facts: Sequence[FactCell]) -> PlaceCell:
        place, is_seen = row.declared, is_visible(row.seers, self._viewer)
        inside = place.contents(vector)
        known = (
            inside if is_seen else sorted(piece for piece in inside if self._knows_piece(vector, place.domain, piece))
        )
        of_piece, kinds = self._rows.of_piece[place.domain], kinds_of(self._program, place.domain)
        pieces = [
            PieceCell(piece, kinds[piece], tuple(facts[at] for at in of_piece[piece] if not facts[at].is_empty))
            for piece in known
        ]
        if hidden := set(inside).difference(known):
            pieces += [PieceCell(-1, common_kind(self._program, place.domain, hidden))] * len(hidden)
        return PlaceCell(row, Sight.SEEN if is_seen else Sight.HIDDEN, tuple(pieces))

    def _knows_piece(self, vector: Sequence[int], domain: str, piece: int) -> bool:
        """Whether a piece is known to the one who looks; what is no piece always is."""
        table = self._tables.pieces.get(domain)
        if table is None:
            return True
        seers = table.known_to(vector, piece) | self._rows.places[table.place_of(vector, piece)].seers
        return is_visible(seers, self._viewer)


@lru_cache(maxsize=64)
def _reader(program: Program, viewer: Viewer) -> CellReader:
    return CellReader(program, viewer)
