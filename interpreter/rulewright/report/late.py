"""Imported when first needed: templates, tables of rich, and texts of files, which many commands do without."""

from typing import TYPE_CHECKING

from rulewright.lazy import imports_of

if TYPE_CHECKING:
    import jinja2
    import markdown_it
    import pygments
    from markdown_it import token as markdown_token
    from pygments import formatters, lexers
    from pygments import util as pygments_util
    from rich import console, table

    from rulewright.players import foresight
    from rulewright.reference import rules_lexer
    from rulewright.report import known_text, pages, search_text
    from rulewright.report.table import inspecting, preview
    from rulewright.report.table import summary as table_summary
    from rulewright.rulebook import lookup
    from rulewright.source import text
else:
    __getattr__ = imports_of(__file__)
