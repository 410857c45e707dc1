"""The registry of sentences: how each reads, kept with the class of the tree that stands for it.

In a form, words of the language are in small letters, and what somebody fills in is in capitals. Whoever needs to know
which words begin a line, or what to show of a sentence, asks here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TypeVar, get_args

T = TypeVar("T")
_FORMS: dict[type, tuple[str, ...]] = {}
_HOMES: dict[str, str] = {}
_WORD = re.compile(r"\b[a-z][a-z-]*\b")


def reads(*forms: str, home: str = "") -> Callable[[type[T]], type[T]]:
    """Register how the sentences of a class read; `home` says where they belong if they stand only in some places."""

    def keep(kind: type[T]) -> type[T]:
        _FORMS[kind] = (*_FORMS.get(kind, ()), *forms)
        _HOMES.update({word_of(form): home for form in forms if home})
        return kind

    return keep


def word_of(form: str) -> str:
    """Return the word with which a sentence begins, or on which it turns."""
    found = _WORD.search(form)
    assert found is not None
    return found[0]


def forms_of(kind: type) -> tuple[str, ...]:
    """Return how the sentences of a class read."""
    return _FORMS.get(kind, ())


@lru_cache(maxsize=1)
def forms() -> dict[str, str]:
    """Return how sentences read, by their word."""
    from rulewright.syntax import declarations  # noqa: F401 - registers its sentences

    found: dict[str, str] = {}
    for form in (form for those in _FORMS.values() for form in those):
        word = word_of(form)
        found[word] = f"{found[word]}  or  {form}" if word in found else form
    return found


def home_of(word: str) -> str | None:
    """Return where lines with a word belong, if they stand only in some places."""
    forms()
    return _HOMES.get(word)


def statement_words() -> frozenset[str]:
    """Return the words with which lines begin in which something is done."""
    from rulewright.syntax.statements import Stmt

    return frozenset(_words(form for kind in get_args(Stmt) for form in forms_of(kind)))


def one_line_words() -> list[str]:
    """Return the words of statements that have no block."""
    from rulewright.syntax.statements import Stmt

    return _words(form for kind in get_args(Stmt) for form in forms_of(kind) if form[-1] != ":")


def block_words() -> list[str]:
    """Return the words of sentences that open a block."""
    return [word for word, form in forms().items() if form[-1] == ":"]


def _words(forms: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(map(word_of, forms)))
