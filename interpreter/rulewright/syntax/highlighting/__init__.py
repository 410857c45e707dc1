"""Highlighting of rule files without a parser: for editors, for Pygments, and for what shows rules as text.

    textmate.py   the TextMate grammar (VS Code, Sublime Text, JetBrains)
    vim.py        the syntax file of Vim and Neovim
    snippets.py   a snippet for each sentence, for VS Code

Each is derived from the grammar's tables and the registry of sentences, so a new sentence is highlighted by itself.
`python -m rulewright.syntax.highlighting editors` writes the files in `editors/`; the lexer for Pygments is
`reference/rules_lexer.py`.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import NamedTuple

from rulewright.syntax.lines import WORD
from rulewright.syntax.sentence_words import sentence_forms, statement_words
from rulewright.syntax.tables import tables


class WordClasses(NamedTuple):
    """The words of the language, by how they are highlighted; each tuple is sorted, longest word first."""

    declarations: tuple[str, ...]
    """Begin a declaration, in column 1 or below `difference`."""
    statements: tuple[str, ...]
    """Begin any other line."""
    verbs: tuple[str, ...]
    """Stand behind the subject of a statement."""
    others: tuple[str, ...]
    """Stand within a line."""


@lru_cache(maxsize=1)
def word_classes() -> WordClasses:
    """Return the words of the language; one that begins lines and stands within them is in two classes."""
    known = tables()
    words = {word for word in known.words if word[0].isalpha()}
    declarations = words & known.actions[known.begin["start"]].keys()
    turning = {word for word, form in sentence_forms().items() if not form.startswith(word)}
    beginning = (statement_words() | sentence_forms().keys()) & words - declarations - turning
    return WordClasses(*map(_longest_first, (declarations, beginning, turning, words - turning)))


def _longest_first(words: AbstractSet[str]) -> tuple[str, ...]:
    return tuple(sorted(words, key=lambda word: (-len(word), word)))


def any_of(words: tuple[str, ...]) -> str:
    """Return a regular expression for one of the words, as a whole."""
    return rf"(?:{'|'.join(words)})(?![\w-])"


NAME = rf"{WORD}(?![\w-])"
"""A regular expression for a name."""
TYPED = (".rules",)
"""How the names of rule files end."""
