"""The end of a game as text: who has how many points, and from what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.report.layout import fold, width
from rulewright.report.screen import text_of
from rulewright.report.screen.tables import table_lines
from rulewright.report.table.model import Cell, Column, Row, Rows
from rulewright.report.table.summary import Summary
from rulewright.report.wording import together, word

if TYPE_CHECKING:
    from rulewright.engine import Game


def score_lines(game: Game, names: Sequence[str], told: Summary | None = None) -> list[str]:
    """Return the final count step by step, the final table, the best first, and the sentence that names the winner.

    Where only a step was played, nobody has won: that it is over is all there is to say.
    """
    if game.alone:
        return fold(word("step-over", step=game.alone))
    table = table_lines(score_rows(game, names), width())
    said = winner_line(game, names)
    rule, phase = (told.reason, told.phase) if told is not None else ("", "")
    over = "game-over-by" if rule else "game-over-with" if phase else "game-over"
    return [
        *fold(word(over, rule=rule, phase=phase)),
        *(count_lines(told.sources, names) if told is not None else ()),
        "",
        *(text_of(line).rstrip() for line in table),
        "",
        *fold(said),
        *(summary_lines(told, names) if told is not None else ()),
    ]


def score_rows(game: Game, names: Sequence[str]) -> Rows:
    """Return the points by source, the best first."""
    order = [seat for together in game.ranking() for seat in together]
    scores, totals = game.scores(), game.totals()
    sources = list(dict.fromkeys(label for seat in order for label in scores[seat]))
    counts = {seat: [totals[seat], *(scores[seat].get(label, 0) for label in sources)] for seat in order}
    rows = [Row("", names[seat], tuple(Cell("", str(n), n) for n in each), seat) for seat, each in counts.items()]
    return Rows("player", "", tuple(Column("", label) for label in (word("points"), *sources)), tuple(rows))


def winner_line(game: Game, names: Sequence[str]) -> str:
    """Return who wins: alone, together on one side, or nobody."""
    winners = together([names[seat] for seat in game.ranking()[0]])
    if not winners:
        return word("nobody-wins")
    shares = game.win_shares()
    if len(shares) == 1:
        return word("wins", who=winners)
    return word("win-together" if max(shares.values()) == 1 else "share", who=winners)


def count_lines(sources: Sequence[tuple[str, Sequence[int]]], names: Sequence[str]) -> list[str]:
    """Return the final count, a line for each source of points, with what everybody has then; none for a single one."""
    if sum(any(points) for _, points in sources) < 2:
        return []
    lines, totals = [""], [0] * len(names)
    for label, points in sources:
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        each = zip(names, points, totals, strict=True)
        so_far = ", ".join(word("so-far", who=name, points=str(more), total=str(total)) for name, more, total in each)
        lines += fold(f"{label}: {so_far}", "  ", "      ") if any(points) else []
    return lines


def summary_lines(told: Summary, names: Sequence[str]) -> list[str]:
    """Return when the lead changed, and what nobody used."""
    lines = [""]
    for turning in told.turnings:
        points = ", ".join(f"{name} {total}" for name, total in zip(names, turning.totals, strict=True))
        lines += fold(
            word("took-the-lead", who=names[turning.leader], decision=str(turning.decision), points=points),
            "  ",
            "    ",
        )
    unused = together(told.unused)
    return lines + (fold(word("never-used", what=unused), "  ", "    ") if unused else [])
