"""A compiled game that runs: its tables, and its code bound to the machine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import repeat
from typing import Any

from rulewright.compile.chance import below, stream_number
from rulewright.compile.entries import Entry
from rulewright.compile.machine import GOES_ROUND, ONE_ANSWER, Bits, Trouble, movers
from rulewright.compile.marks import note_options, noting
from rulewright.compile.tables import CompiledProgram, DomainInfo, ProgramTables
from rulewright.compile.vocabulary import CALLED, Times, looking_inside, next_seats, telling_apart

Names = dict[str, Any]
"""What generated code knows by name, and what it defines. Any: functions and tables of every kind."""

Note = tuple[object, ...]
"""What the traced build notes: what happened, and what belongs to that."""

Advance = Callable[[list[int], int], list[int] | None]
Take = Callable[[list[int], int], list[int] | None]
Points = Callable[[list[int], int], int]
Promise = Callable[[list[int]], int]
WholeGame = Callable[[int, int, bool], tuple[list[int], list[int]] | None]
"""From the number of a game, the most decisions, and whether promises are looked at, to the vector at the end and the
decisions of each seat, as when all seats pick at random; None for a game that something is to be said about."""


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
    """Take a choice of the question where the vector stands, and run to the next decision."""
    marks: bytearray
    """In a marked program: 1 for every mark that was reached since somebody cleared it."""
    whole_game: WholeGame | None = None
    """In a program that runs in C: plays a whole game at random at once."""
    opened: tuple[list[int], list[int]] | None = None
    """Where every game stands first, and the choices there, if that is the same for all seeds; empty if it is not."""

    @property
    def seats(self) -> int:
        return self.tables.seats

    @property
    def seat_names(self) -> list[str]:
        return self.tables.seat_names

    @property
    def fingerprint(self) -> str:
        """The rules' fingerprint: equal for equal rules, options and seats, whatever their texts."""
        return self.tables.fingerprint

    def initial(self, seed: int) -> list[int]:
        """Return the vector before the first block."""
        state = self.start.copy()
        state[1] = seed
        return state

    def opening(self, seed: int) -> tuple[list[int], list[int] | None]:
        """Return the vector at the first decision, and the choices there; None when there is none.

        Where nothing is left to chance before, the way there is gone once.
        """
        if self.opened is None:
            self.opened = self._first_decision()
        state, codes = self.opened
        if not state:
            state = self.initial(seed)
            return state, self.advance(state, state[0])
        state = state.copy()
        state[1] = seed
        return state, codes

    def _first_decision(self) -> tuple[list[int], list[int]]:
        """The first decision of all games. Whatever depends on the seed counts how often it has happened."""
        state = self.initial(0)
        codes = None if self.traced else self.advance(state, state[0])
        same = all(state[e.start] == self.start[e.start] for e in self.entries if e.what == "chance")
        return (state, codes) if codes is not None and same else ([], [])

    def choices(self, state: list[int]) -> list[int]:
        """The choices where a vector stands: the vector alone is enough."""
        return [] if state[0] >= 0 else self.options[~state[0]](state)


BUDGET = 200_000
"""Blocks run between two decisions before the rules are said to go round."""
FORCED = 10_000
"""Choices with one answer taken between two decisions before that is said."""


def driver(names: Names, traced: bool, forced_at: int = 1) -> tuple[Advance, Take]:
    """Return what `advance` and `take` of a program do, with all that they need at hand.

    A written function returns a block's number, a question's (below 0), or the choices of the question that it has
    put the vector at. With `forced_at` 0 a choice with one answer is not taken, and every question stops the program.
    """
    blocks, options, answers, empty = names["BLOCKS"], names["OPTIONS"], names["ANSWERS"], names["EMPTY"]
    times: Times = names["times"]

    def advance(state: list[int], at: Any) -> list[int] | None:  # Any: a number or choices, told apart by class
        times.spent = forced = 0
        for _ in repeat(None, BUDGET):
            if at.__class__ is list:
                choices: list[int] = at
            elif at > 0:
                at = blocks[at](state)
                continue
            else:
                state[0] = at
                if at == 0:
                    return None
                choices = options[~at](state)
            if len(choices) > forced_at:
                return choices
            site = ~state[0]
            if choices:
                code = choices[0]
                function, back = answers[site][code >> 32]
                if traced:
                    _note_forced(names, state, site, code)
                forced += 1
                if forced > FORCED:
                    raise Trouble("endless", site, ONE_ANSWER)
                at = function(state, code, back)
            else:
                at = empty[site]
                if at < 0:
                    raise Trouble("dead-end", site, "there is nothing to choose from")
        raise Trouble("endless", -1, GOES_ROUND)

    def take(state: list[int], code: int) -> list[int] | None:
        function, back = answers[~state[0]][code >> 32]
        at = function(state, code, back)
        return at if at.__class__ is list and len(at) > forced_at else advance(state, at)

    def take_counting(state: list[int], code: int) -> list[int] | None:
        times.spent = 0
        return take(state, code)

    return advance, take_counting if names["COUNTS"] else take


def _runners(names: Names, traced: bool) -> tuple[Advance, Take]:
    """Return `advance` and `take` of a program; where a written function goes from decision to decision, that one."""
    names["advance"], take = driver(names, traced)
    return names["advance"], names.get("take") or take


def _note_forced(names: Names, state: list[int], site: int, code: int) -> None:
    """In the traced build: a choice without alternative is told like any other."""
    label = names["LABELS"][site][code >> 32](state, code)
    prompt = names["PROMPTS"][site](state)
    hidden = names["TABLES"].is_hidden(state, code)
    names["LOG"].append(("forced", site, code, state[names["SEATS"][site]], label, hidden, prompt))


def load_program(compiled: CompiledProgram) -> Program:
    """Make a program run: bind its code to the machine."""
    tables, log = compiled.tables, list[Note]()
    dictated: dict[str, list[int]] = {}
    names = _machine_names(tables, log, dictated)
    marks = bytearray(tables.marks)
    names["MARKS"], names["noted"] = marks, noting(marks)
    exec(compiled.code, names)  # noqa: S102 - our own backend wrote it
    if marks:
        note_options(marks, tables.option_marks, names["OPTIONS"], names["ANSWERS"])
    return Program(
        compiled, tables, tables.traced, tables.length, tables.start, names["BLOCKS"], names["OPTIONS"],
        names["ANSWERS"], names["EMPTY"], names["SEATS"], names["SCORE"], _together(names["SCORE"]), names["TIE"],
        names["ALWAYS"], log, dictated, tables.entries, tables.domains, names, *_runners(names, tables.traced), marks,
    )  # fmt: skip


def _together(scores: list[Points]) -> Points:
    def points(state: list[int], seat: int) -> int:
        total = 0
        for score in scores:
            total += score(state, seat)
        return total

    return points


def _machine_names(tables: ProgramTables, log: list[Note], dictated: dict[str, list[int]]) -> Names:
    bits, stream_keys = Bits(), tables.stream_keys
    names: Names = {"BITS": bits, "LOG": log, "TABLES": tables, "KEY": stream_keys, **CALLED}
    names["times"], names["inside"] = Times(), looking_inside()
    names["SEATS_FROM"] = next_seats(tables.seats)
    seats = tables.seats

    def around(things: int, start: int) -> list[int]:
        start %= seats
        return [s % seats for s in range(start, start + seats) if things >> s % seats & 1]

    def roll(S: list[int], low: int, high: int, counter: int, stream: str) -> int:
        number = stream_number(S[1], stream_keys[stream], S[counter])
        S[counter] += 1
        if dictated.get(stream):
            shown = int(dictated[stream].pop(0))
            if not low <= shown <= high:
                raise Trouble("out-of-range", -1, f"a die from {low} to {high} does not show {shown}")
            return shown
        return low + below(number, high - low + 1)

    names["around"], names["roll"] = around, roll
    for name, pieces in tables.pieces.items():

        def order_of(domain: str) -> list[int] | None:
            return dictated.get(f"order {domain}")

        made = movers(pieces, log if tables.traced else None, name, order_of)
        safe = name.replace("-", "_")
        for what in ("move", "move_all", "draw", "shuffle", "swap", "position"):
            names[f"{what.replace('_', '')}_{safe}"] = getattr(made, what)
        unlike, unlike_choices = telling_apart(bits, pieces, made.position)
        names[f"unlike_{safe}"], names[f"unlikechoices_{safe}"] = unlike, unlike_choices
    return names
