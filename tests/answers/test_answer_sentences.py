"""The sentences of a report change under the faults that they are about, and are true for degenerate rulesets."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest
from fishing import write_fishing

from rulewright.api import simulate
from rulewright.comparison.answers import games
from rulewright.comparison.answers.games import ReportGames
from rulewright.comparison.answers.model import (
    LEAD,
    LENGTH,
    NEVER,
    POINTS,
    QUESTIONS,
    SEATS,
    SKILL,
    WAITING,
    WINNERS,
    Answer,
    Duel,
    Figure,
    SkillAnswer,
    Stage,
    mean_figure,
)
from rulewright.comparison.answers.questions import Knows, answers, troubled_games
from rulewright.comparison.answers.rows import GameRow
from rulewright.comparison.answers.skill import skill_answer
from rulewright.comparison.statistics.intervals import MORE, Estimate
from rulewright.playtest import game
from rulewright.report.answers_words import sentences
from rulewright.report.model import troubles
from rulewright.report.report_words import RulesetWords
from rulewright.workspace import Ruleset, load

EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = 40
RUNS = int(os.environ.get("RULEWRIGHT_REPORTS", "3"))
"""How often reports with planted faults are made anew."""
Said = dict[str, str]


def play(folder: Path, change: str, seats: int, *stages: Stage) -> tuple[ReportGames, list[list[GameRow]]]:
    match = ReportGames((load(write_fishing(folder, change)),), seats, stages=stages)
    return match, [[*map(match.stage_player(at), stage.items(seats))] for at, stage in enumerate(stages)]


def in_words(rules: Ruleset, found: dict[str, Answer]) -> Said:
    words = RulesetWords.of_ruleset(rules, lambda who: "")
    return {question: " ".join(sentences(answer, words)) for question, answer in found.items()}


def said(folder: Path, change: str, seats: int = 3, games: int = GAMES) -> Said:
    """Return what is said of some random games under a change of the rules."""
    match, (rows,) = play(folder, change, seats, Stage(("random",), range(1, games + 1)))
    return in_words(match.rulesets[0], answers("random", rows, Knows.of_program(next(match.compiled()))))


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Said:
    return said(tmp_path_factory.mktemp("sound") / "fishing", "sound")


SOUND = {
    LENGTH: "A game takes 4.0 (4.0 to 4.0) runs of the phase “tide round” in which somebody decides and 12.0 (12.0 "
    "to 12.0) decisions of "
    "two options or more, in every game. All games end for one reason: “All steps of the game were done.”",
    SEATS: "No seat is clearly better",
    LEAD: "The lead changes",
    POINTS: "Most points at the end come from “Coins” (1",
    WINNERS: "Winners take no option clearly more or less often",
    NEVER: "Every option was taken, every scoring gave points",
    WAITING: "own decisions is 2.0 (2.0 to 2.0) decisions of others, for everybody.",
}


@pytest.mark.parametrize("question", SOUND)
def test_a_sound_game_is_told_as_it_is(sound: Said, question: str) -> None:
    assert SOUND[question] in sound[question]


FAULTS = (
    ("gift", SEATS, "Ann wins 9"),
    ("gift", SEATS, "clearly more often than an even share, 33.3%. Ben wins"),
    ("gift", LEAD, "of the games with a single winner the winner leads alone from 0% of the decisions"),
    ("early end", LENGTH, "“If you have at least 1 coin: the game ends at once.”"),
    ("early end", WAITING, "who waits least"),
    ("longer", LENGTH, "A game takes 8.0 (8.0 to 8.0) runs of the phase"),
    ("dead option", NEVER, "(not offered, or the only option): “A day of: Fly”. What happened in none of 40 games"),
    ("dead scoring", NEVER, "Nobody ever had points from: “Tide”."),
    ("better option", WINNERS, "Winners take “A day of: Fish”"),
    ("ties only", POINTS, "“Coins” (4.0 (4.0 to 4.0) a player). After half of the decisions a player has 2.0"),
)
"""A fault, the question whose sentences it changes, and what they say then."""


@pytest.mark.parametrize(("fault", "question", "told"), FAULTS)
def test_a_planted_fault_changes_the_sentence_that_it_is_about(
    sound: Said, tmp_path: Path, fault: str, question: str, told: str
) -> None:
    assert told not in sound[question]
    assert told in said(tmp_path / "fishing", fault)[question]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "question", "told", "games"),
    [
        ("small gift", SEATS, "Ann wins [0-9.]+% .* clearly more often", 150),
        ("early end", LENGTH, "at least 1 coin: the game ends at once", 50),
        ("dead option", NEVER, "Never a choice .*Fly", 50),
        ("better option", WINNERS, "Winners take “A day of: Fish” .* times more", 50),
    ],
)
def test_faults_are_found_again_and_again_and_not_in_a_sound_game(
    tmp_path: Path, fault: str, question: str, told: str, games: int
) -> None:
    """In at least 18 of 20 runs, and in at most 16 of 200 runs of the sound game."""
    found = runs_with(tmp_path / "faulty", fault, question, told, games, RUNS)
    false = runs_with(tmp_path / "sound", "sound", question, told, games, RUNS)
    assert found >= 0.9 * RUNS, found
    assert false <= max(0.08 * RUNS, RUNS < 20), false


def runs_with(folder: Path, change: str, question: str, told: str, games: int, runs: int) -> int:
    """Return after how many runs of a change, each of its own games, something is said."""
    match, (rows,) = play(folder, change, 3, Stage(("random",), range(1, games * runs + 1)))
    knows = Knows.of_program(next(match.compiled()))
    parts = (rows[at : at + games] for at in range(0, len(rows), games))
    return sum(
        bool(re.search(told, in_words(match.rulesets[0], answers("random", part, knows))[question])) for part in parts
    )


NO_LEAD = "Nobody plays against others, so nobody leads."
ALL_ALIKE = "In every game all share the win, or nobody wins: no seat is better."


@pytest.mark.parametrize(
    ("change", "seats", "games", "told"),
    [
        ("no points", 3, GAMES, {
            SEATS: ALL_ALIKE, LEAD: "Nobody is ahead before a game is over: points differ at no decision.",
            POINTS: "These rules count no points.", WINNERS: "In no game did some win and others not.",
        }),
        ("ties only", 3, 12, {SEATS: ALL_ALIKE, LEAD: "No game has a single winner", WINNERS: "In no game did"}),
        ("sound", 1, GAMES, {
            SEATS: "One plays alone, so no other seat can be better.", LEAD: NO_LEAD, WINNERS: "In no game did",
            WAITING: "One plays alone, and waits for nobody.",
        }),
        ("together", 3, GAMES, {
            SEATS: "All play on one side, so no seat can be better. 100.0% (92.1% to 100.0%) of the games are won.",
            LEAD: NO_LEAD, WINNERS: "In no game did some win and others not.",
        }),
        ("together lose", 2, GAMES, {SEATS: "0.0% (0.0% to 7.9%) of the games are won.", LEAD: NO_LEAD}),
        ("sound", 2, 1, dict.fromkeys(SOUND, "1 game with decisions came to an end; this needs at least 10.")),
    ],
)  # fmt: skip
def test_sentences_are_true_for_degenerate_rules(
    tmp_path: Path, change: str, seats: int, games: int, told: Said
) -> None:
    found = said(tmp_path / "fishing", change, seats, games)
    assert {question: text for question, text in told.items() if text not in found[question]} == {}
    assert found.keys() == set(QUESTIONS) - {SKILL}


def test_games_that_never_end_are_broken_and_answer_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, "MOST_DECISIONS", 50)
    match, (rows,) = play(tmp_path / "fishing", "no end", 2, Stage(("random",), range(1, 13)))
    found = answers("random", rows, Knows.of_program(next(match.compiled())))
    assert {answer.needs for answer in found.values()} == {10}
    assert [len(games) for games in troubled_games(rows)[1].values()] == [12]


@pytest.mark.parametrize(
    ("share", "within", "told"),
    [
        (0.9, (0.85, 0.94), "That skill pays, and luck leaves 10.0% to the weaker."),
        (0.64, (0.58, 0.69), "That skill pays, and luck leaves 36.0% to the weaker."),
        (0.57, (0.52, 0.62), "Skill pays only a little: luck leaves 43.0% to the weaker."),
    ],
)
def test_skill_that_wins_less_than_two_of_three_meetings_pays_only_a_little(
    tmp_path: Path, share: float, within: tuple[float, float], told: str
) -> None:
    figure = Figure("greedy random", Estimate(share, within, 200), True, MORE, 0.5)
    duels = [Duel("random", "greedy", 200)]
    answer = SkillAnswer(question=SKILL, who="", games=200, duels=duels, figures=[figure])
    assert in_words(load(write_fishing(tmp_path / "fishing", "sound")), {SKILL: answer})[SKILL].startswith(
        f"Greedy seats finish above random seats in {100 * share:.1f}% ({100 * within[0]:.1f}% to "
        f"{100 * within[1]:.1f}%) of their meetings, a tie as half. {told}"
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "stronger", "told"),
    [
        ("better option", "search:5", "That skill pays, and luck leaves"),
        ("ties only", "search:1", "Search:1 seats finish above random seats in 50.0% ("),
        ("together", "search:1", "Nobody plays against others, so skill cannot beat anybody."),
    ],
)
def test_skill_pays_where_something_depends_on_choices(tmp_path: Path, change: str, stronger: str, told: str) -> None:
    stage = Stage(("random", stronger), range(1, 21))
    match, played = play(tmp_path / "fishing", change, 2, stage)
    assert told in in_words(match.rulesets[0], {SKILL: skill_answer([(stage, played[0])], 2)})[SKILL]


@pytest.mark.slow
def test_slips_cost_wins_where_something_depends_on_choices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "SLIPS", 2)
    sound, slips = (Stage(("search:5",), range(1, 41), slips=slips) for slips in (False, True))
    match, (rows, slipped) = play(tmp_path / "fishing", "better option", 2, sound, slips)
    found = skill_answer([(sound, rows), (slips, slipped)], 2)
    assert found.slips is not None and found.slips.estimate.games == 40
    told = in_words(match.rulesets[0], {SKILL: found})[SKILL]
    assert "changes its share of wins by -" in told and told.endswith("Slips cost wins.")
    same = skill_answer([(sound, rows), (slips, rows)], 2)
    assert same.slips is not None and same.slips.estimate.value == 0


@pytest.mark.slow
def test_known_figures_come_out() -> None:
    """Of the random games of tic-tac-toe 737/1260 are won by who begins, and 160/1260 by nobody."""
    match = ReportGames((load(str(EXAMPLES / "tic-tac-toe")),), 2, stages=(Stage(("random",), range(1, 501)),))
    found = answers("random", [*map(match.stage_player(0), range(500))], Knows.of_program(next(match.compiled())))
    low, high = found[SEATS].figures[0].estimate.within
    assert low < (737 + 160 / 2) / 1260 < high < low + 0.1


@pytest.mark.slow
def test_the_value_of_kuhn_poker_comes_out() -> None:
    """At equilibrium the first player loses 1/18 of a chip a game (Kuhn 1950); both begin with 2 chips."""
    seat = f"{Path(__file__).parent / 'equilibrium.py'}:Equilibrium"
    played = simulate(str(EXAMPLES / "kuhn-poker"), games=6000, seed=1, seats=[seat, seat]).games
    assert not any(game.failure or game.faults for game in played)
    low, high = mean_figure("", [game.totals[0] - 2 for game in played]).estimate.within
    assert low < -1 / 18 < high < 0 < high - low < 0.07


def test_skill_without_games_says_what_plays_some() -> None:
    answer = skill_answer([], 2)
    words = RulesetWords(None, None, lambda who: "")  # type: ignore[arg-type]
    assert sentences(answer, words) == ["This needs games of seats that think: --budget 10m plays them."]


def test_options_that_are_called_alike_are_told_apart(tmp_path: Path) -> None:
    rules = load(write_fishing(tmp_path / "fishing", "one label"))
    names = Knows.of_program(rules.program(2)).options
    words = RulesetWords.of_ruleset(rules, lambda who: "", names)
    assert [*map(words.option, names)] == [f"“A day of: Fish” (phase.day {name})" for name in ("fish", "sing")]
    assert RulesetWords.of_ruleset(rules, lambda who: "", names[:1]).option(names[0]) == "“A day of: Fish”"


def test_of_two_conditions_that_can_end_a_game_the_one_that_did_is_told(tmp_path: Path) -> None:
    match, (rows,) = play(tmp_path / "fishing", "two ends", 3, Stage(("random",), range(1, 41)))
    by_tide = sum(row.course[0].runs["phase.tide-round"] == 4 for row in rows)
    assert 0 < by_tide < len(rows)
    told = in_words(match.rulesets[0], answers("random", rows, Knows.of_program(next(match.compiled()))))[LENGTH]
    shares = dict(re.findall(r"([0-9.]+)% \([^)]*\) end for this reason: “It ends when (.*?)\.”", told))
    assert len(shares) == 2, told
    for share, reason in shares.items():
        rows_of_reason = by_tide if reason == "the tide is 4" else len(rows) - by_tide
        assert float(share) == pytest.approx(100 * rows_of_reason / len(rows), abs=0.1), told


@pytest.mark.slow
def test_a_game_whose_phase_is_ended_by_its_name_ends_for_that_reason() -> None:
    match = ReportGames((load("borneo"),), 3, stages=(Stage(("random",), range(1, 11)),))
    found = answers("random", [*map(match.stage_player(0), range(10))], Knows.of_program(next(match.compiled())))
    said = in_words(match.rulesets[0], found)[LENGTH]
    assert "All games end for one reason: “If the stack of harbors is empty: The game ends at once.”" in said


def test_pieces_that_nobody_has_are_told_only_of_kinds_that_somebody_has(tmp_path: Path) -> None:
    match, (rows,) = play(tmp_path / "fishing", "sound", 2, Stage(("random",), range(1, 12)))
    knows = replace(Knows.of_program(next(match.compiled())), pieces=[["ace", "king"], ["pawn"]])
    for row in rows:
        row.course[0].pieces = ["king"]
    said = in_words(match.rulesets[0], answers("random", rows, knows))[NEVER]
    assert said.startswith("Nobody ever had: Ace. What happened in none of 11 games")


def test_what_broke_at_one_place_is_told_once_whatever_the_numbers() -> None:
    said = ["coin would be 103; it goes from 0 to 99 (a:6)", "coin would be 105; it goes from 0 to 99 (a:6)",
            "coin would be 103; it goes from 0 to 99 (a:7)"]  # fmt: skip
    found = [*troubles({}, {text: [at] for at, text in enumerate(said)})]
    assert found == [(f"2 games broken: {said[0]}", [0, 1]), (f"1 game broken: {said[2]}", [2])]
