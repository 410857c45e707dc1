"""How often intervals contain the truth, in games drawn from a known truth; and how verdicts hold back chance."""

from __future__ import annotations

import os
from collections.abc import Callable
from math import comb, sqrt
from random import Random

import pytest

from rulewright.comparison.arena.schedule import precision_checkpoints
from rulewright.comparison.statistics.effects import judged, paired_effect
from rulewright.comparison.statistics.intervals import (
    LESS,
    MORE,
    SAME,
    UNDECIDED,
    DealPart,
    Finding,
    Interval,
    beta_cdf,
    difference_in_pairs,
    estimate_share,
    mean_interval,
    share_interval,
    student_p,
    verdicts,
)

SETS = int(os.environ.get("RULEWRIGHT_SETS", "300"))
SLACK = 3 * sqrt(0.05 * 0.95 / SETS)
"""Three standard errors of a coverage that is simulated so often."""

SHARES = [*(at / 1000 for at in range(1, 100, 3)), *(at / 200 for at in range(20, 101))]


def exact_coverage(within: Callable[[int, int], Interval], games: int, share: float) -> float:
    """Return the probability that the interval of a share contains it, for a number of games."""
    chances = [comb(games, won) * share**won * (1 - share) ** (games - won) for won in range(games + 1)]
    ranges = [within(won, games) for won in range(games + 1)]
    return sum(chance for chance, (low, high) in zip(chances, ranges, strict=True) if low <= share <= high)


def wilson(won: int, games: int) -> Interval:
    """Return the interval that was used before."""
    z, share = 1.959964, won / games
    middle, half = share + z * z / (2 * games), z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (middle - half) / (1 + z * z / games), (middle + half) / (1 + z * z / games)


@pytest.mark.parametrize("games", [1, 4, 10, 25, 100])
def test_a_share_is_covered_in_95_of_100_sets_and_hardly_more(games: int) -> None:
    covered = {share: exact_coverage(share_interval, games, share) for share in SHARES}
    assert min(covered.values()) >= 0.95 - 1e-9
    if games >= 100:
        assert max(one for share, one in covered.items() if share >= 0.1) <= 0.97


@pytest.mark.parametrize("share", [0.5, 0.7, 0.9])
@pytest.mark.parametrize("alike", [0.0, 0.5])
def test_a_share_is_covered_where_a_run_ends_once_it_is_narrow_enough(share: float, alike: float) -> None:
    """As `arena --until 10` ends: with two games in a deal, of which a part has one winner in both."""
    random, covered = Random(1), 0
    for _ in range(SETS):
        parts = list[DealPart]()
        for look in precision_checkpoints(2000):
            while len(parts) < look:
                first = random.random() < share
                second = first if random.random() < alike else random.random() < share
                parts.append((float(first + second), 2.0))
            found = estimate_share(parts, 2 * len(parts))
            if found.half_width <= 0.1:
                break
        covered += found.within[0] <= share <= found.within[1]
    assert covered / SETS >= 0.94 - SLACK


def test_the_test_tells_an_interval_that_does_not_hold() -> None:
    assert min(exact_coverage(wilson, 10, share) for share in SHARES) < 0.9


def test_the_interval_of_a_share_is_blakers() -> None:
    """The limits for 2 and 5 of 10 and 19 of 20 are those of Blaker's interval as a scan of all shares finds it."""
    assert share_interval(5, 10) == pytest.approx((0.2224, 0.7776), abs=1e-4)
    assert share_interval(19, 20) == pytest.approx((0.7612, 0.9974), abs=1e-4)
    assert share_interval(0, 10)[0] == 0 and share_interval(10, 10)[1] == 1
    low, high = share_interval(31_234, 100_000)
    assert (low, high) == pytest.approx(wilson(31_234, 100_000), abs=1e-4)


Draw = Callable[[Random], float]


def shared(random: Random, won: float, tied: float) -> float:
    """Return what of a win one has who wins alone or shares it with another."""
    at = random.random()
    return 1.0 if at < won else 0.5 if at < won + tied else 0.0


WINS: dict[str, tuple[Draw, float]] = {
    "few ties": (lambda random: shared(random, 0.3, 0.02), 0.31),
    "many ties": (lambda random: shared(random, 0.2, 0.3), 0.35),
    "hardly anything else": (lambda random: shared(random, 0.05, 0.9), 0.5),
    "rare wins": (lambda random: shared(random, 0.02, 0.02), 0.03),
}
GAPS: dict[str, tuple[Draw, float]] = {
    "nothing in common": (lambda random: (random.random() < 0.3) - (random.random() < 0.1), 0.2),
    "hardly a difference": (lambda random: shared(random, 0.02, 0) - shared(random, 0.02, 0), 0.0),
    "a large one": (lambda random: (random.random() < 0.5) - (random.random() < 0.9), -0.4),
    "with ties": (lambda random: shared(random, 0.2, 0.3) - shared(random, 0.2, 0.3), 0.0),
}
NUMBERS: dict[str, tuple[Draw, float]] = {
    "normal": (lambda random: random.gauss(0, 1), 0.0),
    "even": (lambda random: random.random(), 0.5),
    "two dice": (lambda random: random.randint(1, 6) - random.randint(1, 6), 0.0),
    "skewed": (lambda random: random.gammavariate(4, 1), 4.0),
    "heavy tails": (lambda random: random.expovariate(1) - random.expovariate(1), 0.0),
}
CASES: list[tuple[str, str, Draw, float, Callable[[list[float]], Interval]]] = [
    *(("wins", name, *known, lambda drawn: estimate_share(parts(drawn), 0).within) for name, known in WINS.items()),
    *(("gaps", name, *known, lambda drawn: difference_in_pairs(drawn, share=True)[0]) for name, known in GAPS.items()),
    *(("numbers", name, *known, mean_interval) for name, known in NUMBERS.items()),
]


def parts(drawn: list[float]) -> list[DealPart]:
    """Return games that do not depend on each other as deals."""
    return [(one, 1.0) for one in drawn]


def coverage(draw: Draw, truth: float, within: Callable[[list[float]], Interval], games: int, seed: str) -> float:
    """Return in which share of simulated sets the interval contains the truth."""
    random, covered = Random(seed), 0
    for _ in range(SETS):
        low, high = within([draw(random) for _ in range(games)])
        covered += low - 1e-9 <= truth <= high + 1e-9
    return covered / SETS


@pytest.mark.slow
@pytest.mark.parametrize("games", [10, 20, 100])
@pytest.mark.parametrize(("what", "name", "draw", "truth", "within"), CASES, ids=[f"{c[0]} {c[1]}" for c in CASES])
def test_intervals_contain_the_truth(
    what: str, name: str, draw: Draw, truth: float, within: Callable[[list[float]], Interval], games: int
) -> None:
    found = coverage(draw, truth, within, games, f"{what} {name} {games}")
    assert found >= 0.945 - SLACK, found
    if what == "wins" and games == 100 and name.endswith("ties"):
        assert found <= 0.965 + SLACK, found


@pytest.mark.slow
def test_the_simulation_tells_the_interval_without_skewness_and_added_pairs() -> None:
    draw, truth = GAPS["hardly a difference"][0], 0.02
    assert coverage(lambda random: abs(draw(random)) / 2, truth, mean_interval, 10, "planted") < 0.8


def test_distributions_are_those_of_the_tables() -> None:
    assert student_p(2.228, 10) == pytest.approx(0.05, abs=1e-4) and student_p(12.706, 1) == pytest.approx(
        0.05, abs=1e-5
    )
    assert beta_cdf(0.5, 2, 3) == pytest.approx(11 / 16) and beta_cdf(0.1, 400, 5) == pytest.approx(0, abs=1e-12)


# -- verdicts


def row(low: float, high: float, p: float, pairs: int = 100, margin: float = 0.1) -> Finding:
    return Finding((low, high), p, pairs, margin)


def test_there_are_four_verdicts() -> None:
    rows = [row(0.2, 0.6, 0.001), row(-0.6, -0.2, 0.001), row(-0.05, 0.08, 0.7), row(-0.3, 0.5, 0.6)]
    assert verdicts(rows) == [MORE, LESS, SAME, UNDECIDED]


def test_ten_pairs_are_the_fewest_that_decide_anything() -> None:
    assert verdicts([row(3, 3, 0.001, pairs=9)]) == [UNDECIDED] and verdicts([row(3, 3, 0.001, pairs=10)]) == [MORE]


def test_what_no_pair_shows_may_still_happen_in_few_games() -> None:
    assert verdicts([row(0, 0, 1, pairs=58)]) == [UNDECIDED] and verdicts([row(0, 0, 1, pairs=59)]) == [SAME]


def test_the_more_rows_the_more_one_of_them_needs() -> None:
    """Benjamini and Hochberg: the third of four p-values may be three quarters of 5 %, the only one of forty 1/800."""
    some = [row(0.2, 0.6, p) for p in (0.01, 0.02, 0.037, 0.2)]
    assert verdicts(some) == [MORE, MORE, MORE, UNDECIDED]
    assert verdicts([row(0.2, 0.6, 0.002), *[row(-0.3, 0.5, 0.6)] * 39])[0] == UNDECIDED
    assert verdicts([row(0.2, 0.6, 0.001), *[row(-0.3, 0.5, 0.6)] * 39])[0] == MORE


@pytest.mark.slow
def test_comparisons_without_any_difference_hardly_mark_a_row() -> None:
    """Of 40 comparisons of 40 rows at most 2 are expected with a mark; each row alone would mark 2 a comparison."""
    random, marked, alone = Random(3), 0, 0
    for _ in range(40):
        rows = {at: paired_effect(*([random.gauss(0, 1) for _ in range(12)] for _ in "ab")) for at in range(40)}
        marked += any(one.is_clear for one in judged(rows).values())
        alone += sum(one.is_clear for one in rows.values())
    assert marked <= 6 and alone > 40
