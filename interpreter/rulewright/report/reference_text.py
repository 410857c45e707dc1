"""The language reference on a terminal: its contents, a page, an entry, and what a search found."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rulewright.phrasing import counted
from rulewright.reference import ReferenceEntry, ReferencePage, page_of, pages_by_topic
from rulewright.report.layout import WIDTH, fold, pad

NAMES = 22
"""Columns for the words of an entry that a search lists."""

PART_STARTS = ("```", "- ", "|")
"""What begins a new part of an entry: an example, a point of a list, a row of a table."""

SIGNS = ",:/#)(\"[]'"
"""Titles that contents leave out: each sign is listed beside its name."""

FUNCTION_KEYS = re.compile(r"F1, (?:F\d+, )*(F\d+)")


def contents_lines() -> Iterator[str]:
    """Yield the topics in the order in which a designer needs them, with the words under each page."""
    yield from fold('"rulewright explain WORD" shows what stands under one of these words,')
    yield from fold('"rulewright explain --search WORDS" lists the words that something is about.')
    for topic, pages in pages_by_topic().items():
        yield from ["", topic.upper()]
        for page in pages:
            named = (entry.titles[:1] if page.answers else entry.titles for entry in page.entries)
            titles = (title for several in named for title in several if title not in SIGNS)
            words = FUNCTION_KEYS.sub(r"F1 to \1", ", ".join(dict.fromkeys(titles)))
            if page.holds_codes:
                codes = f'{counted(len(page.entries), "code")}: "rulewright explain {page.name}" lists them'
                yield from [*fold(f"{page.title}:", "  "), *fold(codes, "      ")]
            else:
                yield from fold(f"{page.title}: {words}", "  ", "      ")


def page_lines(page: ReferencePage) -> Iterator[str]:
    """Yield the beginning of a page, and a line for each entry."""
    yield from [page.title, "", *([*entry_lines(page.intro), ""] if page.intro else ())]
    yield from found_lines(page.entries)


def found_lines(entries: Sequence[ReferenceEntry]) -> Iterator[str]:
    """Yield a line for each entry: the first of its words that fit, and how its text begins."""
    for entry in entries:
        line = f"  {pad(_fitting_titles(entry), NAMES)}  {entry.gist}"
        yield line if len(line) <= WIDTH else f"{line[: WIDTH - 4].rpartition(' ')[0]} ..."


def answer_lines(entries: Sequence[ReferenceEntry]) -> Iterator[str]:
    """Yield what a search found: a line for each entry, and of the best one its whole text where that is an answer."""
    page = page_of(entries[0].page)
    if page is not None and page.answers:
        yield from entry_lines(entries[0].full_text())
        entries = entries[1:]
        yield from ["", "About this, too:"] if entries else ()
    yield from found_lines(entries)


def _fitting_titles(entry: ReferenceEntry) -> str:
    first, *more = entry.titles
    for title in more:
        if len(first) + len(title) + 2 > NAMES:
            break
        first += f", {title}"
    return first


def entry_lines(text: str) -> Iterator[str]:
    """Yield an entry of the reference line by line, its examples further to the right."""
    example = False
    part: list[str] = []
    for line in text.rstrip().split("\n"):
        if example or not line or line.startswith(PART_STARTS):
            yield from _paragraph_lines(part)
            part = []
        if line.startswith("```"):
            example = not example
        elif example:
            yield from fold(line, "    ", "        ") if len(line) > WIDTH - 4 else [f"    {line}".rstrip()]
        elif line:
            part.append(line)
        else:
            yield ""
    yield from _paragraph_lines(part)


def _paragraph_lines(lines: Sequence[str]) -> Iterator[str]:
    """Yield a paragraph, filled anew if one of its lines is too long; what follows the mark of a list is indented."""
    if all(len(line) <= WIDTH for line in lines):
        yield from lines
    else:
        yield from fold(" ".join(map(str.strip, lines)), "", "  " if lines[0].startswith("- ") else "")
