"""What a person at a table can ask about: a name, what an option would do, why something is not offered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import TYPE_CHECKING

from rulewright.diagnostics.similar import nearest_word
from rulewright.engine.log import position_of
from rulewright.report import late
from rulewright.report.wording import is_foreign, word
from rulewright.source.seat_kinds import GREEDY, USUAL_ADVISER

if TYPE_CHECKING:
    from rulewright.engine import Game, LogLine, Question
    from rulewright.engine.explanations import Answer
    from rulewright.players.foresight import Rated
    from rulewright.report.table.inspecting import Known
    from rulewright.report.table.model import Table
    from rulewright.report.table.preview import Preview
    from rulewright.report.table.summary import Summary
    from rulewright.rulebook.lookup import RuleSentences
    from rulewright.workspace import Ruleset


def adviser_kind(usual_kind: str) -> str:
    """Return who gives hints at a table, by the kind of seat that usually plays there."""
    return GREEDY if usual_kind == GREEDY else USUAL_ADVISER


@dataclass(slots=True)
class TableAdvice:
    """Answers at one table; the rulebook is made when it is first asked for."""

    ruleset: Ruleset | None = None
    """None where no rulebook is at hand."""
    _book: RuleSentences | None = field(default=None, init=False)

    def why_lines_for(self, game: Game, question: Question, name: str) -> list[str]:
        """Return why something is not offered, or everything that is not."""
        if name:
            if any(name.lower() in (c.name.lower(), c.label.lower()) for c in question.choices):
                return [word("is-offered", name=name)]
            best = nearest_word(name, {known for c in question.choices for known in (c.name, c.label)})
            meant = word("did-you-mean", name=best) if best else ""
            return self.why_lines(game, name) or [word("nothing-called", name=name) + meant]
        groups = game.why_not()
        return [line for group, lines in groups for line in (f"{group}:", *(f"  {each}" for each in lines))] or [
            word("all-offered")
        ]

    def known_about(self, game: Game, table: Table, name: str) -> Sequence[Known]:
        """Return what is known of everything whose name begins so."""
        return late.inspecting.inspect(game, table, self.rulebook_sentences(), name)

    def why_lines(self, game: Game, name: str) -> list[str]:
        """Return why something is not offered, in the words of the rulebook where it has a sentence about it."""
        lines: list[str] = []
        for answer in game.answers(name):
            lines += self._answer_lines(game, answer)
        return lines

    def _answer_lines(self, game: Game, answer: Answer) -> list[str]:
        book = self.rulebook_sentences()
        told = book.entry_of(answer.rule) if book is not None and answer.rule else None
        place = [f"  {answer.place}"] if answer.place else []
        span = game.quoted(answer)
        if book is not None and span.line:
            sentence = book.sentence_at(span.file, span.line)
            if sentence:
                now = f" ({answer.reason.now})" if answer.reason and answer.reason.now else ""
                return [*_refusal_lines(answer.label, sentence.rstrip(".:") + now), *place]
        first = told.sentences[0] if told is not None and told.sentences else ""
        return [*_with_sentence(answer.text, first), *place]

    def lines_behind(self, line: LogLine) -> list[str]:
        """Return a line of the log with what the rulebook says of the rule behind it, and its file and line."""
        book = self.rulebook_sentences()
        entry = book.entry_of(line.rule) if book is not None else None
        sentence = book.sentence_at(*position_of(line.place)) if book is not None else ""
        said = [sentence] if sentence else list(entry.sentences[:1]) if entry is not None else []
        titled = [f"  {word('entry-of', title=entry.title)} {text}" if entry else f"  {text}" for text in said]
        return [line.text, *titled, *([f"  {PurePath(line.place).name}"] if line.place else [])]

    def preview_of(self, game: Game, code: int) -> Preview:
        """Return what an option would do, judged by what the seat that is asked can know."""
        return late.preview.preview(game, code)

    def summary_of(self, game: Game, course: Mapping[int, Sequence[int]], latest: Game) -> Summary:
        """Return the summary of a game that is over; `latest` is the game before its last decision."""
        book = None if is_foreign() else self.rulebook_sentences()
        return late.table_summary.summary(game, course, book, latest)

    def rulebook_sentences(self) -> RuleSentences | None:
        """Return the rulebook's sentences; None where no ruleset is at hand."""
        if self._book is None and self.ruleset is not None:
            self._book = late.lookup.RuleSentences(self.ruleset)
        return self._book

    def rating_lines(self, game: Game, kind: str, rated: Sequence[Rated]) -> list[str]:
        """Return how a kind of seat rates the options, in words; of one that searched, what it expects to follow."""
        searched = kind != GREEDY or any(each.visits for each in rated)
        labels = {choice.code: choice.label for choice in game.question.choices} if game.question else {}
        broken = late.foresight.violated_invariants(game.program, list(game.state)) if rated else {}
        told = late.search_text.search_lines(game, rated, labels) if searched else []
        return [*(told or late.known_text.hint_lines(rated, labels, kind)), *late.known_text.violated_lines(broken)]


def _refusal_lines(what: str, sentence: str) -> list[str]:
    """Return that an option is not offered, and the rulebook's sentence; one in another language has its own line."""
    if is_foreign():
        return [word("not-offered-now", what=what), word("in-the-book", sentence=f"{sentence}.")]
    return [word("not-offered-by", what=what, sentence=sentence)]


def _with_sentence(text: str, sentence: str) -> list[str]:
    """Return a text with a sentence of the rulebook behind it; one in another language has its own line."""
    quoted = [word("in-the-book", sentence=sentence)] if sentence else []
    return [text, *quoted] if is_foreign() else [" ".join([text, *quoted])]
