"""The form of the sentence that is being typed, and which of its parts comes next."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from rulewright.lsp.positions import Position, column
from rulewright.lsp.project import Project
from rulewright.reference import explanation_of
from rulewright.syntax.sentence_words import sentence_forms

_PART = re.compile(r'[A-Z][A-Z-]+|"[^"]*"')
"""A part of a form that a designer fills in."""
_TYPED = re.compile(r'"[^"]*"|[^\s"]+')


class Signature(NamedTuple):
    """A form with the stretches of its parts, which of them comes next, and how many of its words are typed."""

    form: str
    parts: list[tuple[int, int]]
    active: int
    typed: int
    doc: str


def signatures(project: Project, path: Path, position: Position) -> list[Signature]:
    """Return the forms of the sentence at a position of a rule file, the one that fits best first."""
    lines = project.lines(path)
    line = lines[position.line] if position.line < len(lines) else ""
    before = line[: column(line, position.character) - 1]
    words = _TYPED.findall(before)
    if path.suffix != ".rules" or not words or words[0].startswith("#"):
        return []
    finished = words if before[-1].isspace() else words[:-1]
    word = next(
        (
            one
            for at, one in enumerate(words[:2])
            if one in sentence_forms() and _begins(sentence_forms()[one], one) == at
        ),
        None,
    )
    if word is None or word not in finished:
        return []
    doc = (explanation_of(word) or "").partition("\n")[0]
    found = [_signature(form, finished, doc) for form in sentence_forms()[word].split("  or  ")]
    return sorted(found, key=lambda one: -one.typed)


def _begins(form: str, word: str) -> int:
    """Return how many words of a form stand before the one that it is known by."""
    return form.split().index(word) if word in form.split() else 0


def _signature(form: str, words: list[str], doc: str) -> Signature:
    """Return a form, of which the finished words of a line are the beginning."""
    parts = [one.span() for one in _PART.finditer(form)]
    at = passed = typed = active = 0
    for token in re.finditer(r'"[^"]*"|[^\s",:()]+', form):
        if _PART.fullmatch(token[0]):
            passed += 1
        elif token[0] in words[at:]:
            at, active, typed = words.index(token[0], at) + 1, passed, typed + 1
        else:
            break
    return Signature(form, parts, min(active + len(words) - at, max(passed - 1, active)), typed, doc)
