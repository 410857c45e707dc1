"""Gives the functions of a program other bodies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulewright.compile.ir import nodes as ir


def with_body(function: ir.Function, body: ir.Body) -> ir.Function:
    """Return a function with another body."""
    return ir.Function(function.name, function.kind, function.params, function.result, body, function.rule)


def with_bodies(program: ir.Program, change: Callable[[ir.Function], ir.Body]) -> ir.Program:
    """Return a program whose functions have other bodies."""
    functions = {name: with_body(function, change(function)) for name, function in program.functions.items()}
    return replace(program, functions=functions)
