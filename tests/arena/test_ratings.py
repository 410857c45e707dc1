"""Ratings: known cases, ties, order, and how often intervals contain the truth."""

from __future__ import annotations

import os
from collections import Counter
from itertools import permutations
from math import exp, log
from random import Random
from statistics import fmean, stdev

import pytest
from tables import played, schedule

from rulewright.comparison.arena import bootstrap
from rulewright.comparison.arena.bootstrap import RATING_POINTS, bootstrap_strengths
from rulewright.comparison.arena.deals import Deal, GameFinish
from rulewright.comparison.arena.plackett_luce import RankedTable, Slope, StrengthModel, newton_step
from rulewright.comparison.arena.schedule import PAIRS
from rulewright.comparison.arena.standings import PairwiseResult, shortest_cycle
from rulewright.comparison.statistics.intervals import (
    DealPart,
    Estimate,
    estimate_mean,
    estimate_share,
    ratio_with_variance,
    share_interval,
    student_quantile,
)


def fit(counts: dict[RankedTable, float], kinds: int = 2, seats: int = 2) -> list[float]:
    return StrengthModel(kinds, seats).fit_strengths(counts)


# -- known cases


def test_two_kinds_have_the_strengths_that_one_can_compute() -> None:
    """60 of 80 games won, as often in either seat: the odds are 3 to 1, but for the game against the ghost."""
    a, b, first, second = fit({((0, 1), (0, 1)): 30, ((0, 1), (1, 0)): 10, ((1, 0), (1, 0)): 30, ((1, 0), (0, 1)): 10})
    assert first == pytest.approx(second, abs=1e-9) and a == pytest.approx(-b)
    assert 60 - 80 / (1 + exp(b - a)) + 0.5 - 1 / (1 + exp(-a)) == pytest.approx(0, abs=1e-6)
    assert a - b == pytest.approx(log(3), abs=0.01)


def test_the_seat_explains_what_the_seat_does() -> None:
    """Whoever begins wins three of four games: nobody is stronger."""
    a, b, first, second = fit({((0, 1), (0, 1)): 30, ((0, 1), (1, 0)): 10, ((1, 0), (0, 1)): 30, ((1, 0), (1, 0)): 10})
    assert a == pytest.approx(b, abs=1e-9)
    assert first - second == pytest.approx(log(3), abs=0.01)


@pytest.mark.slow
def test_strengths_are_recovered_from_rankings() -> None:
    kinds, seats = [-0.6, 0.1, 0.5], [0.4, 0.0, -0.1, -0.3]
    of = schedule(3, 4, 40)
    found = StrengthModel(3, 4).fit_strengths(
        Counter((g.who, g.ranks) for deal in played(Random(1), of, kinds, seats) for g in deal)
    )
    assert found == pytest.approx([*kinds, *seats], abs=0.12)


def test_who_never_loses_has_a_finite_rating_and_a_wide_interval() -> None:
    found = bootstrap_strengths(
        [[GameFinish(0, (0, 1), (0, 1), (0, 0)), GameFinish(0, (1, 0), (1, 0), (0, 0))]] * 20, 2, 2
    )
    low, high = found.interval_of(0)
    assert 0 < low < found.fitted[0] < high < 1000 and high - low > 100
    assert found.probability_above(0, 1) == 1


def test_who_never_met_can_be_compared_with_a_wide_interval() -> None:
    games = [[GameFinish(0, (0, 1), (0, 1), (0, 0))], [GameFinish(0, (1, 0), (0, 1), (0, 0))]] * 10
    low, high = bootstrap_strengths(games, 3, 2).interval_of(2)
    assert low < 0 < high


# -- ties


def test_a_tie_of_two_is_half_a_win_for_each() -> None:
    tied = fit({((0, 1), (0, 0)): 20, ((0, 1), (0, 1)): 5})
    assert tied == pytest.approx(fit({((0, 1), (0, 1)): 15, ((0, 1), (1, 0)): 10}))


def test_a_tie_counts_as_all_orders_of_those_who_share_a_rank() -> None:
    who, rest = (0, 1, 2, 0), {((1, 2, 0, 1), (0, 1, 2, 3)): 3.0}
    tied = fit({(who, (1, 0, 1, 1)): 6, **rest}, 3, 4)
    orders = {(who, (a, 0, b, c)): 1.0 for a, b, c in permutations((1, 2, 3))}
    assert tied == pytest.approx(fit(orders | rest, 3, 4))


def test_games_without_a_winner_show_nobody_as_stronger() -> None:
    assert fit({((0, 1, 1), (0, 0, 0)): 50}, 2, 3) == pytest.approx([0] * 5, abs=1e-9)


# -- order, samples


@pytest.mark.slow
def test_the_order_of_games_makes_no_difference() -> None:
    deals = played(Random(2), schedule(2, 3, 30), [0, 0.5], [0.2, 0, -0.2])
    shuffled = [Random(deal).sample(games, len(games)) for deal, games in enumerate(deals)]
    assert bootstrap_strengths(shuffled, 2, 3) == bootstrap_strengths(deals, 2, 3)


def test_a_sample_is_close_to_the_fit_of_the_weighted_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """One step of Newton's method from the fit of all deals is nearly what an exact fit gives."""
    deals = played(Random(3), schedule(2, 2, 60), [0, 0.8], [0.2, -0.2])
    monkeypatch.setattr(bootstrap, "SAMPLE_COUNT", 20)
    found, model, random = bootstrap_strengths(deals, 2, 2), StrengthModel(2, 2), Random(len(deals))
    errors = []
    for sample in found.samples:
        weights = bootstrap.random_weights(random, len(deals) + 8)[8:]
        outcomes: Counter[RankedTable] = Counter()
        for weight, deal in zip(weights, deals, strict=True):
            for game in deal:
                outcomes[game.who, game.ranks] += weight  # type: ignore[assignment]
        exact = model.fit_strengths(outcomes)
        errors.append(abs(sample[1] - sample[0] - RATING_POINTS * (exact[1] - exact[0])))
    apart = [sample[1] - sample[0] for sample in found.samples]
    assert fmean(errors) < 0.15 * stdev(apart), (errors, stdev(apart))


def test_elimination_solves_equations() -> None:
    step = newton_step(Slope([5.0, 10.0, 3.0], [4.0, 1.0, 0.0, 1.0, 3.0, 1.0, 0.0, 1.0, 2.0]))
    assert step == pytest.approx([4 / 9, 29 / 9, -1 / 9])


# -- intervals


def test_the_quantile_is_students() -> None:
    assert [round(student_quantile(n), 2) for n in (0, 1, 5, 10, 30, 1000)] == [12.71, 12.71, 2.57, 2.23, 2.04, 1.96]


def test_independent_games_have_the_interval_of_a_share() -> None:
    parts = [(float(won), 1.0) for won in [1] * 300 + [0] * 100]
    assert estimate_share(parts, 400).within == share_interval(300, 400) == pytest.approx((0.7052, 0.7907), abs=1e-3)


def test_games_that_depend_on_the_shuffle_count_as_fewer_and_mirrored_ones_as_more() -> None:
    same = [(4.0, 4.0), (0.0, 4.0)] * 50
    mirrored = [(2.0, 4.0), (3.0, 4.0), (1.0, 4.0), (2.0, 4.0)] * 25
    assert estimate_share(same, 400).half_width > 1.9 * estimate_share([(1.0, 1.0), (0.0, 1.0)] * 200, 400).half_width
    assert estimate_share(mirrored, 400).half_width < estimate_share([(1.0, 1.0), (0.0, 1.0)] * 200, 400).half_width


def test_who_always_wins_does_not_win_for_certain() -> None:
    assert estimate_share([(4.0, 4.0)] * 25, 100).within[0] < 0.965
    assert estimate_mean([(40.0, 4.0), (48.0, 4.0)] * 10, 80).within == pytest.approx((10.52, 11.48), abs=0.01)


KINDS, SEATS = [0.0, 0.7], [0.3, 0.1, -0.1, -0.3]
ARENAS = int(os.environ.get("RULEWRIGHT_ARENAS", "60"))
TABLES = {"two seats": (2, 40, 0.0), "two seats, much luck": (2, 60, 2.0), "four seats": (4, 25, 1.0)}


def won(deals: list[Deal]) -> list[DealPart]:
    """Return how often the first kind is first in each deal, and of how many games."""
    firsts = [
        [game.first_share(seat) for game in deal for seat, kind in enumerate(game.who) if not kind] for deal in deals
    ]
    return [(sum(shares), float(len(deal))) for shares, deal in zip(firsts, deals, strict=True)]


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_intervals_contain_the_truth_in_95_of_100_arenas(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seats, count, luck = TABLES[name]
    monkeypatch.setattr(bootstrap, "SAMPLE_COUNT", 200)
    of, random = schedule(2, seats, count, PAIRS), Random(name)
    many = played(Random(0), schedule(2, seats, 4000, PAIRS), KINDS, SEATS[:seats], luck)
    true_share = ratio_with_variance(won(many))[0]
    true_rating = bootstrap_strengths(many, 2, seats).fitted[0]
    found: Counter[str] = Counter()
    for _ in range(ARENAS):
        deals = played(random, of, KINDS, SEATS[:seats], luck)
        wins = won(deals)
        low, high = bootstrap_strengths(deals, 2, seats).interval_of(0)
        found["rating"] += low <= true_rating <= high
        low, high = estimate_share(wins, 1).within
        found["share"] += low <= true_share <= high
        low, high = share_interval(*(int(sum(part[at] for part in wins)) for at in (0, 1)))
        found["as if games were independent"] += low <= true_share <= high
    covered = {what: count / ARENAS for what, count in found.items()}
    slack = 0.01 + 2.6 * (0.05 * 0.95 / ARENAS) ** 0.5
    assert covered["rating"] == pytest.approx(0.95, abs=slack), covered
    assert covered["share"] == pytest.approx(0.95, abs=slack), covered
    if luck > 1:
        assert covered["as if games were independent"] > 0.98, "the test tells a wrong interval from a right one"


# -- cycles


def above(shares: dict[str, float], half: float = 0.05) -> dict[tuple[str, str], PairwiseResult]:
    found = {}
    for pair, value in shares.items():
        found[pair[0], pair[1]] = PairwiseResult(Estimate(value, (value - half, value + half), 100), 0.5)
        found[pair[1], pair[0]] = PairwiseResult(Estimate(1 - value, (1 - value - half, 1 - value + half), 100), 0.5)
    return found


def test_a_cycle_is_found_where_every_interval_excludes_one_half() -> None:
    assert shortest_cycle(above({"ab": 0.6, "bc": 0.7, "ca": 0.56})) == ("a", "b", "c")
    assert shortest_cycle(above({"ab": 0.6, "bc": 0.7, "ca": 0.54})) == ()
    assert shortest_cycle(above({"ab": 0.6, "bc": 0.7, "ac": 0.9})) == ()


def test_the_shortest_cycle_is_told() -> None:
    assert shortest_cycle(above({"ab": 0.6, "bc": 0.6, "cd": 0.6, "da": 0.6})) == ("a", "b", "c", "d")
    assert shortest_cycle(above({"ab": 0.6, "bc": 0.6, "cd": 0.6, "da": 0.6, "ca": 0.6})) == ("a", "b", "c")


def test_kinds_that_never_met_are_in_no_cycle() -> None:
    met = above({"ab": 0.6, "bc": 0.7})
    assert shortest_cycle(met | {("c", "a"): PairwiseResult(None, 0.9)}) == ()
