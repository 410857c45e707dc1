"""A program that stops at every question, also where there is only one answer."""

from __future__ import annotations

from dataclasses import replace
from itertools import repeat
from typing import Any

from rulewright.compile import Program, Trouble
from rulewright.compile.machine import GOES_ROUND
from rulewright.compile.program import BUDGET


def stopping(program: Program) -> Program:
    """Return the program with an `advance` and a `take` that take no choice by themselves."""
    blocks, options, answers, empty = program.blocks, program.options, program.answers, program.empty
    times = program.names["times"]

    def advance(state: list[int], at: Any) -> list[int] | None:
        times.spent = 0
        for _ in repeat(None, BUDGET):
            if at.__class__ is not list and at > 0:
                at = blocks[at](state)
                continue
            if at.__class__ is not list:
                state[0] = at
                if at == 0:
                    return None
                at = options[~at](state)
            choices: list[int] = at
            if choices:
                return choices
            at = empty[~state[0]]
            if at < 0:
                raise Trouble("dead-end", ~state[0], "there is nothing to choose from")
        raise Trouble("endless", -1, GOES_ROUND)

    def take(state: list[int], code: int) -> list[int] | None:
        function, back = answers[~state[0]][code >> 32]
        return advance(state, function(state, code, back))

    return replace(program, advance=advance, take=take)
