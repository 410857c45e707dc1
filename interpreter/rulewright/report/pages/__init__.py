"""Pages: single HTML files that need nothing else, to be read, sent or printed.

`page` renders a template of this folder, `NAME.html.jinja`, on the base page, which brings the one style sheet
(`style.css`; what it says of one kind of page begins with `.NAME`). What a template needs is computed by the module
that renders it: templates hold markup and no rules. Every text is escaped.

jinja2 is imported when the first page is rendered, so that starting the program does not pay for it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Environment


def page(name: str, title: str, **content: object) -> str:
    """Return the page of a template, which finds the names in `content`; one that it misses is an error."""
    return _templates().get_template(f"{name}.html.jinja").render(content, page=name, title=title)


@cache
def _templates() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(Path(__file__).parent), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
    )  # fmt: skip
