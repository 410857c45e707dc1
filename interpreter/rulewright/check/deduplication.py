"""Reports a slip that makes many names unknown once: at the declaration that has it, or at the first use of the name.

A name is misspelt where it is declared, and not in all the places where it is used, when it is used in several, is
declared nowhere, and is very like a declared name that no other line uses. For instance:

    value tottal of player: ...            "tottal" is never used
    score player's total points            there is no "total"
    if player's total is at least 9:       there is no "total"

becomes one finding in the first line: nothing uses this name; 2 places say "total" instead.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from rulewright.check.cascading import declarations_by_line, words_at
from rulewright.compose.composed import Composed
from rulewright.diagnostics import Code, Diagnostic, Findings, Span, Suggestion
from rulewright.diagnostics.similar import nearest_word
from rulewright.syntax import declarations as d
from rulewright.syntax.expressions import Word

_TEXT, _BRACES = re.compile(r'"([^"]*)"'), re.compile(r"\{([^{}]*)\}")
_WORD = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_FULL = re.compile(rf"{_WORD.pattern}(?:\.{_WORD.pattern})*")

Spot = tuple[str, int]
"""A file and a line."""

MOST_LINES = 6
"""The maximum number of places of a name that are listed."""


def deduplicate_findings(rules: Composed, findings: Findings) -> None:
    """Replace the findings that one misspelling has caused by one."""
    _leave_declared(rules, findings)
    unknown: dict[str, list[Diagnostic]] = {}
    for each in findings.found:
        if each.code == Code.UNKNOWN_NAME and each.span.file in rules.files:
            unknown.setdefault(words_at(rules, each.span), []).append(each)
    if unknown:
        names = _Names(rules, findings)
        decls = declarations_by_line(rules)
        for text, same in unknown.items():
            if not _at_declaration(rules, findings, text, same, names):
                _at_first(decls, findings, same)


class _Names:
    """The names that rules declare, use and give, collected once."""

    def __init__(self, rules: Composed, findings: Findings) -> None:
        self._findings, self.uses = findings, _word_uses(rules)
        self._declared = [word for forms in _declared_names(rules) for word in forms]
        own = {word.text for decl in rules.declarations if isinstance(word := getattr(decl, "name", None), Word)}
        lines = (_code_words(line) for file in rules.files.values() for line in file.split("\n"))
        self.meaningful = own.union(*map(_GIVEN.findall, lines))
        """Names that are declared, or given to something in a line, so that they may be right in other places."""

    @cached_property
    def unused(self) -> list[Word]:
        """The declared names that nothing uses; no longer known once a finding has been replaced."""
        unreached = {each.span for each in self._findings.found if each.code == Code.NEVER_REACHED}
        return [word for word in self._declared if not self.uses[word.text] or word.span in unreached]

    def misdeclared(self, text: str) -> Word | None:
        """Return the declared name very like an unknown one that nothing uses, if it is the only one."""
        slip = nearest_word(text, [word.text for word in self.unused if word.text != text])
        words = [word for word in self.unused if word.text == slip]
        return words[0] if len(words) == 1 else None


def _leave_declared(rules: Composed, findings: Findings) -> None:
    """Let a person decide about a word taken for a misspelt word of the language that is a declared name."""
    names = {word.text for decl in rules.declarations if isinstance(word := getattr(decl, "name", None), Word)}
    names |= {word.text for forms in _declared_names(rules) for word in forms}
    for at, each in enumerate(findings.found):
        fix = each.fix if each.code == Code.UNKNOWN_WORD else None
        if fix is not None and any(words_at(rules, edit.span).strip() in names for edit in fix.edits):
            findings.found[at] = replace(each, fix=replace(fix, safe=False))


def _at_declaration(rules: Composed, findings: Findings, text: str, same: Sequence[Diagnostic], names: _Names) -> bool:
    """Report at its declaration a name that is declared with a slip; return whether this one is."""
    word = names.misdeclared(text)
    if word is None or any(each.remedy[:1] not in ((f'Did you mean "{word.text}"?',), (_DECLARE,)) for each in same):
        return False
    other = text in names.meaningful
    if other and any(each.remedy[0] == _DECLARE for each in same):
        return False
    both = next({form.text for form in forms} for forms in _declared_names(rules) if word in forms)
    data = [each for each in findings.found if each.span.file not in rules.files and _echoes_misspelling(each, both)]
    spots = sorted((each.span.file, each.span.line) for each in same) if other else names.uses[text]
    spots = spots + [(each.span.file, each.span.line) for each in data if each.severity == "error"]
    if len(spots) < 2:
        return False
    message = f'nothing uses this name; {len(spots)} places say "{text}" instead'
    meant = Suggestion(f'Did you mean "{text}"?', word.text, text)
    remedy = (meant, f"It stands in {listed_places(spots)}.")
    here = [each for each in findings.found if each.code in _HERE and each.span == word.span]
    _replace_findings(
        findings,
        [*same, *data, *here],
        Diagnostic(Code.UNKNOWN_NAME, word.span, message, remedy, fix=meant.fix(word.span)),
    )
    del names.unused
    return True


_GIVEN = re.compile(r"(?:\b(?:let|roll|choose|each|every|some|with) |[(,] ?)(?=([a-z0-9-]+))")
"""Where a line gives a name to something."""

_HERE = (Code.FIGURE_MISSING, Code.NEVER_REACHED)
"""Codes of what only follows where a name is declared that nothing uses."""


def _echoes_misspelling(each: Diagnostic, names: set[str]) -> bool:
    """Whether what was found in a data file comes of a name that is declared with a slip."""
    said = " ".join(each.remedy[:1])
    if not said.startswith(("Did you mean ", "Without a text: ")):
        return False
    return bool(names & {part for word in _FULL.findall(said) for part in word.split(".")})


_DECLARE = 'Declare it, or give it a meaning in a line above: "let NAME be ...".'
_KNOWN = "It is known in "


def _at_first(decls: Mapping[Spot, d.Decl], findings: Findings, same: Sequence[Diagnostic]) -> None:
    """Report only once in a rule a name to which one remedy gives a meaning in all places."""
    within: dict[Span, list[Diagnostic]] = {}
    for each in same:
        decl = decls.get((each.span.file, each.span.line))
        if decl is not None and (*each.remedy, "")[0].startswith((_DECLARE, _KNOWN)):
            within.setdefault(decl.span, []).append(each)
    for some in within.values():
        first, *more = sorted(some, key=lambda each: each.span)
        if more:
            too = f"It stands in {listed_places([(each.span.file, each.span.line) for each in more])}, too."
            _replace_findings(findings, some, replace(first, remedy=(*first.remedy, too)))


def _replace_findings(findings: Findings, same: Sequence[Diagnostic], one: Diagnostic) -> None:
    gone = {id(each) for each in same}
    at = next(at for at, each in enumerate(findings.found) if id(each) in gone)
    findings.found[at:] = [one, *(each for each in findings.found[at:] if id(each) not in gone)]


def listed_places(spots: Sequence[Spot]) -> str:
    """Return places as text: "rules/game.rules:10, 29 and 33"."""
    spots, shown = list(dict.fromkeys(spots)), list[str]()
    for at, (file, line) in enumerate(spots[:MOST_LINES]):
        shown.append(f"{line}" if at and spots[at - 1][0] == file else f"{file}:{line}")
    if len(spots) > MOST_LINES:
        return ", ".join(shown) + " …"
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))


def _declared_names(rules: Composed) -> Iterator[tuple[Word, ...]]:
    """Every name that only rules use, with its other form; what data files name is left out."""
    for decl in rules.declarations:
        if isinstance(decl, d.Step | d.Value | d.Cost | d.Menu | d.Figure | d.Ruling):
            yield (decl.name,)
        elif isinstance(decl, d.Has):
            yield from ((amount.name, amount.plural) for amount in decl.amounts)
            yield from ((fact.name,) for fact in decl.facts)
            yield from ((place.name,) for place in decl.places)
            yield from ((memory.name,) for memory in decl.memories)


def _word_uses(rules: Composed) -> dict[str, list[Spot]]:
    """Return the lines in which each word occurs, without those that declare something of this name."""
    found: dict[str, list[Spot]] = defaultdict(list)
    own = [word for decl in rules.declarations if isinstance(word := getattr(decl, "name", None), Word)]
    names = {
        (word.span.file, word.span.line, word.text)
        for word in [*own, *(word for form in _declared_names(rules) for word in form)]
    }
    for file, text in rules.files.items():
        for number, line in enumerate(text.split("\n"), 1):
            for word in _WORD.findall(_code_words(line)):
                if (file, number, word) not in names:
                    found[word].append((file, number))
    return found


def _code_words(line: str) -> str:
    """Return a line without its comment, and with its texts reduced to the braces in them."""
    return _TEXT.sub(lambda found: " ".join(_BRACES.findall(found[1])), line).partition("#")[0]
