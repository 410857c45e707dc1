"""Words and forms of all registered sentences, for the parser and for hints."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import get_args

from rulewright.syntax import declarations  # noqa: F401 - registers its sentences
from rulewright.syntax.sentences import FORMS, HOMES, forms_of, word_of
from rulewright.syntax.statements import Stmt

VALUE_WORDS = frozenset((
    "first", "greater", "it", "its", "last", "least", "lesser", "most", "next", "nobody", "nothing", "number",
    "only", "sum", "this",
))  # fmt: skip
"""Words that begin a value, and are never a name there."""

CONDITION_WORDS = frozenset(("can", "for", "not", "there"))
"""Words that begin a condition, and so a value that is one."""


@lru_cache(maxsize=1)
def sentence_forms() -> dict[str, str]:
    """Return how sentences read, by their word."""
    found: dict[str, str] = {}
    for form in (form for those in FORMS.values() for form in those):
        word = word_of(form)
        found[word] = f"{found[word]}  or  {form}" if word in found else form
    return found


def home_of(word: str) -> str | None:
    """Return where lines with a word belong, if they are allowed only in some places."""
    sentence_forms()
    return HOMES.get(word)


def statement_words() -> frozenset[str]:
    """Return the words with which statements begin."""
    return frozenset(_words_in_forms(form for kind in get_args(Stmt) for form in forms_of(kind)))


def one_line_words() -> list[str]:
    """Return the words of statements that have no block."""
    return _words_in_forms(form for kind in get_args(Stmt) for form in forms_of(kind) if form[-1] != ":")


def block_words() -> list[str]:
    """Return the words of sentences that open a block."""
    return [word for word, form in sentence_forms().items() if form[-1] == ":"]


def _words_in_forms(forms: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(map(word_of, forms)))
