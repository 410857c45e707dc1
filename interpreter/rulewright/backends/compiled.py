"""The whole way from a ruleset's name to a program, with what was compiled before kept for next time."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rulewright.backends.program import Program
from rulewright.backends.python.loading import load_program
from rulewright.compile.tables import CompiledProgram, from_plain, to_plain
from rulewright.compile.tables.storage import FORMAT
from rulewright.diagnostics import Findings
from rulewright.source import RulesetSource, cache, layers, load

if TYPE_CHECKING:
    from rulewright.compile.ir import nodes as ir

_STAGES = ("source", "syntax", "compose", "check", "compile", "backends")
"""The stages on which a program depends: where one of their files changed, it is compiled anew."""


def compiled(name: str, seats: int, settings: dict[str, int] | None = None, traced: bool = False) -> Program:
    """Return the program of a ruleset for a number of seats.

    `settings` changes figures by name. Raises `RulesError` with all findings when the rules have mistakes.
    """
    findings = Findings()
    source = load(name, findings)
    findings.stop_on_errors()
    return compile_source(source, seats, settings, traced)


def compile_source(
    source: RulesetSource,
    seats: int,
    settings: dict[str, int] | None = None,
    traced: bool = False,
    marked: bool = False,
) -> Program:
    """Compile rules that have been read; the program is kept in the cache by everything that it depends on.

    A `marked` program is a traced one that also notes in its marks what is reached.
    """
    written = contents(source) + (labels_of(source) if source.language else "")
    build = (seats, settings or {}, traced or marked, marked)
    key = cache.fingerprint("program", FORMAT, cache.own_code(*_STAGES), written, repr(build))
    program = from_plain(cache.load(key))
    if program is None:
        program = _built(source, written, *build)
        cache.save(key, to_plain(program))
    return replace(load_program(program), key=key, representation=lambda: _representation(source, *build[:3]))


def _representation(source: RulesetSource, seats: int, settings: dict[str, int], traced: bool) -> ir.Program:
    """Translate rules again; what was cached has their code only."""
    from rulewright.check.check import check
    from rulewright.compile.build import translated
    from rulewright.compile.passes import NATIVE, optimized
    from rulewright.compose.compose import compose

    findings = Findings()
    return optimized(translated(check(compose(source, findings), seats, findings, settings), traced)[1], NATIVE)


def _built(
    source: RulesetSource, written: str, seats: int, settings: dict[str, int], traced: bool, marked: bool
) -> CompiledProgram:
    """Check and compile; the stages are imported only when there is something to do for them.

    `written` is everything that the files say, for the fingerprint of the texts.
    """
    from rulewright.backends.build import build, marked_program
    from rulewright.check.check import check
    from rulewright.compile.fingerprint import of_texts
    from rulewright.compile.weighing import weights_of
    from rulewright.compose.compose import compose
    from rulewright.compose.spots import spots

    findings = Findings()
    composed = compose(source, findings)
    rules = check(composed, seats, findings, settings)
    program = marked_program(rules, spots(composed)) if marked else build(rules, traced)
    tables = replace(
        program.tables,
        ruleset=source.name,
        settings=dict(settings),
        texts_fingerprint=of_texts(written),
        weights=weights_of(composed),
    )
    return replace(program, tables=tables)


def labels_of(source: RulesetSource) -> str:
    """Everything that says how a ruleset reads in its language."""
    return repr((source.language, [layer.labels for layer in layers(source)]))


def contents(source: RulesetSource) -> str:
    """Everything that the rules and data files of a ruleset, and of those below it, say."""
    rules, only = [(f.path, f.text) for f in source.rules], sorted(source.only) if source.only is not None else None
    own = repr((source.manifest, rules, source.inventories, source.figures, only, sorted(source.beside)))
    own += repr(source.weights) if source.weights else ""
    return own + (contents(source.base) if source.base is not None else "")
