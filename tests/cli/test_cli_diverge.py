"""`rulewright diverge` as it is typed: what it prints, what it writes, and its exit codes."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.main import cli
from rulewright.cli.opening import space
from rulewright.comparison.divergence import units
from rulewright.comparison.divergence.units import Attempts, ShareResult

sys.path.append(str(Path(__file__).parents[1] / "compare"))
from shop import write  # noqa: E402


def run(*words: str) -> Result:
    space.cache_clear()
    return CliRunner().invoke(cli, list(words))


@pytest.fixture(autouse=True)
def shops(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Both editions of the little shop in the folder where one stands."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path)
    return tmp_path


def diverge(*words: str, games: int = 60) -> Result:
    return run("diverge", "./shop", "./new-shop", *words, "--games", str(games), "--jobs", "1")


@pytest.mark.slow
def test_an_option_that_only_one_has_is_told_with_the_rules() -> None:
    done = diverge("cheap-cards")
    assert done.exit_code == 1
    assert done.output.startswith(
        "1. Cards are for sale from two coins on.\n"
        "   cheap-cards, new-shop/rules/changes.rules:5; it changes option.buy\n"
        "Played side by side: ./shop and ./new-shop:cheap-cards, 2 players.\n"
    )
    assert ": 4 decisions, then they part.\n" in done.output
    assert done.output.endswith(
        "has an option that only one of them offers:\n"
        "  ./shop\n"
        "    Buy a card is not offered: needs 3 coins, you have 2.\n"
        "    by phase.day-of, shop/rules/all.rules:48\n"
        "  ./new-shop:cheap-cards\n"
        "    only here: buy\n"
        "    by option.buy, new-shop/rules/changes.rules:7\n"
        "\n"
        "The shortest found in 60 games.\n"
    )
    assert max(map(len, done.output.split("\n"))) <= 80


def test_another_result_is_told_with_both_values() -> None:
    done = diverge("4")
    assert done.exit_code == 1
    assert "4. Work brings two coins.\n" in done.output
    assert "it changes pay from 1 to 2\n" in done.output
    shop, new = done.output.split("After decision 1, something else comes of it:\n")[1].split("  ./new-shop:more-pay\n")
    assert "takes 1 coin." in shop
    assert "takes 2 coins." in new
    assert "by option.work, shop/rules/all.rules:25" in shop


@pytest.mark.slow
def test_a_rule_that_only_one_side_has_is_shown_in_use() -> None:
    """The two games part when the clown is bought; only a day later is he sent away."""
    done = diverge("clown", games=400)
    assert done.exit_code == 1
    assert "7 decisions, then they part." in done.output
    told = done.output.partition("The shortest found in 400 games.\n")[2]
    assert "Only ./new-shop:clown has card.clown, new-shop/rules/changes.rules:43." in " ".join(told.split())
    assert "this first does something after 8 decisions:" in " ".join(told.split())
    assert told.endswith("is offered: clown\n")
    assert "has card." not in diverge("cheap-cards").output


def test_none_found_is_said_and_is_fine(shops: Path) -> None:
    done = diverge("joker", "--keep", "x.replay", games=1)
    assert done.exit_code == 0
    assert "None found in 1 game.\n" in done.output
    assert "Nothing was written." in done.output
    assert not (shops / "x.replay").exists()


def test_without_a_row_both_are_played_as_they_are() -> None:
    done = diverge()
    assert done.exit_code == 1
    assert "The shop  ->  The shop, new\n" in done.output
    assert "From the beginning, something else comes of it:" in done.output
    assert "Nobody rests.\nno-rest, new-shop/rules/changes.rules:18" in done.output


def test_what_was_found_before_ctrl_c_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Attempts.take

    def stopped(attempts: Attempts, tried: ShareResult) -> None:
        if attempts.found.games == 3:
            raise KeyboardInterrupt
        whole(attempts, tried)

    monkeypatch.setattr(Attempts, "take", stopped)
    done = diverge("more-pay")
    assert done.exit_code == 130
    assert "Stopped after 3 of 60 games; these are kept." in done.output
    assert "The shortest found in 3 games." in done.output


def test_ctrl_c_ends_every_difference_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*given: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(units, "open_single_searches", stopped)
    done = diverge("--each")
    assert done.exit_code == 130
    assert "0 of 0 differences" in done.output


def test_the_same_rules_never_part() -> None:
    done = run("diverge", "./shop", "./shop", "--games", "5", "--jobs", "1")
    assert (done.exit_code, done.output.split("\n")[-2]) == (0, "None found in 5 games.")


@pytest.mark.slow
@pytest.mark.parametrize(("name", "differs"), [
    ("cheap-cards", "Ann: {offered: [buy]}"), ("more-pay", "Ann: {coins: 2}"),
    ("rich-coins", "score: {Ann: {Coins: 2}}"), ("no-rest", "Ann: {coins: 3}"),
])  # fmt: skip
def test_a_scenario_is_written_that_passes_under_both(shops: Path, name: str, differs: str) -> None:
    path = shops / "shop/scenarios/found.yaml"
    path.parent.mkdir()
    done = diverge(name, "--scenario", str(path))
    assert done.exit_code == 1
    text = path.read_text("utf-8")
    assert f'  "new-shop:{name}":\n' in text
    assert differs in text.partition("differs under:")[2]
    assert differs not in text.partition("differs under:")[0]
    tested = run("test", "./shop")
    assert tested.exit_code == 0, tested.output
    assert "2 scenarios passed." in tested.output
    laid_out = run("fmt", "./shop", "--check")
    assert laid_out.exit_code == 0, laid_out.output


def test_a_replay_is_written_that_parts_at_its_end(shops: Path) -> None:
    done = diverge("cheap-cards", "--keep", "found.replay")
    assert "Written to found.replay." in done.output
    assert run("replay", "found.replay", "--verify").exit_code == 0
    other = run("replay", "found.replay", "--rules", "./new-shop:cheap-cards", "--verify")
    assert other.exit_code == 1
    assert "after the last of 4 decisions" in other.output
    assert "Offered now: buy." in other.output


@pytest.mark.slow
def test_every_difference_in_turn() -> None:
    done = diverge("--each", games=400)
    assert done.exit_code == 1
    rows = [line.split() for line in done.output.split("\n")[3:10]]
    assert [(row[2], row[3]) for row in rows] == [
        ("cheap-cards", "4"), ("clown", "7"), ("joker", "7"), ("more-pay", "1"), ("no-rest", "0"), ("rich-coins", "1"),
        ("two-jokers", "7"),
    ]  # fmt: skip
    assert done.output.endswith(
        "7 of 7 differences with an example game.\nNot among them: 1 row of wording only, which no game can show.\n"
    )


def test_a_difference_that_no_game_shows_within_bounds_is_listed_without_one() -> None:
    done = diverge("--each", games=1)
    assert "none found in 1 game" in done.output


def test_of_wording_only_it_is_said_at_once_that_no_game_shows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(Attempts, "take")  # no game is played
    done = diverge("short-days", "--keep", "x.replay")
    assert done.exit_code == 0
    assert "Nothing was written." in done.stderr
    assert done.stdout.startswith("8. The book says how long a day is.\nThis is wording only: ")
    assert done.stdout.endswith("Rows that can be played:  rulewright diff ./shop ./new-shop\n")


@pytest.mark.parametrize(("words", "said"), [
    (["9"], 'there is no difference "9" between ./shop and ./new-shop'),
    (["no-rets"], 'Did you mean "no-rest"?'),
    (["--each", "1"], "--each is for all differences"),
    (["--keep", "x.txt"], "--keep x.txt: its name ends in .replay."),
    (["--scenario", "shop/ruleset.yaml"], "this file is there already"),
    (["--players", "3"], "The shop is for 2 players."),
])  # fmt: skip
def test_what_has_no_meaning_is_refused(words: list[str], said: str) -> None:
    done = diverge(*words)
    assert said in done.output
    assert done.exit_code == 2
