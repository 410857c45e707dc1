"""Which `always` rules a block or an answer may break, and what they read."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.effects import effects
from rulewright.compile.moving import moving
from rulewright.compile.tables import PieceTable, Watched


def watched(program: ir.Program, pieces: Mapping[str, PieceTable]) -> Watched:
    """Return what can be said of the `always` rules of a program."""
    known = effects(program, moving(program, pieces))
    reads = [known[name].reads for name in program.always]
    breaks = {}
    for name, function in program.functions.items():
        if function.kind in ("block", "answer"):
            mask = sum(1 << i for i, read in enumerate(reads) if not read.isdisjoint(known[name].writes))
            if mask:
                breaks[name] = mask
    return Watched(breaks, [_stretches([f for f in program.fields if f.name in read]) for read in reads])


def _stretches(fields: list[ir.Field]) -> list[tuple[int, int]]:
    """Return where fields begin and end; neighbours are one stretch."""
    found: list[tuple[int, int]] = []
    for one in sorted(fields, key=lambda f: f.start):
        end = one.start + one.count * (one.room + 1 if one.room else one.words)
        if found and found[-1][1] == one.start:
            found[-1] = found[-1][0], end
        else:
            found.append((one.start, end))
    return found
