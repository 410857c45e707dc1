"""What `perft` counted, as a table and a sentence, or as a document for other programs."""

from __future__ import annotations

import json
from collections.abc import Sequence

from rulewright.playtest.perft import Level, Perft
from rulewright.report.columns import Column, columns
from rulewright.report.layout import counted, fold

VERSION = 1
"""Counts up when a program that reads the document has to be changed; what is only added does not count."""


def perft_lines(asked: Perft, levels: Sequence[Level]) -> list[str]:
    """Return a row for every number of moves, and below what it sums up to."""
    found = [
        ["", *(counted(at, "move") for at in range(len(levels)))],
        ["lines", *(f"{one.lines:,}" for one in levels)],
    ]
    if not asked.lines_only:
        found.append(["finished", *(f"{level.finished:,}" for level in levels)])
    if by_chance(levels):
        found.append(["average", *(str(level.share) for level in levels)])
    if asked.positions:
        found.append(["positions", *(f"{len(level.met):,}" for level in levels)])
    layout = [Column(), *[Column(right=True)] * (len(found) - 1)]
    return [*columns(zip(*found, strict=True), layout, gap=1, indent="  "), "", *fold(summed_up(asked, levels))]


def summed_up(asked: Perft, levels: Sequence[Level]) -> str:
    """Return the numbers that people compare, in one sentence each."""
    longest = len(levels) - 1
    lines = levels[-1].lines if longest == asked.depth else 0
    said = f"{counted(lines, 'line')} of {counted(asked.depth, 'move')}"
    said += "." if longest == asked.depth else f": no game is longer than {counted(longest, 'move')}."
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


def by_chance(levels: Sequence[Level]) -> bool:
    """Tell whether chance made more lines of one."""
    return any(level.share != level.lines for level in levels)


def all_positions(levels: Sequence[Level]) -> set[bytes]:
    """Return the positions after any number of moves."""
    return set().union(*(level.met for level in levels))


def perft_json(typed: str, asked: Perft, levels: Sequence[Level]) -> str:
    """Return one document; a number on average is a fraction, written as a text."""
    rows = []
    for moves, level in enumerate(levels):
        row: dict[str, int | str] = {"moves": moves, "lines": level.lines, "average": str(level.share)}
        row |= {} if asked.lines_only else {"finished": level.finished}
        rows.append(row | ({"positions": len(level.met)} if asked.positions else {}))
    document: dict[str, object] = {
        "version": VERSION, "ruleset": typed, "players": asked.seats, "settings": dict(asked.settings),
        "seed": asked.seed, "depth": asked.depth, "levels": rows,
        "lines": levels[-1].lines if len(levels) > asked.depth else 0,
    }  # fmt: skip
    if not asked.lines_only:
        document["finished"] = sum(level.finished for level in levels)
    if asked.positions:
        document["positions"] = len(all_positions(levels))
    return json.dumps(document, indent=1, ensure_ascii=False)
