"""What `perft` counted: a table and a sentence, and a document for other programs."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.phrasing import counted
from rulewright.playtest.perft import LevelCounts, Perft
from rulewright.report.model import Column, Line, Report, Section, Table

VERSION = 1
"""Counts up when a program that reads the document has to be changed; what is only added does not count."""


def perft_report(opening: str, typed: str, asked: Perft, levels: Sequence[LevelCounts]) -> Report:
    """Return a row for every number of moves, and below what it sums up to."""
    word = move_word(asked)
    headings = ("", "lines", "finished", "average", "positions")
    texts = (
        [counted(at, word) for at in range(len(levels))],
        [f"{level.lines:,}" for level in levels],
        [] if asked.lines_only else [f"{level.finished:,}" for level in levels],
        [str(level.share) for level in levels] if by_chance(levels) else [],
        [f"{len(level.met):,}" for level in levels] if asked.positions else [],
    )
    columns = [Column(heading, right=bool(heading)) for heading, column in zip(headings, texts, strict=True) if column]
    table = Table(columns, [*zip(*filter(None, texts), strict=True)], gap=1, indent="  ")
    sections = [Section([Line(opening)]), Section([table]), Section([summed_up(asked, levels)])]
    return Report(sections, data=_report_data(typed, asked, levels), indent=1)


def summed_up(asked: Perft, levels: Sequence[LevelCounts]) -> str:
    """Return the numbers that people compare, in one sentence each."""
    longest = len(levels) - 1
    lines = levels[-1].lines if longest == asked.depth else 0
    word = move_word(asked)
    said = f"{counted(lines, 'line')} of {counted(asked.depth, word)}"
    said += "." if longest == asked.depth else f": no game is longer than {counted(longest, word)}."
    finished = sum(level.finished for level in levels)
    if not asked.lines_only:
        said += f" {counted(finished, 'game')} {'is' if finished == 1 else 'are'} over by then."
    if asked.positions:
        said += f" {counted(len(all_positions(levels)), 'position')} in all."
    if by_chance(levels):
        said += " Every outcome of chance makes a line of its own; the average counts each by how likely it is."
    elif asked.seed is not None:
        said += f" Chance goes as in game number {asked.seed}."
    return said


def move_word(asked: Perft) -> str:
    """Return what is counted, in one word."""
    return "turn" if asked.turns else "move"


def by_chance(levels: Sequence[LevelCounts]) -> bool:
    """Tell whether chance made more lines of one."""
    return any(level.share != level.lines for level in levels)


def all_positions(levels: Sequence[LevelCounts]) -> set[bytes]:
    """Return the positions after any number of moves."""
    return set().union(*(level.met for level in levels))


def _report_data(typed: str, asked: Perft, levels: Sequence[LevelCounts]) -> dict[str, object]:
    """Return the document; a number on average is a fraction, written as a text."""
    rows = [
        {"moves": moves, "lines": level.lines, "average": str(level.share)}
        | ({} if asked.lines_only else {"finished": level.finished})
        | ({"positions": len(level.met)} if asked.positions else {})
        for moves, level in enumerate(levels)
    ]
    return {
        "version": VERSION, "ruleset": typed, "players": asked.seats, "settings": dict(asked.settings),
        "seed": asked.seed, "from": asked.scenario or None, "turns": asked.turns, "depth": asked.depth, "levels": rows,
        "lines": levels[-1].lines if len(levels) > asked.depth else 0,
    } | ({} if asked.lines_only else {"finished": sum(level.finished for level in levels)}) | (
        {"positions": len(all_positions(levels))} if asked.positions else {}
    )  # fmt: skip
