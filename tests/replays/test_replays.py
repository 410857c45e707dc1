"""What is written down of a game, played again: told as it was, and whatever differs is named."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli import opening
from rulewright.cli.main import cli
from rulewright.engine.savefile.format import apart, joined, read

CHECKOUT = Path(__file__).parents[2]
GOLDEN = CHECKOUT / "rulesets" / "goa" / "replays" / "2-players-2.replay"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    opening.space.cache_clear()
    shutil.copy(GOLDEN, "game.replay")
    shutil.copytree(CHECKOUT / "examples" / "kuhn-poker", "kuhn-poker")


def run(*words: str, typed: str = "") -> Result:
    opening.space.cache_clear()
    done = CliRunner().invoke(cli, ["replay", *words], input=typed)
    assert "Something went wrong inside" not in done.output, done.output
    assert max(map(len, done.output.split("\n"))) <= 80 + len(os.getcwd()), done.output
    return done


def flat(done: Result) -> str:
    return " ".join(done.output.split())


# -- told


@pytest.mark.slow
def test_a_story_has_its_rounds_and_its_result() -> None:
    done = run("game.replay")
    assert done.exit_code == 0
    assert "Goa, Rio Grande 2004.  Yellow and Red play game number 2, 154 decisions." in done.output
    assert "\n\nPart A, round 2 of 4\n" in done.output and "\n\nPart B, round 4 of 4\n" in done.output
    assert done.output.rstrip().endswith("wins.")


@pytest.mark.slow
def test_a_trace_has_every_decision_with_its_rule_and_what_was_offered() -> None:
    lines = run("game.replay", "--trace").output.split("\n")
    numbered = [line.split()[0] for line in lines if line[:4].strip().isdigit()]
    assert numbered == [str(number) for number in range(1, 155)]
    first = next(at for at, line in enumerate(lines) if line.startswith("   1  "))
    assert lines[first + 1].strip().startswith("step.lay-flag, goa/rules/placing.rules:")
    assert lines[first + 2] == "        offered: a1-a5, g1-g5, b0-f0, b6-f6"


@pytest.mark.slow
@pytest.mark.parametrize("trace", [(), ("--trace",)])
def test_a_seat_is_told_only_what_it_was_shown(trace: tuple[str, ...]) -> None:
    hand = {"dealer": "Dealer draws King.", "other": "Other draws Queen."}
    told = {seat: run("kuhn-poker/replays/2-players-5.replay", "--as", seat, "--trace").output for seat in hand}
    for seat, other in (("dealer", "other"), ("other", "dealer")):
        assert hand[seat] in told[seat] and hand[other] not in told[seat]
    everything = run("kuhn-poker/replays/2-players-5.replay", "--trace").output
    assert all(line in everything for line in hand.values()) and "draws a card" not in everything
    assert run("game.replay", *trace, "--as", "Red").output != run("game.replay", *trace, "--as", "Yellow").output


def test_the_trace_of_a_seat_offers_only_what_it_was_offered() -> None:
    assert run("kuhn-poker/replays/2-players-5.replay", "--trace").output.count("offered:") == 3
    assert run("kuhn-poker/replays/2-players-5.replay", "--trace", "--as", "other").output.count("offered:") == 1


# -- one decision


def test_the_table_at_a_decision() -> None:
    done = run("kuhn-poker/replays/2-players-5.replay", "--at", "2", "--show")
    assert "Decision 2." in done.output and "Chosen: bet." in done.output
    hidden = run("kuhn-poker/replays/2-players-5.replay", "--at", "2", "--show", "--as", "dealer")
    assert "Queen" in done.output and "Queen" not in hidden.output and "Chosen" not in hidden.output
    assert "Here, at decision 2, Other is asked." in hidden.output


def test_the_table_after_the_last_decision_is_the_end() -> None:
    assert "Dealer wins." in run("kuhn-poker/replays/2-players-5.replay", "--at", "4", "--show").output


def test_a_game_goes_on_from_a_decision_and_can_be_saved() -> None:
    done = run("kuhn-poker/replays/2-players-5.replay", "--at", "3", typed="fold\n")
    assert "You are Dealer." in done.output and "Going on from decision 3 of 3." in done.output
    assert "Other wins." in done.output
    done = run("kuhn-poker/replays/2-players-5.replay", "--at", "3", typed="undo\nquit\n")
    assert "Taken back: Pass." in done.output and "Saved in kuhn-poker-5-from-3.save." in done.output
    assert run("kuhn-poker-5-from-3.save", "--verify").exit_code == 0
    assert "Here, at decision 1, Dealer is asked." in run("kuhn-poker-5-from-3.save").output


def test_another_player_can_go_on() -> None:
    done = run("kuhn-poker/replays/2-players-5.replay", "--at", "2", "--as", "Other", typed="pass\n")
    assert "You are Other." in done.output and "The game is over." in done.output


# -- compared


def test_results_of_simulate_are_games_too() -> None:
    CliRunner().invoke(
        cli, ["simulate", "./kuhn-poker", "--games", "3", "--seed", "7", "--out", "r.jsonl", "--jobs", "1"]
    )
    assert "3 of 3 games as written." in run("r.jsonl", "--verify", "--rules", "./kuhn-poker").output
    done = run("r.jsonl", "--rules", "./kuhn-poker", "--game", "8")
    assert "game number 8" in done.output and "The game is over." in done.output
    assert run("r.jsonl", "--rules", "./kuhn-poker", "--game", "9", "--keep", "nine.replay").exit_code == 0
    assert run("nine.replay", "--verify", "--rules", "./kuhn-poker").exit_code == 0
    assert "say which with --game" in flat(run("r.jsonl", "--rules", "./kuhn-poker", "--trace"))
    done = run("r.jsonl", "--rules", "./kuhn-poker", "--game", "4")
    assert done.exit_code == 2 and "Its 3 games have numbers from 7 to 9." in done.output
    lines = Path("r.jsonl").read_text("utf-8").split("\n")
    Path("r.jsonl").write_text("\n".join([lines[0], lines[1].replace('"totals": [', '"totals": [9'), *lines[2:]]))
    done = run("r.jsonl", "--verify", "--rules", "./kuhn-poker")
    assert done.exit_code == 1 and "r.jsonl:2:1" in done.output and "totals: [9" in done.output


def test_a_last_line_that_was_being_written_is_left_out() -> None:
    words = ["simulate", "./kuhn-poker", "--games", "3", "--seed", "7", "--out", "r.jsonl", "--jobs", "1"]
    CliRunner().invoke(cli, words)
    whole = Path("r.jsonl").read_bytes()
    last = whole.rindex(b"\n", 0, -1) + 1
    for length in (last + 1, last + 40, len(whole) - 2):
        Path("r.jsonl").write_bytes(whole[:length])
        done = run("r.jsonl", "--verify", "--rules", "./kuhn-poker")
        assert done.exit_code == 0 and "2 of 2 games as written." in done.output
        assert "r.jsonl:3:1  warning  result-broken" in done.output and "its game is left out" in done.output
        assert "Its 2 games have numbers" in flat(run("r.jsonl", "--rules", "./kuhn-poker", "--game", "9"))
    for data in (whole[:-1], whole + b"  "):
        Path("r.jsonl").write_bytes(data)
        assert "3 of 3 games as written." in run("r.jsonl", "--verify", "--rules", "./kuhn-poker").output
    Path("r.jsonl").write_bytes(whole[:last].replace(b"}\n", b"\n"))
    assert run("r.jsonl", "--verify", "--rules", "./kuhn-poker").exit_code == 1


@pytest.mark.slow
def test_a_game_of_a_stack_names_what_is_stacked() -> None:
    CliRunner().invoke(cli, ["simulate", "goa+goa-quick-start", "--games", "1", "--out", "r.jsonl", "--jobs", "1"])
    done = run("r.jsonl", "--verify")
    assert done.exit_code == 0 and "comes out as written" in done.output


def rules_change(old: str, new: str) -> None:
    path = Path("kuhn-poker/rules/game.rules")
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")


def test_an_option_that_is_gone_is_named() -> None:
    rules_change('        option bet "Bet 1":\n', '        option raise "Bet 1":\n')
    done = run("kuhn-poker", "--verify")
    assert done.exit_code == 1 and "0 of 3 games as written." in done.output
    assert "No longer offered: bet." in done.output and "Offered now: raise." in done.output
    assert "The rules are not those of that time." in done.output


def test_another_state_is_named_by_its_place_and_both_values() -> None:
    rules_change("take 2 chips", "take 3 chips")
    done = run("kuhn-poker/replays/2-players-5.replay", "--verify")
    assert done.exit_code == 1 and "at decision 1 of 3" in done.output
    assert "player.chip dealer: 1 before, 2 now" in done.output and "Offered" not in done.output


def test_a_change_of_scoring_alone_is_seen_at_the_end() -> None:
    rules_change("score player's chips points", "score player's chips + 1 points")
    done = run("kuhn-poker/replays/2-players-5.replay", "--verify")
    assert "after the last of 3 decisions the game differs from what is written" in flat(done), done.output
    assert "scoring.chips dealer: 4 before, 5 now" in done.output


def test_results_change_only_knowingly_and_it_is_said_how() -> None:
    before = Path("kuhn-poker/replays/2-players-5.replay").read_text("utf-8")
    rules_change('        option bet "Bet 1":\n', '        option raise "Bet 1":\n')
    done = run("kuhn-poker", "--accept")
    assert done.exit_code == 0 and "3 of 3 replays written anew." in done.output
    assert "at decision 1 of 3 the game differs from what is written" in flat(done)
    assert "Result before: dealer 1, other 2. Now:" in flat(done)
    assert "random seats decide from there on" in flat(done)
    assert run("kuhn-poker", "--verify").exit_code == 0
    assert Path("kuhn-poker/replays/2-players-5.replay").read_text("utf-8") != before
    assert "0 of 3 replays written anew." in run("kuhn-poker", "--accept").output


@pytest.mark.slow
def test_what_is_written_anew_without_a_change_is_the_same_file(tmp_path: Path) -> None:
    assert run("game.replay", "--keep", "again.replay").exit_code == 0
    rules = [replace(read(path), fingerprint="") for path in (Path("again.replay"), GOLDEN)]
    assert rules[0] == rules[1]
    assert "is there already" in flat(run("game.replay", "--keep", "again.replay"))


@pytest.mark.slow
def test_the_first_game_of_a_ruleset_brings_its_folder() -> None:
    shutil.rmtree("kuhn-poker/replays")
    assert run("game.replay", "--keep", "kuhn-poker/replays/first.replay").exit_code == 0
    assert Path("kuhn-poker/replays/first.replay").is_file()


def test_texts_and_the_names_of_files_are_no_results() -> None:
    rules_change('        option bet "Bet 1":\n', '        option bet "Bet one chip":\n')
    Path("kuhn-poker/rules/game.rules").rename("kuhn-poker/rules/other.rules")
    assert run("kuhn-poker", "--verify").exit_code == 0


# -- what cannot be


def edited(old: str, new: str) -> Callable[[], object]:
    def edit() -> None:
        text = Path("game.replay").read_text("utf-8")
        assert old in text
        Path("game.replay").write_text(text.replace(old, new, 1), "utf-8")

    return edit


def another(data: bytes) -> Callable[[], object]:
    return lambda: Path("game.replay").write_bytes(data)


def cut_short() -> None:
    another(GOLDEN.read_bytes()[:9000])()


def another_choice() -> None:
    """Take what else was offered at the first decision."""
    rows = read(GOLDEN).decisions
    other = next(name for name in apart(rows[0].offered) if name != rows[0].name)
    edited(f'"{rows[0].name}", "{rows[0].fingerprint}"', f'"{other}", "{rows[0].fingerprint}"')()


BAD: dict[str, tuple[Callable[[], object], tuple[str, ...], str, int]] = {
    "cut short": (cut_short, ("--verify",), "save-broken", 1),
    "another choice": (another_choice, ("--verify",), "save-changed", 1),
    "another value": (edited('"player.ducat red": 10', '"player.ducat red": 11'), ("--verify",), "save-changed", 1),
    "another seat": (edited('["yellow", ', '["red", '), ("--verify",), "save-changed", 1),
    "an unknown word": (edited('"seed": 2,', '"seed": 2, "sead": 3,'), (), "save-broken", 2),
    "no list of decisions": (edited('"decisions": [', '"decisions": ["x", '), (), "save-broken", 2),
    "no end": (edited('"end"', '"ende"'), (), "save-broken", 2),
    "a later format": (edited('"format": 2', '"format": 3'), (), "save-newer", 2),
    "another first line": (edited("Rulewright save", "Rulewright"), (), "save-broken", 2),
    "some text": (another(b"hello\n"), (), "save-broken", 2),
    "no text": (another(bytes(range(256)) * 40_000), (), "save-broken", 2),
    "empty": (another(b""), (), "save-broken", 2),
    "ten megabytes": (another(GOLDEN.read_bytes() + b" " * 10_000_000), (), "file-too-large", 3),
    "ten megabytes of braces": (another(b"{" * 10_000_000), (), "result-broken", 1),
    "a result with a word too many": (another(b'{"game": 1, "sort": 2}\n'), (), "result-broken", 1),
    "unknown seats": (edited('"Red"', '"Rod"'), (), "save-other-seats", 2),
    "no seats": (edited('["Yellow", "Red"]', "[]"), (), "save-other-seats", 2),
    "an unknown ruleset": (edited('"ruleset": "goa"', '"ruleset": "gao"'), (), "unknown-ruleset", 2),
    "an unknown figure": (edited('"seed": 2,', '"seed": 2, "settings": {"x": 1},'), (), "save-of-other-rules", 2),
    "nobody of this name": (lambda: None, ("--as", "Redd"), "unknown-seat", 2),
    "decision 0": (lambda: None, ("--at", "0"), "no-such-decision", 2),
    "decision 156": (lambda: None, ("--at", "156", "--show"), "no-such-decision", 2),
    "other rules": (lambda: None, ("--rules", "goa-quick-start", "--verify"), "replay-differs", 1),
    "nothing to accept": (edited('"stands"', '"stand"'), ("--accept",), "save-broken", 2),
}


@pytest.mark.slow
@pytest.mark.parametrize("how", BAD)
def test_what_cannot_be_is_answered(how: str) -> None:
    change, words, code, exit_code = BAD[how]
    change()
    done = run("game.replay", *words)
    assert f"error  {code}\n" in done.output, done.output
    assert done.exit_code == exit_code, done.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("game.replay", "--trace", "--verify"), "--trace and --verify: say one of them."),
        (("game.replay", "--show"), "belong to --at NUMBER"),
        (("game.replay", "--game", "3"), "this file holds one"),
        (("game.replay", "--verify", "--as", "Red"), "--as is for reading"),
        (("kuhn-poker", "--trace"), "there are 3 games here: say which file."),
        (("goo",), 'Did you mean "goa"?'),
        (("kuhn-poker/rules",), "there are no replays here"),
        (("game.replay", "--keep", "game.save"), "a replay's name ends in .replay"),
        (("game.replay", "--keep", "no-ruleset/replays/first.replay"), "it cannot be written there"),
    ],
)
def test_what_does_not_go_together_is_said(words: tuple[str, ...], said: str) -> None:
    done = run(*words)
    assert done.exit_code == 2 and said in flat(done), done.output


def test_a_save_has_nothing_to_accept() -> None:
    run("kuhn-poker/replays/2-players-5.replay", "--at", "3", typed="quit\n")
    done = run("kuhn-poker-5-from-3.save", "--accept")
    assert done.exit_code == 2 and "error  nothing-to-accept\n" in done.output


def test_a_save_that_was_changed_names_the_place(tmp_path: Path) -> None:
    run("kuhn-poker/replays/2-players-5.replay", "--at", "3", typed="quit\n")
    save = Path("kuhn-poker-5-from-3.save")
    text = save.read_text("utf-8")
    assert '"player.chip": {"dealer": 1, ' in text
    save.write_text(text.replace('"player.chip": {"dealer": 1, ', '"player.chip": {"dealer": 2, '), "utf-8")
    done = run(save.name, "--verify")
    assert done.exit_code == 1 and "player.chip dealer: 2 before, 1 now" in done.output
    assert "The rules are the same: the file was changed by hand" in flat(done)


def test_every_part_of_a_file_is_refused_or_read(tmp_path: Path) -> None:
    """Whatever is cut from the file, the answer is a finding."""
    whole = GOLDEN.read_bytes()
    for length in range(0, len(whole) - 3, 1777):
        Path("game.replay").write_bytes(whole[:length])
        assert run("game.replay", "--verify").exit_code in (1, 2)


@pytest.mark.parametrize(
    "names", [(), ("pass",), ("a1", "a2", "a3", "b0", "b2"), ("bid 9", "bid 10", "bid 11", "x-01")]
)
def test_names_that_were_joined_come_apart_again(names: tuple[str, ...]) -> None:
    assert apart(joined(names)) == names


def test_one_line_of_the_file_is_one_decision() -> None:
    lines = GOLDEN.read_text("utf-8").split("\n")
    first = lines.index(' "decisions": [') + 1
    rows = [json.loads(line.rstrip(",")) for line in lines[first : first + 154]]
    assert [row[1] for row in rows] == [decision.name for decision in read(GOLDEN).decisions]
