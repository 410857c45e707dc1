"""What players hold in a vector: numbers, pieces in their places, and the pieces that come to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.compile.tables import Fact

if TYPE_CHECKING:
    from rulewright.backends import Program


def held_by_seats(program: Program, vector: list[int]) -> dict[str, list[int]]:
    """Return by amount and place how much each seat has."""
    seats = range(program.seats)
    facts = [fact for fact in _seat_numbers(program) if fact.is_amount]
    found = {fact.plural: [fact.value(vector, seat) for seat in seats] for fact in facts}
    for place in program.tables.places:
        if place.owner == "player":
            found.setdefault(place.name, []).append(place.size(vector))
    return {name: numbers for name, numbers in found.items() if len(numbers) == program.seats}


def game_number_names(program: Program) -> tuple[str, ...]:
    """Return the names of the numeric facts of the game, such as its round."""
    return tuple(fact.name for fact in program.tables.own_numbers)


def game_numbers(program: Program, vector: list[int]) -> dict[str, int]:
    """Return the numeric facts of the game by name."""
    return {fact.name: fact.value(vector, 0) for fact in program.tables.own_numbers}


def changed_seat_numbers(program: Program, before: list[int], after: list[int]) -> dict[str, dict[str, int]]:
    """Return the numbers of seats that differ in another vector of the same layout, by seat and name."""
    found: dict[str, dict[str, int]] = {}
    for fact in _seat_numbers(program):
        if not fact.is_internal:
            for seat, seat_name in enumerate(program.seat_names):
                if fact.value(before, seat) != (value := fact.value(after, seat)):
                    found.setdefault(seat_name, {})[fact.plural if fact.is_amount else fact.name] = value
    return found


def _seat_numbers(program: Program) -> list[Fact]:
    """Return the facts and amounts that are one number for each seat."""
    facts = (fact for fact in program.tables.facts if fact.owner == "player" and fact.type.is_number)
    return [fact for fact in facts if len(fact.keys) == 1]


class PieceArrivals:
    """Counts the pieces that come to players from elsewhere, from one look at a vector to the next."""

    def __init__(self, program: Program, vector: list[int]) -> None:
        self._tables = [*program.tables.pieces.values()]
        self._stretches = [slice(table.located, table.located + table.count) for table in self._tables]
        self._is_of_player = [place.owner == "player" for place in program.tables.places]
        self._before = [vector[stretch] for stretch in self._stretches]
        """For each domain, the places of its pieces at the last look."""
        self.counts = {rule: 0 for table in self._tables for rule in table.rules}
        """How many have come, by the rule that they follow."""
        self.held_first = {
            rule
            for table, places in zip(self._tables, self._before, strict=True)
            for rule, place in zip(table.rules, places, strict=True) if self._is_of_player[place]
        }  # fmt: skip
        """The rules of the pieces that players had at the first look."""

    def watch(self, vector: list[int]) -> None:
        """Count the pieces that have come since the last look."""
        for at, stretch in enumerate(self._stretches):
            old, now = self._before[at], vector[stretch]
            if now != old:
                self._before[at] = now
                for rule, was, is_ in zip(self._tables[at].rules, old, now, strict=True):
                    if was != is_ and self._is_of_player[is_] and not self._is_of_player[was]:
                        self.counts[rule] += 1
