"""`rulewright sources`: from a passage to its rules, from a rule to its passages, and what is not explained."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.tiers import in_examples, slow_unless

from rulewright.cli import opening
from rulewright.cli.main import cli

CHECKOUT = Path(__file__).parents[2]
WHOLE = [path.parent for part in ("rulesets", "examples") for path in sorted((CHECKOUT / part).glob("*/ruleset.yaml"))]

pytestmark = pytest.mark.usefixtures("tiny")


def edit(tiny: Path, name: str, *changes: tuple[str, str]) -> None:
    """Write something else in a file of the ruleset."""
    text = (tiny / name).read_text("utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (tiny / name).write_text(text, "utf-8")


def run(*words: str) -> Result:
    opening.space.cache_clear()
    return CliRunner().invoke(cli, ["sources", *words])


def test_by_passage() -> None:
    done = run("tiny")
    assert done.exit_code == 0
    assert (
        done.output.replace("\\", "/")
        == """\
Tiny, first.  Read rulesets/tiny.
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
        ("ruleset.yaml", '- "Turn"', '- "Turn"\n      - "End"', ["tiny/ruleset.yaml:11:9 passage-unused"]),
        ("ruleset.yaml", '["Errors"]', '["Errors", "Prices"]', ["tiny/ruleset.yaml:12:66 passage-unused"]),
        ("ruleset.yaml", '- "Turn"', '- {passage: "Turn", no rule: x}', ["tiny/ruleset.yaml:10:19 reason-not-needed"]),
        (
            "ruleset.yaml",
            '"Errors"]',
            '"Error"]',
            ["tiny/rules/a.rules:14:16 unlisted-passage", "tiny/rules/a.rules:22:16 unlisted-passage"],
        ),
    ],
)
def test_what_is_not_explained(tiny: Path, file: str, old: str, new: str, found: list[str]) -> None:
    edit(tiny, file, (old, new))
    done = run("tiny", "--missing")
    heads = [line.split() for line in done.output.split("\n") if line.startswith("tiny/")]
    assert [f"{words[0]} {words[-1]}" for words in heads] == found
    assert done.exit_code == 1


def test_numbers_of_a_rule_without_a_passage_are_told(tiny: Path) -> None:
    edit(tiny, "rules/a.rules", ('    cites book "Turn"\n    score', "    score"), ("'s coins p", "'s coins + 7 p"))
    said = " ".join(run("tiny", "--missing").output.split())
    assert "scoring.coins does not say where it is printed, and it has numbers: 7" in said


def test_limits_are_printed_somewhere(tiny: Path) -> None:
    edit(tiny, "rules/a.rules", ("amount coin / coins", "amount coin / coins, 30 in all"))
    done = run("tiny", "--missing")
    assert done.exit_code == 1
    assert "has.player does not say where its limits are printed: 30" in " ".join(done.output.split())
    edit(tiny, "rules/a.rules", ("    amount", '    cites page "Errors"\n    amount'))
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


def test_a_scenario_alone_explains_a_passage(tiny: Path) -> None:
    edit(tiny, "ruleset.yaml", ('- "Turn"', '- "Turn"\n      - "End"'))
    edit(tiny, "scenarios/c.yaml", ('book "Turn"', 'book "End"'))
    assert run("tiny", "--missing").exit_code == 0


def test_a_ruleset_on_top_answers_for_itself(tiny: Path) -> None:
    on_top = tiny.parent / "tinier"
    (on_top / "rules").mkdir(parents=True)
    (on_top / "ruleset.yaml").write_text("ruleset: tinier\ntitle: Tinier\nextends: tiny\n")
    (on_top / "rules" / "x.rules").write_text('rule credits after turn:\n    cites book "Credits"\n    take 1 coin\n')
    assert run("tinier", "--missing").output.startswith("Tinier: nothing is unexplained.")
    (on_top / "rules" / "x.rules").write_text("replace scoring coins:\n    score 2 points\n")
    done = run("tinier", "--missing")
    assert "scoring.coins does not say where it is printed" in done.output and done.exit_code == 1


def test_what_stands_under_a_difference_is_printed_where_that_is(tiny: Path) -> None:
    on_top = tiny.parent / "rich"
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


@pytest.mark.parametrize("ruleset", slow_unless(in_examples, WHOLE), ids=lambda path: path.name)
def test_nothing_that_comes_with_it_is_unexplained(ruleset: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CHECKOUT)
    done = run(f"./{ruleset.relative_to(CHECKOUT).as_posix()}", "--missing")
    assert done.exit_code == 0, done.output
    assert ": nothing is unexplained.  Read " in done.output
