"""Commands that read rule files: list, show, explain."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.main import cli

pytestmark = pytest.mark.usefixtures("tiny")


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, list(words))


@pytest.mark.slow
def test_list_counts_assumed_figures() -> None:
    done = run("list")
    assert "Tiny, first\n" in done.output
    assert f"2 to 3 players, 1 figure assumed; {os.path.join('rulesets', 'tiny')}" in done.output


def test_show_a_rule_as_written() -> None:
    for words in (("tiny", "step.turn"), ("./rulesets/tiny", "turn")):
        done = run("show", *words)
        assert done.exit_code == 0
        assert "a.rules:12  step.turn\n12 | step turn:\n13 |     cites book" in done.output
        assert '19 |         option done "Enough"\n  Printed in The tiny book, "Turn".\n' in done.output


@pytest.mark.slow
def test_show_a_figure_with_value_source_and_reason() -> None:
    done = run("show", "tiny", "first-coins")
    assert "tiny/data/b.yaml:3  figure.first-coins\n3 |   first-coins:\n4 |     value: 3\n" in done.output
    assert '  Printed in The tiny book, "Preparation".\n  assumed: printed in a picture\n' in done.output


def test_show_finds_what_a_player_has() -> None:
    assert "4 |     amount coin / coins" in run("show", "tiny", "coin").output


def test_show_suggests_a_name() -> None:
    done = run("show", "tiny", "turm")
    assert done.exit_code == 2 and 'Nothing is called "turm" in tiny. Did you mean "turn"?' in done.output


@pytest.mark.parametrize("words", [("play",), ("show", "x"), ("simulate",), ("check",), ("test",)])
def test_a_ruleset_that_is_not_there(words: tuple[str, ...]) -> None:
    done = run(*(("show", "nowhere", "x") if words[0] == "show" else (*words, "nowhere")))
    assert done.exit_code == 2
    assert 'there is no ruleset "nowhere"' in done.output and "Traceback" not in done.output


@pytest.mark.slow
def test_unreadable_rulesets_are_told(tiny: Path) -> None:
    (tiny / "ruleset.yaml").write_bytes(b"\xff\xfe\x00broken")
    done = run("list")
    assert done.exit_code == 1 and "rulewright check tiny" in done.output
    assert run("play", "tiny").exit_code in (1, 2)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("nothing=3", 'tiny has no figure "nothing".'),
        ("first-coin=3", 'Did you mean "first-coins"?'),
        ("first-coins=many", '"many" is not a whole number: write it in the digits 0 to 9.'),
    ],
)
@pytest.mark.parametrize("command", ["play", "simulate"])
def test_figures_that_cannot_be_set_are_told(command: str, words: str, said: str) -> None:
    done = run(command, "tiny", "--set", words)
    assert done.exit_code == 2 and said in " ".join(done.output.split()), done.output


@pytest.mark.skipif(os.name == "nt", reason="permissions are different there")
def test_a_cache_that_is_open_to_others_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "cache"
    folder.mkdir()
    folder.chmod(0o777)
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(folder))
    done = run("check", "tiny")
    assert done.exit_code == 0 and done.stdout.startswith("Tiny, first: no errors.")
    assert done.stderr == (
        f"Nothing is kept for next time: the cache {folder} is open to other users; make it yours alone:  "
        f"chmod 700 {folder}\n"
    )
    assert list(folder.iterdir()) == []
