"""From checked rules to a compiled program: translated, optimized, printed as Python."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulewright.backends.python.module import module
from rulewright.check import core as c
from rulewright.compile.build import translated
from rulewright.compile.ir import nodes as ir
from rulewright.compile.marking import mark
from rulewright.compile.passes import NATIVE, optimized
from rulewright.compile.seats import plans_of, search_of
from rulewright.compile.tables import CompiledProgram, Weights
from rulewright.compile.watching import watched
from rulewright.compile.weights import hints_of, weights_of
from rulewright.compose.composed import Composed
from rulewright.compose.coverage_points import CoveragePoint


def build(
    rules: c.CheckedRules,
    traced: bool = False,
    chance_names: dict[str, str] | None = None,
    weights: Sequence[Weights] = (),
) -> CompiledProgram:
    """Return the program of checked rules, in the plain or the traced build.

    `weights` are those that players of the program may have. `chance_names` maps renamed things to their old names, by
    which streams of chance are keyed.
    """
    tables, program = translated(rules, traced, chance_names, weights)
    program = optimized(program)
    if not traced:
        program, rewatched = watched(program, tables.pieces)
        tables = replace(tables, watched=rewatched)
    text = module(program)
    return CompiledProgram(tables, compile(text, "<traced rules>" if traced else "<plain rules>", "exec"), text)


def marked_program(
    rules: c.CheckedRules, points: Sequence[CoveragePoint], weights: Sequence[Weights] = ()
) -> CompiledProgram:
    """Return the traced program of rules with the marks of points in it."""
    mark(rules, points)
    compiled = build(rules, True, weights=weights)
    first = {point.span: point.first for point in points if point.kind == "option"}
    choices = enumerate(compiled.tables.choices)
    tables = replace(
        compiled.tables,
        marks=sum(len(point.marks) for point in points),
        option_marks={code: first[choice.span] for code, choice in choices if choice.span in first},
    )
    return replace(compiled, tables=tables)


def native_representation(rules: c.CheckedRules, traced: bool, weights: Sequence[Weights]) -> ir.Program:
    """Return the representation from which C is printed; a cached program does not contain it."""
    return optimized(translated(rules, traced, weights=weights)[1], NATIVE)


def with_ruleset(
    program: CompiledProgram, rules: Composed, name: str, settings: dict[str, int], texts_fingerprint: str
) -> CompiledProgram:
    """Return a program that knows of its ruleset what no rule says: its name and texts, and its data for seats."""
    tables = replace(
        program.tables,
        ruleset=name,
        settings=settings,
        texts_fingerprint=texts_fingerprint,
        weights=weights_of(rules),
        hints=hints_of(rules),
        search=search_of(rules),
        plans=plans_of(rules),
    )
    return replace(program, tables=tables)
