"""Rules changed in memory, an arena and coverage, through the API."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright as rw

DIVERS, GRID = "./examples/pearl-divers", "./examples/tic-tac-toe"
HOUSE = 'because house "House rule"'


@pytest.fixture(autouse=True)
def _in_the_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])


def test_a_rule_is_edited_by_its_text_and_nothing_is_written(tmp_path: Path) -> None:
    rules = rw.load(GRID)
    (line,) = (rule for rule in rules.rules if rule.name == "scoring.line")
    changed = rules.with_rules("replace " + line.text.replace("score 1", "score 3"))
    (row,) = rw.diff(rules, changed)
    assert (row.name, row.grade) == ("scoring.line", "rule") and row.was != row.now
    assert not changed.findings, [str(finding) for finding in changed.findings]
    assert rules.rules != changed.rules and not (Path.cwd() / changed.name).exists()


def test_rules_on_top_of_rules_on_top_are_played_in_other_processes_too() -> None:
    fewer = rw.load(DIVERS).with_rules(f"change pearls-to-win from 20 to 12 {HOUSE}")
    fewest = fewer.with_rules(f"change pearls-to-win from 12 to 6 {HOUSE}")
    effects = rw.compare(fewer, fewest, games=40, jobs=2).effects
    assert effects["length", "decisions a game"].difference < 0


@pytest.mark.parametrize(
    ("text", "said", "line"),
    [
        (f"\nchange pearls-to-win from 25 to 12 {HOUSE}", "pearls-to-win has 20 here, not 25", 2),
        ("step turn:\n    stop\n", "", 1),
        ("remove step nothing-here " + HOUSE, "", 1),
        ("hello", "", 1),
    ],
)
def test_a_text_in_memory_is_checked(text: str, said: str, line: int) -> None:
    finding = next(found for found in rw.load(DIVERS).with_rules(text).findings if found.severity == "error")
    assert said in finding.message
    assert finding.span.file == "pearl-divers-house/rules/house.rules" and finding.span.line == line


def test_an_arena_rates_kinds_and_objects() -> None:
    class First:
        def choose(self, question: rw.Question, view: rw.SeatView) -> rw.Choice:
            return question.choices[0]

    found = rw.arena(GRID, [First(), "random"], games=30, seed=1)
    assert found.standings is not None and {one.kind for one in found.standings.kinds} == {"First", "random"}
    assert found.standings.games == len(found.games) == 30
    assert {tuple(sorted(game.who)) for game in found.games} == {("First", "random")}


@pytest.mark.parametrize("kinds", [[], ["greedy"], ["greedy", "greedy"], ["gredy", "random"]])
def test_an_arena_of_fewer_than_two_kinds_is_refused(kinds: list[str]) -> None:
    with pytest.raises(rw.RulesError):
        rw.arena(GRID, kinds)


def test_coverage_lists_what_never_happens() -> None:
    text = """
rule late after turn:
    cites house "House rule"
    if for some diver in players (diver's pearls is above 900):
        end game
"""
    rules = rw.load(DIVERS).with_rules(text)
    found = rw.coverage(rules, games=5)
    gap = found.unexplained[0]
    place = gap.point.span
    assert (gap.point.rule, place.file, place.line) == ("rule.late", "pearl-divers-house/rules/house.rules", 4)
    assert gap.outcomes == ("yes",) and found.ran and not found.passes
    assert rw.coverage(DIVERS, games=5).passes
