"""Pages: single HTML files that need nothing else, to be read, sent or printed.

    base.html.jinja        the frame of every page, with the one style sheet
    style.css              rules for one kind of page begin with its name: `.diff h2`
    rulebook.html.jinja    a rulebook, for screens, phones and paper
    diff.html.jinja        what differs in the rules of two rulesets
    compare.html.jinja     what differs in play, with each difference drawn

What a template needs is computed by the module that renders it: templates hold markup and no rules. Every text is
escaped, and a name that a template misses is an error. jinja2 is imported when the first page is rendered, so that
other commands do not pay for it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Environment


def page(name: str, title: str, **content: object) -> str:
    """Return the page of a template, which finds the names in `content`."""
    return _templates().get_template(f"{name}.html.jinja").render(content, page=name, title=title)


@cache
def _templates() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(Path(__file__).parent), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
    )  # fmt: skip
