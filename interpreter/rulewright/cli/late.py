"""Imported when first needed: a command takes few of the stages, and `rulewright --help` and completion hardly any."""

from typing import TYPE_CHECKING

from rulewright.lazy import imports_of

if TYPE_CHECKING:
    import readline
    import resource
    import shutil
    import subprocess
    import tempfile
    import traceback

    from rich import console as rich_console
    from rich import progress as rich_progress

    from rulewright import engine, reference, rulebook
    from rulewright.cli import completing, finished, main, opening, revisions, watching
    from rulewright.cli.commands import play, show
    from rulewright.cli.commands.editions import playing as editions_playing
    from rulewright.cli.commands.play import loop
    from rulewright.cli.commands.play.app import hanging_up, table_app
    from rulewright.cli.commands.play.debugging import breakpoints, debugger, recording
    from rulewright.cli.commands.play.debugging import rules as running_rules
    from rulewright.cli.commands.replay import analysing, comparing, resume, telling
    from rulewright.cli.untrusted import landlock
    from rulewright.comparison import diff, toggles
    from rulewright.comparison.divergence import narrative, shrinker, watch_run
    from rulewright.comparison.divergence import units as divergence_units
    from rulewright.compose import coverage_points, unexplained
    from rulewright.diagnostics import similar
    from rulewright.engine import game, seat_view, table_rules, vector_layout
    from rulewright.engine.savefile import format as save_format
    from rulewright.engine.savefile import games as saved_games
    from rulewright.jobs import cluster
    from rulewright.lsp import answers as lsp_answers
    from rulewright.mcp import rpc as mcp_rpc
    from rulewright.mcp import server as mcp_server
    from rulewright.mcp import sitting as mcp_sitting
    from rulewright.mcp import tools as mcp_tools
    from rulewright.players.search import seat as search_seat
    from rulewright.playtest import house_rules, native_builds, perft
    from rulewright.playtest import results as simulate_results
    from rulewright.playtest.datasets import dictionary as dataset_columns
    from rulewright.playtest.datasets import files as dataset_files
    from rulewright.playtest.datasets import games as recorded_games
    from rulewright.playtest.mutants import model as mutants_model
    from rulewright.playtest.mutants import trial as mutants_trial
    from rulewright.report import (
        diagnostics_text,
        diff_markdown,
        diff_report,
        drawing,
        expanded_text,
        findings_json,
        findings_sarif,
        log_text,
        mutate_report,
        perft_report,
        reference_text,
        renderers,
        replay_steps,
        rulebook_html,
        rulebook_markdown,
        sheets_html,
        site,
        vector_text,
        wording,
    )
    from rulewright.report import table as report_table
    from rulewright.report.editions import page as editions_page
    from rulewright.report.table import advice as table_advice
    from rulewright.rulebook import dictionary, expanded, marks, rule_text
    from rulewright.scenarios import reading as scenario_files
    from rulewright.source import fixing, folders, layers, seat_kinds, writing, yaml_layout
    from rulewright.web import computers as web_computers
    from rulewright.web import hall as web_hall
    from rulewright.web import live as web_live
    from rulewright.web import serving as web_serving
    from rulewright.web import store as web_store
    from rulewright.workspace import definitions, program_text, settings
else:
    __getattr__ = imports_of(__file__)
