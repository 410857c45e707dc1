"""The sentences of the rulebook by rule, for those who ask about something on the table."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from rulewright.compose.composed import full_name
from rulewright.rulebook import book_of
from rulewright.rulebook.loops import ending_condition
from rulewright.rulebook.making import RulebookMaker
from rulewright.rulebook.model import Block, Paragraph, RulebookEntry, RulebookTable, SentenceLines, Terms, nested_lines
from rulewright.rulebook.phrases import join_phrases, plain_text
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x
from rulewright.syntax import statements as s
from rulewright.syntax.expressions import nodes_in
from rulewright.workspace import Ruleset

Loop = s.ForEach | s.ForRange | s.Repeat | s.RepeatUntil


@dataclass(frozen=True, slots=True)
class Explained:
    """What the rulebook says of a rule: its title, its sentences, and where that is printed and decided."""

    rule: str
    title: str
    sentences: tuple[str, ...]
    printed: tuple[str, ...]


class RuleSentences:
    """The entries of a rulebook by the full name of their rule; the book is written when it is first asked for."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._entries: dict[str, Explained] | None = None
        self._lines: dict[tuple[str, int], str] = {}
        self._comments: dict[str, str] = {}

    @property
    def entries(self) -> dict[str, Explained]:
        """Return all entries; empty if the rules have mistakes."""
        if self._entries is None:
            book = book_of(self._ruleset)
            found = [entry for chapter in book.chapters for entry in chapter.entries]
            self._lines = {place: text for entry in found for place, text in _places(entry)}
            self._comments = {entry.key.rule: text for entry in found if (text := _comment(entry))}
            self._entries = {entry.key.rule: _explained(entry) for entry in found}
        return self._entries

    def entry_of(self, rule: str) -> Explained | None:
        """Return the entry of a rule by its full name."""
        return self.entries.get(rule)

    def sentence_at(self, file: str, line: int) -> str:
        """Return the sentence about a line of a rule file; empty if there is none."""
        return self._lines.get((file, line), "") if self.entries else ""

    def entries_titled(self, name: str) -> list[Explained]:
        """Return the entries whose title begins with a name."""
        start = name.lower()
        return [entry for entry in self.entries.values() if entry.title.lower().startswith(start)]

    def ending_sentence(self, active: Sequence[str], places: Collection[str] = ()) -> str:
        """Return the sentence on how long the game goes on; `active` are the rules in which it ended, outermost first.

        It is that of the first loop around what was done last; empty if there is none. Where one of the `places` that
        were met last ended the game in the middle of a loop, it is the sentence of the condition for that; of several
        conditions that can end it, it names the one that is among the places.
        """
        rules = self._ruleset.composed_rules
        early = (node.span for decl in rules.declarations for node in nodes_in(decl) if _ends_game(node))
        for span in early:
            if f"{span.file}:{span.line}" in places:
                return "" if self.sentence_at(span.file, span.line) else self._above(span.file, span.line)
        steps = {full_name(step): step for step in rules.of(d.Step)}
        for rule, inner in zip(active, [*active[1:], ""], strict=True):
            loop = _loop_around(steps[rule], inner) if rule in steps else None
            if loop is not None:
                return self._how_long(steps[rule], loop, places)
        games = (step for step in steps.values() if step.kind == "game")
        done = {node.step.text for game in games for node in nodes_in(game) if isinstance(node, s.Do)}
        return next(
            filter(None, (self._ending_of(step, places) for step in steps.values() if step.name.text in done)), ""
        )

    def _ending_of(self, step: d.Step, places: Collection[str]) -> str:
        """Return the sentences of the lines that end a phase by its name, if it goes on until then."""
        loop = _loop_around(step, "")
        if step.kind == "game" or not isinstance(loop, s.ForEach) or loop.until is not None:
            return ""
        nodes = (node for decl in self._ruleset.composed_rules.declarations for node in nodes_in(decl))
        lines = [node.span[:2] for node in nodes if isinstance(node, s.End) and node.what.text == step.name.text]
        met = [line for line in lines if f"{line[0]}:{line[1]}" in places]
        return " Or: ".join(dict.fromkeys(self._above(*line) for line in met or lines))

    def _above(self, file: str, line: int) -> str:
        """Return the sentence that a line without one of its own is a part of."""
        return next((text for number in range(line, 0, -1) if (text := self.sentence_at(file, number))), "")

    def _how_long(self, step: d.Step, loop: Loop, places: Collection[str]) -> str:
        """Return the sentence of a loop that says when it ends, otherwise the comment on its step, if it has one.

        There is none where a loop goes through all of its numbers or things.
        """
        until = s.loop_end(loop)
        if until is not None:
            scope = RulebookMaker(self._ruleset.composed_rules, self._ruleset.checked_rules(), ()).scope
            return f"It ends when {plain_text(ending_condition(loop, _part_that_was_so(until, places), scope))}."
        counted = not any(isinstance(node, s.Stop) for node in nodes_in(loop))
        own = "" if counted or step.kind == "game" or not self.entries else self._comments.get(full_name(step), "")
        return self._ending_of(step, places) or own


def _part_that_was_so(condition: x.Expr, places: Collection[str]) -> x.Expr:
    """Return the part of `A or B` whose place is among those that were met, if exactly one is."""
    met = [part for part in condition.parts if part.span.place in places] if isinstance(condition, x.Joined) else []
    return met[0] if len(met) == 1 else condition


def _ends_game(node: object) -> bool:
    return isinstance(node, s.End) and node.what.text == "game"


def _loop_around(step: d.Step, inner: str) -> Loop | None:
    """Return the loop in which a step does another one; without another one, its first loop."""
    for line in step.body.lines:
        repeated = (
            isinstance(line, s.Repeat | s.RepeatUntil | s.ForRange)
            or isinstance(line, s.ForEach)
            and (line.laps or line.until)
        )
        done = [f".{node.step.text}" for node in nodes_in(line) if isinstance(node, s.Do)] if repeated else []
        if repeated and (not inner or any(map(inner.endswith, done))):
            return line  # type: ignore[return-value]
    return None


def _places(entry: RulebookEntry) -> Iterator[tuple[tuple[str, int], str]]:
    """Yield the sentences of an entry that are about a line of a rule file."""
    for block in entry.blocks:
        if isinstance(block, Paragraph) and block.key is not None:
            yield (block.key.file, block.key.line), plain_text(block.text)
        for _, line in nested_lines(block.lines) if isinstance(block, SentenceLines) else ():
            yield (line.key.file, line.key.line), plain_text(line.text)


def _comment(entry: RulebookEntry) -> str:
    """Return the comment above a rule, with which its entry begins; empty if it has none."""
    match entry.blocks:
        case (Paragraph(text, None), *_):
            return plain_text(text)
        case _:
            return ""


def _explained(entry: RulebookEntry) -> Explained:
    sentences = tuple(line for block in entry.blocks for line in _sentences(block))
    return Explained(
        entry.key.rule, plain_text(entry.title), sentences, tuple(plain_text(note) for note in entry.notes)
    )


def _sentences(block: Block) -> Iterator[str]:
    match block:
        case Paragraph():
            yield plain_text(block.text)
        case SentenceLines():
            yield from ("  " * depth + plain_text(line.text) for depth, line in nested_lines(block.lines))
        case Terms():
            for row in block.rows:
                yield plain_text(join_phrases(row.cells, ": "))
        case RulebookTable():
            yield block.title
        case _:
            return
