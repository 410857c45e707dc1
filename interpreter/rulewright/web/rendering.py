"""Renders the templates of the pages, with the words of a language. Names and texts are data, and are escaped."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from rulewright.report.pages import page_word, template_environment

PAGES = Path(__file__).parent / "pages"


def rendered(name: str, language: str, **content: object) -> str:
    """Return a template of the pages with the words of a language."""
    word = partial(page_word, language)
    return template_environment(PAGES).get_template(f"{name}.html.jinja").render(content | {"word": word})
