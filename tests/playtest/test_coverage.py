"""What a small game reaches, to the last mark; and the reasons written beside what it never does."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import get_args

import pytest

from rulewright.compose.compose import compose
from rulewright.compose.coverage_points import ATOMS, BY_ITSELF, DOING, CoveragePoint, coverage_points
from rulewright.diagnostics import Findings
from rulewright.playtest.coverage import Coverage, Unreached, outcome_counts, unreached_points
from rulewright.playtest.coverage_runs import MarkedGames, reach_of_scenarios
from rulewright.source import RulesetSource
from rulewright.source.loading import load
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x
from rulewright.workspace import Ruleset
from rulewright.workspace import load as load_ruleset

ORCHARD = Path(__file__).parent / "orchard"

NEVER = """
game.game | no | day is 1 | 1
game.game | yes | there is (shed where day is 3) | 1
game.game | yes no | day is 3 | 0
step.morning | yes | day is not 1 | 0
step.morning | yes | day is above 5 | 0
step.morning | yes no | day is 7 | 2
step.evening | reached | evening | 5
value.player.idle | yes | day is 0 | 0
value.player.lost | reached | lost | 1
option.build | no | can pay fence | 0
option.dream | yes | player's apples is above 15 | 2
rule.sundown | no | day is 2 | 0
rule.midnight | yes | day is 6 | 1
tool.saw | yes | player's hand is empty | 2
"""
"""What nothing reaches: rule, outcomes, words, and how much more hangs on it."""

ONLY_GAMES = """
value.player.mood | yes | player's apples is 0 | 0
value.player.mood | yes | day is 9 | 0
scoring.apples | no | player's mood is at least 3 | 0
scoring.apples | yes | day is 5 | 0
"""
"""What games do not reach in rules that the scenario does not reach at all."""

ONLY_SCENARIO = """
value.player.mood | reached | mood | 2
value.player.idle | reached | idle | 2
cost.fence | reached | fence | 1
option.build | taken | build | 1
option.ask | taken | ask | 5
tool.ladder | taken | climb | 1
tool.ladder | no | for some other in players (other's apples is at least 3) | 0
tool.ladder | no | other's apples is at least 3 | 0
scoring.apples | reached | apples | 4
tie-break.mood | reached | mood | 0
"""
"""What the scenario does not reach and games do."""


def read(folder: Path) -> tuple[RulesetSource, list[CoveragePoint]]:
    findings = Findings()
    source = load(str(folder), findings)
    rules = compose(source, findings)
    findings.stop_on_errors()
    return source, coverage_points(rules)


def covered(folder: Path, games: range) -> Coverage:
    source, found = read(folder)
    coverage = Coverage(found)
    for reach in reach_of_scenarios(Ruleset.of(source)):
        coverage.add_scenario(reach)
    rules = load_ruleset(str(folder))
    play, players = MarkedGames(rules)(), rules.about
    for seats in range(players.fewest, players.most + 1):
        for game in games:
            _, record, marks = play((seats, game))
            assert not record.failure
            coverage.add_game(seats, marks)
    return coverage


def table(found: list[Unreached]) -> set[str]:
    return {f"{one.point.rule} | {' '.join(one.outcomes)} | {one.point.words} | {one.inside}" for one in found}


def rows(text: str) -> set[str]:
    return set(text.strip().split("\n"))


@pytest.fixture(scope="module")
def alone() -> Coverage:
    return covered(ORCHARD, range(0))


@pytest.fixture(scope="module")
def both() -> Coverage:
    return covered(ORCHARD, range(1, 31))


def test_what_a_scenario_alone_never_reaches(alone: Coverage) -> None:
    told = rows("value.player.idle | yes | day is 0 | 0")  # told with the rule that it belongs to
    assert table(unreached_points(alone, [])[0]) == rows(NEVER) - told | rows(ONLY_SCENARIO)


@pytest.mark.slow
def test_what_nothing_reaches(both: Coverage) -> None:
    assert table(unreached_points(both, [])[0]) == rows(NEVER) | rows(ONLY_GAMES)


def test_the_counts_are_exact(both: Coverage) -> None:
    found = {(c.kind, c.outcome): (c.all, c.scenarios, c.games, c.both, c.never) for c in outcome_counts(both)}
    assert found == {
        ("rule", "reached"): (19, 6, 14, 6, 5),
        ("step", "reached"): (32, 14, 21, 14, 11),
        ("option", "offered"): (8, 4, 6, 4, 2),
        ("option", "taken"): (8, 1, 6, 1, 2),
        ("condition", "yes"): (22, 5, 8, 5, 14),
        ("condition", "no"): (22, 6, 14, 6, 8),
    }


def test_each_is_counted_once_for_a_scenario_or_game(both: Coverage) -> None:
    """It is done for every player, and a game counts once."""
    pick = next(point for point in both.points if point.kind == "step" and point.words == "take 3 apples")
    assert both.in_scenarios[pick.first] == 1
    assert both.in_games[pick.first] == sum(both.games.values()) == 60


def test_marks_are_the_same_for_every_number_of_players() -> None:
    source, found = read(ORCHARD)
    marks = [mark for point in found for mark in point.marks]
    assert marks == list(range(len(marks)))
    play = MarkedGames(load_ruleset(str(ORCHARD)))()
    assert {len(play((seats, 1))[2]) for seats in (1, 2)} == {len(marks)}


def test_every_mark_stands_in_the_program_and_in_no_other() -> None:
    """Only rules that do something have none of their own: they are reached with what is in them."""
    source, found = read(ORCHARD)
    written = Ruleset.of(source).program(2, marked=True).compiled.source
    placed = {int(number) for number in re.findall(r"MARKS\[(\d+)\]", written)}
    placed |= {int(number) for pair in re.findall(r"noted\((\d+), (\d+),", written) for number in pair}
    wanted = {mark for point in found if point.kind in ("step", "condition") or point.by_itself for mark in point.marks}
    assert placed == wanted
    for traced in (False, True):
        plain = Ruleset.of(source).program(2, traced=traced).compiled.source
        assert "MARKS" not in plain and "noted" not in plain


def test_every_kind_of_condition_and_declaration_is_known() -> None:
    assert set(get_args(x.Cond)) == {*ATOMS, x.Joined, x.Not}
    silent = {
        d.Names, d.Grid, d.Shape, d.Piece, d.Has, d.Figure, d.Menu, d.Ruling, d.Replace, d.ChangeFigure, d.Remove,
        d.Difference,
    }  # fmt: skip
    assert set(get_args(d.Decl)) == {*DOING, *BY_ITSELF, *silent}


def test_places_are_those_of_the_words() -> None:
    text = (ORCHARD / "rules/game.rules").read_text("utf-8").split("\n")
    for point in read(ORCHARD)[1]:
        assert text[point.span.line - 1][point.span.column - 1 :].startswith(point.words.split("\n")[0])


# ---- reasons


def with_remarks(folder: Path, changes: dict[str, str]) -> Path:
    """Copy the small game, with a remark at the end of some lines."""
    shutil.copytree(ORCHARD, folder)
    path = folder / "rules/game.rules"
    text = path.read_text("utf-8")
    for line, remark in changes.items():
        assert text.count(f"{line}\n") == 1, line
        text = text.replace(f"{line}\n", f"{line}  # {remark}\n")
    path.write_text(text, "utf-8")
    return folder


def judged(folder: Path, games: range = range(0)) -> tuple[list[Unreached], list[tuple[str, str]]]:
    coverage = covered(folder, games)
    findings = Findings()
    found, wrong = unreached_points(coverage, compose(load(str(folder), findings), findings).remarks)
    assert not findings.found
    return found, [(each.code, each.message) for each in wrong]


REASONS = {
    "    if day is 1:": "never no: the game begins on day 1",
    "    if not (day is not 1) and not (day is above 5):": "never yes day is above 5: it is the first day",
    "step evening:": "never reached: it is never evening",
    'option ask "Ask" on work, once each turn:': "never taken: nobody asks",
    'option dream "Dream" on work when player\'s apples is above 15:': "never yes: so many do not grow",
    "value lost of player:": "never reached: nothing is lost",
}


def test_a_reason_is_found_beside_what_it_is_about(tmp_path: Path) -> None:
    found, wrong = judged(with_remarks(tmp_path / "orchard", REASONS))
    assert wrong == []
    given = {f"{one.point.rule} {' '.join(one.outcomes)}": one.reason for one in found if one.reason}
    assert given == {
        "game.game no": "the game begins on day 1",
        "step.morning yes": "it is the first day",
        "step.evening reached": "it is never evening",
        "option.ask taken": "nobody asks",
        "option.dream yes": "so many do not grow",
        "value.player.lost reached": "nothing is lost",
    }
    assert len([one for one in found if one.point.rule == "step.morning" and not one.reason]) == 2


def test_a_condition_that_is_never_looked_at_needs_both_reasons(tmp_path: Path) -> None:
    line, one = "    otherwise if day is 7:", "never yes: too late"
    folder = with_remarks(tmp_path / "orchard", {line: one})
    found = {one.point.words: one.reason for one in judged(folder)[0]}
    assert found["day is 7"] == ""
    path = folder / "rules/game.rules"
    path.write_text(path.read_text("utf-8").replace(line, f"    # never no: too early\n{line}"), "utf-8")
    found = {one.point.words: one.reason for one in judged(folder)[0]}
    assert found["day is 7"] == "too late; too early"


WRONG = [
    ("    set day to 1", "never reached: but it is", "remark-stale", '"set day to 1" was reached'),
    ("    if day is 1:", "never yes: but it is", "remark-stale", '"day is 1" came out yes'),
    ('option pick "Pick an apple" on work, once each turn:', "never offered: no", "remark-stale", '"pick" was offered'),
    ('option pick "Pick an apple" on work, once each turn:', "never taken: no", "remark-stale", '"pick" was taken'),
    ("step morning:", "never reached: but it is", "remark-stale", '"morning" was reached'),
    ("    set day to 1", "never no: it asks nothing", "remark-about-nothing", "there is no condition in line 31"),
    ("    set day to 1", "never taken: it is no option", "remark-about-nothing", "there is no option in line 31"),
    ("    if day is 1:", "never no day is 2: why", "remark-about-nothing", '"day is 2" is not said in line 35'),
    (
        "    if not (day is not 1) and not (day is above 5):", "never yes: which one", "remark-about-nothing",
        "line 45 has several of these",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("line", "remark", "code", "message"), WRONG, ids=lambda part: str(part).strip()[:30])
def test_a_reason_that_is_not_right(tmp_path: Path, line: str, remark: str, code: str, message: str) -> None:
    assert judged(with_remarks(tmp_path / "orchard", {line: remark}))[1] == [(code, message)]


@pytest.mark.slow
def test_a_reason_that_only_games_make_stale(tmp_path: Path) -> None:
    folder = with_remarks(tmp_path / "orchard", {'        option no "No"': "never taken: everybody is polite"})
    text = (folder / "rules/game.rules").read_text("utf-8")
    assert 'option no "No"  # never' in text
    assert judged(folder)[1] == []
    assert judged(folder, range(1, 6))[1] == [("remark-stale", '"no" was taken')]


@pytest.mark.slow
def test_what_an_inherited_rule_reaches_stands_in_its_own_file(tmp_path: Path) -> None:
    shutil.copytree(ORCHARD, tmp_path / "orchard")
    top = tmp_path / "late-orchard"
    (top / "rules").mkdir(parents=True)
    (top / "ruleset.yaml").write_text("ruleset: late-orchard\ntitle: Late\nextends: orchard\n", "utf-8")
    (top / "rules/late.rules").write_text(
        'rule late after turn:\n    cites common "The rules"\n    set day to 6\n', "utf-8"
    )
    coverage = covered(top, range(1, 3))
    found = unreached_points(coverage, [])[0]
    files = {Path(point.span.file).name: point.rule for point in coverage.points}
    assert files["late.rules"] == "rule.late"
    assert all(one.point.span.file.endswith("orchard/rules/game.rules") for one in found)
    assert "rule.late" not in {one.point.rule for one in found}
