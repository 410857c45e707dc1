"""What one seat may know of a position, by the names of the rules and by labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, TypedDict

from rulewright.backends import Program
from rulewright.compile.tables import argument_of, piece_of
from rulewright.engine.cells import rows_of
from rulewright.engine.position import FactCell, PieceCell, PlaceCell, Position, Sight
from rulewright.engine.views import Value, view
from rulewright.engine.words import Known, member_names, named

if TYPE_CHECKING:
    from rulewright.engine.game import Choice

HIDDEN = "hidden"
"""Replaces a value, or a piece in a list, that the seat may not know."""


class KnownPiece(TypedDict, total=False):
    """A piece in a place as a seat may know it."""

    name: str
    id: str
    facts: dict[str, Known]


class SeatView:
    """A position as one seat sees it; `seat` None sees everything."""

    def __init__(self, program: Program, state: list[int], seat: int | None) -> None:
        self.seat = seat
        self._program, self._state = program, state

    @property
    def facts(self) -> dict[str, Known]:
        """Return everything that the rules declare: `player.coin red`, `game.round`, `card.used lamp`.

        The value of a place is the list of its pieces; the last one of a stack lies on top. Pieces and values that the
        seat does not know are `"hidden"`. Indistinguishable pieces are numbered in the order of their values.
        """
        cells, alike = Position(self._program, self._state).cells_of(self.seat), dict[str, list[Known]]()
        for at, name, is_of_piece in _declared_facts(self._program):
            cell = cells.facts[at]
            if cell.sight is Sight.SEEN or not is_of_piece:
                alike.setdefault(name, []).append(self._named_value(cell))
        found = {
            _numbered(name, number): value
            for name, values in alike.items()
            for number, value in enumerate(sorted(values, key=repr) if len(values) > 1 else values, 1)
        }
        return found | {cell.name: self._piece_names(cell) for cell in cells.places}

    @property
    def inferred(self) -> dict[str, Known | tuple[int, int]]:
        """Return what the seat could know of facts that it is not shown, by the names of `facts`.

        A value if it follows from what everybody has seen (amounts that were taken and paid, what was revealed), the
        least and the greatest possible number if that is less than any number the rules allow; nothing else is listed.
        """
        cells = Position(self._program, self._state).cells_of(self.seat).facts
        return {
            name: named(self._program, cells[at].type, cells[at].number)
            if cells[at].sight is Sight.INFERRED
            else cells[at].known
            for at, name, is_of_piece in _declared_facts(self._program)
            if cells[at].known is not None and not is_of_piece
        }

    @property
    def pieces(self) -> dict[str, list[KnownPiece]]:
        """Return the pieces in each place in which one has something of its own, in the order of `facts`.

        Each has its `name`, if there are any its `facts`, such as `{"counters": 1, "use used": True}`, and an `id`
        that no other has, `lamp` or `lamp 2`. Ids follow from where pieces are, and from nothing hidden.
        """
        found = {place: list(laid.values()) for place, laid in self._laid_out.items()}
        return {place: laid for place, laid in found.items() if any(piece.get("facts") for piece in laid)}

    def piece_of(self, choice: Choice) -> str | None:
        """Return the `id` of the piece of which a choice is an option, otherwise of the one that it chooses.

        None where it is about no piece, or about one that the seat does not know.
        """
        row, piece = self._program.tables.choice(choice.code), piece_of(choice.code)
        domain = row.piece or (row.argument.domain if row.argument is not None else "")
        wanted = domain, piece if row.piece else argument_of(choice.code)
        return next((laid[wanted].get("id") for laid in self._laid_out.values() if wanted in laid), None)

    @cached_property
    def _laid_out(self) -> dict[str, dict[tuple[str, int], KnownPiece]]:
        """By place the pieces in it, each with its domain and its number; hidden ones have negative numbers."""
        found, numbers = dict[str, dict[tuple[str, int], KnownPiece]](), Counter[str]()
        for cell in Position(self._program, self._state).cells_of(self.seat).places:
            known = ((piece.number, self._known_piece(cell, piece)) for piece in cell.pieces)
            laid = [(number if number >= 0 else ~at, piece) for at, (number, piece) in enumerate(known)]
            if not cell.is_ordered:
                laid.sort(key=lambda one: (one[1]["name"], repr(one[1].get("facts"))))
            for number, piece in laid:
                if number >= 0:
                    numbers[piece["name"]] += 1
                    piece["id"] = _numbered(piece["name"], numbers[piece["name"]])
            found[cell.name] = {(cell.row.declared.domain, number): piece for number, piece in laid}
        return found

    def _known_piece(self, cell: PlaceCell, piece: PieceCell) -> KnownPiece:
        if piece.number < 0:
            return {"name": HIDDEN}
        name = member_names(self._program, cell.row.declared.domain)[piece.number]
        facts = {
            " ".join((*fact.row.declared.name.split(".")[-2:], *fact.row.further)): self._named_value(fact)
            for fact in piece.facts
        }
        return {"name": name, "facts": facts} if facts else {"name": name}

    @property
    def standing(self) -> dict[str, Known]:
        """Return how the game stands besides: the phases under way, what has been used, what is left of amounts,
        how often the game has remembered something.

        The seat that is asked also learns which steps are under way, and what they are given: `step.sell: lot`.
        """
        position = Position(self._program, self._state)
        asked = None if position.asked is None else position.asked.seat
        decides = asked is not None and self.seat in (None, asked)
        under_way = (rule for rule in position.rules_under_way if "." in rule)
        rules = [rule for rule in under_way if decides or rule.startswith("phase.")]
        found: dict[str, Known] = {"under way": rules}
        if asked is not None and decides:
            for rule in rules:
                for local in position.local_values(rule, asked):
                    found[f"{rule}: {local.name}"] = named(self._program, local.type, local.value)
        for cell in position.cells_of(self.seat).facts:
            if cell.row.declared.is_internal and not self._is_of_piece(cell) and cell.sight is Sight.SEEN:
                found[cell.name] = self._named_value(cell)
        return found | left_in_supplies(self._program, self._state) | remembered(self._program, self._state)

    @property
    def labels(self) -> dict[str, dict[str, Value]]:
        """Return the same by owner and label: `{"Red": {"coins": 3, …}, …}`, also in a game without words.

        It takes two or three times as long as `facts`. What is called alike is numbered: `ships`, `ships 2`.
        """
        return {owner: dict(_told_apart(cells)) for owner, cells in view(self._program, self._state, self.seat)}

    def _is_of_piece(self, cell: FactCell) -> bool:
        return cell.row.declared.owner in self._program.tables.pieces

    def _named_value(self, cell: FactCell) -> Known:
        if cell.value is None or cell.sight is not Sight.SEEN:
            return HIDDEN
        type_ = cell.row.declared.type
        return cell.value if type_.is_number else named(self._program, cell.type, cell.value)

    def _piece_names(self, cell: PlaceCell) -> list[str]:
        shown = member_names(self._program, cell.row.declared.domain)
        names = [shown[piece.number] if piece.number >= 0 else HIDDEN for piece in cell.pieces]
        return names if cell.is_ordered else sorted(names)


def _numbered(name: str, number: int) -> str:
    return name if number == 1 else f"{name} {number}"


def _told_apart(cells: Iterable[tuple[str, Value]]) -> Iterator[tuple[str, Value]]:
    numbers = Counter[str]()
    for label, value in cells:
        numbers[label] += 1
        yield _numbered(label, numbers[label]), value


def left_in_supplies(program: Program, state: Sequence[int]) -> dict[str, Known]:
    """Return what is left of the limited amounts that everybody sees, by name: `game.ships left`."""
    public = {fact.slot + fact.count for fact in program.tables.facts if fact.is_amount and fact.seen == "all"}
    return {e.name: state[e.start] for e in program.entries if e.what == "supply" and e.start in public}


def remembered(program: Program, state: Sequence[int]) -> dict[str, Known]:
    """Return how often the game has remembered something, by name: `game.layout remembered`."""
    return {e.name: state[e.start] for e in program.entries if e.what == "history" and e.count == 1}


@lru_cache(maxsize=16)
def _declared_facts(program: Program) -> list[tuple[int, str, bool]]:
    """Return the number, the name and whether it is of a piece, for each fact that the rules declare."""
    rows, pieces = enumerate(rows_of(program).facts), program.tables.pieces
    return [(at, r.public_name, r.declared.owner in pieces) for at, r in rows if not r.declared.is_internal]


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
