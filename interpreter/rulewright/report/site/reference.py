"""Pages of the language reference in the site, and links to its entries from words in code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from rulewright.reference import page_of, pages_by_topic, titles_in
from rulewright.reference.entries import ReferencePage
from rulewright.report.site.listing import COMMANDS
from rulewright.report.site.markdown import render_markdown
from rulewright.report.site.model import SitePage, heading_anchor, relative_address

EXPLAIN = "rulewright explain "
COMMAND = re.compile(r"rulewright ([a-z]+(?:-[a-z]+)*)\b")
SHORT_LENGTH = 2
"""Words of this many letters or fewer, such as `a`, are no links."""


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
