"""A compiled game that runs: its tables and the functions that drive it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from rulewright.backends.failure import ExecutionError
from rulewright.chance import MASK64, secret_bits, seed_of
from rulewright.compile.tables import CompiledProgram, DomainInfo, Entry, ProgramTables

if TYPE_CHECKING:
    from rulewright.backends.c.runtime import Machine
    from rulewright.backends.playing import Playing
    from rulewright.compile.ir import nodes as ir

Names = dict[str, Any]
"""What generated code knows by name, and what it defines. Any: functions and tables of every kind."""

Note = tuple[object, ...]
"""What the traced build notes: what happened, and what belongs to that."""

Advance = Callable[[list[int], int], list[int] | None]
Take = Callable[[list[int], int], list[int] | None]
Points = Callable[[list[int], int], int]
Promise = Callable[[list[int]], int]


def _no_representation() -> ir.Program:
    raise LookupError("this program was not translated here")


class Watching(Protocol):
    """Plays a program, and evaluates `always` rules."""

    def restart(self) -> None:
        """Begin a game."""

    def take(self, state: list[int], code: int) -> list[int] | None:
        """Take a choice; raise `InvariantViolation` if an `always` rule does not hold then."""


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class Program:
    """A compiled game for a number of seats, ready to run on vectors of `length` numbers."""

    compiled: CompiledProgram
    tables: ProgramTables
    traced: bool
    length: int
    start: list[int]
    blocks: list[Callable[[list[int]], int] | None]
    options: list[Callable[..., list[int]]]
    answers: list[dict[int, tuple[Callable[[list[int], int, int], int], int]]]
    empty: list[int]
    seats_of: list[int]
    score: list[Points]
    points: Points
    """All points of a seat: those of each scoring together."""
    tie: list[Points]
    always: list[Promise]
    log: list[Note]
    dictated: dict[str, list[int]]
    entries: list[Entry]
    domains: dict[str, DomainInfo]
    names: Names
    advance: Advance
    """Run from a block or question to the next decision of two choices or more; None when the game is over.

    The place in the program is left in slot 0; what is returned are the choices there.
    """
    take: Take
    """Take a choice of the vector's question, and run to the next decision."""
    marks: bytearray
    """In a marked program: 1 for every mark that was reached since somebody cleared it."""
    watching: Callable[[Program], Watching]
    """Makes what plays when `always` rules are checked."""
    player: Callable[[Program], Playing[Any]]
    """Makes what players do with positions. Any: lists in Python, and what C holds."""
    machine: Machine | None = None
    """In a program that runs in C: the library, which plays whole games."""
    key: str = ""
    """What the cache knows the program by."""
    representation: Callable[[], ir.Program] = _no_representation
    """Returns the intermediate representation of the program; made again where the program was cached."""
    opened: tuple[list[int], list[int]] | None = None
    """The first decision of every game, and its choices, if it is the same for all seeds; otherwise empty."""
    watch: Watching | None = None
    """What `watching` made."""
    played: Playing[Any] | None = None
    """What `player` made. Any: as there."""
    stopped: list[ExecutionError] = field(default_factory=list)
    """Why a seat that tries options left one out in this game: an amount would have gone above its highest number."""

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.tables.seats

    @property
    def seat_names(self) -> list[str]:
        """The names of the seats, in the order of play."""
        return self.tables.seat_names

    @property
    def fingerprint(self) -> str:
        """The rules' fingerprint: equal for equal rules, options and seats, whatever their texts."""
        return self.tables.fingerprint

    @property
    def ruleset(self) -> str:
        """The name of the ruleset."""
        return self.tables.ruleset

    @property
    def texts_fingerprint(self) -> str:
        """The fingerprint of everything that is written in the files of the ruleset."""
        return self.tables.texts_fingerprint

    @property
    def settings(self) -> dict[str, int]:
        """The figures that were set for this program."""
        return self.tables.settings

    @property
    def has_weights(self) -> bool:
        """Whether the ruleset says what a greedy seat values."""
        return bool(self.tables.weights.worth)

    @property
    def plan_names(self) -> list[str]:
        """The names of the ruleset's plans for seats."""
        return list(self.tables.plans)

    @property
    def question_names(self) -> list[str]:
        """The names of the questions that the rules ask."""
        return [site.name for site in self.tables.sites]

    @property
    def strains(self) -> list[Promise]:
        """By how much those `always` rules are violated that a determinization may violate (see `ir.Program`)."""
        found: list[Promise] = self.names["STRAIN"]
        return found

    @property
    def strained(self) -> tuple[int, list[str]]:
        """How many of these read hidden values, and the domains of the pieces that they depend on."""
        found: tuple[int, list[str]] = self.names["STRAINED"]
        return found

    def watched(self) -> Watching:
        """Return what plays when `always` rules are checked; it is made when it is first wanted."""
        if self.watch is None:
            self.watch = self.watching(self)
        return self.watch

    def initial(self, seed: int) -> list[int]:
        """Return the vector before the first block."""
        state = self.start.copy()
        self._set_seed(state, seed)
        return state

    def _set_seed(self, state: list[int], number: int) -> None:
        """Let chance go by the number of a game.

        Where that carries a secret, each stream begins to count at a secret number of its own: whoever worked out what
        rolls a die knows nothing about what shuffles the cards. The counters have room for 62 bits.
        """
        state[1] = seed_of(number)
        if number > MASK64:
            for entry in (entry for entry in self.entries if entry.what == "chance"):
                state[entry.start] = secret_bits(number, entry.name) >> 3

    def opening(self, seed: int) -> tuple[list[int], list[int] | None]:
        """Return the vector at the first decision, and the choices there; None when there is none.

        Where nothing is left to chance before, the way there is gone once.
        """
        if self.opened is None:
            self.opened = self._first_decision()
        state, codes = self.opened
        if not state:
            state = self.initial(seed)
            return state, self.begin(state)
        state = state.copy()
        self._set_seed(state, seed)
        return state, codes

    def _first_decision(self) -> tuple[list[int], list[int]]:
        """The first decision of all games. Whatever depends on the seed counts how often it has happened."""
        state = self.initial(0)
        codes = None if self.traced else self.begin(state)
        same = all(state[e.start] == self.start[e.start] for e in self.entries if e.what == "chance")
        return (state, codes) if codes is not None and same else ([], [])

    @property
    def playing(self) -> Playing[Any]:
        """The operations on positions that players use. Any: lists in Python, and what C holds."""
        if self.played is None:
            self.played = self.player(self)
        return self.played

    def is_over(self, state: Sequence[int]) -> bool:
        """Whether the game of a vector has ended."""
        return state[0] == 0

    def site_asked(self, state: Sequence[int]) -> int:
        """Return the number of the question at which a vector is; negative where there is none."""
        return ~state[0]

    def seat_asked(self, state: Sequence[int]) -> int:
        """Return the seat that decides at a vector; -1 where nobody does."""
        at = state[0]
        return state[self.seats_of[~at]] if at < 0 else -1

    def begin(self, state: list[int]) -> list[int] | None:
        """Run a vector on from where it is to its first decision; None when the game is over."""
        return self.advance(state, state[0])

    def choices(self, state: list[int]) -> list[int]:
        """Return the choices at a vector's decision."""
        self.names["SPENT"].steps = 0
        return [] if state[0] >= 0 else self.options[~state[0]](state)
