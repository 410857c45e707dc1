"""Imported when first needed: one game takes neither statistics nor what shows values in a notebook."""

from typing import TYPE_CHECKING

from rulewright.lazy import imports_of

if TYPE_CHECKING:
    from rulewright import rulebook
    from rulewright.api import notebook
    from rulewright.comparison import diff
    from rulewright.comparison.arena import deals, schedule, standings
    from rulewright.compose import composed, coverage_points
    from rulewright.engine.savefile import format as save_format
    from rulewright.engine.savefile import games as saved_games
    from rulewright.jobs import job, run
    from rulewright.players import seats
    from rulewright.players.external import kinds
    from rulewright.playtest import coverage as covered
    from rulewright.playtest import coverage_runs, match, native_builds, simulate
    from rulewright.playtest.datasets import dictionary, frames
    from rulewright.playtest.datasets import games as recorded
    from rulewright.report import diff_words
    from rulewright.rulebook import rule_text
    from rulewright.source import layers
    from rulewright.syntax import parser
    from rulewright.workspace import settings
else:
    __getattr__ = imports_of(__file__)
