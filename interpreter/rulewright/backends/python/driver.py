"""Drives a generated program from decision to decision."""

from __future__ import annotations

from itertools import repeat
from typing import Any

from rulewright.backends.failure import GOES_ROUND, ONE_ANSWER, ExecutionError
from rulewright.backends.program import Advance, Names, Take
from rulewright.backends.python.helpers import Spent
from rulewright.diagnostics import Code
from rulewright.diagnostics.limits import BLOCKS, FORCED


def driver(names: Names, traced: bool, forced_at: int = 1) -> tuple[Advance, Take]:
    """Return the functions `advance` and `take` of a program, as closures over what they need.

    A generated function returns the number of a block or question (below 0), or the choices of the question that it
    has set the vector to. With `forced_at` 0 forced choices are not taken, and every question stops the program.
    """
    blocks, options, answers, empty = names["BLOCKS"], names["OPTIONS"], names["ANSWERS"], names["EMPTY"]
    stands: list[int] = names["STANDS"]

    def advance(state: list[int], at: Any) -> list[int] | None:  # Any: a number or choices, distinguished by class
        forced = 0
        for _ in repeat(None, BLOCKS.most):
            if at.__class__ is int:
                if at > 0:
                    at = blocks[at](state)
                    continue
                state[0] = at
                if at == 0:
                    return None
                at = options[~at](state)
            choices: list[int] = at
            if len(choices) > forced_at:
                return choices
            site = ~state[0]
            if choices:
                code = choices[0]
                function, back = answers[site][code >> 32]
                if traced:
                    label = names["LABELS"][site][code >> 32](state, code)
                    prompt = names["PROMPTS"][site](state)
                    hidden = names["TABLES"].is_hidden(state, code)
                    names["LOG"].append(("forced", site, code, state[names["SEATS"][site]], label, hidden, prompt))
                forced += 1
                if forced > FORCED.most:
                    raise ExecutionError(Code.LIMIT_EXCEEDED, site, ONE_ANSWER, "question")
                at = function(state, code, back)
            else:
                at = empty[site]
                if at < 0:
                    raise ExecutionError(Code.DEAD_END, site, "there is nothing to choose from", "question")
        block = at if at.__class__ is int and at > 0 else 0
        raise ExecutionError(Code.LIMIT_EXCEEDED, stands[block] if block < len(stands) else -1, GOES_ROUND)

    def take(state: list[int], code: int) -> list[int] | None:
        function, back = answers[~state[0]][code >> 32]
        at = function(state, code, back)
        return at if at.__class__ is list and len(at) > forced_at else advance(state, at)

    return _with_budget(names["SPENT"], advance, take) if names["COUNTS"] else (advance, take)


def _with_budget(spent: Spent, advance: Advance, take: Take) -> tuple[Advance, Take]:
    """Return `advance` and `take` that begin each decision with a full budget of steps."""

    def advance_counting(state: list[int], at: int) -> list[int] | None:
        spent.steps = 0
        return advance(state, at)

    def take_counting(state: list[int], code: int) -> list[int] | None:
        spent.steps = 0
        return take(state, code)

    return advance_counting, take_counting
