"""Names that mean two things, or that no sentence could say."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.check.declare.table import BUILT_IN, SymbolTable
from rulewright.compose.composed import Composed, full_name
from rulewright.diagnostics import Code, Findings, Span
from rulewright.syntax import declarations as d
from rulewright.syntax.expressions import Word
from rulewright.syntax.sentence_words import CONDITION_WORDS, VALUE_WORDS

PEOPLE = ("player", "players", "others")
"""What always means somebody."""


def report_twice(table: SymbolTable, rules: Composed) -> None:
    """Add a finding for each declaration of a name that has one already."""
    seen: dict[str, Span] = {}
    layers = list(rules.files)
    for decl in sorted(rules.declarations, key=lambda decl: (layers.index(decl.span.file), decl.span)):
        if isinstance(decl, d.Has | d.Replace | d.ChangeFigure | d.Remove | d.Difference):
            continue
        word = decl.option.name if isinstance(decl, d.MenuOption) else decl.name
        name = f"step.{word}" if isinstance(decl, d.Step) else full_name(decl)
        name = f"option.{decl.menu}.{word}" if isinstance(decl, d.MenuOption) else name
        if name in seen:
            table.report_duplicate(word, seen[name])
        seen.setdefault(name, decl.span)


def report_clashes(table: SymbolTable, rules: Composed) -> None:
    """Add a finding for each declared name that is built in, or that already means something else in the same place."""
    findings = table.findings
    first: dict[tuple[str, str], tuple[Span, str]] = {}
    for owner, word, what in _meaningful_names(rules):
        if word.text in (BUILT_IN if owner in table.kinds or owner in table.home else () if owner else PEOPLE):
            meaning = f'"{word.text}" is built in: {BUILT_IN[word.text]}'
            findings.add(Code.NAME_BUILT_IN, word.span, meaning, "Choose another name.")
            continue
        if (owner, word.text) in first and (found := first[owner, word.text])[1] != what:
            span, other = found
            remedy = f"It is {other} in {span.file}:{span.line}. Rename one of them."
            findings.add(Code.DECLARED_TWICE, word.span, f'"{word.text}" already means something else', remedy)
        first.setdefault((owner, word.text), (word.span, what))
    for decl in rules.declarations:
        _report_params(_declared_params(decl), findings)
    _report_amounts([amount for has in rules.of(d.Has) for amount in has.amounts], findings)


def _meaningful_names(rules: Composed) -> Iterator[tuple[str, Word, str]]:
    """Every name that has a meaning by itself (no owner) or after `owner's`, with what it is."""
    for grid in [grid for grid in rules.of(d.Grid) if grid.edges][:1]:
        yield from _names_at_spaces(grid)
    for decl in rules.declarations:
        if isinstance(decl, d.Names | d.Grid | d.Shape | d.Piece):
            yield "", decl.name, "a kind of thing"
            yield "", decl.plural, "a kind of thing"
        if isinstance(decl, d.Shape | d.Piece):
            yield from ((decl.name.text, fact.name, "a printed fact") for fact in decl.printed)
        if isinstance(decl, d.Figure):
            yield "", decl.name, "a figure"
        if isinstance(decl, d.Value):
            yield decl.of.text if decl.of else "", decl.name, "a value"
        if isinstance(decl, d.Has):
            owner = decl.owner.text if decl.owner else ""
            yield from ((owner, fact.name, "a fact") for fact in decl.facts)
            yield from ((owner, amount.name, "an amount") for amount in decl.amounts)
            yield from ((owner, place.name, "a place") for place in decl.places)
            yield from ((owner, memory.name, "a memory") for memory in decl.memories)


def _names_at_spaces(grid: d.Grid) -> Iterator[tuple[str, Word, str]]:
    """The names that a grid gives its sides and corners, and those under which its spaces and they know one another."""
    kinds = [(Word(plural.span, plural.text.removesuffix("s")), plural) for plural in grid.edges]
    for one, plural in kinds:
        yield from (("", word, f"a name for the {plural} of {grid.plural}") for word in (one, plural))
    kinds.append((grid.name, grid.plural))
    for owner, _ in kinds:
        touching = (Word(grid.edges[0].span, plural.text) for one, plural in kinds if one is not owner)
        yield from ((owner.text, word, f"what touches a {owner}") for word in touching)


def _report_amounts(amounts: list[d.Amount], findings: Findings) -> None:
    """`take 3 coins` names no owner, so only one counted thing may be called coin."""
    first: dict[str, d.Amount] = {}
    for amount in amounts:
        for word in (amount.name, amount.plural):
            other = first.setdefault(word.text, amount)
            if other is not amount:
                remedy = f"The other one is in {other.span.file}:{other.span.line}."
                findings.add(Code.DECLARED_TWICE, word.span, f'a counted thing is called "{word.text}" already', remedy)
                break


def _declared_params(decl: d.Decl) -> tuple[Word, ...]:
    if isinstance(decl, d.Step | d.Value | d.Cost | d.After | d.MenuOption):
        return decl.params
    if isinstance(decl, d.Menu):
        return (*decl.params, *(kept.name for kept in decl.keeps))
    return ()


def _report_params(params: tuple[Word, ...], findings: Findings) -> None:
    seen: set[str] = set()
    for word in params:
        if word.text in PEOPLE:
            remedy = "It need not be given: the person who acts is known everywhere."
            findings.add(Code.NAME_BUILT_IN, word.span, f'"{word.text}" is built in: {BUILT_IN[word.text]}', remedy)
        elif word.text in seen:
            message, remedy = f'"{word.text}" stands here twice', "Give each thing a name of its own."
            findings.add(Code.DECLARED_TWICE, word.span, message, remedy)
        seen.add(word.text)


# -- names that the language reads as words of its own

BEGINNING = VALUE_WORDS | CONDITION_WORDS

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
        for word, taken in _names_and_forbidden(decl):
            if word.text in taken:
                message = f'"{word.text}" is a word of the language and cannot be a name here'
                findings.add(Code.WORD_OF_THE_LANGUAGE, word.span, message, "Give the thing another name.")


def _names_and_forbidden(decl: d.Decl) -> Iterator[tuple[Word, frozenset[str]]]:
    """Each declared name, with the words that it must not be."""
    if isinstance(decl, d.Names | d.Grid | d.Shape | d.Piece):
        yield from ((word, BEGINNING) for word in (decl.name, decl.plural))
    if isinstance(decl, d.Names):
        yield from ((member.name, BEGINNING | AFTER_IS) for member in decl.members)
    if isinstance(decl, d.Figure):
        yield decl.name, BEGINNING
    if isinstance(decl, d.Value):
        yield decl.name, (AFTER_IS if decl.of else BEGINNING)
    if isinstance(decl, d.Has):
        yield from _of_has(decl)
    if isinstance(decl, d.Step | d.Value | d.Cost | d.Menu | d.MenuOption | d.After):
        yield from ((word, BEGINNING) for word in decl.params)


def _of_has(decl: d.Has) -> Iterator[tuple[Word, frozenset[str]]]:
    game = BEGINNING if decl.owner is None else frozenset()
    for fact in decl.facts:
        yield fact.name, (AFTER_IS | AFTER_VALUE if fact.type.how == "truth" else game)
    for amount in decl.amounts:
        yield from ((word, AFTER_VALUE) for word in (amount.name, amount.plural))
    yield from ((place.name, game) for place in decl.places)
