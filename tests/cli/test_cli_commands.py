"""The commands around play: help, list, simulate, and what happens when something goes wrong."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from cli_fakes import ABOUT, NAMES, Game, Opener, Rules, environment, save
from click.testing import CliRunner, Result
from tests.each_result import each_result

from rulewright.cli import opening
from rulewright.cli.commands import COMMANDS
from rulewright.cli.commands.play.keeping import GameSaver
from rulewright.cli.main import cli
from rulewright.cli.run import GamesRun
from rulewright.diagnostics import NOWHERE, Diagnostic, RulesError, Span
from rulewright.jobs.job import Job
from rulewright.jobs.run import run_job as run_units
from rulewright.playtest.game import Record
from rulewright.playtest.rows import GameRows, RowColumns
from rulewright.playtest.simulate import RowOpener, SimulatedGames
from rulewright.playtest.summary import Summary
from rulewright.report.renderers import terminal
from rulewright.report.simulate_report import simulate_report


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, list(words))


@pytest.fixture(autouse=True)
def _fake(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(opening, "ruleset", lambda name: Rules())
    monkeypatch.setattr(opening, "every_ruleset", lambda: ["fake"])
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


@pytest.mark.slow
def test_help_lists_every_command_and_imports_none() -> None:
    late = {"rich", "lark", "ruamel", "jsonschema", "jinja2", "rulewright.cli.commands.play"}
    code = "import sys; from rulewright.cli.main import main; sys.argv[1:] = ['--help']\ntry: main()\nfinally: " + (
        f"assert not sys.modules.keys() & {late}"
    )
    done = subprocess.run([sys.executable, "-c", code], env=environment(), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert all(name in done.stdout for name in COMMANDS)


@pytest.mark.slow
def test_the_library_needs_no_command_line() -> None:
    code = "import sys, rulewright, rulewright.diagnostics, rulewright.playtest.simulate\n" + (
        "assert not [m for m in ('click', 'rich') if m in sys.modules]"
    )
    subprocess.run([sys.executable, "-c", code], env=environment(), check=True)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str) -> None:
    done = run(name, "--help")
    assert done.exit_code == 0 and "Usage: rulewright " + name in done.output


def test_list_names_title_players_and_assumed_figures() -> None:
    done = run("list")
    assert done.exit_code == 0
    assert done.output == "fake  Fake, first printing\n      2 to 4 players, 14 figures assumed; rulesets/fake\n"


def test_list_tells_variants_from_editions(monkeypatch: pytest.MonkeyPatch) -> None:
    """A variant says of what, comes after the editions, and the last line says how it goes with another edition."""
    known = {
        "base": replace(ABOUT, name="base"),
        "base-dear": replace(ABOUT, name="base-dear", variant_of="base", folder=Path("rulesets/far/base-dear")),
        "base-two": replace(ABOUT, name="base-two", edition_of="base", same_rules=("French", "Dutch")),
    }
    monkeypatch.setattr(opening, "every_ruleset", lambda: list(known))
    monkeypatch.setattr(opening, "ruleset", lambda name: Rules(known[name]))
    assert run("list").output.splitlines() == [
        "base       Fake, first printing",
        "           2 to 4 players, 14 figures assumed; rulesets/fake",
        "base-two   Fake, first printing",
        "           same rules: French, Dutch",
        "           2 to 4 players, 14 figures assumed; rulesets/fake",
        "base-dear  Fake, first printing",
        "           variant of base; 2 to 4 players, 14 figures assumed;",
        "           rulesets/far/base-dear",
        "A variant goes with other editions, too: rulewright play base-two+base-dear",
    ]


@pytest.mark.parametrize(
    ("words", "given"),
    [
        (("simulate", "fake", "--players", "2", "--players", "3"), "--players is given 2 times"),
        (("mutate", "fake", "--sample", "4", "--again", "--sample=5", "--sample", "6"), "--sample is given 3 times"),
        (("rulebook", "fake", "--html", "a", "--html", "a"), "--html is given 2 times"),
    ],
)
def test_an_option_that_takes_one_value_is_given_once(words: tuple[str, ...], given: str) -> None:
    done = run(*words)
    assert done.exit_code == 2 and f"{given}, and only one can count." in done.stderr
    assert f"Usage: rulewright {words[0]}" in done.stderr


def test_unknown_command_is_usage() -> None:
    assert run("nonsense").exit_code == 2


def raising(problem: BaseException) -> Any:
    def opened(name: str) -> Any:
        raise problem

    return opened


@pytest.mark.parametrize(
    ("problem", "code", "said"),
    [
        (RulesError((Diagnostic("unknown-name", Span("a.rules", 1, 1, 1, 2), "x"),)), 1, "1 error."),
        (RulesError((Diagnostic("no-such-ruleset", NOWHERE, "there is no ruleset x"),)), 2, "there is no ruleset x"),
        (RulesError((Diagnostic("file-too-large", NOWHERE, "too large"),)), 3, "too large"),
        (PermissionError(13, "Permission denied", "a.yaml"), 2, "a.yaml: Permission denied"),
        (MemoryError("too large"), 3, "too large"),
        (KeyboardInterrupt(), 130, "Stopped."),
        (ZeroDivisionError("a bug"), 70, "Please report it"),
    ],
)
def test_whatever_goes_wrong_is_a_message(
    monkeypatch: pytest.MonkeyPatch, problem: BaseException, code: int, said: str
) -> None:
    monkeypatch.setattr(opening, "ruleset", raising(problem))
    done = run("play", "fake")
    assert done.exit_code == code
    assert said in done.output and "Traceback" not in done.output


def test_check_shows_findings(monkeypatch: pytest.MonkeyPatch) -> None:
    finding = Diagnostic("unknown-name", Span("a.rules", 1, 1, 1, 2), "x")
    monkeypatch.setattr(opening, "all_findings", lambda ruleset: (finding,))
    done = run("check", "fake")
    assert done.exit_code == 1 and "a.rules:1:1  error  unknown-name" in done.output
    monkeypatch.setattr(opening, "all_findings", lambda ruleset: ())
    done = run("check", "--all")
    assert done.exit_code == 0 and done.output == "Fake, first printing: no errors.  Read rulesets/fake.\n"
    assert run("check").exit_code == 2


@pytest.mark.slow
def test_games_are_the_same_on_one_core_and_on_two() -> None:
    one = [r.as_data() for r in each_result(Opener(3), range(1, 31), 1)]
    two = [r.as_data() for r in each_result(Opener(3), range(1, 31), 2)]
    assert one == two and len(one) == 30
    assert one[0]["decisions"] == [3, 3, 3]


def summary_of(seats: int, numbers: tuple[str, ...], records: Iterable[Record]) -> Summary:
    summary, rows = Summary(seats), GameRows(RowColumns(seats, (), numbers))
    for record in records:
        rows.add(record)
    summary.add_rows(rows)
    return summary


def test_summary_tells_wins_sources_decisions_and_failures() -> None:
    summary = summary_of(3, (), each_result(Opener(3, broken=True), range(1, 31), 1))
    lines = terminal(simulate_report("", summary, NAMES[:3], "rulewright simulate fake --players 3 --games 1"))
    text = "\n".join(lines)
    assert summary.games == 15 and sum(summary.wins) == pytest.approx(15)
    assert "Decisions of two options or more: 3.0 a person (3 to 3), 9.0 a game (9 to 9)." in text
    assert "15 games broken: always-broken: stones-conserved does not hold (fake/rules/fake.rules:9)" in text.replace(
        "\n", " "
    )
    assert "  game numbers 2, 4, 6, 8, 10, ..." in text
    assert "again:  rulewright simulate fake --players 3 --games 1 --seed 2" in text
    assert max(map(len, lines)) <= 80


def test_summary_tells_the_numbers_of_the_game_and_how_often_they_were_highest() -> None:
    numbers = [{"rounds-played": rounds, "debt": -game} for game, rounds in enumerate((7, 9, 8, 9))]
    records = [Record(at, [1, 1], [0, 0], [{}, {}], [[0, 1]], numbers=known) for at, known in enumerate(numbers)]
    summary = summary_of(2, ("rounds-played", "debt"), records)
    lines = terminal(simulate_report("", summary, NAMES[:2], ""))
    at = lines.index("  At the end       mean   least    most   times")
    assert lines[at + 1 : at + 3] == [
        "  Rounds played     8.2       7       9       2",
        "  Debt             -1.5      -3       0       1",
    ]


def test_simulate_writes_a_line_for_each_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    simulated_by_hand(monkeypatch)
    out = tmp_path / "games.jsonl"
    done = run("simulate", "fake", "--games", "12", "--seed", "5", "--no-compiler", "--out", str(out))
    assert done.exit_code == 0, done.output
    records = [json.loads(line) for line in out.read_text().splitlines()]
    assert [record["game"] for record in records] == list(range(5, 17))
    assert "Read rulesets/fake." in done.output and "12 games with 4 players" in done.output


def simulated_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `simulate` play the game of `cli_fakes`, which is neither compiled nor kept in a journal."""
    monkeypatch.setattr(SimulatedGames, "job", lambda match, numbers: Job(RowOpener(Opener(match.seats)), numbers))
    monkeypatch.setattr(SimulatedGames, "common_record", Record(0, []))
    monkeypatch.setattr(SimulatedGames, "codec", lambda match: None)
    monkeypatch.setattr(GamesRun, "keep_journal", lambda *given: None)


def interrupted_after(units: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate Ctrl-C after a number of finished units."""
    import rulewright.cli.progress as module

    def some(*given: Any) -> Any:
        yield from islice(run_units(*given), units)
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "run_job", some)


def test_ctrl_c_keeps_what_was_finished(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    interrupted_after(2, monkeypatch)
    simulated_by_hand(monkeypatch)
    out = tmp_path / "games.jsonl"
    done = run("simulate", "fake", "--players", "2", "--games", "50", "--no-compiler", "--jobs", "1", "--out", str(out))
    assert "Stopped after 3 of 50 games; these are kept." in done.output
    assert len(out.read_text().splitlines()) == 3 and "3 games with 2 players" in done.output
    assert ABOUT.name == "fake"


def test_ctrl_c_before_the_first_game_has_nothing_to_sum_up(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupted_after(0, monkeypatch)
    done = run("simulate", "fake", "--players", "2", "--games", "50", "--no-compiler")
    assert done.exit_code == 130 and done.output.rstrip().endswith("Stopped before the first game was over.")


def test_a_game_is_kept_somewhere_when_its_folder_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(game: Any, path: Path) -> None:
        if path.parent == Path("."):
            raise PermissionError(13, "Permission denied")
        save(game, path)

    keeper = GameSaver(write, ["rulewright", "play", "fake"], "fake-3")
    assert keeper.save_anywhere(Game(2, 3))
    assert keeper.take_troubles() == ["fake-3.save could not be written: Permission denied."]
    assert keeper.resume_lines()[1] == f"Go on with:  rulewright play fake --resume {tmp_path / 'fake-3.save'}"
