"""Whether skill pays: duels of kinds of seat, each against the next stronger one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import fmean

from rulewright.comparison.answers.model import FEWEST_GAMES, SKILL, Duel, Figure, SkillAnswer, Stage
from rulewright.comparison.answers.rows import GameRow
from rulewright.comparison.arena.deals import pairs_of_deals
from rulewright.comparison.statistics.effects import SMALL_SHARE
from rulewright.comparison.statistics.intervals import (
    Estimate,
    Finding,
    difference_in_pairs,
    estimate_share,
    p_value,
    verdicts,
)
from rulewright.engine.scoring import win_shares

EVEN = 0.5


def skill_answer(stages: Sequence[tuple[Stage, Sequence[GameRow]]], seats: int) -> SkillAnswer:
    """Say how often stronger seats finish above weaker ones, and what slips cost; games of one kind are for slips."""
    duels = [_duel(stage, rows, seats) for stage, rows in stages if stage.is_duel]
    duels.sort(key=lambda duel: duel.is_restricted)
    shown = [(duel, duel.above) for duel in duels if duel.above is not None]
    around = [(duel.deals, (share.within[0] - EVEN, share.within[1] - EVEN)) for duel, share in shown]
    judged = verdicts(Finding(within, p_value(within, deals - 1), deals, SMALL_SHARE) for deals, within in around)
    together = any(len(set(row.sides)) == 1 for _, rows in stages for row in rows if row.is_whole)
    slips = next((_slips(stage, rows, dict(stages)) for stage, rows in stages if stage.slips), None)
    figures = [
        Figure(f"{duel.stronger} {duel.weaker}", share, True, verdict, EVEN)
        for (duel, share), verdict in zip(shown, judged, strict=True)
    ]
    return SkillAnswer(
        question=SKILL, who="", games=sum(one.games for one in duels), duels=duels, figures=figures,
        rivals=seats > 1 and not together, slips=slips,
    )  # fmt: skip


def _slips(stage: Stage, rows: Sequence[GameRow], played: Mapping[Stage, Sequence[GameRow]]) -> Figure | None:
    """Return the difference in wins from the same games without slips."""
    sound = {row.record.game: row for row in played[replace(stage, slips=False)] if row.is_whole}
    pairs = [(row, sound[row.record.game]) for row in rows if row.is_whole and row.record.game in sound]
    if len(pairs) < FEWEST_GAMES:
        return None
    more = []
    for row, other in pairs:
        shares = [win_shares(each.record.ranking, each.record.sides) for each in (row, other)]
        seat = row.item % len(row.record.decisions)
        more.append(shares[0].get(seat, 0.0) - shares[1].get(seat, 0.0))
    within, _ = difference_in_pairs(more, share=True)
    return Figure(stage.kinds[0], Estimate(fmean(more), within, len(more)), True)


def _duel(stage: Stage, rows: Sequence[GameRow], seats: int) -> Duel:
    schedule = stage.schedule(seats)
    (parts, games), (weaker, stronger) = pairs_of_deals(schedule, rows, 1, 0), stage.kinds
    if games < FEWEST_GAMES:
        whole = schedule.games_per_deal
        return Duel(weaker, stronger, len(rows), -(-FEWEST_GAMES // whole) * whole)
    return Duel(weaker, stronger, len(rows), above=estimate_share(parts, games), deals=len(parts))
