"""The language reference for designers: an entry for each word of the language and for each code of a message.

    entries.py       pages and their entries, read from the Markdown files here
    search.py        finds entries by what they are about
    rules_lexer.py   the examples on the pages, and rules anywhere else, in colours: a lexer for Pygments

    contents.toml    the topics with their pages, in the order in which a designer needs them
    search.toml      endings and related words, for the search
    NAME.md          a page: its title, what it is about, and an entry under each heading `## word, word`

Tests: `tests/reference/`; of the lexer `tests/editors/test_highlighting.py`.
"""

from __future__ import annotations

from rulewright.reference.entries import (
    ReferenceEntry,
    ReferencePage,
    all_pages,
    explained_words,
    explanation_of,
    page_of,
    pages_by_topic,
    titles_in,
)
from rulewright.reference.search import (
    Document,
    Index,
    find_entries,
    reference_documents,
    search_vocabulary,
    section_document,
)

__all__ = [
    "Document", "Index", "ReferenceEntry", "ReferencePage", "all_pages", "explained_words", "explanation_of",
    "find_entries", "page_of", "pages_by_topic", "reference_documents", "search_vocabulary", "section_document",
    "titles_in",
]  # fmt: skip
