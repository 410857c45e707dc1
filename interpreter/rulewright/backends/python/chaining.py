"""Which blocks a function calls itself, instead of returning their numbers to the driver.

A block calls only blocks with higher numbers, so whatever goes round still comes back to the driver, which counts.
"""

from __future__ import annotations

from rulewright.compile.ir import nodes as ir
from rulewright.compile.passes.inline import jumps_of

DEEP = 20
"""Blocks that call one another at most: Python limits how deep calls go."""


def called_blocks(program: ir.Program) -> dict[str, dict[int, str]]:
    """Return, by function, the names of the blocks that it calls, by their numbers."""
    depths: dict[int, int] = {}
    called: dict[str, dict[int, str]] = {}
    for number, name in reversed(list(enumerate(program.blocks))):
        if name is not None:
            called[name] = _called(program, name, depths)
            depths[number] = 1 + max((depths[n] for n in called[name]), default=0)
    for function in program.functions.values():
        if function.kind == "answer":
            called[function.name] = _called(program, function.name, depths)
    return called


def _called(program: ir.Program, name: str, depths: dict[int, int]) -> dict[int, str]:
    """Return the blocks that a function goes on with and can call; `depths` says how deep those with numbers call."""
    found = {}
    for number in jumps_of(program.functions[name].body):
        block = program.blocks[number]
        if block is not None and depths.get(number, DEEP) < DEEP:
            found[number] = block
    return found
