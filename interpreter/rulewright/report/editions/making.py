"""Differences of editions, from the rows of comparisons: each difference once, with its version in each edition."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulewright.comparison.diff import DifferenceRow, difference_rows
from rulewright.report.diff_words import ranked, title
from rulewright.report.model import Run
from rulewright.rulebook.dictionary import Dictionary, read_dictionary
from rulewright.rulebook.model import Rulebook, RulebookEntry
from rulewright.rulebook.rule_text import RuleText, rule_texts
from rulewright.rulebook.side_by_side import SentencePair, sentence_pairs
from rulewright.source.layers import layers_of
from rulewright.workspace import Ruleset
from rulewright.workspace.about import describe_ruleset

LETTERS = "ABC"


@dataclass(frozen=True, slots=True)
class Side:
    """What is read from a ruleset: its letter and name on the page, its title and edition, its rulebook, its words.

    `sources` are the titles of its sources, `sentences` say what its differences mean.
    """

    letter: str
    name: str
    headline: str
    book: Rulebook
    entries: Mapping[str, RulebookEntry]
    texts: Mapping[str, RuleText]
    words: Dictionary
    sources: Mapping[str, str]
    sentences: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Version:
    """What a difference is in some editions, compared with the first one: their letters, and the first of them.

    `rules` have the sentences of each rule that differ.
    """

    letters: list[str]
    row: DifferenceRow
    side: Side
    rules: Mapping[str, Sequence[SentencePair]]


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference, in one or more editions."""

    number: int
    sentence: str
    versions: Sequence[Version]

    @property
    def row(self) -> DifferenceRow:
        """The row of the first edition that has it."""
        return self.versions[0].row

    @property
    def title(self) -> str:
        """What it is called."""
        return title(self.row)

    @property
    def anchor(self) -> str:
        """Where it is on the page."""
        return "difference." + re.sub(r"[^\w.-]+", "-", self.row.name)

    def link(self, label: str) -> Run:
        """Return a link to it."""
        return Run(label, target=self.anchor, number=self.number)


def side_of(ruleset: Ruleset, book: Rulebook, name: str, letter: str, language: str = "") -> Side:
    """Return a ruleset with its rulebook as one side of a comparison; pieces and tables by the labels of a language."""
    entries = {entry.key.rule: entry for chapter in book.chapters for entry in chapter.entries}
    spoken = ruleset.in_language(language)
    titles = {one.name.text: one.title.text for layer in layers_of(ruleset.source) for one in layer.manifest.sources}
    headline = describe_ruleset(ruleset.source).headline
    sentences = {one.name: one.sentence for one in spoken.composed_rules.differences if one.sentence is not None}
    words = read_dictionary(spoken.composed_rules, spoken.checked_rules())
    return Side(letter, name, headline, book, entries, rule_texts(book), words, titles, sentences)


def differences(rulesets: Sequence[Ruleset], sides: Sequence[Side]) -> Iterator[Difference]:
    """Yield what differs between the first ruleset and the others, in the order of the rulebook."""
    first, *others = rulesets
    compared = [difference_rows(first, other) for other in others]
    for number, name in enumerate(_rules_in_order([[row.name for row in listed] for listed in compared]), 1):
        versions: list[Version] = []
        for side, listed in zip(sides[1:], compared, strict=True):
            for row in [row for row in listed if row.name == name]:
                twin = next((one for one in versions if one.row.changes == row.changes), None)
                if twin is None:
                    versions.append(Version([side.letter], row, side, _sentences_beside(row, sides[0], side)))
                else:
                    twin.letters.append(side.letter)
        sentence = next((side.sentences[name] for side in sides if name in side.sentences), "")
        yield Difference(number, sentence, versions)


def _sentences_beside(row: DifferenceRow, was: Side, now: Side) -> dict[str, list[SentencePair]]:
    found: dict[str, list[SentencePair]] = {}
    for name in (change.name for change in ranked(row)):
        before, after = (side.texts.get(name, RuleText()) for side in (was, now))
        found[name] = [*sentence_pairs(before.comment, after.comment), *sentence_pairs(before.lines, after.lines)]
    return {name: pairs for name, pairs in found.items() if pairs}


def _rules_in_order(listed: Iterable[Sequence[str]]) -> list[str]:
    """Return the names of all lists once, each after the one before it in its own list."""
    found: list[str] = []
    for names in listed:
        at = 0
        for name in names:
            if name not in found:
                found.insert(at, name)
            at = found.index(name) + 1
    return found
