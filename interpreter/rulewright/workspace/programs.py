"""Programs of a ruleset: from the user's cache where nothing that they depend on has changed, else compiled."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from rulewright.source import RulesetSource, cache
from rulewright.source.layers import layers

if TYPE_CHECKING:
    from rulewright.backends.program import Program
    from rulewright.compile.ir import nodes as ir
    from rulewright.compile.tables import CompiledProgram
    from rulewright.workspace.stages import Stages

_STAGES = ("source", "syntax", "compose", "check", "compile", "backends")
"""The stages on which a program depends: where one of their files changed, it is recompiled."""


class Build(NamedTuple):
    """What a program is compiled for: seats, figures by name with the values they are given, and which build."""

    seats: int
    settings: tuple[tuple[str, int], ...]
    traced: bool
    marked: bool


def program_of(ruleset: Stages, build: Build) -> Program:
    """Return the program of a build. Raises `RulesError` with all findings when the rules have mistakes."""
    from rulewright.backends.python.loading import load_program
    from rulewright.compile.tables.storage import FORMAT, from_plain, to_plain

    key = cache.fingerprint("program", FORMAT, cache.own_code(*_STAGES), written(ruleset), repr(build))
    program = from_plain(cache.load(key)) if ruleset.as_read else None
    if program is None:
        program = _compile(ruleset, build)
        if ruleset.as_read:
            cache.save(key, to_plain(program))
    representation = lambda: _representation(ruleset, build)  # noqa: E731 - read once, if at all
    return replace(load_program(program), key=key, representation=representation)


def written(ruleset: Stages) -> str:
    """Return everything that the files say, for the names of cache entries and the fingerprint of the texts."""
    return ruleset.result("written", lambda: _contents(ruleset.source) + _labels(ruleset.source), comparable=True)


def _compile(ruleset: Stages, build: Build) -> CompiledProgram:
    from rulewright.backends import build as backends
    from rulewright.compile.fingerprint import of_texts
    from rulewright.compile.seats import plans_of, search_of, weights_of_players
    from rulewright.compile.weights import hints_of, weights_of
    from rulewright.compose.coverage_points import coverage_points

    settings = dict(build.settings)
    composed, findings = ruleset.composition
    weights = weights_of_players(composed)
    if build.marked:
        rules = ruleset.check(build.seats, findings.copy(), settings)  # marking changes them in place
        program = backends.marked_program(rules, coverage_points(composed), weights)
    else:
        program = backends.build(ruleset.checked(build.seats, settings), build.traced, weights=weights)
    tables = replace(
        program.tables,
        ruleset=ruleset.name,
        settings=settings,
        texts_fingerprint=of_texts(written(ruleset)),
        weights=weights_of(composed),
        hints=hints_of(composed),
        search=search_of(composed),
        plans=plans_of(composed),
    )
    return replace(program, tables=tables)


def _representation(ruleset: Stages, build: Build) -> ir.Program:
    """Translate the rules again: of a cached program only the code is kept."""
    from rulewright.compile.build import translated
    from rulewright.compile.passes import NATIVE, optimized
    from rulewright.compile.seats import weights_of_players

    rules = ruleset.checked(build.seats, dict(build.settings))
    weights = weights_of_players(ruleset.composition[0])
    return optimized(translated(rules, build.traced, weights=weights)[1], NATIVE)


def _contents(source: RulesetSource) -> str:
    """Return everything that the rules and data files of a ruleset, and of those below it, say."""
    rules, only = [(f.path, f.text) for f in source.rules], sorted(source.only) if source.only is not None else None
    own = repr((source.manifest, rules, source.inventories, source.figures, only, sorted(source.beside)))
    own += "".join(repr(part) for part in (source.weights, source.hints, source.seat_data) if part)
    return own + (_contents(source.base) if source.base is not None else "")


def _labels(source: RulesetSource) -> str:
    """Return everything that determines how a ruleset reads in another language than its own; else nothing."""
    return repr((source.language, [layer.labels for layer in layers(source)])) if source.language else ""
