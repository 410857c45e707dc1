"""Lockstep run: one game under two programs, with the same number and the same choices by name, until they diverge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.backends import ExecutionError, Program
from rulewright.engine.position import PlaceCell, Position
from rulewright.engine.scoring import scoring_rules
from rulewright.engine.snapshot import NOBODY, SnapshotReader, Value, Values
from rulewright.engine.words import choice_names

POINTS = ".points"
"""After the name of a source of points, in the name of the points from it."""


class SharedState(SnapshotReader):
    """Reads those numbers of a program's vector whose names another program has as well."""

    def __init__(self, program: Program, other: Program) -> None:
        super().__init__(program)
        theirs = SnapshotReader(other)
        names = {name for _, name in theirs.numbers} | {row.kept_name for row in theirs.facts.values()}
        counted = {entry.start for entry in program.entries if entry.what in ("supply", "chance")}
        self.numbers = [row for row in self.numbers if row[0] not in counted and row[1] in names]
        self.facts = {at: row for at, row in self.facts.items() if row.kept_name in names}
        self.shared = {name: _shared_members(program, other, name) for name in program.domains}
        self.scorings = scoring_rules(program)
        self._at_start = [
            {piece.number for piece in cell.pieces} for cell in Position(program, program.start).cells.places
        ]

    def values(self, state: list[int]) -> Values:
        """Return everything that is not at rest, and the points that there would be if the game ended now."""
        found = super().values(state)
        found.pop("seed", None)
        for name, score in zip(self.scorings, self.program.score, strict=True):
            points = {f"{name}{POINTS} {seat}": score(state, at) for at, seat in enumerate(self.seats)}
            found |= {key: number for key, number in points.items() if number}
        return found

    def _pieces(self, state: list[int], places: Sequence[PlaceCell], found: Values) -> None:
        for number, cell in enumerate(places):
            place = cell.row.declared
            members, shared = self.program.domains[place.domain].members, self.shared[place.domain]
            inside = [piece.number for piece in cell.pieces]
            for at, piece in enumerate((piece for piece in inside if shared[piece]), 1):
                found[f"{place.domain} {members[piece]}"] = f"{cell.name} {at}" if place.order else cell.name
            for piece in inside:
                if not shared[piece] and place.seen != "nobody" and piece not in self._at_start[number]:
                    found[f"{place.domain} {members[piece]}"] = cell.name


def _shared_members(program: Program, other: Program, domain: str) -> list[bool]:
    theirs = set(other.domains[domain].members) if domain in other.domains else set[str]()
    return [member in theirs for member in program.domains[domain].members]


Names = tuple[str, ...]

OPTION, RESULT = "option", "result"
"""How games diverge: an option that only one has, or another result of the same choice."""


@dataclass(frozen=True, slots=True)
class ValueChange:
    """A name whose value is another one in the second game; None where it is at rest or not there."""

    name: str
    first: Value | None
    second: Value | None


@dataclass(frozen=True, slots=True)
class Divergence:
    """Where two games diverge: the number of decisions, who is asked, what only one offers, which values differ."""

    after: int
    asked: tuple[str, str]
    only: tuple[Names, Names]
    shifts: tuple[ValueChange, ...] = ()

    @property
    def form(self) -> str:
        """How the games diverge: by an option or by a result."""
        return RESULT if self.shifts else OPTION


class GamesByName:
    """Games of one or more programs, played by the names of choices until a subclass finds that they diverge."""

    def __init__(self, *programs: Program) -> None:
        self.programs = programs
        self.known: tuple[dict[tuple[int, ...], Names], ...] = tuple({} for _ in programs)
        """By program, the names of choices by their codes."""
        self.states: list[list[int]] = [[] for _ in programs]
        self.codes: list[list[int]] = [[] for _ in programs]
        """The choices in each game, by number."""
        self.offered: list[Names] = [() for _ in programs]
        """The choices in each game, by name."""
        self.made_choices: list[str] = []

    def begin(self, number: int) -> None:
        """Start the game of this number under each program."""
        self.made_choices = []
        for side, program in enumerate(self.programs):
            state = program.initial(number)
            self.states[side] = state
            self.note_choices(side, program.begin(state) or [])

    def choose(self, name: str) -> None:
        """Take a choice that all offer."""
        self.made_choices.append(name)
        for side, program in enumerate(self.programs):
            code = self.codes[side][self.offered[side].index(name)]
            self.note_choices(side, program.take(self.states[side], code) or [])

    def note_choices(self, side: int, codes: list[int]) -> None:
        """Note what a game offers now."""
        key, known = tuple(codes), self.known[side]
        if key not in known:
            known[key] = tuple(choice_names(self.programs[side], codes))
        self.codes[side], self.offered[side] = codes, known[key]

    @property
    def over(self) -> bool:
        """Whether all games are over."""
        return all(program.is_over(state) for program, state in zip(self.programs, self.states, strict=True))

    def seat_asked(self, side: int) -> str:
        """Return who is asked in one of the games."""
        state, program = self.states[side], self.programs[side]
        seat = program.seat_asked(state)
        return program.seat_names[seat] if seat >= 0 else NOBODY

    def same_question(self) -> bool:
        """Whether the games can be played on together."""
        raise NotImplementedError

    def divergence_here(self) -> Divergence | None:
        """Return how the games diverge here, or None if they do not."""
        raise NotImplementedError


class Lockstep(GamesByName):
    """Two games side by side."""

    def __init__(self, first: Program, second: Program) -> None:
        super().__init__(first, second)
        self.registers = SharedState(first, second), SharedState(second, first)

    def same_question(self) -> bool:
        """Whether both ask the same seat and offer the same, in whatever order."""
        return self.seat_asked(0) == self.seat_asked(1) and set(self.offered[0]) == set(self.offered[1])

    def divergence_here(self) -> Divergence | None:
        """Return how the games differ here, if they do."""
        shifts = changed_values(
            *(reader.values(state) for reader, state in zip(self.registers, self.states, strict=True))
        )
        if not shifts and self.same_question():
            return None
        here, there = self.offered
        only = tuple(n for n in here if n not in there), tuple(n for n in there if n not in here)
        return Divergence(len(self.made_choices), (self.seat_asked(0), self.seat_asked(1)), only, shifts)


def changed_values(first: Values, second: Values) -> tuple[ValueChange, ...]:
    """Return the names whose values differ."""
    names = (name for name in first.keys() | second.keys() if first.get(name) != second.get(name))
    found = (ValueChange(name, first.get(name), second.get(name)) for name in names)
    return tuple(sorted(found, key=lambda shift: (_telling_rank(shift), shift.name)))


def _telling_rank(shift: ValueChange) -> int:
    """The most telling first: pieces that only one side has; what rules remember of their own use comes last."""
    stem = shift.name.partition(" ")[0]
    if "." not in stem:
        return 1 if None not in (shift.first, shift.second) else 0
    return 2 if stem.count(".") > 1 and not stem.endswith(POINTS) else 1


def first_divergence(both: GamesByName, number: int, names: Sequence[str]) -> Divergence | None:
    """Play a game up to the first decision where it differs; None when these decisions lead to no difference."""
    both.begin(number)
    found = both.divergence_here()
    for name in names:
        if found is not None or name not in both.offered[0]:
            break
        both.choose(name)
        found = both.divergence_here()
    return found


RUNTIME_ERRORS = (ExecutionError, RecursionError)
"""Errors that rules can raise at run time: the search abandons such a game."""
