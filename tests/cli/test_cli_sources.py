"""`rulewright sources`: from a passage to its rules, from a rule to its passages, and what is not explained."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli import opening
from rulewright.cli.main import cli

CHECKOUT = Path(__file__).parents[2]
WHOLE = [path.parent for part in ("rulesets", "examples") for path in sorted((CHECKOUT / part).glob("*/ruleset.yaml"))]

MANIFEST = """\
ruleset: tiny
title: "Tiny"
players: {from: 2, to: 2, names: [Yellow, Red]}
sources:
  book:
    title: "The tiny book"
    passages:
      - "Preparation"
      - "Turn"
      - {passage: "Credits", no rule: "thanks"}
  page: {title: "https://example.org/tiny", passages: ["Errors"]}
"""

RULES = """\
figure first-coins: 0 to 99

each player has:
    amount coin / coins

game "Tiny":
    cites book "Turn"
    for each player in players:
        take first-coins coins
        do turn

step turn:
    cites book "Turn"
    cites page "Errors"
    rests on one-or-none
    ask player "More?":
        option more "Take one more":
            take 1 coin
        option done "Enough"

ruling one-or-none:
    cites page "Errors"
    asks "How many?"
    decides "One or none."

scoring coins "Coins":
    cites book "Turn"
    score player's coins points
"""

FIGURES = """\
kind: figures
figures:
  first-coins: {value: 3, source: 'book "Preparation"', assumed: "printed in a picture"}
"""

SCENARIO = """\
scenario: One coin more
rules: [step.turn]
cites: book "Turn"
given: {step: turn, with: {player: Yellow}}
play: [Yellow: more]
expect: {Yellow: {coins: 1}}
"""

FILES = {
    "ruleset.yaml": MANIFEST, "rules/a.rules": RULES, "data/b.yaml": FIGURES, "scenarios/c.yaml": SCENARIO,
}  # fmt: skip


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        write(tmp_path, name, text)
    return tmp_path


def write(folder: Path, name: str, text: str) -> None:
    path = folder / "rulesets" / "tiny" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def run(*words: str) -> Result:
    opening.source_of.cache_clear()
    return CliRunner().invoke(cli, ["sources", *words])


def test_by_passage() -> None:
    done = run("tiny")
    assert done.exit_code == 0
    assert (
        done.output.replace("\\", "/")
        == """\
Tiny.  Read rulesets/tiny.
1 figure of it assumed.

book: The tiny book
  "Preparation"
    figure.first-coins  tiny/data/b.yaml:3  assumed
  "Turn"
    game.game      tiny/rules/a.rules:6
    step.turn      tiny/rules/a.rules:12
    scoring.coins  tiny/rules/a.rules:26
    1 scenario
  "Credits"
    no rule: thanks

page: https://example.org/tiny
  "Errors"
    step.turn           tiny/rules/a.rules:12
    ruling.one-or-none  tiny/rules/a.rules:21
"""
    )


def test_one_rule() -> None:
    done = run("tiny", "turn")
    assert (
        done.output
        == """\
book: The tiny book
  "Turn"
    game.game      tiny/rules/a.rules:6
    step.turn      tiny/rules/a.rules:12
    scoring.coins  tiny/rules/a.rules:26
  1 scenario
    tiny/scenarios/c.yaml:1  One coin more

step.turn  tiny/rules/a.rules:12
  book "Turn"
  page "Errors"
  rests on ruling.one-or-none  tiny/rules/a.rules:21
    page "Errors"
  1 scenario
    tiny/scenarios/c.yaml:1  One coin more

book: The tiny book
page: https://example.org/tiny
"""
    )


def test_one_ruling_and_a_part_of_a_passage() -> None:
    assert "  what rests on it\n    step.turn  tiny/rules/a.rules:12\n" in run("tiny", "one-or-none").output
    assert run("tiny", "err").output.startswith('page: https://example.org/tiny\n  "Errors"\n    step.turn')


def test_only_what_is_assumed() -> None:
    assert run("tiny", "--assumed").output.endswith("""\
figure.first-coins  tiny/data/b.yaml:3
  book "Preparation"
  assumed: printed in a picture

book: The tiny book
""")


@pytest.mark.parametrize(
    ("name", "meant"), [("trun", "turn"), ("Prepration", "Preparation"), ("", ""), ("xyzzy", ""), ('"', "")]
)
def test_a_name_that_is_nothing(name: str, meant: str) -> None:
    done = run("tiny", name)
    assert done.exit_code == 2
    suggested = f' Did you mean "{meant}"?' if meant else ""
    assert done.output == f'No passage, rule, figure or piece of tiny is called "{name}".{suggested}\n'


def test_one_thing_at_a_time() -> None:
    assert run("tiny", "turn", "--missing").exit_code == 2
    assert run("tiny", "--assumed", "--missing").exit_code == 2


@pytest.mark.parametrize(
    ("file", "old", "new", "found"),
    [
        ("rules/a.rules", '    cites book "Turn"\n    score', "    score", ["tiny/rules/a.rules:26:1 cites-nothing"]),
        ("rules/a.rules", '    cites book "Turn"\n    for', "    for", ["tiny/rules/a.rules:6:1 cites-nothing"]),
        ("ruleset.yaml", '- "Turn"', '- "Turn"\n      - "End"', ["tiny/ruleset.yaml:10:9 passage-unused"]),
        ("ruleset.yaml", '["Errors"]', '["Errors", "Prices"]', ["tiny/ruleset.yaml:11:66 passage-unused"]),
        ("ruleset.yaml", '- "Turn"', '- {passage: "Turn", no rule: "x"}', ["tiny/ruleset.yaml:9:19 reason-not-needed"]),
        (
            "ruleset.yaml",
            '"Errors"]',
            '"Error"]',
            ["tiny/rules/a.rules:14:16 unlisted-passage", "tiny/rules/a.rules:22:16 unlisted-passage"],
        ),
    ],
)
def test_what_is_not_explained(folder: Path, file: str, old: str, new: str, found: list[str]) -> None:
    assert old in FILES[file]
    write(folder, file, FILES[file].replace(old, new))
    done = run("tiny", "--missing")
    heads = [line.split() for line in done.output.split("\n") if line.startswith("tiny/")]
    assert [f"{words[0]} {words[-1]}" for words in heads] == found
    assert done.exit_code == 1


def test_numbers_of_a_rule_without_a_passage_are_told(folder: Path) -> None:
    write(
        folder,
        "rules/a.rules",
        RULES.replace('    cites book "Turn"\n    score', "    score").replace("'s coins p", "'s coins + 7 p"),
    )
    said = " ".join(run("tiny", "--missing").output.split())
    assert "scoring.coins does not say where it is printed, and it has numbers: 7" in said


def test_limits_are_printed_somewhere(folder: Path) -> None:
    limited = RULES.replace("amount coin / coins", "amount coin / coins, 30 in all")
    write(folder, "rules/a.rules", limited)
    done = run("tiny", "--missing")
    assert done.exit_code == 1
    assert "has.player does not say where its limits are printed: 30" in " ".join(done.output.split())
    write(folder, "rules/a.rules", limited.replace("    amount", '    cites page "Errors"\n    amount'))
    assert run("tiny", "--missing").exit_code == 0
    assert "    has.player          tiny/rules/a.rules:3\n" in run("tiny", "errors").output


def test_one_source() -> None:
    assert (
        run("tiny", "page").output
        == """\
page: https://example.org/tiny
  "Errors"
    step.turn           tiny/rules/a.rules:12
    ruling.one-or-none  tiny/rules/a.rules:21
"""
    )


def test_a_scenario_alone_explains_a_passage(folder: Path) -> None:
    write(folder, "ruleset.yaml", MANIFEST.replace('- "Turn"', '- "Turn"\n      - "End"'))
    write(folder, "scenarios/c.yaml", SCENARIO.replace('book "Turn"', 'book "End"'))
    assert run("tiny", "--missing").exit_code == 0


def test_a_ruleset_on_top_answers_for_itself(folder: Path) -> None:
    on_top = folder / "rulesets" / "tinier"
    (on_top / "rules").mkdir(parents=True)
    (on_top / "ruleset.yaml").write_text("ruleset: tinier\ntitle: Tinier\nextends: tiny\n")
    (on_top / "rules" / "x.rules").write_text('rule credits after turn:\n    cites book "Credits"\n    take 1 coin\n')
    assert run("tinier", "--missing").output.startswith("Tinier: nothing is unexplained.")
    (on_top / "rules" / "x.rules").write_text("replace scoring coins:\n    score 2 points\n")
    done = run("tinier", "--missing")
    assert "scoring.coins does not say where it is printed" in done.output and done.exit_code == 1


def test_what_stands_under_a_difference_is_printed_where_that_is(folder: Path) -> None:
    on_top = folder / "rulesets" / "rich"
    (on_top / "rules").mkdir(parents=True)
    (on_top / "ruleset.yaml").write_text(
        "ruleset: rich\ntitle: Rich\nextends: tiny\nsources: {home: {title: Home, passages: [Rich, Poor]}}\n"
    )
    (on_top / "rules" / "x.rules").write_text(
        """\
difference rich-start "Everybody begins with five coins.":
    cites home "Rich"
    change first-coins from 3 to 5
    replace scoring coins "Coins":
        score 2 points

    rule tax after turn:
        cites home "Poor"
        tell "Poor again."
"""
    )
    assert run("rich", "--missing").exit_code == 0
    assert (
        """\
  "Rich"
    scoring.coins          rich/rules/x.rules:4
    difference.rich-start  rich/rules/x.rules:1
    change.first-coins     rich/rules/x.rules:3
  "Poor"
    rule.tax  rich/rules/x.rules:7
"""
        in run("rich").output
    )
    assert run("rich", "first-coins").output.startswith('change.first-coins  rich/rules/x.rules:3\n  home "Rich"\n')


@pytest.mark.parametrize("ruleset", WHOLE, ids=lambda path: path.name)
def test_nothing_that_comes_with_it_is_unexplained(ruleset: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CHECKOUT)
    done = run(f"./{ruleset.relative_to(CHECKOUT).as_posix()}", "--missing")
    assert done.exit_code == 0, done.output
    assert ": nothing is unexplained.  Read " in done.output
