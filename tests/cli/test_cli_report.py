"""`rulewright report`: text, page and document, two rulesets, what broke, what is typed wrongly."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli import opening
from rulewright.cli.commands import report
from rulewright.cli.main import cli

EXAMPLES = Path(__file__).parents[2] / "examples"
GAME = str(EXAMPLES / "tic-tac-toe")
HEADINGS = (
    "How long do games take, and why do they end?", "Is a seat better?", "When is it decided, and can one come back?",
    "Does skill pay?", "Where do points come from?", "What do winners do that others do not?", "What never happened?",
    "Who waits how long?",
)  # fmt: skip


def run(*words: str) -> Result:
    opening.space.cache_clear()
    return CliRunner().invoke(cli, ["report", *words, "--jobs", "1"])


def test_every_question_is_answered_in_text() -> None:
    done = run(GAME, "--games", "40")
    assert done.exit_code == 0, done.output
    lines = done.output.split("\n")
    assert [line for line in lines if line in HEADINGS] == [*HEADINGS]
    assert max(map(len, lines)) <= 80
    assert "Played with 2 players: 40 games of random seats." in lines


@pytest.mark.slow
def test_the_page_has_the_questions_as_headings_and_plots() -> None:
    page = run(GAME, "--games", "40", "--html", "-").output
    assert [heading for heading in HEADINGS if f">{heading}</h2>" in page] == [*HEADINGS]
    assert page.count("<svg") > 5 and 'class="one"' in page and "<script" not in page


def test_the_document_has_figures_and_sentences() -> None:
    found = json.loads(run(GAME, "--games", "40", "--format", "json").output)
    (only,) = found["rulesets"]
    assert [answer["heading"] for answer in only["answers"]] == [*HEADINGS[:3], *HEADINGS[4:], HEADINGS[3]]
    seats = only["answers"][1]
    first, second = (figure["estimate"]["value"] for figure in seats["figures"])
    assert first + second == pytest.approx(1) and first > second
    assert seats["said"] and only["broken"] == []


def test_two_rulesets_stand_side_by_side() -> None:
    said = run(GAME, str(EXAMPLES / "connect-four"), "--games", "15").output
    assert "Played with 2 players: A: 15 games of random seats; B: 15 games of random seats." in said
    assert "A: A game takes" in said and "B: A game takes" in said
    assert "The intervals of A and B do not overlap in: Laps and" in said


@pytest.mark.slow
def test_a_budget_is_divided_and_plays_seats_that_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "SEARCHES", ("search:1", "search:2"))
    said = " ".join(run(GAME, "--budget", "1s", "--games", "20", "--no-compiler").output.split())
    assert "20 games of random seats, " in said and "of search:1 seats against random seats" in said
    assert "Search:1 seats" in said


@pytest.mark.slow
def test_games_that_break_come_first_with_the_command_that_repeats_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = Path(shutil.copytree(GAME, tmp_path / "broken"))
    rules = next(broken.glob("rules/*.rules"))
    rules.write_text(rules.read_text("utf-8") + "\nalways room:\n    free-spaces is not empty\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    done = run("./broken", "--games", "12")
    assert done.exit_code == 1
    assert done.output.startswith("2 games broken: "), done.output
    again = next(line for line in done.output.split("\n") if line.startswith("  again:  rulewright "))
    repeated = CliRunner().invoke(cli, again.split()[2:])
    assert repeated.exit_code == 1 and "always.room does not hold" in repeated.output
    assert "Games that broke are left out of what follows, which may be true of the others only." in " ".join(
        done.output.split()
    )


@pytest.mark.parametrize("typed", ["10", "0m", "m", "1d", "-5s"])
def test_a_budget_is_a_length_of_time_with_its_unit(typed: str) -> None:
    done = run(GAME, "--budget", typed)
    assert done.exit_code == 2
    assert "is no length of time: write it as 90s, 10m or 2h." in done.output
