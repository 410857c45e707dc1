"""The registry of sentences: the form of each, attached to its node class.

In a form, words of the language are in small letters, and what somebody fills in is in capitals. `sentence_words`
derives from it which words begin a line, and what to show of a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
FORMS: dict[type, tuple[str, ...]] = {}
"""How the sentences of each class read."""
HOMES: dict[str, str] = {}
"""Where lines with a word belong, if they are allowed only in some places."""
_WORD = re.compile(r"\b[a-z][a-z-]*\b")


def register_forms(*forms: str, home: str = "") -> Callable[[type[T]], type[T]]:
    """Register the forms of a class's sentences; `home` says where they belong, if they are not allowed everywhere."""

    def keep(kind: type[T]) -> type[T]:
        FORMS[kind] = (*FORMS.get(kind, ()), *forms)
        HOMES.update({word_of(form): home for form in forms if home})
        return kind

    return keep


def word_of(form: str) -> str:
    """Return the word with which a sentence begins, or on which it turns."""
    found = _WORD.search(form)
    assert found is not None
    return found[0]


def forms_of(kind: type) -> tuple[str, ...]:
    """Return how the sentences of a class read."""
    return FORMS.get(kind, ())
