"""The options of a program, and what the code of a choice says.

A choice is one number: in its upper half the number of the option, then 16 bits with the piece to whose rule the option
belongs, plus one, and 16 bits with what comes with it, a number or a thing:

    3 << 32 | 4 + 1 << 16 | 7       option 3 of piece 4, with 7
    3 << 32 | 0 << 16 | 65535       option 3 of no piece, with nothing

    parts = options_of(program).parts(code)
    parts.option.name, parts.number, parts.thing        # "sell", None, ThingOfChoice("lot", 2)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from rulewright.compile.tables import BY_NOTHING, Choice, PieceTable, ProgramTables, argument_of, option_of, piece_of

if TYPE_CHECKING:
    from rulewright.backends import Program
    from rulewright.diagnostics import Span
from rulewright.backends import Program


@dataclass(frozen=True, slots=True, eq=False)
class DeclaredOption:
    """An option as the rules declare it; what it lacks is empty.

    `is_plain`: its choices are called by what comes with them alone. `thing_domain` has the things of which one comes
    with it, `piece_domain` the pieces to whose rule it belongs.
    """

    number: int
    name: str
    rule: str
    span: Span
    place: str
    menu: str
    is_plain: bool
    takes_number: bool
    thing_domain: str
    piece_domain: str

    @property
    def takes_nothing(self) -> bool:
        """Whether neither a number nor a thing comes with it."""
        return not (self.takes_number or self.thing_domain)

    @property
    def full_name(self) -> str:
        """The rule, and what the option is called there where that says more."""
        is_whole_rule = self.is_plain or self.piece_domain or self.rule.endswith(f".{self.name}")
        return self.rule if is_whole_rule else f"{self.rule} {self.name}"


class ThingOfChoice(NamedTuple):
    """A thing that a choice names: its domain, and its number there."""

    domain: str
    number: int


class ChoiceParts(NamedTuple):
    """What the code of a choice says; `piece` and `argument` are -1 where it has none."""

    option: DeclaredOption
    piece: int
    argument: int

    @property
    def number(self) -> int | None:
        """The number that comes with the choice."""
        return self.argument if self.option.takes_number and self.argument >= 0 else None

    @property
    def thing(self) -> ThingOfChoice | None:
        """The thing that comes with the choice."""
        domain = self.option.thing_domain
        return ThingOfChoice(domain, self.argument) if domain and self.argument >= 0 else None

    @property
    def owner(self) -> ThingOfChoice | None:
        """The piece to whose rule the choice belongs."""
        domain = self.option.piece_domain
        return ThingOfChoice(domain, self.piece) if domain and self.piece >= 0 else None


class ProgramOptions:
    """All options of a program, by their number; reads codes, and remembers what they say."""

    def __init__(self, tables: ProgramTables) -> None:
        self._tables, self._parts = tables, dict[int, ChoiceParts]()
        self.rows = declared_options(tables.choices)

    def parts(self, code: int) -> ChoiceParts:
        """Return what the code of a choice says."""
        parts = self._parts.get(code)
        if parts is None:
            parts = ChoiceParts(self.rows[option_of(code)], piece_of(code), argument_of(code))
            self._parts[code] = parts
        return parts

    def possible_codes(self, numbers: int) -> Iterator[int]:
        """Yield the codes of all choices that the rules allow, and of those with a number the first so many."""
        for option in self.rows:
            for piece in self._pieces(option):
                for argument in self._arguments(option, numbers):
                    yield option.number << 32 | piece + 1 << 16 | argument

    def _arguments(self, option: DeclaredOption, numbers: int) -> Sequence[int]:
        if option.takes_number:
            return range(numbers)
        members = self._tables.domains[option.thing_domain].members if option.thing_domain else ()
        return *range(len(members)), BY_NOTHING

    def _pieces(self, option: DeclaredOption) -> Sequence[int]:
        """Return the pieces to whose rule an option belongs: those that follow it, or else all of its domain."""
        if not option.piece_domain:
            return (-1,)
        table, rule = self._tables.pieces[option.piece_domain], option.rule.split(".")[1]
        return [piece for piece in range(table.count) if table.rules[piece] == rule] or range(table.count)


def declared_options(rows: Iterable[Choice]) -> list[DeclaredOption]:
    """Return the options that are in the tables of some rules."""
    return [
        DeclaredOption(
            number, row.name, row.rule, row.span, row.place, row.menu, row.plain,
            takes_number=row.argument is not None and row.argument.is_number,
            thing_domain=row.argument.domain if row.argument is not None else "", piece_domain=row.piece,
        )
        for number, row in enumerate(rows)
    ]  # fmt: skip


@lru_cache(maxsize=16)
def options_of(program: Program) -> ProgramOptions:
    """Return the options of a program."""
    return ProgramOptions(program.tables)


UNSEEN = BY_NOTHING - 1
"""In place of a piece that a seat does not know."""


class ChoiceKeys:
    """The keys of choices of one program."""

    def __init__(self, program: Program) -> None:
        tables = program.tables
        self.secret = [site.secret for site in tables.sites]
        self.quiet = {option for site in tables.sites for option in site.quiet}
        self.pieces: list[tuple[PieceTable | None, PieceTable | None]] = []
        """By option, the pieces among which its argument is, and those to whose rule it belongs."""
        for choice in tables.choices:
            argument = choice.argument
            of = tables.pieces.get(argument.domain) if argument is not None and argument.how == "one" else None
            self.pieces.append((of, tables.pieces.get(choice.piece)))
        self.first = {id(pieces): pieces.first_alike() for pieces in tables.pieces.values()}

    def key_of(self, state: list[int], code: int) -> int:
        """Return the key of a choice for who makes it."""
        option, thing, piece = option_of(code), argument_of(code), piece_of(code)
        argument, own = self.pieces[option]
        thing = BY_NOTHING if thing < 0 else self._piece(state, argument, thing)
        return option << 32 | (self._piece(state, own, piece) + 1) << 16 | thing

    def _piece(self, state: list[int], pieces: PieceTable | None, piece: int) -> int:
        if pieces is None or piece < 0 or pieces.sees[pieces.place_of(state, piece)] == pieces.everyone:
            return piece
        return self.first[id(pieces)][piece]

    def key_seen_by(self, state: list[int], code: int, key: int, site: int, seat: int) -> int:
        """Return what another seat sees of a choice that was taken: it, its option, or that there was one."""
        option, thing, piece = option_of(code), argument_of(code), piece_of(code)
        if self.secret[site] or option in self.quiet:
            return -1 - site
        argument, own = self.pieces[option]
        if self._knows(state, argument, thing, seat) and self._knows(state, own, piece, seat):
            return key
        return option << 32 | UNSEEN

    def _knows(self, state: list[int], pieces: PieceTable | None, piece: int, seat: int) -> bool:
        return pieces is None or piece < 0 or bool(pieces.known_to(state, piece) >> seat & 1)
