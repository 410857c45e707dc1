"""What a person at the table can ask about: a name, what an option would do, how a computer seat rates the options."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import TYPE_CHECKING

from rulewright.cli import late
from rulewright.cli.commands.play import thinking
from rulewright.engine.log import position_of
from rulewright.players.search.settings import budget_of
from rulewright.players.seats import make_adviser
from rulewright.report.layout import fold
from rulewright.report.wording import is_foreign, word

if TYPE_CHECKING:
    from rulewright.engine import Game, LogLine, Program
    from rulewright.engine.explanations import Answer
    from rulewright.players.foresight import Adviser, Rated
    from rulewright.players.search.seat import Progress
    from rulewright.report.table.inspecting import Known
    from rulewright.report.table.model import Table
    from rulewright.report.table.preview import Preview
    from rulewright.report.table.summary import Summary
    from rulewright.rulebook.lookup import RuleSentences
    from rulewright.workspace import Ruleset


@dataclass(slots=True)
class Advice:
    """Answers for one session; the rulebook and the adviser are made when they are first asked for."""

    ruleset: Ruleset | None = None
    """None where no rulebook is at hand."""
    plain: Callable[[], Program] | None = None
    """Returns the program of the plain build, which advisers play on."""
    _book: RuleSentences | None = field(default=None, init=False)
    progress: Progress | None = None
    """What advisers that search call while they think."""
    _advisers: dict[str, Adviser] = field(default_factory=dict, init=False)
    _slow: str = field(default="", init=False)
    """What is to be said once about searches in Python."""

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
        ended, before = game, latest
        book = None if is_foreign() else self.rulebook_sentences()
        return late.table_summary.summary(ended, course, book, before.position.rules_under_way)

    def rulebook_sentences(self) -> RuleSentences | None:
        """Return the rulebook's sentences; None where no ruleset is at hand."""
        if self._book is None and self.ruleset is not None:
            self._book = late.lookup.RuleSentences(self.ruleset)
        return self._book

    def notices_before(self, kind: str) -> list[str]:
        """Return what is to be said before a kind of seat rates options for the first time: that rules are compiled."""
        return thinking.compile_notice(self.plain()) if budget_of(kind) and self.plain is not None else []

    def rating_of(self, game: Game, kind: str) -> Callable[[], Sequence[Rated]]:
        """Return what finds out, on any thread, how a kind of seat rates the options, the best first."""
        program = self.plain() if self.plain is not None else game.program
        codes = [choice.code for choice in game.question.choices] if game.question else []
        state, made = list(game.state), len(game.decisions)

        def found() -> Sequence[Rated]:
            rated = self._adviser_of(kind, program).rate_options(state, codes, made)
            return sorted(rated, key=lambda each: (-each.proven, -each.visits, -each.worth))

        return found

    def _adviser_of(self, kind: str, program: Program) -> Adviser:
        if kind not in self._advisers:
            self._slow = thinking.search_speed_notice(program) if budget_of(kind) else ""
            self._advisers[kind] = make_adviser(kind, program, self.progress)
        return self._advisers[kind]

    def rated_lines(self, game: Game, kind: str, rated: Sequence[Rated]) -> list[str]:
        """Return how a kind of seat rates the options, in words."""
        labels = {choice.code: choice.label for choice in game.question.choices} if game.question else {}
        program = game.program
        wrong = (
            late.known_text.violated_lines(late.foresight.violated_invariants(program, list(game.state)))
            if rated
            else []
        )
        if budget_of(kind) is None:
            return [*late.known_text.hint_lines(rated, labels, kind), *wrong]
        said, self._slow = self._slow, ""
        return [*late.search_text.search_lines(game, rated, labels), *wrong, *(fold(said) if said else [])]


def _refusal_lines(what: str, sentence: str) -> list[str]:
    """Return that an option is not offered, and the rulebook's sentence; one in another language has its own line."""
    if is_foreign():
        return [word("not-offered-now", what=what), word("in-the-book", sentence=f"{sentence}.")]
    return [word("not-offered-by", what=what, sentence=sentence)]


def _with_sentence(text: str, sentence: str) -> list[str]:
    """Return a text with a sentence of the rulebook behind it; one in another language has its own line."""
    quoted = [word("in-the-book", sentence=sentence)] if sentence else []
    return [text, *quoted] if is_foreign() else [" ".join([text, *quoted])]
