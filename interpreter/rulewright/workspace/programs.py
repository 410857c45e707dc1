"""Programs of a ruleset: from the user's cache where nothing that they depend on has changed, else compiled."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from rulewright.source import RulesetSource
from rulewright.source.layers import layers_of
from rulewright.workspace import late

if TYPE_CHECKING:
    from rulewright.backends.program import Program
    from rulewright.compile.ir import nodes as ir
    from rulewright.workspace.stages import Stages


class Build(NamedTuple):
    """What a program is compiled for: seats, figures by name with the values they are given, and which build."""

    seats: int
    settings: tuple[tuple[str, int], ...]
    traced: bool
    marked: bool


def program_of(ruleset: Stages, build: Build) -> Program:
    """Return the program of a build. Raises `RulesError` with all findings when the rules have mistakes."""
    key, settings = late.program_cache.program_key(everything_written(ruleset), repr(build)), dict(build.settings)
    program = late.program_cache.load_compiled(key) if ruleset.as_read else None
    if program is None:
        composed, findings = ruleset.composition
        weights = late.seats.weights_of_players(composed)
        if build.marked:
            rules = ruleset.check_afresh(build.seats, findings.copy(), settings)  # marking changes them in place
            program = late.build.marked_program(rules, late.coverage_points.coverage_points(composed), weights)
        else:
            program = late.build.build(ruleset.checked_rules(build.seats, settings), build.traced, weights=weights)
        texts = late.fingerprint.of_texts(everything_written(ruleset))
        program = late.build.with_ruleset(program, composed, ruleset.name, settings, texts)
        if ruleset.as_read:
            late.program_cache.save_compiled(key, program)

    def representation() -> ir.Program:
        weights = late.seats.weights_of_players(ruleset.composition[0])
        return late.build.native_representation(ruleset.checked_rules(build.seats, settings), build.traced, weights)

    return replace(late.loading.load_program(program), key=key, representation=representation)


def everything_written(ruleset: Stages) -> str:
    """Return everything that the files say, for the names of cache entries and the fingerprint of the texts."""
    return ruleset.result(
        "written", lambda: _written_contents(ruleset.source) + _written_labels(ruleset.source), comparable=True
    )


def _written_contents(source: RulesetSource) -> str:
    """Return everything that the rules and data files of a ruleset, and of those below it, say."""
    rules, only = [(f.path, f.text) for f in source.rules], sorted(source.only) if source.only is not None else None
    own = repr((source.manifest, rules, source.inventories, source.figures, only, sorted(source.beside)))
    own += "".join(repr(part) for part in (source.weights, source.hints, source.seat_data) if part)
    return own + (_written_contents(source.base) if source.base is not None else "")


def _written_labels(source: RulesetSource) -> str:
    """Return everything that determines how a ruleset reads in another language than its own; else nothing."""
    return repr((source.language, [layer.labels for layer in layers_of(source)])) if source.language else ""
