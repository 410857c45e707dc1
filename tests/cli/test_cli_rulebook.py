"""`rulewright rulebook`: where it writes, and what it answers when that cannot be."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.main import cli

ROOT = Path(__file__).parents[2]
GAME = "./examples/tic-tac-toe"


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["rulebook", *words])


def test_it_is_printed_as_markdown() -> None:
    result = run(GAME)
    assert result.exit_code == 0
    assert result.stdout.startswith("# Tic-tac-toe\n")
    assert result.stdout == (ROOT / "tests/rulebook/golden/tic-tac-toe.md").read_text("utf-8")


@pytest.mark.slow
def test_both_files_are_written_and_named(tmp_path: Path) -> None:
    page, text = tmp_path / "game.html", tmp_path / "game.md"
    result = run(GAME, "--html", str(page), "--markdown", str(text))
    assert result.exit_code == 0
    assert result.stdout == f"Wrote {page}.\nWrote {text}.\n"
    assert page.read_text("utf-8").startswith("<!DOCTYPE html>\n")
    assert text.read_text("utf-8") == run(GAME).stdout


def test_a_page_alone_prints_no_text(tmp_path: Path) -> None:
    result = run(GAME, "--html", str(tmp_path / "game.html"))
    assert result.stdout == f"Wrote {tmp_path / 'game.html'}.\n"


def test_a_page_can_be_printed_too() -> None:
    result = run(GAME, "--html", "-")
    assert result.stdout.startswith("<!DOCTYPE html>\n")
    assert result.stdout.endswith("</html>\n")
    assert not (ROOT / "-").exists()


def test_one_file_cannot_be_both(tmp_path: Path) -> None:
    result = run(GAME, "--html", str(tmp_path / "a"), "--markdown", str(tmp_path / "." / "a"))
    assert result.exit_code == 2
    assert "the same file" in result.stderr
    assert not (tmp_path / "a").exists()


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    result = run(GAME, "--html", str(tmp_path / "none" / "game.html"))
    assert result.exit_code == 2
    assert str(tmp_path / "none" / "game.html") in result.stderr
    assert "No such file or directory" in result.stderr


def test_mistakes_in_the_rules_come_instead(tmp_path: Path) -> None:
    for path in (ROOT / GAME).rglob("*"):
        if path.is_file() and path.suffix != ".md":
            to = tmp_path / "game" / path.relative_to(ROOT / GAME)
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_text(path.read_text("utf-8").replace("free-spaces:", "free-spces:"), "utf-8")
    result = run(str(tmp_path / "game"))
    assert result.exit_code == 1
    assert re.search(r"game\.rules:\d+:\d+  error  unknown-name", result.stderr)
    assert result.stdout == ""


def test_an_unknown_ruleset_is_answered() -> None:
    result = run("gao")
    assert result.exit_code == 2
    assert 'Did you mean "goa"?' in result.stderr
