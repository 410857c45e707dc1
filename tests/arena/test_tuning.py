"""The race among settings of the search: how games are divided, who stays, and that only fresh deals decide."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rulewright.cli.main import cli
from rulewright.cli.output import INTERRUPTED
from rulewright.comparison.tuning import race as playing
from rulewright.comparison.tuning.candidates import TRIED_VALUES, changed_settings, draw_candidates, search_file
from rulewright.comparison.tuning.race import Race, RacedGame, RaceGame, Tuning, fewest_games, plan_race, share_ahead
from rulewright.diagnostics import Findings
from rulewright.engine.automatic_seats import search_values
from rulewright.source.documents import document
from rulewright.workspace import load

DICE = str(Path(__file__).parents[2] / "examples" / "liars-dice")
CURRENT = dict(search_values(load(DICE).program(2)))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_more_games_are_planned_than_there_are(seats: int) -> None:
    assert plan_race(fewest_games(seats) - 1, seats) is None
    for games in range(fewest_games(seats), 900):
        plan = plan_race(games, seats)
        assert plan is not None and plan.candidates == 1 << len(plan.rounds) <= 16
        race = sum(deals * (plan.candidates >> at) * seats for at, deals in enumerate(plan.rounds))
        assert all(plan.rounds) and race <= games / 2 <= plan.last * seats + seats
        assert games - seats < race + plan.last * seats <= games


def test_candidates_differ_and_are_the_same_for_equal_seeds() -> None:
    found = [*draw_candidates(CURRENT, 16, 7)]
    assert found == [*draw_candidates(CURRENT, 16, 7)] and {frozenset(one) for one in found} == {
        frozenset(TRIED_VALUES)
    }
    assert found != [*draw_candidates(CURRENT, 16, 8)]
    assert all(one not in found[:at] for at, one in enumerate(found))
    assert not any(one.items() <= CURRENT.items() for one in found)
    assert {len(changed_settings(one, CURRENT)) for one in draw_candidates(CURRENT, 16, 7)} <= {1, 2, 3}


def test_what_is_printed_is_a_file_of_kind_search() -> None:
    values = ("place", -1, True, 3, 1.4, 8, 0.0, "uninformed")
    text = search_file(dict(zip(TRIED_VALUES, values, strict=True)), CURRENT | {"playouts": 20, "choose": 1}, "a test")
    assert text.split("\n", 2)[2] == (
        "reward: place\nplayouts: end\nfinish-phase: true\nchoose: 3\nexplore: 140\nprior: 8\nwiden: 0\n"
        "opponents: uninformed\n"
    )
    findings = Findings()
    assert document("data/search.yaml", text, "data", findings) is not None and not findings.found


def test_seats_ahead_of_nobody_of_all_and_of_some() -> None:
    assert [share_ahead([[2], [0, 3], [1]], seat) for seat in range(4)] == [0.5, 0.0, 1.0, 0.5]


def test_the_best_stays_and_only_fresh_deals_decide() -> None:
    plan = plan_race(700, 2)
    assert plan is not None and plan.candidates == 16
    race, met = Race([*range(16)], 2, 5), set[int]()

    def play(deals: int, strength: float) -> None:
        matches = race.next_games(deals)
        assert {(m.candidate, m.seat) for m in matches} == {(c, s) for c in race.left for s in (0, 1)}
        assert not met & {match.deal for match in matches}
        met.update(match.deal for match in matches)
        race.take_games(RacedGame(m, strength if m.candidate == 11 else 0.5 * (m.deal % 2), 0.1) for m in matches)

    for at, deals in enumerate(plan.rounds):
        play(deals, 0.9)
        race.take_games([RacedGame(RaceGame(race.left[0], 1, 0), 1.0, 0.1, "it broke")])
        race.keep_better_half()
        assert 11 in race.left and len(race.left) == 8 >> at
    race = Race(race.left, 2, race.deal)
    play(plan.last, 0.4)
    found = race.share_achieved(11)
    assert found.value == pytest.approx(0.4) and found.games == plan.last * 2


@pytest.mark.slow
def test_the_command_finds_the_same_in_one_process_and_in_two(tmp_path: Path) -> None:
    found = [
        CliRunner().invoke(cli, ["tune", DICE, "--budget", "600", "--playouts", "10", "--jobs", jobs]) for jobs in "12"
    ]
    assert [one.exit_code for one in found] == [0, 0] and found[0].stdout == found[1].stdout
    assert "16 settings of the search with 10 playouts a decision" in found[0].stdout


@pytest.mark.slow
def test_an_interrupted_search_is_continued_and_finds_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["tune", DICE, "--budget", "200", "--playouts", "4", "--jobs", "1"]
    whole, kept = CliRunner().invoke(cli, words), Path("search.yaml.journal")
    played, play_one = list[int](), playing.play_one

    def playing_on(*given: Any, **more: Any) -> Any:
        played.append(given[1])
        if len(played) == 150:
            raise KeyboardInterrupt
        return play_one(*given, **more)

    monkeypatch.setattr(playing, "play_one", playing_on)
    stopped = CliRunner().invoke(cli, [*words, "--out", "search.yaml"])
    assert stopped.exit_code == INTERRUPTED and "repeat the command with --resume" in stopped.stderr and kept.exists()
    other = CliRunner().invoke(cli, [*words, "--out", "search.yaml", "--resume", "--seed", "2"])
    assert other.exit_code == 1 and "a run with another --seed" in other.stderr
    assert "or begin again without --resume." in other.stderr and "--force" not in other.stderr
    again = CliRunner().invoke(cli, [*words, "--out", "search.yaml", "--resume"])
    assert again.exit_code == 0 and not kept.exists() and len(played) < 150 + 90
    assert again.stdout == whole.stdout.partition("# Found")[0] + "Wrote search.yaml.\n" * ("# Found" in whole.stdout)


@pytest.mark.slow
def test_candidates_play_by_their_own_settings() -> None:
    own, other = CURRENT, CURRENT | {"explore": 3.0, "widen": 0.0, "prior": 0}
    play = Tuning((load(DICE),), 2, playouts=8, candidates=(own, other)).player()
    both = [[play(RaceGame(one, deal, 0)).ahead for deal in range(30)] for one in (0, 1)]
    assert both[0] != both[1] and both[0] == [play(RaceGame(0, deal, 0)).ahead for deal in range(30)]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--budget", "7"], "7 games are too few for 2 players: at least 8 are needed"),
        (["--budget", "5x"], "'5x' is neither a number of games nor a time"),
        (["--budget", "0"], "'0' is neither"),
        (["--budget", "5m", "--cluster", "local:1"], "how long games take on a cluster is not known"),
        (["--resume"], "--resume goes with --out FILE and a number of games"),
        (["--resume", "--out", "x.yaml", "--budget", "5m"], "--resume goes with --out FILE and a number of games"),
        (["--resume", "--out", "nothing.yaml"], "there is no nothing.yaml.journal"),
        (["--players", "5"], "is for 2 players"),
    ],
)
def test_what_cannot_be_done_is_refused(words: list[str], said: str) -> None:
    done = CliRunner().invoke(cli, ["tune", DICE, *words])
    assert done.exit_code == 2 and said in " ".join(done.output.split())


def test_a_file_is_overwritten_only_with_force(tmp_path: Path) -> None:
    out = tmp_path / "search.yaml"
    out.write_text("kind: search\n")
    done = CliRunner().invoke(cli, ["tune", DICE, "--out", str(out)])
    assert done.exit_code == 2 and "this file is there already" in " ".join(done.output.split())
    done = CliRunner().invoke(cli, ["tune", DICE, "--out", str(out), "--force", "--budget", "7"])
    assert "7 games are too few" in " ".join(done.output.split())
    assert out.read_text() == "kind: search\n"
