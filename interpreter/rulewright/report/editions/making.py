"""Differences of editions, from the rows of comparisons: each difference once, with its version in each edition."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rulewright.comparison.diff import CitedPassage, DifferenceRow, difference_rows
from rulewright.comparison.diff.changes import RuleChange
from rulewright.report.diff_words import ranked, title
from rulewright.report.editions.model import Difference, Edition, Passage, RuleShown, Version
from rulewright.report.editions.play import InPlay
from rulewright.report.editions.tables import pieces_of, tables_of
from rulewright.rulebook.dictionary import Dictionary, read_dictionary
from rulewright.rulebook.model import Rulebook, RulebookEntry
from rulewright.rulebook.phrases import plain_text
from rulewright.rulebook.rule_text import RuleText, rule_texts
from rulewright.rulebook.side_by_side import SentencePair, sentence_pairs
from rulewright.source.layers import layers_of
from rulewright.workspace import Ruleset
from rulewright.workspace.about import describe_ruleset

LETTERS = "ABC"


@dataclass(frozen=True, slots=True)
class Side:
    """What is read from a ruleset: its rulebook, its words, the titles of its sources, what its differences mean."""

    edition: Edition
    entries: Mapping[str, RulebookEntry]
    texts: Mapping[str, RuleText]
    words: Dictionary
    sources: Mapping[str, str]
    sentences: Mapping[str, str]


def side_of(ruleset: Ruleset, book: Rulebook, name: str, letter: str, language: str = "") -> Side:
    """Return a ruleset with its rulebook as one side of a comparison; pieces and tables by the labels of a language."""
    entries = {entry.key.rule: entry for chapter in book.chapters for entry in chapter.entries}
    spoken = ruleset.in_language(language)
    titles = {one.name.text: one.title.text for layer in layers_of(ruleset.source) for one in layer.manifest.sources}
    headline = describe_ruleset(ruleset.source).headline
    edition = Edition(letter, name, headline, book)
    sentences = {one.name: one.sentence for one in spoken.composed_rules.differences if one.sentence is not None}
    return Side(
        edition,
        entries,
        rule_texts(book),
        read_dictionary(spoken.composed_rules, spoken.checked_rules()),
        titles,
        sentences,
    )


def differences(rulesets: Sequence[Ruleset], sides: Sequence[Side], play: InPlay) -> list[Difference]:
    """Return what differs between the first ruleset and the others, in the order of the rulebook."""
    first, *others = rulesets
    compared = [difference_rows(first, other) for other in others]
    found: list[Difference] = []
    for name in _rules_in_order([[row.name for row in listed] for listed in compared]):
        versions: dict[int, Version] = {}
        same = [(at, row) for at, listed in enumerate(compared, 1) for row in listed if row.name == name]
        for at, row in same:
            twin = next((i for i, other in same if i in versions and other.changes == row.changes), None)
            version = _made_version(row, sides[0], sides[at], play)
            if twin is None:
                versions[at] = version
            else:
                versions[twin] = replace(versions[twin], letters=(*versions[twin].letters, *version.letters))
        sentence = next((side.sentences[name] for side in sides if name in side.sentences), "")
        found.append(_made_difference(len(found) + 1, same[0][1], sentence, tuple(versions.values())))
    return found


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


def _made_difference(number: int, row: DifferenceRow, sentence: str, versions: tuple[Version, ...]) -> Difference:
    anchor = "difference." + re.sub(r"[^\w.-]+", "-", row.name)
    return Difference(
        number, row.name, anchor, title(row), sentence, row.grade, row.section, row.guessed, versions
    )  # fmt: skip


def _made_version(row: DifferenceRow, was: Side, now: Side, play: InPlay) -> Version:
    letter = now.edition.letter
    return Version(
        (letter,),
        tuple(shown for change in ranked(row) if (shown := _rule_beside(change, was, now)).pairs),
        tables_of(row.changes, now.words),
        pieces_of(row.changes, False, was.words),
        pieces_of(row.changes, True, now.words),
        _cited_passages(row.was_in, was),
        _cited_passages(row.now_in, now),
        play.measured(letter, row.name),
        play.played(letter, row.name),
    )


def _rule_beside(change: RuleChange, was: Side, now: Side) -> RuleShown:
    entry = now.entries.get(change.name) or was.entries.get(change.name)
    before, after = (side.texts.get(change.name, RuleText()) for side in (was, now))
    at = [change.name if change.name in side.entries else "" for side in (was, now)]
    found: list[SentencePair] = [
        *sentence_pairs(before.comment, after.comment),
        *sentence_pairs(before.lines, after.lines),
    ]
    called = plain_text(entry.title) if entry is not None else change.name
    return RuleShown(called, at[0], at[1], tuple(found))


def _cited_passages(cites: Sequence[CitedPassage], side: Side) -> tuple[Passage, ...]:
    return tuple(Passage(side.sources.get(source, source), passage) for source, passage in cites)
