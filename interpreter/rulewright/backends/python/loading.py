"""Makes a generated program run: binds its code to the helpers, and drives it from decision to decision."""

from __future__ import annotations

from itertools import repeat
from typing import Any

from rulewright.backends.failure import BUDGET, FORCED, GOES_ROUND, ONE_ANSWER, Trouble
from rulewright.backends.program import Advance, Names, Note, Points, Program, Take
from rulewright.backends.python.helpers import CALLED, Bits, Times, looking_inside, next_seats
from rulewright.backends.python.listing import distinguishing
from rulewright.backends.python.marks import note_options, noting
from rulewright.backends.python.pieces import movers
from rulewright.compile.chance import below, stream_number
from rulewright.compile.tables import CompiledProgram, ProgramTables


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
    names = _runtime_names(tables, log, dictated)
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


def _runtime_names(tables: ProgramTables, log: list[Note], dictated: dict[str, list[int]]) -> Names:
    stream_keys = tables.stream_keys
    names: Names = {"BITS": Bits(), "LOG": log, "TABLES": tables, "KEY": stream_keys, **CALLED}
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
        distinct, distinct_choices = distinguishing(pieces, made.position)
        names[f"distinct_{safe}"], names[f"distinctchoices_{safe}"] = distinct, distinct_choices
    return names
