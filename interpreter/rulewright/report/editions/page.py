"""The page of editions: an overview, every difference in the order of the rulebook, and the rulebooks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from rulewright.comparison.diff import CitedPassage
from rulewright.comparison.statistics.effects import Effect
from rulewright.comparison.statistics.outcome import LENGTH, POINTS
from rulewright.report.compare_words import signed
from rulewright.report.diverge_report import steps_of
from rulewright.report.editions.making import LETTERS, Difference, Side, Version, differences, side_of
from rulewright.report.editions.play import InPlay, Named
from rulewright.report.editions.tables import pieces_of, tables_of
from rulewright.report.model import (
    Article,
    Beside,
    Block,
    Book,
    Column,
    Drawing,
    Faces,
    Folded,
    Plot,
    Report,
    Row,
    Run,
    Section,
    Sentence,
    Table,
    Terms,
    Text,
)
from rulewright.report.pages import page_word
from rulewright.rulebook.model import Rulebook
from rulewright.rulebook.phrases import plain_text
from rulewright.rulebook.side_by_side import SentencePair
from rulewright.workspace import Ruleset

GRADES = ("rule", "number", "pieces", "wording")


def editions_report(
    rulesets: Sequence[Ruleset], rulebooks: Sequence[Rulebook], names: Sequence[str], language: str = "",
    books: bool = True,
    play: InPlay | None = None,
) -> Report:  # fmt: skip
    """Return the page of two or three rulesets, called `names`, in a language; with `books`, their rulebooks follow."""
    lettered = zip(rulesets, rulebooks, names, LETTERS, strict=False)
    sides = [side_of(*one, language) for one in lettered]
    found = list(differences(rulesets, sides))
    page = EditionsPage(sides, found, play or InPlay(), books, partial(page_word, language))
    title = " → ".join(side.headline for side in sides)
    return Report(list(page.sections()), title, [Section(list(page.head()))], kind="editions", language=language)


@dataclass(frozen=True, slots=True)
class EditionsPage:
    """Makes the sections; `books` says whether the rulebooks are there, `word` returns a word of the pages."""

    sides: Sequence[Side]
    found: Sequence[Difference]
    play: InPlay
    books: bool
    word: Callable[..., str]

    def head(self) -> Iterator[Block]:
        """Yield how many differences there are, and which letter stands for which edition."""
        for said, ruleset, number in self.play.broken:
            yield self.word("broken-games", said=said, ruleset=ruleset, number=number)
        grades = [one.row.grade for one in self.found]
        counts = ", ".join(f"{self.word(grade)} {grades.count(grade)}" for grade in GRADES if grade in grades)
        yield from filter(None, [self.word("rules-in-english")])
        yield self.word("count", number=len(self.found)) + (f" ({counts})" if counts else "")
        yield Terms([(side.letter, self._edition_text(side)) for side in self.sides])

    def _edition_text(self, side: Side) -> Text:
        book: list[str | Run] = ["; ", Run(self.word("in-rulebook"), target=side.letter)] if self.books else []
        return [f"{side.headline} ", Run(f"({side.name})", "soft"), *book]

    def sections(self) -> Iterator[Section]:
        """Yield the overview, the measured effects, the differences by section of the rulebook, and the rulebooks."""
        if len(self.sides) > 2 and self.found:
            yield Section([self._overview()], self.word("overview"))
        if self.play.numbers:
            yield Section(list(self._effects()), self.word("in-play"), "in-play")
        for name, listed in groupby(self.found, key=lambda one: one.row.section):
            yield Section([], name or self.word("elsewhere"), articles=list(map(self._article, listed)))
        if not self.found:
            yield Section([self.word("no-differences")])
        for side in self.sides if self.books else ():
            title = self.word("rulebook-of", letter=side.letter, edition=side.headline)
            book = Folded(f"{self.word('contents')}: {side.headline}", [self._book(side)])
            yield Section([book], title, side.letter, kind="book")

    def _overview(self) -> Table:
        """Return which edition has which difference."""
        has: Text = ["◆ ", Run(self.word("has-it"), "visually-hidden")]
        has_not: Text = [Run(self.word("has-not"), "soft")]
        rows = []
        for one in self.found:
            letters = {letter for version in one.versions for letter in version.letters}
            marks = [has if side.letter in letters else has_not for side in self.sides[1:]]
            rows.append([[one.link(one.sentence or one.title)], *marks])
        headings: list[Text] = [[f"{side.letter} ", Run(side.name, "small")] for side in self.sides[1:]]
        return Table([Column(one) for one in (self.word("difference"), *headings)], rows, kind="matrix")

    # -- in play

    def _effects(self) -> Iterator[Block]:
        """Yield who played, and the measured effects: of the editions, then of the differences, the largest first."""
        word, numbers = self.word, self.play.numbers
        seated = ", ".join(f"{number} × {kind}" for kind, number in self.play.who.items())
        who = word("played-by", pairs=len(numbers), first=numbers[0], last=numbers[-1], who=seated)
        yield f"{who} {word('measured-note')}"
        rows = [
            self._effect_row(word("all-of", letter=side.letter, edition=side.headline), found[0], (side.letter, ""))
            for side in self.sides[1:] if (found := self.play.measured(side.letter, ""))
        ]  # fmt: skip
        each: list[tuple[Effect, Text, Named]] = [
            (found[0], [one.link(one.title), f" {', '.join(of.letters)}" if len(self.sides) > 2 else ""], named)
            for one in self.found for of in one.versions
            if (found := self.play.measured(*(named := (of.letters[0], of.row.name))))
        ]  # fmt: skip
        each.sort(key=lambda row: -abs(row[0].difference))
        rows += [self._effect_row(name, points, named) for points, name, named in each]
        headings = [Column(word(name)) for name in ("difference", "points-a-player", "interval", "verdict")]
        yield Table(headings, rows, plot=self._plot(), kind="effects")

    def _effect_row(self, name: Text, points: Effect, named: Named) -> Row:
        if named in self.play.unplayed:
            return Row([name, "", self.word("not-in-play", pairs=points.pairs), ""])
        cells = [name, signed(points.difference, POINTS), self._interval(points, POINTS), self._verdict(points)]
        return Row(cells, clear=points.is_clear, drawn=self.play.drawn(points))

    def _interval(self, one: Effect, group: str) -> str:
        if one.is_alike or not one.spread:
            return self.word("same-in-pairs" if one.is_alike else "in-all-pairs", pairs=one.pairs)
        low, high = one.within
        return self.word("from-to", low=signed(low, group), high=signed(high, group))

    def _verdict(self, one: Effect) -> str:
        return self.word(one.verdict.replace(" ", "-"))

    def _plot(self) -> Plot:
        return Plot("", self.word("points-a-player"), self.play.axis)

    # -- a difference

    def _article(self, one: Difference) -> Article:
        word, row, label = self.word, one.row, one.sentence or one.title
        heading: list[str | Run] = [Run(str(one.number), "no"), f" {label} ", Run(word(row.grade), "kind"), " "]
        heading += [Run(word("assumed"), "kind assumed", label=word("assumed-title")), " "] if row.guessed else []
        heading.append(Run("¶", "at", one.anchor, word("link-here", name=one.title)))
        blocks = [block for of in one.versions for block in self._version_blocks(of)]
        return Article(one.anchor, heading, one.link(label), blocks, row.grade, row.guessed)

    def _version_blocks(self, of: Version) -> Iterator[Block]:
        word, row, letters, words = self.word, of.row, ", ".join(of.letters), of.side.words
        if len(self.sides) > 2:
            yield Sentence(word("in-edition", edition=letters), kind="group")
        yield from tables_of(row.changes, words, word)
        for name, added, spoken in (("gone", False, self.sides[0].words), ("come", True, words)):
            pictures = pieces_of(row.changes, added, spoken)
            yield from (Sentence([Run(word(name), "strong")]), Faces(pictures)) if pictures else ()
        rules = [self._rule_beside(name, pairs, of) for name, pairs in of.rules.items()]
        yield from rules[:1]
        if rules[1:]:
            yield Folded(word("more-rules", number=len(rules) - 1), rules[1:])
        yield from self._play_blocks(of.letters[0], row.name, letters)
        cites = [*_cited_passages(row.was_in, self.sides[0]), *_cited_passages(row.now_in, of.side)]
        yield Sentence(f"{word('printed')}: {'; '.join(cites) or word('no-place')}", kind="where")

    def _rule_beside(self, name: str, pairs: Sequence[SentencePair], of: Version) -> Beside:
        """Return the sentences of a rule side by side, below its title with links into the rulebooks."""
        was, now = self.sides[0], of.side
        entry = now.entries.get(name) or was.entries.get(name)
        title = plain_text(entry.title) if entry is not None else name
        texts: list[str | Run] = [title]
        for letter, side in ((was.letter, was), *((letter, now) for letter in of.letters)):
            if self.books and name in side.entries:
                label = f"{title}: {self.word('in-rulebook')} {letter}"
                texts += [" ", Run(letter, target=f"{letter}.{name}", label=label)]
        return Beside(texts, pairs)

    def _play_blocks(self, letter: str, name: str, letters: str) -> Iterator[Block]:
        """Yield what was measured of a difference, and its example game."""
        word, measured, example = self.word, self.play.measured(letter, name), self.play.examples.get((letter, name))
        if measured is not None and (letter, name) in self.play.unplayed:
            said = word("not-in-play", pairs=measured[0].pairs)
            yield Sentence([Run(f"{word('in-play')}:", "strong"), f" {said}"])
        elif measured is not None:
            points, length = measured
            more, longer = signed(points.difference, POINTS), signed(length.difference, LENGTH)
            said = word("effect", points=more, within=self._interval(points, POINTS)) + f", {self._verdict(points)}"
            said += (
                "; "
                + word("effect-length", length=longer, within=self._interval(length, LENGTH))
                + f", {self._verdict(length)}"
            )
            yield Sentence([Run(f"{word('in-play')}:", "strong"), f" {said}"])
            yield Drawing(self.play.drawn(points), self._plot())
        if example is not None:
            yield steps_of(*example, (self.sides[0].letter, letters))

    # -- a rulebook

    def _book(self, side: Side) -> Book:
        """Return a rulebook with links from its rules to the differences that concern them."""
        touched: dict[str, list[Run]] = {}
        for one in self.found:
            link = Run(f"◆ {self.word('changed-in', number=one.number)}: {one.title}", target=one.anchor)
            for of in one.versions:
                for name in of.rules if side.letter in (LETTERS[0], *of.letters) else ():
                    if name in side.entries and link not in touched.get(name, []):
                        touched.setdefault(name, []).append(link)
        return Book(side.letter, side.book, touched)


def _cited_passages(cites: Sequence[CitedPassage], side: Side) -> Iterator[str]:
    for source, passage in cites:
        yield f"{side.sources.get(source, source)}, “{passage}”"
