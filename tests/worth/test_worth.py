"""What options are worth: faults planted in a small fair are found by name, and nothing else is."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from ruamel.yaml import YAML
from tests.planted.generated import write
from tests.tiers import sampled

from rulewright.cli.main import cli
from rulewright.cli.worth_runs import blocks_of
from rulewright.comparison.statistics.effects import Effect, judged, paired_effect
from rulewright.comparison.worth.choices import Element, Watched
from rulewright.comparison.worth.findings import (
    NEGLIGIBLE,
    Restriction,
    StrengthWorth,
    Worth,
    WorthGamesPlayed,
    WorthRow,
    to_confirm,
    verdicts_of,
)
from rulewright.comparison.worth.games import Trial, WorthGame, WorthGames
from rulewright.jobs.journal import journal_path
from rulewright.report.renderers import terminal
from rulewright.report.worth_report import worth_report
from rulewright.workspace import load

HERE = Path(__file__).parent
FAIR = str(HERE / "fair")
FAULTS: dict[str, dict[str, Any]] = YAML(typ="safe").load((HERE / "faults.yaml").read_text("utf-8"))
RUNS = int(os.environ.get("RULEWRIGHT_WORTHS", "1"))
"""In how many runs each fault is to be found; their games are a thousand numbers apart."""
GAMES = 200


def played(
    settings: dict[str, int], kind: str, numbers: range, again: dict[str, str | None] | None = None
) -> WorthGamesPlayed:
    """Play everything by a kind of seat, in this process."""
    match = WorthGames((load(FAIR),), 3, tuple(settings.items()), kind=kind, in_c="ready")
    found = WorthGamesPlayed(kind)
    found.add(map(match.player(), numbers))
    found.list_restrictions(lambda name: again is None or name in again, again)
    found.add(map(match.player(), found.missing_trials()))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_planted_faults_are_found_and_nothing_else(fault: str) -> None:
    """In at least 18 of 20 runs, each on other games; what else is said counts as false."""
    wanted = [f"{kind}: {names}" for each in FAULTS[fault]["verdicts"] for kind, names in each.items()]
    found, false = Counter[str](), 0
    for run in range(RUNS):
        rows = played(FAULTS[fault]["set"], "greedy", range(1000 * run + 1, 1000 * run + 1 + GAMES)).rows()
        told = [f"{kind}: {', '.join(filter(None, names))}" for kind, *names in verdicts_of(rows)]
        meant = {said: [one for one in wanted if re.fullmatch(one, said)] for said in told}
        found.update(one for each in meant.values() for one in each)
        false += not all(meant.values())
    assert [one for one in wanted if found[one] < 0.9 * RUNS] == [] and false <= RUNS // 20


# -- what is played


def test_a_decision_is_noted_for_what_one_could_do_otherwise() -> None:
    seen, card = Watched(), Element("step.pick card", "step.pick")
    apple, plum = (Element(f"step.pick {name}", "step.pick card") for name in ("apple", "plum"))
    leave = Element("step.pick leave", "step.pick")
    seen.note([frozenset({card, apple}), frozenset({card, plum})], frozenset({card, plum}))
    assert seen.peers.keys() == {"step.pick apple", "step.pick plum"}  # a card was taken in any case
    assert seen.beaten == {"step.pick apple": {"step.pick plum": 1}}
    seen.note([frozenset({card, apple}), frozenset({card, plum}), frozenset({leave})], frozenset({card, plum}))
    assert seen.chosen == {"step.pick card": 1, "step.pick plum": 2}
    assert seen.left == {"step.pick apple": 2, "step.pick leave": 1}
    assert seen.by_chance["step.pick card"] == pytest.approx(2 / 3)
    assert "step.pick card" not in seen.beaten["step.pick apple"]  # an apple is a card, too
    assert seen.beaten["step.pick leave"]["step.pick card"] == 1


def game(number: int, share: float, chosen: int, left: int) -> WorthGame:
    each = (+Counter(x=chosen), +Counter(x=left), {"x": (chosen + left) / 2})
    return WorthGame(number, "", share, "", Watched(*each, peers={"x": "menu"}))


def test_only_what_a_restriction_overrules_is_played_and_broken_games_leave_no_verdict() -> None:
    both = WorthGamesPlayed("greedy")
    both.add(game(number, 1.0, chosen=number % 2, left=(number + 1) % 2) for number in range(40))
    both.add([WorthGame(40, "", 0.0, "no end")])
    both.list_restrictions(lambda name: name != "y")
    assert [*map(str, both.restrictions)] == ["without x", "with x"]
    trials = both.missing_trials()
    assert [(trial.number, trial.restriction) for trial in trials[:2]] == [(0, "with x"), (1, "without x")]
    both.add(WorthGame(*trial, 1.0 - (trial.restriction == "with x")) for trial in trials)
    (row,) = both.rows()
    assert (row.offered, row.chosen, row.avoided, row.beyond, row.over) == (40, 20, False, None, None)
    assert (row.without.difference, row.always.difference, row.without.pairs) == (0.0, -0.5, 40)
    both.add([WorthGame(*trials[0], 0.0, "no end")])
    (row,) = both.rows()
    assert (row.broken, row.always.pairs, [*verdicts_of([row])]) == (1, 39, [])
    assert both.failures() == {"no end": ["40", "0 with x"]}
    del both.trials[trials[-1]]  # interrupted before the last one
    assert both.rows()[0].without.pairs == 39


def test_restrictions_read_like_those_of_seats() -> None:
    assert str(Restriction("without", "step.sell bid")) == "without step.sell bid"
    assert str(Restriction("over", "buy", "sell")) == "with buy over sell"


@pytest.mark.slow
def test_a_stronger_kind_plays_again_what_stands_out_and_some_peers() -> None:
    rows = played({"apple-bonus": 4, "weaving": 0}, "greedy", range(1, 121)).rows()
    again = to_confirm(rows)
    assert again["phase.turn weave"] in ("phase.turn dig", "phase.turn bake") and "phase.turn dig" not in again
    assert again["phase.turn apple"] == ""
    strong = played({"apple-bonus": 4}, "search:20", range(1, 61), again)
    assert {row.name for row in strong.rows()} == {name for name, better in again.items() if better is not None}


def test_degenerate_games_are_told_without_verdicts() -> None:
    for number in (0, 1, 12):
        found = WorthGamesPlayed("greedy")
        found.add(game(each, 1 / 3, chosen=0, left=1) for each in range(number))
        found.list_restrictions(lambda name: True)
        found.add(WorthGame(*trial, 1 / 3) for trial in found.missing_trials())
        worth = Worth([StrengthWorth.of_games(found)])
        text = "\n".join(terminal(worth_report("Alike", worth, 3, every=True)))
        assert "nothing is clearly too strong" in text and worth.verdicts() == {}
        assert ("nothing is judged" in text) == (number < 10) and ("\nx " in text) == (number > 10)


# -- the command


def typed(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(cli, ["worth", FAIR, *words])
    return done.exit_code, done.output


def folded(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.slow
def test_the_document_is_the_same_on_two_cores_and_names_both_kinds() -> None:
    words = ("--games", "60", "--again", "40", "--seat", "greedy", "--seat", "search:20", "--set", "apple-bonus=5",
             "--format", "json")  # fmt: skip
    one, two = (said[said.index("{") :] for code, said in (typed(*words, "--jobs", jobs) for jobs in "12") if not code)
    assert one == two
    found = json.loads(one)
    assert [(kind["kind"], kind["whole"]) for kind in found["kinds"]] == [("greedy", 60), ("search:20", 40)]
    strong = [one for one in found["verdicts"] if one["kind"] == "too strong"]
    assert strong == [
        {"kind": "too strong", "name": "phase.turn apple", "better": "", "holds": ["greedy", "search:20"]}
    ]
    assert {row["peers"] for row in found["kinds"][0]["rows"]} == {"phase.turn", "phase.turn.card"}


@pytest.mark.slow
def test_the_text_says_what_stands_out_and_that_can_be_typed_as_a_seat() -> None:
    code, said = typed("--games", "160", "--seat", "greedy", "--set", "weaving=0", "--only", "*weave", "--jobs", "1")
    assert code == 0
    assert "phase.turn weave is never worth it (by greedy): who must choose it wins" in folded(said)
    assert "phase.turn weave is worse than phase.turn dig whenever both are offered" in folded(said)
    seat = "greedy with phase.turn weave over phase.turn dig"
    done = CliRunner().invoke(cli, ["simulate", FAIR, "--games", "1", "--seat", seat, "--set", "weaving=0"])
    assert done.exit_code == 0 and f"three greedy bots {seat[7:]}" in folded(done.output)


REFUSED = {
    "--only fgi": "--only fgi: nothing to choose is called so.",
    "--only step.turn": 'Did you mean "phase.turn"?',
    "--seat cmd:./seat": "programs and classes cannot be restricted",
    "--seat greedy --seat greedy": "--seat is given once, or twice with two kinds",
    "--seat random --seat greedy --seat level:1": "--seat is given once, or twice with two kinds",
    "--players 1": "1 is not in the range",
    "--seat nobody": 'has no seat "nobody"',
    "--set weaving=x": "is not a whole number",
}


@pytest.mark.parametrize("words", sampled(4, REFUSED))
def test_what_cannot_be_played_is_refused(words: str) -> None:
    code, said = typed(*words.split(), "--games", "1")
    assert code == 2 and REFUSED[words] in folded(said)


@pytest.mark.parametrize(("name", "seats"), [(FAIR, 3), ("goa", 2)])
def test_a_journal_gives_back_all_that_was_seen(name: str, seats: int) -> None:
    match = WorthGames((load(name),), seats, kind="random")
    games = [*map(match.player(), range(1, 3)), WorthGame(1, "without x", 0.5, "no end")]
    codec = match.codec()
    assert codec.decode(json.loads(json.dumps(codec.encode(games)))) == games
    assert [*codec.items(games)] == [1, 2, Trial(1, "without x")]


@pytest.mark.slow
def test_an_interrupted_run_goes_on_to_the_same_end(tmp_path: Path) -> None:
    typed = [FAIR, "--games", "60", "--again", "20", "--jobs", "1", "--seat", "random", "--seat", "greedy"]
    command = [sys.executable, "-m", "rulewright.cli", "worth", *typed, "--format", "json"]
    whole = subprocess.run(command, capture_output=True, text=True, check=False)
    out = tmp_path / "games.jsonl"
    command += ["--out", str(out)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
        while not out.exists() or out.stat().st_size < 4000:
            time.sleep(0.02)
        run.send_signal(signal.SIGINT)
    assert run.returncode == 130 and journal_path(out).exists()
    lines = out.read_text("utf-8")
    resumed = subprocess.run([*command, "--resume"], capture_output=True, text=True, check=False)
    assert (resumed.returncode, resumed.stdout) == (whole.returncode, whole.stdout)
    assert out.read_text("utf-8").startswith(lines) and not journal_path(out).exists()
    assert {"game", "restriction", "win", "failure"} == {*json.loads(out.read_text("utf-8").splitlines()[-1])}


@pytest.mark.parametrize(("exceptions", "restricted"), [(0, True), (1, True), (3, False)])
def test_what_is_chosen_over_another_once_in_a_hundred_times_is_still_compared_with_it(
    exceptions: int, restricted: bool
) -> None:
    played_games = WorthGamesPlayed("greedy")
    for number in range(200):
        seen = game(number, 1.0, 0, 1).seen
        seen.beaten = {"y": {"x": 1}} if number < exceptions else {"x": {"y": 1}}
        played_games.add([WorthGame(number, "", 1.0, "", seen)])
    played_games.list_restrictions(lambda name: name == "x")
    assert ("with x over y" in map(str, played_games.restrictions)) == restricted
    trials = played_games.missing_trials()
    played_games.add(WorthGame(*trial, 0.5) for trial in trials)
    (row,) = played_games.rows()
    assert (row.better, row.exceptions) == (("y", exceptions) if restricted else ("", 0))


@pytest.mark.parametrize(
    ("won_before", "won_without", "never", "undecided"),
    [(200, 206, True, False), (200, 200, True, False), (200, 194, False, True), (200, 150, False, False)],
)
def test_what_can_be_left_out_at_no_loss_is_never_worth_it_though_it_may_even_be_better_to(
    won_before: int, won_without: int, never: bool, undecided: bool
) -> None:
    """With 206 instead of 200 wins (-0.7 to +2.7 of 100 games) it need not be known whether that is more."""
    before = [1.0] * won_before + [0.0] * (600 - won_before)
    without = _paired(before, won_without)
    row = WorthRow("x", "", 600, 20, True, without, _paired(before, 40), None, None, "", 0, 0)
    assert ([kind for kind, *_ in verdicts_of([row])] == ["never worth it"], row.is_undecided) == (never, undecided)


def _paired(before: Sequence[float], won: int) -> Effect:
    """Return the effect of winning so many of the same games, of which some that were won are lost and others won."""
    after = [1.0] * won + [0.0] * (len(before) - won)
    swapped = [*after[12:], *after[:12]]
    one = replace(paired_effect(before, swapped, share=True), margin=NEGLIGIBLE)
    return judged({"": one})[""]


# -- as many games as there is time for


@pytest.mark.slow
def test_games_played_block_by_block_say_the_same_as_all_at_once() -> None:
    match, found = WorthGames((load(FAIR),), 3, kind="random"), []
    for length in (30, 120):
        played = WorthGamesPlayed("random")
        for block in blocks_of(range(1, 121), length):
            played.add(map(match.player(), block))
            played.list_restrictions(lambda name: name in ("phase.turn apple", "phase.turn weave"))
            played.add(map(match.player(), played.missing_trials()))
        assert not played.missing_trials()
        found.append(StrengthWorth.of_games(played))
    assert found[0] == found[1] and len(found[0].rows) == 2
    assert [*blocks_of(range(1, 4), 2)] == [range(1, 3), range(3, 4)]


@pytest.mark.slow
def test_worth_and_report_stop_in_time_and_say_by_how_many_games() -> None:
    code, said = typed("--budget", "3s", "--seat", "random", "--jobs", "1", "--no-compiler")
    numbers = re.search(r"Played without restrictions: ([\d,]+) games by random \(numbers 1 to ([\d,]+)\)", said)
    assert code == 0 and numbers and numbers[1] == numbers[2] and 10 <= int(numbers[1].replace(",", "")) < 100_000
    done = CliRunner().invoke(cli, ["report", FAIR, "--budget", "6s", "--jobs", "1", "--no-compiler"])
    assert done.exit_code == 0
    heading, worth = folded(done.output).partition("Is something too strong, or never worth it? ")[1:]
    assert heading and worth.startswith("Played without restrictions: ")
    quick = CliRunner().invoke(cli, ["report", FAIR, "--games", "10", "--jobs", "1"]).output
    assert f"This needs games of seats that think: rulewright worth {FAIR} plays them." in folded(quick)


@pytest.mark.slow
def test_what_is_undecided_is_decided_by_so_many_games(tmp_path: Path) -> None:
    fair = write(tmp_path / "fair", 28)
    rules = fair / "rules" / "fair.rules"
    rules.write_text(rules.read_text("utf-8").replace("for good by 1", "for good by 0"), encoding="utf-8")
    words = ["worth", str(fair), "--jobs", "1", "--seat", "greedy", "--only", "option.gather *", "--games"]
    said = folded(CliRunner().invoke(cli, [*words, "60"]).output)
    needed = re.search(r"whether they are ever worth it is undecided: .* About (\d+) games would show", said)
    assert needed and "never worth it" not in said, said
    said = folded(CliRunner().invoke(cli, [*words, str(round(1.3 * int(needed[1])))]).output)
    assert "are never worth it (by greedy)" in said and "is undecided:" not in said, said
