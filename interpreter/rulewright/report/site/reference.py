"""Pages of the language reference and the glossary in the site, and links to entries from words in code.

The glossary has the words of a games table as the language uses them, and the terms of the program.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from rulewright.reference import page_of, pages_by_topic, titles_in
from rulewright.reference.entries import ReferencePage
from rulewright.report.site.listing import COMMANDS
from rulewright.report.site.markdown import render_markdown
from rulewright.report.site.model import SitePage, heading_anchor, relative_address
from rulewright.source.folders import guides

EXPLAIN = "rulewright explain "
COMMAND = re.compile(r"rulewright ([a-z]+(?:-[a-z]+)*)\b")
SHORT_LENGTH = 2
"""Words of this many letters or fewer, such as `a`, are no links."""

GLOSSARY = "glossary.html"
FOR_DESIGNERS = ("Begin a game", "How it is played", "Numbers and conditions", "Change a game", "Where it is printed")
"""The topics of the reference whose entries explain words of the games table."""
TERMS = "## Glossary\n"
"""The heading in CONTRIBUTING.md under which the terms of the program stand."""


def reference_pages() -> Iterator[SitePage]:
    """Yield the pages of the reference, topic by topic."""
    for topic, pages in pages_by_topic().items():
        for page in pages:
            yield _reference_page(page, topic)


def _reference_page(page: ReferencePage, topic: str) -> SitePage:
    path = page_address(page)
    entries = "".join(f"## {entry.heading}\n\n{entry.text}\n\n" for entry in page.entries)
    text = f"# {page.title}\n\n{page.intro}\n\n{entries}"
    found = render_markdown(text, lambda link: None, lambda word: word_address(word, path), titles_in)
    return SitePage(path, page.title, topic, found.html, found.sections, page.weight)


def page_address(page: ReferencePage) -> str:
    """Return the path of a page of the reference."""
    return f"reference/{page.name}.html"


def word_address(word: str, path: str) -> str | None:
    """Return the address of the entry or command that a word in code names, as seen from a page; None: none."""
    wanted = word.removeprefix(EXPLAIN)
    command = COMMAND.match(wanted)
    target = f"{COMMANDS}#{command[1]}" if command else _entry_addresses().get(wanted)
    if target is None and wanted != word:
        page = page_of(wanted)
        target = page_address(page) if page is not None else None
    if target is None or len(wanted) <= SHORT_LENGTH:
        return None
    return target.removeprefix(path) if target.startswith(f"{path}#") else relative_address(target, path)


@cache
def _entry_addresses() -> dict[str, str]:
    """Return the address of the first entry of each title."""
    found: dict[str, str] = {}
    for page in (page for pages in pages_by_topic().values() for page in pages):
        for entry in page.entries:
            for title in entry.titles:
                found.setdefault(title, f"{page_address(page)}#{heading_anchor(entry.heading)}")
    return found


# -- the glossary


def glossary_page(topic: str) -> SitePage:
    """Return the page, under a topic of the contents."""
    table = ["| word | what it means |", "|---|---|", *_table_words()]
    text = "\n".join(["# Glossary", "", "## Words of the games table", "", *table, "", *_program_terms()])
    found = render_markdown(text, lambda href: href, lambda word: word_address(word, GLOSSARY))
    return SitePage(GLOSSARY, found.title, topic, found.html, found.sections, 0.2)


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
