"""Makes a generated program run: binds its code to the helpers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.backends.failure import ExecutionError
from rulewright.backends.program import Names, Note, Points, Program
from rulewright.backends.python.driver import driver
from rulewright.backends.python.helpers import CALLED, Spent, helper_name, looking_inside, next_seats
from rulewright.backends.python.listing import Bits, distinguishing
from rulewright.backends.python.marks import keeping_quiet, note_options, noting
from rulewright.backends.python.pieces import MOVERS, movers
from rulewright.backends.python.playing import PythonPlaying
from rulewright.backends.python.watching import EveryTime, Watch
from rulewright.chance import below, stream_number
from rulewright.compile.tables import CompiledProgram, ProgramTables
from rulewright.diagnostics import Code

OUTSIDE = ("SCORE", "TIE", "ALWAYS", "SIDES", "AHEAD")
"""The lists of functions that are called between decisions."""


def load_program(compiled: CompiledProgram, define: Callable[[Names], None] = lambda names: None) -> Program:
    """Make a program run: bind its code to the machine, after `define` has defined what it only refers to."""
    tables, log = compiled.tables, list[Note]()
    dictated: dict[str, list[int]] = {}
    names = _runtime_names(tables, log, dictated)
    marks = bytearray(tables.marks)
    names["MARKS"], names["noted"] = marks, noting(marks)
    names["quietly"] = keeping_quiet(marks, log)
    define(names)
    exec(compiled.code, names)
    if names["COUNTS"]:
        # what is only looked at between decisions has the budget of a decision for itself
        afresh: Callable[..., Any] = names["SPENT"].afresh
        for functions in (*(names[name] for name in OUTSIDE), names.get("PROMPTS", [])):
            functions[:] = map(afresh, functions)
        for labels in names.get("LABELS", []):
            labels.update({code: afresh(label) for code, label in labels.items()})
    if marks:
        note_options(marks, tables.option_marks, names["OPTIONS"], names["ANSWERS"])
    return Program(
        compiled, tables, tables.traced, tables.length, tables.start, names["BLOCKS"], names["OPTIONS"],
        names["ANSWERS"], names["EMPTY"], names["SEATS"], names["SCORE"], _sum_of_scores(names["SCORE"]), names["TIE"],
        names["ALWAYS"], log, dictated, tables.entries, tables.domains, names, *driver(names, tables.traced), marks,
        EveryTime if tables.traced else Watch, PythonPlaying,
    )  # fmt: skip


def _sum_of_scores(scores: list[Points]) -> Points:
    def points(state: list[int], seat: int) -> int:
        total = 0
        for score in scores:
            total += score(state, seat)
        return total

    return points


def _runtime_names(tables: ProgramTables, log: list[Note], dictated: dict[str, list[int]]) -> Names:
    stream_keys = tables.stream_keys
    names: Names = {"BITS": Bits(), "LOG": log, "TABLES": tables, "KEY": stream_keys, **CALLED}
    spent = names["SPENT"] = Spent()
    names["times"], names["counted"], names["inside"] = spent.times, spent.counted, looking_inside()
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
                raise ExecutionError(Code.OUT_OF_RANGE, -1, f"a die from {low} to {high} does not show {shown}")
            return shown
        return low + below(number, high - low + 1)

    names["around"], names["roll"] = around, roll
    for name, pieces in tables.pieces.items():

        def order_of(domain: str, shuffled: list[int]) -> list[int] | None:
            order = dictated.get(f"order {domain}")
            if order is not None:
                dictated.setdefault(f"shuffled {domain}", []).extend(shuffled)
            return order

        made = movers(pieces, log if tables.traced else None, name, order_of)
        distinct, distinct_choices = distinguishing(pieces, made.position)
        helpers = {"distinct": distinct, "distinct_choices": distinct_choices}
        helpers |= {helper: getattr(made, helper) for helper in MOVERS}
        names |= {helper_name(helper, name): function for helper, function in helpers.items()}
    return names
