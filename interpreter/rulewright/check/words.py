"""Names that could be declared and then not be used, because the language reads them as words of its own."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.compose.composed import Composed
from rulewright.diagnostics import Code, Findings
from rulewright.syntax import declarations as d
from rulewright.syntax.expressions import Word

OPENING = frozenset((
    "first", "greater", "it", "its", "last", "least", "lesser", "most", "next", "nobody", "nothing", "number",
    "only", "sum", "this",
))  # fmt: skip
"""Words that begin a value."""

AFTER_IS = frozenset((
    "above", "at", "below", "empty", "in", "not",
))  # fmt: skip
"""Words that a condition goes on with after "is"."""

AFTER_VALUE = frozenset((
    "after", "also", "and", "at", "back", "by", "for", "from", "if", "is", "keeping", "of", "or", "pays", "points",
    "secretly", "takes", "times", "to", "until", "when", "where", "with", "within",
))  # fmt: skip
"""Words that a sentence goes on with after a value, as in `take 3 …`."""


def report_words(rules: Composed, findings: Findings) -> None:
    """Add a finding for each name that no sentence could say."""
    for decl in rules.declarations:
        for word, taken in _names(decl):
            if word.text in taken:
                message = f'"{word.text}" is a word of the language and cannot be a name here'
                findings.add(Code.WORD_OF_THE_LANGUAGE, word.span, message, "Give the thing another name.")


def _names(decl: d.Decl) -> Iterator[tuple[Word, frozenset[str]]]:
    """Each declared name, with the words that it must not be."""
    if isinstance(decl, d.Names | d.Grid | d.Shape | d.Piece):
        yield from ((word, OPENING) for word in (decl.name, decl.plural))
    if isinstance(decl, d.Names):
        yield from ((member.name, OPENING | AFTER_IS) for member in decl.members)
    if isinstance(decl, d.Figure):
        yield decl.name, OPENING
    if isinstance(decl, d.Value):
        yield decl.name, (AFTER_IS if decl.of else OPENING)
    if isinstance(decl, d.Has):
        yield from _of_has(decl)
    if isinstance(decl, d.Step | d.Value | d.Cost | d.Menu | d.MenuOption | d.After):
        yield from ((word, OPENING) for word in decl.params)


def _of_has(decl: d.Has) -> Iterator[tuple[Word, frozenset[str]]]:
    game = OPENING if decl.owner is None else frozenset()
    for fact in decl.facts:
        yield fact.name, (AFTER_IS | AFTER_VALUE if fact.type.how == "truth" else game)
    for amount in decl.amounts:
        yield from ((word, AFTER_VALUE) for word in (amount.name, amount.plural))
    yield from ((place.name, game) for place in decl.places)
