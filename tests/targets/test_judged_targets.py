"""What games say about targets: figures that can be computed by hand, and verdicts."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import comb

import pytest
from tests.answers.fishing import write_fishing

from rulewright.comparison.answers.games import ReportGames
from rulewright.comparison.answers.model import Stage
from rulewright.comparison.answers.questions import Knows
from rulewright.comparison.answers.rows import GameRow
from rulewright.comparison.targets.judging import MET, MISSED, UNDECIDED, UNPLAYED, Verdict, judge_targets
from rulewright.comparison.targets.parts import Part
from rulewright.playtest import game
from rulewright.source.targets import typed_target
from rulewright.workspace import load

Judge = Callable[..., list[Verdict]]
GAMES = 60
RANDOM = Stage(("random",), range(1, GAMES + 1))


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Judge:
    """What judges targets by games under a change of the rules."""

    @cache
    def played(change: str, seats: int, stage: Stage) -> tuple[list[GameRow], Knows]:
        rules = load(write_fishing(tmp_path_factory.mktemp("targets") / "fishing", change))
        match = ReportGames((rules,), seats, stages=(stage,))
        return [*map(match.stage_player(0), stage.items(seats))], Knows.of_program(next(match.compiled()))

    def judge(change: str, *texts: str, seats: int = 3, stage: Stage = RANDOM) -> list[Verdict]:
        rows, knows = played(change, seats, stage)
        return judge_targets([typed_target(text) for text in texts], [(stage, rows)], knows)

    return judge


@pytest.mark.parametrize(
    ("change", "text", "verdict", "value"),
    [
        ("sound", "rounds 3 to 5", MET, 4),
        ("sound", "rounds > 5", MISSED, 4),
        ("longer", "rounds < 5", MISSED, 8),
        ("sound", "decisions 12 to 12", UNDECIDED, 12),
        ("sound", "games under 4 rounds < 8%", MET, 0),
        ("early end", "games under 4 rounds < 8%", MISSED, 1),
        ("longer", "games over 20 decisions < 50%", MISSED, 1),
        ("sound", "unfinished games < 8%", MET, 0),
        ("sound", "longest wait < 3", MET, 2),
        ("gift", "seat spread < 10%", MISSED, None),
        ("sound", "seat spread < 60%", MET, None),
        ("sound", "seat spread < 15%", UNDECIDED, None),
        ("gift", "won from behind > 20%", MISSED, None),
        ("gift", "open part > 50%", MISSED, None),
        ("gift", "lead changes > 2", MISSED, None),
        ("dead option", "rarest option > 8%", MISSED, 0),
        ("sound", "rarest option > 8%", MET, None),
        ("sound", "rounds < 2 by greedy seats", UNPLAYED, None),
    ],
)  # fmt: skip
def test_targets_are_judged(judged: Judge, change: str, text: str, verdict: str, value: float | None) -> None:
    (found,) = judged(change, text)
    assert found.verdict == verdict
    if found.measured is not None:
        low, high = found.measured.estimate.within
        assert low <= found.measured.estimate.value <= high
        assert value is None or found.measured.estimate.value == value


@pytest.mark.parametrize(
    ("change", "seats", "texts"),
    [
        ("sound", 1, ["seat spread < 2%", "longest wait < 5", "won from behind > 5%", "lead changes > 1"]),
        ("together", 3, ["seat spread < 2%", "open part > 5%"]),
        ("no points", 3, ["lead changes > 1", "won from behind > 5%", "open part > 5%"]),
        ("ties only", 3, ["won from behind > 5%", "open part > 5%"]),
    ],
)
def test_nothing_rings_where_there_is_no_such_thing(judged: Judge, change: str, seats: int, texts: list[str]) -> None:
    for found in judged(change, *texts, seats=seats):
        assert found.verdict == UNDECIDED and found.measured is not None
        assert not found.measured.parts and not found.measured.needs


def test_shared_wins_leave_no_spread(judged: Judge) -> None:
    (found,) = judged("ties only", "seat spread < 20%")
    assert found.verdict == MET and found.measured is not None and found.measured.estimate.value == 0


def test_few_games_say_nothing(judged: Judge) -> None:
    (found,) = judged("gift", "seat spread < 1%", stage=Stage(("random",), range(1, 2)))
    assert found.verdict == UNDECIDED and found.measured is not None and found.measured.needs == 10


@pytest.mark.slow
def test_games_that_never_end_ring_their_alarm(judged: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, "MOST_DECISIONS", 50)
    stage = Stage(("random",), range(1, 13))
    found = judged("no end", "unfinished games < 5%", "rounds < 3", stage=stage, seats=2)
    assert [one.verdict for one in found] == [MISSED, UNDECIDED]


@pytest.mark.slow
def test_skill_is_judged_by_deals(judged: Judge) -> None:
    stage = Stage(("random", "search:5"), range(1, 31))
    text = "search:5 above random > 70%"
    (pays,) = judged("better option", text, seats=2, stage=stage)
    (luck,) = judged("ties only", text, seats=2, stage=stage)
    assert (pays.verdict, luck.verdict) == (MET, MISSED)
    assert luck.measured is not None and luck.measured.estimate.value == 0.5


def test_an_alarm_must_be_the_clearer_the_more_targets_there_are(judged: Judge) -> None:
    alone = (
        next(limit for limit in range(60, 0, -1) if judged("sound", f"won from behind > {limit}%")[0].verdict != MISSED)
        + 1
    )
    texts = [f"won from behind > {alone}%", *(f"games over {decisions} decisions < 90%" for decisions in range(20, 40))]
    found = judged("sound", *texts)
    assert [one.verdict for one in found] == [UNDECIDED, *[MET] * 20]
    assert judged("sound", texts[0])[0].verdict == MISSED


def test_p_values_of_counts_are_binomial() -> None:
    part = Part([1.0] * 3 + [0.0] * 17, True)
    chances = [comb(20, won) * 0.1**won * 0.9 ** (20 - won) for won in range(21)]
    assert part.p_above(0.1) == pytest.approx(sum(chances[3:]))
    assert part.p_below(0.1) == pytest.approx(sum(chances[:4]))
    none, all_ = Part([0.0] * 20, True), Part([1.0] * 20, True)
    assert none.p_above(0.1) == all_.p_below(0.1) == 1.0
    assert none.p_below(0.1) == pytest.approx(0.9**20) and all_.p_above(0.1) == pytest.approx(0.1**20)


def test_p_values_of_numbers_are_students() -> None:
    part = Part([4.0, 5.0, 6.0], False)
    assert part.p_above(4.0) == pytest.approx(0.1127, abs=1e-4)  # t = sqrt 3 with 2 degrees of freedom
    assert part.p_below(4.0) == pytest.approx(1 - 0.1127, abs=1e-4)
    assert Part([4.0] * 10, False).p_above(3.0) == 0.5**10
