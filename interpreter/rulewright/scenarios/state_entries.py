"""Everything that a scenario can give or expect of a position, value by value, in the words of scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from rulewright.backends import Program
from rulewright.engine.cells import FactRow, PlaceRow, rows_of
from rulewright.engine.position import PlaceCell, Position
from rulewright.engine.rule_names import Typed
from rulewright.scenarios.naming import GAME_WORD, PLAYER

Row = TypeVar("Row", FactRow, PlaceRow)

Path = tuple[str, ...]
"""The keys of a value, the outermost first."""

Shown = int | str | list[str]
"""A value as a scenario gives it."""

Values = dict[Path, Shown]
Nested = Shown | dict[str, "Nested"]
"""Values under their words, one in the other."""


class PositionEntries:
    """Reads the positions of a program as scenarios give them."""

    def __init__(self, program: Program) -> None:
        self.program, self._order = program, ["", *program.domains]
        self.facts, self.places = self._by_path(rows_of(program).facts), self._by_path(rows_of(program).places)

    def _by_path(self, rows: Sequence[Row]) -> dict[Path, Row]:
        """Return the cells under their words: those of the game first, then those of each owner."""
        found: dict[Path, Row] = {}
        for row in sorted(rows, key=lambda row: (self._order.index(row.declared.owner), row.thing)):
            found.setdefault(self._path_of(row), row)
        return found

    @property
    def stacks(self) -> set[Path]:
        """Where stacks lie: of these a scenario may name only what lies on top."""
        return {path for path, row in self.places.items() if row.declared.order == "stack"}

    def _path_of(self, row: FactRow | PlaceRow) -> Path:
        """Return the words under which a scenario has a value."""
        domain, owner = row.declared.owner, Path((GAME_WORD,))
        if domain == PLAYER:
            owner = (self.program.seat_names[row.thing],)
        elif domain:
            owner = self.program.domains[domain].plural, row.member
        return *owner, row.spoken_name, *filter(None, [" ".join(row.further)])

    def values_at(self, state: list[int]) -> Values:
        """Return every value of a position."""
        cells = Position(self.program, state).cells
        facts = {cell.name: self.shown_value(cell, cell.number) for cell in cells.facts}
        places = {cell.name: self._pieces_from_top(cell) for cell in cells.places}
        found: Values = {path: facts[row.name] for path, row in self.facts.items()}
        return found | {path: places[row.name] for path, row in self.places.items()}

    def _pieces_from_top(self, cell: PlaceCell) -> list[str]:
        """Return the pieces in a place, the top of a stack first."""
        members = self.program.domains[cell.row.declared.domain].members
        inside = [members[piece.number] for piece in cell.pieces]
        return inside[::-1] if cell.row.declared.order == "stack" else inside

    def shown_value(self, what: Typed, value: int) -> Shown:
        """Return the value of something as a scenario gives it."""
        how, domain = what.type.how, what.type.domain
        if how == "number":
            return value
        if how == "truth":
            return "yes" if value else "no"
        members = self.program.seat_names if domain == PLAYER else self.program.domains[domain].members
        if how == "set":
            return [member for thing, member in enumerate(members) if value >> thing & 1]
        return "nothing" if value < 0 else members[value]


def differing_paths(first: Values, second: Values) -> list[Path]:
    """Return the values that both have and that differ."""
    return [path for path, value in first.items() if path in second and second[path] != value]


def nested_values(values: Values, paths: Iterable[Path]) -> dict[str, Nested]:
    """Return some values as a scenario writes them, one in the other."""
    found: dict[str, Nested] = {}
    for path in paths:
        inner = found
        for word in path[:-1]:
            below = inner.setdefault(word, {})
            assert isinstance(below, dict), "a value has no others below it"
            inner = below
        inner[path[-1]] = values[path]
    return found


# -- writing


def block_lines(content: Mapping[str, object], indent: str = "") -> Iterator[str]:
    """Yield the lines of a table, an entry on each."""
    for key, value in content.items():
        yield f"{indent}{inline_text(key)}: {inline_text(value)}"


def inline_text(value: object) -> str:
    """Return a value on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{inline_text(key)}: {inline_text(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(inline_text, value)) + "]"
    said = str(value)
    plain = said[:1].isalnum() and all(c.isalnum() or c in " -+._" for c in said) and said == said.strip()
    return said if plain else '"' + said.replace("\\", "\\\\").replace('"', '\\"') + '"'
