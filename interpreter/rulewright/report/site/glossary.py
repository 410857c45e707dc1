"""The glossary: the words of a games table as the language uses them, and the terms of the program."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.reference import pages_by_topic
from rulewright.report.site.markdown import render_markdown
from rulewright.report.site.model import SitePage, heading_anchor
from rulewright.report.site.reference import page_address, word_address
from rulewright.source.folders import guides

PATH = "glossary.html"
FOR_DESIGNERS = ("Begin a game", "How it is played", "Numbers and conditions", "Change a game", "Where it is printed")
"""The topics of the reference whose entries explain words of the games table."""
TERMS = "## Glossary\n"
"""The heading in CONTRIBUTING.md under which the terms of the program stand."""


def glossary_page(topic: str) -> SitePage:
    """Return the page, under a topic of the contents."""
    table = ["| word | what it means |", "|---|---|", *_table_words()]
    text = "\n".join(["# Glossary", "", "## Words of the games table", "", *table, "", *_program_terms()])
    found = render_markdown(text, lambda href: href, lambda word: word_address(word, PATH))
    return SitePage(PATH, found.title, topic, found.html, found.sections, 0.2)


def _table_words() -> Iterator[str]:
    """Yield a row for each entry about words of the table, in the order of letters."""
    pages = (page for topic in FOR_DESIGNERS for page in pages_by_topic()[topic])
    entries = ((entry, page_address(page)) for page in pages for entry in page.entries)
    for entry, path in sorted(entries, key=lambda one: one[0].heading.lower()):
        first = entry.gist.split(". ")[0].rstrip(".:") + "."
        yield f"| [{_escape_cell(entry.heading)}]({path}#{heading_anchor(entry.heading)}) | {_escape_cell(first)} |"


def _program_terms() -> Iterator[str]:
    """Yield the lines of the programmers' glossary; nothing where the guides are not there."""
    file = guides() / "CONTRIBUTING.md"
    if file.is_file():
        yield "## Terms of the program"
        yield from file.read_text("utf-8").partition(TERMS)[2].partition("\n## ")[0].split("\n")


def _escape_cell(text: str) -> str:
    return text.replace("|", "\\|")
