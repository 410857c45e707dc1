"""What hand-written examples look like after a pass."""

from __future__ import annotations

from textwrap import dedent

from tests.passes.programs import function, program

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.printing import INDENT, function_text
from rulewright.compile.passes import Pass


def lines_of(made: ir.Function) -> str:
    """Return the statements of a function as text."""
    return "".join(line.removeprefix(INDENT) + "\n" for line in function_text(made).split("\n")[1:])


def after(change: Pass, *body: ir.Stmt, **functions: ir.Function) -> str:
    """Return what a pass makes of the statements of a block; further functions are given by name."""
    changed = change(program(function("block_1", *body), *functions.values()))
    return lines_of(changed.functions["block_1"])


def text(lines: str) -> str:
    """Return lines without what they are all indented by."""
    return dedent(lines).lstrip("\n")
