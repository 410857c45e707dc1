"""What one seat may know of a position, by the names of the rules and by labels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.backends import Program
from rulewright.engine.position import FactCell, PlaceCell, Position, Sight
from rulewright.engine.views import View, view
from rulewright.engine.words import Known, member_names, named

HIDDEN = "hidden"
"""Replaces a value, or a piece in a list, that the seat may not know."""


class SeatView:
    """A position as one seat sees it; `seat` None sees everything."""

    def __init__(self, program: Program, state: list[int], seat: int | None) -> None:
        self.seat = seat
        self._program, self._state = program, state

    @property
    def facts(self) -> dict[str, Known]:
        """Return everything that the rules declare: `player.coin red`, `game.round`, `card.used lamp`.

        The value of a place is the list of its pieces. Pieces and values that the seat does not know are `"hidden"`.
        Indistinguishable pieces are numbered in the order of their values.
        """
        cells = Position(self._program, self._state).cells_of(self.seat)
        alike: dict[str, list[Known]] = {}
        for cell in cells.facts:
            if _is_declared(cell) and (cell.sight is Sight.SEEN or not self._is_of_piece(cell)):
                alike.setdefault(cell.row.public_name, []).append(self._value(cell))
        found = {
            name if number == 1 else f"{name} {number}": value
            for name, values in alike.items()
            for number, value in enumerate(sorted(values, key=repr) if len(values) > 1 else values, 1)
        }
        return found | {cell.name: self._pieces(cell) for cell in cells.places}

    @property
    def inferred(self) -> dict[str, Known | tuple[int, int]]:
        """Return what the seat could know of facts that it is not shown, by the names of `facts`.

        A value if it follows from what everybody has seen (amounts that were taken and paid, what was revealed), the
        least and the greatest possible number if that is less than any number the rules allow; nothing else is listed.
        """
        cells = Position(self._program, self._state).cells_of(self.seat).facts
        return {
            cell.name: named(self._program, cell.type, cell.number) if cell.sight is Sight.INFERRED else cell.known
            for cell in cells
            if cell.known is not None and _is_declared(cell) and not self._is_of_piece(cell)
        }

    @property
    def labels(self) -> View:
        """Return the same by owner and label: `[("Red", [("coins", 3), …]), …]`."""
        return view(self._program, self._state, self.seat)

    def _is_of_piece(self, cell: FactCell) -> bool:
        return cell.row.declared.owner in self._program.tables.pieces

    def _value(self, cell: FactCell) -> Known:
        return HIDDEN if cell.sight is not Sight.SEEN else named(self._program, cell.type, cell.number)

    def _pieces(self, cell: PlaceCell) -> list[str]:
        shown = member_names(self._program, cell.row.declared.domain)
        names = [shown[piece.number] if piece.number >= 0 else HIDDEN for piece in cell.pieces]
        return names if cell.is_ordered else sorted(names)


def _is_declared(cell: FactCell) -> bool:
    return not cell.row.declared.is_internal


def reveals(program: Program, before: Sequence[int], after: Sequence[int], decider: int, seats: Iterable[int]) -> bool:
    """Tell whether chance decided between two vectors, or one of the seats got to know what the decider did not."""
    drawn = [range(e.start, e.start + e.count) for e in program.entries if e.what == "chance"]
    if any(before[slot] != after[slot] for slots in drawn for slot in slots):
        return True
    learning = sum(1 << seat for seat in seats)
    for pieces in program.tables.pieces.values():
        for piece in range(pieces.count):
            then = pieces.known_to(before, piece)
            if not then >> decider & 1 and pieces.known_to(after, piece) & ~then & learning:
                return True
    return False
