"""Imported when first needed: a cached program runs without a parser, a checker and a compiler."""

from typing import TYPE_CHECKING

from rulewright.lazy import imports_of

if TYPE_CHECKING:
    from rulewright.backends import build, program_cache
    from rulewright.backends.python import loading, on_demand
    from rulewright.check import check
    from rulewright.compile import fingerprint, seats
    from rulewright.compose import compose, composed, coverage_points, languages
    from rulewright.scenarios import run
    from rulewright.source import yaml_layout
    from rulewright.syntax import declarations, formatting, parser
    from rulewright.workspace import findings, positions, programs, scenarios
else:
    __getattr__ = imports_of(__file__)
