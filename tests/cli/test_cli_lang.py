"""`--lang`: games, replays and summaries in another language of the ruleset."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli import opening
from rulewright.cli.main import cli

sys.path.append(str(Path(__file__).parents[1] / "engine"))

from two_languages import LABELS, write  # noqa: E402


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return write(tmp_path)


def run(*words: str, typed: str = "") -> Result:
    opening.space.cache_clear()
    return CliRunner().invoke(cli, list(words), input=typed)


def test_a_language_that_is_not_there_is_answered_with_those_that_are(folder: Path) -> None:
    for command in ("play", "simulate", "rulebook"):
        done = run(command, "./market", "--lang", "xx")
        assert done.exit_code == 2
        assert '--lang xx: ./market has no texts in "xx". Its languages: en (its own), pl.' in done.stderr
    assert 'Did you mean "pl"?' in run("play", "./market", "--lang", "pll").stderr


@pytest.mark.parametrize("typed", ["Śliwka", "śliw", "sliwka", "plum", "2"])
def test_the_name_or_the_label_may_be_typed(folder: Path, typed: str) -> None:
    done = run("play", "./market", "--lang", "pl", "--plain", "--seed", "1", typed=f"{typed}\nquit\n")
    assert done.exit_code == 0, done.output
    assert "Anna, jaki owoc?" in done.stdout and "majątek: śliwka = 1" in done.stdout
    assert "Wpisz liczbę, liczbę" not in done.stdout and "Wpisz liczbę albo nazwę." in done.stdout
    assert "--lang pl --plain --resume" in done.stdout


def test_what_is_said_to_a_person_is_in_the_language(folder: Path) -> None:
    typed = "zzz\n9\n?\njabłko\nundo\nredo\nview talia\nquit\n"
    done = run("play", "./market", "--lang", "pl", "--plain", "--seed", "1", typed=typed)
    assert done.exit_code == 0, done.output
    for text in (
        "Grasz jako Anna. Sam gra losowo: Benedykt. Gra numer 1.", '"zzz" nie jest teraz możliwe.',
        "Nie ma opcji 9; są od 1 do 2.", "Wpisz numer opcji", "Cofnięto: Jabłko.", "Powtórzono: Jabłko.",
        "Talia. talia: 7", "Zapisano w ",
    ):  # fmt: skip
        assert text in done.stdout
    for text in ("You are", "is not offered", "There is no option", "Taken back", "Done again", "Saved in", "Type "):
        assert text not in done.stdout


def test_without_it_a_game_is_in_the_language_of_its_rules(folder: Path) -> None:
    run("play", "./market", "--lang", "pl", "--plain", "--seed", "1", typed="1\nquit\n")
    for words in ((), ("--lang", "en")):
        done = run("play", "./market", "--plain", "--seed", "1", *words, typed="Plum\nquit\n")
        assert "Ann, which fruit?" in done.stdout and "Type a number or a name." in done.stdout


def test_a_saved_game_goes_on_in_another_language_and_is_told_in_both(folder: Path) -> None:
    run("play", "./market", "--lang", "pl", "--plain", "--seed", "1", typed="jabłko\nsave game.save\nquit\n")
    done = run("play", "./market", "--plain", "--resume", "game.save", typed="quit\n")
    assert "Ann, what now?" in done.stdout
    polish = run("replay", "game.save", "--rules", "./market", "--lang", "pl", "--as", "benedykt")
    assert "majątek: jabłko = 1." in polish.stdout and "As Benedykt saw it." in polish.stdout
    english = run("replay", "game.save", "--rules", "./market", "--as", "Ben")
    assert "wealth for apple is now 1." in english.stdout and "Anna" not in english.stdout


def test_a_summary_names_seats_and_sources_in_the_language(folder: Path) -> None:
    words = ("simulate", "./market", "--games", "2", "--jobs", "1")
    done = run(*words, "--lang", "pl")
    assert "Benedykt" in done.stdout and "Pieniądze" in done.stdout and "Money" not in done.stdout
    assert "Money" in run(*words).stdout


def test_a_rulebook_in_another_language_is_refused_rather_than_mixed(folder: Path) -> None:
    done = run("rulebook", "./market", "--lang", "pl")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "--lang pl: the sentences of a rulebook are made in English" in done.stderr
    assert "rulewright play, rulewright editions" in done.stderr
    assert run("rulebook", "./market", "--lang", "en").exit_code == 0


def test_a_language_is_checked_as_the_rules_are(tmp_path: Path, folder: Path) -> None:
    assert run("check", "./market").stdout.startswith("Market: no errors.")
    write(tmp_path, LABELS.replace("Dzień {day}", "Dzień {dya}").replace('  card.red: "Czerwona"\n', ""))
    done = run("check", "./market")
    assert done.exit_code == 1
    assert "market/labels/pl.yaml:13:22  error  unknown-name" in done.stdout
    assert 'Did you mean "day"?' in done.stdout
    assert "1 of 22 texts are missing in this language" in done.stdout and "Without a text: card.red." in done.stdout
