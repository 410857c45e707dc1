"""`rulewright show` of the finished rules: expanded, the places of the vector, the blocks of the program."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.tiers import in_examples, slow_unless, without_variants

from rulewright.cli import opening
from rulewright.cli.main import cli
from rulewright.diagnostics import Findings
from rulewright.syntax.parser import parse

CHECKOUT = Path(__file__).parents[2]
WHOLE = [path.parent for part in ("rulesets", "examples") for path in sorted((CHECKOUT / part).glob("*/ruleset.yaml"))]

BASE = {
    "ruleset.yaml": """\
ruleset: tiny
title: "Tiny"
players: {from: 2, to: 3, names: [Yellow, Red, Green]}
sources: {book: {title: "The tiny book", passages: ["All"]}}
""",
    "data/numbers.yaml": """\
kind: figures
figures:
  first-coins: {value: 3, source: 'book "All"'}
  wages: {value: [1, 2], source: 'book "All"', assumed: "printed in a picture"}
""",
    "data/cards.yaml": """\
kind: inventory
pieces: card
rows:
  - {name: coin-card, rule: coin, facts: {worth: 2}, count: 2, source: 'book "All"'}
""",
    "rules/tiny.rules": """\
figure first-coins: 0 to 99
figure wages for each 1 to 2: 0 to 9

piece card / cards:
    printed worth: 1 to 3
    starts in deck
    discarded to deck
    options live in hand

the game has:
    place deck: cards

each player has:
    amount coin / coins
    place hand: cards, secret

game "Tiny":
    cites book "All"
    for each player in players:
        do set-up
        do turn

step set-up:
    cites book "All"
    take first-coins coins

# One card or one coin.
step turn:
    cites book "All"
    offer acts

menu acts "What now?"

option work "Work" on acts:
    cites book "All"
    take (wages for 1) coins

card coin "Coin":
    cites book "All"
    option play on acts when player's coins is at least this card's worth:
        discard this card

option stop "Stop" on acts:
    cites book "All"
    take 1 coin

scoring coins "Coins":
    cites book "All"
    score player's coins points
""",
}

ON_TOP = {
    "ruleset.yaml": """\
ruleset: rich
title: "Rich"
extends: tiny
sources: {house: {title: "Our table", passages: ["Rich"]}}
""",
    "rules/rich.rules": """\
change first-coins from 3 to 5 because house "Rich"

replace option work "Work hard" on acts:
    cites house "Rich"
    take 9 coins

remove option stop because house "Rich"

rule gift after set-up:
    cites house "Rich"
    take 1 coin
""",
}


@pytest.fixture(autouse=True)
def _rulesets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, files in (("tiny", BASE), ("rich", ON_TOP)):
        for file, text in files.items():
            path = tmp_path / "rulesets" / name / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["show", *words])


def shown(*words: str) -> str:
    """What is printed below the first line and the blank one."""
    done = run(*words)
    assert done.exit_code == 0, done.output
    first, _, rest = done.output.partition("\n\n")
    assert first.startswith("# ") and "  Read rulesets" in first
    return rest


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "set-up",
            """\
# tiny/rules/tiny.rules:23
step set-up:
    cites book "All"
    take first-coins coins  # first-coins: 5
# then rule.gift, rich/rules/rich.rules:9
""",
        ),
        (
            "first-coins",
            """\
# tiny/rules/tiny.rules:1
figure first-coins: 0 to 99
# 5
# given in tiny/data/numbers.yaml:3
# changed from 3 to 5, rich/rules/rich.rules:1
""",
        ),
        (
            "wages",
            """\
# tiny/rules/tiny.rules:2
figure wages for each 1 to 2: 0 to 9
# 1, 2 for 1 to 2
# given in tiny/data/numbers.yaml:4, assumed: printed in a picture
""",
        ),
        (
            "option.work",
            """\
# rich/rules/rich.rules:3, instead of tiny/rules/tiny.rules:34
option work "Work hard" on acts:
    cites house "Rich"
    take 9 coins
""",
        ),
        (
            "acts",
            """\
# tiny/rules/tiny.rules:32
menu acts "What now?"
# 1. card.coin.play, tiny/rules/tiny.rules:40
# 2. option.work, rich/rules/rich.rules:3
""",
        ),
        (
            "coin-card",
            """\
# tiny/rules/tiny.rules:38
card coin "Coin":
    cites book "All"
    option play on acts when player's coins is at least this card's worth:
        discard this card
# 2 pieces: 2 coin-card (worth 2)
""",
        ),
    ],
)
def test_expanded(name: str, text: str) -> None:
    assert shown("rich", name, "--expanded") == text


def test_what_differences_bring() -> None:
    Path("rulesets/rich/rules/rich.rules").write_text(
        """\
difference secret "Coins are kept secret.":
    cites house "Rich"
    replace each player has:
        amount coin / coins, secret

difference worth "Cards are worth more, and work brings more.":
    cites house "Rich"
    change worth for coin from 2 to 3
    replace option work "Work" on acts:
        take 2 coins

    change wages for 2 from 2 to 4
"""
    )
    assert """\
# tiny/rules/tiny.rules:13
each player has:
    amount coin / coins, secret  # rich/rules/rich.rules:4
    place hand: cards, secret
""" in shown("rich", "coin", "--expanded")
    assert shown("rich", "coin-card", "--expanded").endswith("# 2 pieces: 2 coin-card (worth 3)\n")
    assert (
        shown("rich", "work", "--expanded")
        == """\
# rich/rules/rich.rules:9, instead of tiny/rules/tiny.rules:34
option work "Work" on acts:
    take 2 coins
"""
    )
    assert "# 1, 4 for 1 to 2\n" in shown("rich", "wages", "--expanded")
    assert shown("rich:secret", "work", "--expanded").startswith("# tiny/rules/tiny.rules:34\n")


def test_a_value_stands_above_a_line_that_is_too_long_for_it() -> None:
    path = Path("rulesets/tiny/rules/tiny.rules")
    path.write_text(
        path.read_text().replace("take first-coins coins", f"take (first-coins{' + first-coins' * 3}) coins")
    )
    assert shown("tiny", "set-up", "--expanded").endswith("""\
    # first-coins: 3
    take (first-coins + first-coins + first-coins + first-coins) coins
""")


def test_the_whole_says_what_was_removed() -> None:
    text = shown("rich", "--expanded")
    assert "option stop" not in text
    assert text.endswith("\n# option.stop of tiny/rules/tiny.rules:43 is removed by rich/rules/rich.rules:7\n")


@pytest.mark.parametrize("ruleset", slow_unless(in_examples, without_variants(WHOLE)), ids=lambda path: path.name)
def test_the_finished_rules_are_a_text_of_rules_that_says_the_same(
    ruleset: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(CHECKOUT)
    name = f"./{ruleset.relative_to(CHECKOUT).as_posix()}"
    findings = Findings()
    again = parse("whole.rules", run(name, "--expanded").output, findings)
    rules = opening.ruleset(name).composed_rules
    assert findings.found == []
    assert sorted(map(repr, again)) == sorted(map(repr, rules.declarations))


def test_layout() -> None:
    done = shown("tiny", "--layout", "--players", "2")
    head, *rows = done.split("\n")
    assert head == "slots  range      seen by     name, and what its numbers are for"
    assert rows[:6] == [
        "0      any        -           place in the rules",
        "1      from 0     -           seed",
        "2-3    0 to 9999  everybody   player.coin: yellow, red",
        "4      set        everybody   game.deck: 0",
        "5-6    set        its player  player.hand: yellow 0, red 0",
        "7-8    0 to 2     -           card.lies in: coin-card-1, coin-card-2",
    ]


def test_layout_slot_by_slot() -> None:
    assert (
        shown("tiny", "coin", "--layout")
        == """\
player.coin: 0 to 9999, seen by everybody
  2  yellow
  3  red
  4  green
"""
    )


PROGRAM = """\
options options_0():  # step.turn
    list menu_0(menu.acts.player)

block block_3():  # step.turn
    go 9

block block_4():  # step.turn
    go 5

block block_9():  # step.turn
    menu.acts.player = step.turn.player
    ask 0

block block_10():  # step.turn
    go 5
"""
SCORING = """\
value score_0(v1: -1..2) -> -4611686018427387903..4611686018427387903:  #
        scoring.coins
    let total: -4611686018427387903..4611686018427387903 = 0
    let total: -4611686018427387903..4611686018427387903 = total +
            player.coin[v1]
    return total
"""


def test_program() -> None:
    assert shown("tiny", "turn", "--program") == PROGRAM
    assert shown("tiny", "coins", "--program") == SCORING


@pytest.mark.parametrize("ruleset", slow_unless(in_examples, without_variants(WHOLE)), ids=lambda path: path.name)
@pytest.mark.parametrize("how", ["--layout", "--program", "--expanded"])
def test_everything_that_comes_with_it_fits_on_a_screen(
    how: str, ruleset: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(CHECKOUT)
    done = run(f"./{ruleset.relative_to(CHECKOUT).as_posix()}", how)
    assert done.exit_code == 0
    wide = [line for line in done.output.split("\n")[1:] if len(line) > 80]
    assert how == "--expanded" or wide == []


@pytest.mark.parametrize("how", ["--expanded", "--layout", "--program"])
def test_what_is_not_there(how: str) -> None:
    done = run("tiny", "tunr", how)
    assert done.exit_code == 2
    assert done.output.startswith('Nothing is called "tunr" in what tiny is in the end.')
    assert how == "--layout" or 'Did you mean "turn"?' in done.output
    assert run("tiny", how, "--players", "4").exit_code == 2
    assert run("nowhere", how).exit_code == 2
    assert "there is no ruleset" in run("nowhere", how).output


def test_players_go_with_the_finished_rules_only() -> None:
    assert run("tiny", "turn", "--players", "2").exit_code == 2


def test_mistakes_in_the_rules_are_told() -> None:
    path = Path("rulesets/tiny/rules/tiny.rules")
    path.write_text(path.read_text().replace("take 1 coin", "take 1 coni"))
    done = run("tiny", "--program")
    assert done.exit_code == 1 and "unknown-name" in done.output
