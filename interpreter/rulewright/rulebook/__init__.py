"""The rulebook as a document: chapters of entries, paragraphs and tables, made from the tree and the checked rules.

    model.py            the document; `report` renders it as a page and as Markdown
    making.py           what every chapter is made with: words, order, comments, citations
    course.py, things.py, pieces.py, ending.py, back.py
                        the chapters
    winning.py          who wins
    rules.py            the entry of a rule, from
    sentences.py, questions.py, loops.py
                        the sentence of each statement, from
    conditions.py, values.py
                        conditions and values in words
    categories.py       what a value is: one thing of some kind, a set, a number
    phrases.py          text in stretches with style and link
    dictionary.py       what everything that is declared is called
    scope.py            what names mean at a place in the rules
    tables.py, faces.py, spaces.py
                        entries of printed tables, what is printed on pieces, spaces of a grid in few words
    order.py            the order in which the rules are read
    rule_text.py        the rules as plain sentences
    expanded.py         the finished rules as a text of rules with comments
    lookup.py           sentences by rule, for those who ask about something on a table
    side_by_side.py     old and new sentences beside each other, with the words that changed
    marks.py            a book with marks where it differs from another

The modules that write sentences have one `match` over their kind of node each, and a `WordingScope` as their context.

Tests: `tests/rulebook/`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulewright.check.core import CheckedRules
from rulewright.compose.composed import Composed
from rulewright.phrasing import from_to, listing
from rulewright.rulebook import back, course, ending, pieces, things
from rulewright.rulebook.making import RulebookMaker
from rulewright.rulebook.model import Block, Group, Rulebook, RulebookChapter, RulebookEntry
from rulewright.rulebook.phrases import Phrase, phrase_of, say
from rulewright.source import Source
from rulewright.source.layers import layers_of
from rulewright.syntax import declarations as d
from rulewright.workspace import Ruleset
from rulewright.workspace.about import describe_ruleset

HOW_TO_READ = (
    "\u201cYou\u201d are the player whose turn it is, or who is asked. Words in {} name something within one rule. The "
    "small print of a rule says its name, where it is written, where that is printed, and which {} it rests on."
)
"""How to read the book."""


def book_of(ruleset: Ruleset) -> Rulebook:
    """Return the rulebook of a ruleset. Raises `RulesError` when it has mistakes."""
    rules, checked, shape = ruleset.composed_rules, ruleset.checked_rules(), describe_ruleset(ruleset.source)
    sources = [book for layer in reversed(layers_of(ruleset.source)) for book in layer.manifest.sources]
    names = [rules.text_of(f"player.{name.lower()}") or name for name in shape.names]
    lines = [*filter(None, [shape.edition]), player_line(shape.fewest, shape.most, names)]
    return make_rulebook(rules, checked, sources, lines)


def make_rulebook(rules: Composed, checked: CheckedRules, sources: Sequence[Source], about: Sequence[str]) -> Rulebook:
    """Return the rulebook of a ruleset; `about` are the lines under its title."""
    made = RulebookMaker(rules, checked, sources)
    short, set_up, play = course.course_chapters(made)
    box = things.box_chapter(made)
    box = replace(box, parts=(*box.parts, *pieces.shape_entries(made)))
    chapters = [
        short,
        back.differences_chapter(made),
        box,
        things.holdings_chapter(made),
        set_up,
        play,
        *pieces.piece_chapters(made),
        course.left_over(made),
    ]
    chapters += [
        ending.scoring_chapter(made),
        things.tables_chapter(made),
        ending.terms_chapter(made),
        ending.rulings_chapter(made),
    ]
    chapters += [ending.always_chapter(made), back.assumed_chapter(made), back.sources_chapter(made)]
    numbered = tuple(number_chapters([chapter for chapter in chapters if chapter.parts or chapter.intro]))
    last = replace(back.index_chapter(made, numbered), number=len(numbered) + 1)
    return Rulebook(rules.manifest.title.text, tuple(_lines_under_title(about, made)), (*numbered, last))


def number_chapters(chapters: Sequence[RulebookChapter]) -> list[RulebookChapter]:
    """Give every chapter and entry its number."""
    found = []
    for number, chapter in enumerate(chapters, 1):
        parts: list[RulebookEntry | Group | Block] = []
        at = 0
        for part in chapter.parts:
            if isinstance(part, RulebookEntry):
                at += 1
                parts.append(replace(part, number=f"{number}.{at}"))
            else:
                parts.append(part)
        found.append(replace(chapter, parts=tuple(parts), number=number))
    return found


def _lines_under_title(lines: Sequence[str], made: RulebookMaker) -> list[Phrase]:
    found = [phrase_of(line) for line in lines]
    rulings = "chapter.rulings" if made.rules.of(d.Ruling) else ""
    found.append(say(HOW_TO_READ, phrase_of("italics", "em"), phrase_of("decided questions", "", rulings)))
    if made.assumed:
        text = "Some figures are marked \u201cassumed\u201d: {} says why."
        found.append(say(text, phrase_of("the list of assumed figures", "", "chapter.assumed")))
    return found


def player_line(low: int, high: int, names: Sequence[str]) -> str:
    """Return for how many players a game is, and how they are called."""
    return f"For {from_to(low, high, 'player')}: {listing(list(names))}."
