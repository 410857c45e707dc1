"""A recorded game as sections of a report: as a story, as a trace with every rule, or where it differs now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from rulewright.phrasing import counted
from rulewright.report.log_text import EVERYTHING, readable, story
from rulewright.report.model import Block, Line, Section, Sentence
from rulewright.report.question_text import amounts, stem
from rulewright.report.wording import numbers
from rulewright.rulebook.spaces import grid_position, spaces_in_runs

if TYPE_CHECKING:
    from rulewright.engine import Choice, LogLine, Question
    from rulewright.playtest.replay import ReplayDifference

MOST = 12
"""How many differing values are listed."""

INNER = " " * 8
"""What stands before the lines below an event."""


class Chapter(NamedTuple):
    """What one decision brought: its number (0: what came before the first), what was asked, and the lines told."""

    number: int
    question: Question | None
    lines: Sequence[LogLine]


def story_sections(lines: Sequence[LogLine], reader: int) -> Iterator[Section]:
    """Yield a whole game as a story, a section for each heading of the kind that came first, as each round."""
    rounds = next((line.rule for line in lines if line.heading), "")
    starts = [at for at, line in enumerate(lines) if line.heading and line.rule == rounds]
    for first, last in pairwise([0, *starts, len(lines)]):
        yield Section([*map(Line, story(lines[first:last], reader))])


def trace_sections(chapters: Sequence[Chapter], reader: int) -> Iterator[Section]:
    """Yield every line with its rule, decisions numbered, with what was offered to those who may know it."""
    blocks: list[Block] = []
    for chapter in chapters:
        question = chapter.question
        for at, line in enumerate(readable(chapter.lines, reader)):
            if at == 0 and question is not None and reader in (EVERYTHING, question.seat):
                offered = Sentence(f"offered: {offered_text(question)}", INNER, INNER + "  ")
                blocks += [*_event_blocks(line, str(chapter.number)), offered]
            elif line.heading:
                yield Section(blocks)
                blocks = [Sentence(line.text), *_rule_line(line, "  ")]
            else:
                blocks += _event_blocks(line)
    yield Section(blocks)


def _event_blocks(line: LogLine, number: str = "") -> list[Block]:
    return [Sentence(line.text, f"{number:>4}  ", INNER), *_rule_line(line, INNER)]


def _rule_line(line: LogLine, indent: str) -> list[Line]:
    return [Line(f"{indent}{line.rule}, {line.place}" if line.place else f"{indent}{line.rule}")] if line.rule else []


def offered_text(question: Question) -> str:
    """Return what could be chosen, spaces and amounts as ranges."""
    named = [choice.name for choice in question.choices if grid_position(choice.name)]
    parts = [spaces_in_runs(named)] if named else []
    parts += [f"{stem(group[0])} {numbers(_amount_values(group))}".strip() for group in amounts(question)]
    return ", ".join([*parts, *(c.name for c in question.choices if c.amount is None and not grid_position(c.name))])


def _amount_values(group: Sequence[Choice]) -> list[int]:
    return [choice.amount for choice in group if choice.amount is not None]


# -- differences


def parting_title(parting: ReplayDifference, decisions: int) -> str:
    """Return the sentence that says where it is."""
    if parting.number > decisions:
        return f"after the last of {counted(decisions, 'decision')} the game differs from what is written"
    return f"at decision {parting.number} of {decisions} the game differs from what is written"


def parting_lines(parting: ReplayDifference) -> list[str]:
    """Return how a game differs, a paragraph each: before is what is written, now what the rules do."""
    lines = [f"{parting.told[:1].upper()}{parting.told[1:]}."] if parting.told else []
    if parting.asked:
        lines.append(f"Asked: {parting.asked[0]} before, {parting.asked[1]} now.")
    lines += [f"No longer offered: {', '.join(parting.missing)}."] if parting.missing else []
    lines += [f"Offered now: {', '.join(parting.new)}."] if parting.new else []
    lines += [f"{shift.name}: {shift.before} before, {shift.now} now" for shift in parting.values[:MOST]]
    more = len(parting.values) - MOST
    return [*lines, *([f"and {counted(more, 'other value')}"] if more > 0 else [])]
