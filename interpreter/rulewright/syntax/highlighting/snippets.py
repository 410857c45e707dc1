"""A snippet for each sentence of the language, from the forms that the registry has of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import count

from rulewright.syntax.sentence_words import sentence_forms
from rulewright.syntax.sentences import FORMS, word_of
from rulewright.syntax.tables import tables

_BLANK = re.compile(r'"([^"]*)"|\b([A-Z][A-Z-]*)\b')
"""What somebody fills in."""


def snippets() -> str:
    """Return the snippets as JSON."""
    made = {
        form: {"prefix": word_of(form), "body": body(form), "description": form}
        for form in dict.fromkeys(typed_forms())
    }
    return json.dumps(made, indent=2) + "\n"


def typed_forms() -> Iterator[str]:
    """Yield the forms that can be typed as they are; a few only describe."""
    sentence_forms()
    for form in (form for several in FORMS.values() for form in several):
        word = word_of(form)
        for one in re.split(rf", (?:or )?(?={word} )", form):
            if set(re.findall(r"\b[a-z][a-z-]*\b", re.sub('"[^"]*"', "", one))) <= tables().words:
                yield one


def body(form: str) -> list[str]:
    """Return the lines that a snippet inserts: a placeholder for whatever is to be filled in, and the block."""
    numbers = count(1)

    def placeholder(found: re.Match[str]) -> str:
        text, name = found.groups()
        return f"${{{next(numbers)}:{name.lower()}}}" if name else f'"${{{next(numbers)}:{text}}}"'

    line = _BLANK.sub(placeholder, form)
    return [line, "\t$0"] if line.endswith(":") else [line]
