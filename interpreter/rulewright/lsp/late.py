"""Imported when first needed: an editor starts with what it asks for at every keystroke."""

from typing import TYPE_CHECKING

from rulewright.lazy import imports_of

if TYPE_CHECKING:
    from rulewright import rulebook
    from rulewright.comparison import diff
    from rulewright.playtest import coverage, coverage_runs
    from rulewright.report import diff_markdown, renderers, rulebook_html, rulebook_markdown
    from rulewright.report.editions import page as editions_page
    from rulewright.rulebook import marks, rule_text
    from rulewright.scenarios import run
else:
    __getattr__ = imports_of(__file__)
