"""The commands of a designer: stops, steps, lines of play, other eyes, changed rules, scenarios of what is wrong."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from driving import EXAMPLES

from rulewright.cli import opening
from rulewright.cli.commands.play.app.paper import Paper
from rulewright.cli.commands.play.debugging.debugger import Debugger
from rulewright.cli.commands.play.debugging.rules import RunningRules
from rulewright.cli.commands.play.keeping import GameSaver
from rulewright.cli.commands.play.loop import TableLoop
from rulewright.cli.commands.play.screen import still_hidden, table_shown
from rulewright.cli.commands.play.session import PERSON, Session
from rulewright.report.board import board_lines
from rulewright.report.wording import speak
from rulewright.source.seat_kinds import RANDOM


class Desk:
    """A table of two at a copy of an example whose files can be changed."""

    def __init__(self, folder: Path, example: str, kinds: list[str], number: int) -> None:
        shutil.copytree(EXAMPLES / example, folder)
        speak("")
        opening.space.cache_clear()
        self.folder, self.ruleset = folder, str(folder)
        ready = opening.ruleset(self.ruleset).program(2, traced=True)
        self.session = Session(opening.start_game(ready, number), opening.seat_labels(ready), kinds)
        self.session.paced = True
        debugger = Debugger(self.session, RunningRules(self.ruleset, 2, {}))
        debugger.pace = 0
        self.loop = TableLoop(
            self.session, GameSaver(opening.save_game, [], "game", folder=folder), Paper(), debugger=debugger
        )

    def type(self, *typed: str) -> str:
        """Type lines, and return what was said to the last one, on one line."""
        for line in typed:
            self.loop.terminal.said.clear()
            self.loop.do_typed(line)
        return " ".join(" ".join(self.loop.terminal.said).split())

    def change(self, file: str, old: str, new: str) -> None:
        """Change a file of the ruleset."""
        path = self.folder / file
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")

    def pearls(self) -> list[int]:
        """Return what everybody has."""
        return list(self.session.game.totals())


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    yield Desk(tmp_path / "pearl-divers", "pearl-divers", [RANDOM, RANDOM], 3)
    opening.space.cache_clear()


def test_a_game_stops_where_a_condition_becomes_true_and_not_again_while_it_holds(desk: Desk) -> None:
    assert desk.type("stop when Red's pearls is above 3") == "The game will stop when Red's pearls is above 3."
    desk.type("continue")
    assert desk.session.stopped == "Stopped when Red's pearls is above 3."
    assert desk.pearls()[1] > 3 and desk.session.lines.at.above.game.totals()[1] <= 3
    desk.type("continue")
    assert desk.session.game.question is None and not desk.session.stopped


def test_a_game_stops_before_each_beginning_of_a_rule(desk: Desk) -> None:
    assert desk.type("stop at turn") == "The game will stop at step.turn."
    stops = 0
    while desk.session.game.question is not None:
        desk.type("continue")
        if desk.session.stopped:
            stops += 1
            before, decisions = desk.session.game, len(desk.session.game.decisions)
            assert desk.type("step") == "" and not desk.session.stopped, "the same decision stops once"
            assert len(desk.session.game.decisions) == decisions + 1
            assert "Go home" in desk.session.lines.at.label or "shark" in _since(before, desk.session.game)
    assert stops > 2


def test_what_stops_after_a_decision_is_not_lost_where_a_rule_stops_before_it(desk: Desk) -> None:
    desk.type("stop at turn", "stop when Red's pearls is above 3")
    stopped = []
    while desk.session.game.question is not None and len(stopped) < 60:
        desk.type("continue")
        stopped.append(desk.session.stopped)
    assert "Stopped when Red's pearls is above 3." in stopped and "Stopped at step.turn." in stopped


def test_ones_own_decision_is_made_before_the_game_stops(tmp_path: Path) -> None:
    alone = Desk(tmp_path / "alone", "pearl-divers", [PERSON, RANDOM], 3)
    alone.type("stop at turn", "home")
    assert alone.session.game.decisions[-1:] == ["home"] and alone.session.stopped == "Stopped at step.turn."


def _since(before: object, after: object) -> str:
    return " ".join(line.text for line in after.log[len(before.log) :])


def test_a_game_stops_at_a_question(desk: Desk) -> None:
    name = desk.session.game.question.name
    desk.type(f"stop at {name}", "continue")
    assert desk.session.stopped == f"Stopped at {name}."
    assert desk.type("stop off", "stop").startswith("Type stop at RULE")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("stop when red's perls is above 3", "stop-here:2:11 error unknown-name | 2 | red's perls is above 3"),
        ("stop when red's pearls is", "sentence-unfinished"),
        ("stop when red's pearls is red", "wrong-kind"),
        ("stop at trun", 'No rule or question is called "trun". Did you mean "turn"?'),
        ("stop here", "Type stop at RULE, stop at QUESTION or stop when CONDITION;"),
        ("stop off 3", "Type stop at RULE"),
        ("pace soon", "Type pace and the number of seconds"),
        ("pace -1", "Type pace and the number of seconds"),
        ("go 99", "Type go and the number of a decision"),
        ("eyes Nobody", "Type eyes and one of Yellow, Red;"),
        ("wrong", "Type wrong and what should be"),
        ("wrong Red perls 3", 'Did you mean "red pearls"?'),
        (":fly", '"fly" is no command.'),
        ("reload", "The rules are what they were."),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_said(desk: Desk, typed: str, said: str) -> None:
    game = desk.session.game
    assert said in desk.type(typed)
    assert desk.session.game is game


def test_lines_of_play_branch_and_can_be_gone_back_to(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "game", "tic-tac-toe", [PERSON, PERSON], 3)
    desk.type("b2", "a1", "go 1", "c3", "go back", "a1", "c1")
    assert desk.type("tree").startswith("0 the start; 1 Cross: b2 2 Nought: a1; [4] Cross: c1 3 Nought: c3")
    assert desk.session.game.decisions == ["b2", "a1", "c1"]
    desk.type("go 3")
    assert desk.session.game.decisions == ["b2", "c3"]


def test_the_tree_names_no_choice_that_is_secret(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "game", "sealed-bid-auction", [PERSON, RANDOM], 3)
    while desk.session.game.question is not None and len(desk.session.game.decisions) < 2:
        desk.type("step") if desk.session.is_waiting else desk.loop.take_choices(desk.session.question.choices[-1:])
    bids = {node.seat: node.label for node in desk.session.history}
    tree = desk.type("tree")
    assert f"{desk.session.names[0]}: {bids[0]}" in tree and f"{desk.session.names[1]}: hidden" in tree


def test_a_changed_figure_reaches_the_running_game(desk: Desk) -> None:
    desk.type("step", "step")
    decisions = len(desk.session.game.log)
    desk.change("data/numbers.yaml", "value: 20", "value: 60")
    assert desk.type("reload") == "The changed rules hold from here on."
    assert len(desk.session.game.log) == decisions
    desk.type("continue")
    assert max(desk.pearls()) >= 60


def test_rules_with_mistakes_leave_the_game_as_it_was(desk: Desk) -> None:
    desk.change("rules/game.rules", "take net pearls", "take nets pearls")
    said = desk.type("step", "reload")
    assert "unknown-name" in said and said.endswith("The game goes on under the rules as they were.")
    assert desk.type("continue") == "" and desk.session.game.question is None


@pytest.mark.slow
def test_where_a_game_does_not_fit_the_last_decision_is_offered_from_which_it_does(desk: Desk) -> None:
    desk.type("stop when some", "stop when red's pearls is above 5", "continue")
    desk.change("rules/game.rules", "0 to 999", "0 to 5")
    said = desk.type("reload")
    assert "which cannot be" in said and "Type reload back" in said
    assert desk.type("reload back") == "The changed rules hold from here on."
    assert max(desk.pearls()) <= 5


@pytest.mark.slow
def test_stops_hold_under_changed_rules_as_well(desk: Desk) -> None:
    desk.type("stop when red's pearls is above 3", "stop at turn")
    desk.change("data/numbers.yaml", "value: 20", "value: 60")
    assert desk.type("reload", "stop") == "1 when red's pearls is above 3 2 at step.turn"


def test_what_is_wrong_becomes_a_scenario_that_fails_until_the_rules_are_corrected(desk: Desk) -> None:
    desk.change("rules/game.rules", "raise net by die", "raise net by die + 1")
    assert desk.type("reload") == "The changed rules hold from here on."
    desk.type("stop when red's pearls is above 3", "continue")
    right = desk.pearls()[1] - 1  # there was one dive
    assert "It fails until the rules do what you expect" in desk.type(f"wrong Red's pearls should be {right}")
    (written,) = (desk.folder / "scenarios").glob("red-*.yaml")
    text = written.read_text("utf-8")
    assert text.endswith(f"dice:\n  die: [{right}]\n\nplay:\n  - Red: home\n\nexpect:\n  Red: {{pearls: {right}}}\n")
    assert [result.ok for result in _results(desk)] == [False]
    desk.change("rules/game.rules", "raise net by die + 1", "raise net by die")
    assert [result.ok for result in _results(desk)] == [True]


def test_chance_before_the_first_question_is_a_part_of_the_scenario(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "game", "pearl-divers", [PERSON, RANDOM], 5)
    text = desk.type("dive", f"wrong {desk.session.names[0]} pearls 99")
    (written,) = (desk.folder / "scenarios").glob("*-is-99.yaml")
    assert "It fails until" in text and "dice:\n  die: [" in written.read_text("utf-8")
    opening.space.cache_clear()
    (result,) = opening.ruleset(desk.ruleset).results("pearls is 99")
    assert not result.ok and not result.findings, "it can be played, and fails"


@pytest.mark.slow
def test_where_several_play_nothing_is_taken_back_that_chance_or_a_card_has_shown(tmp_path: Path) -> None:
    shared = Desk(tmp_path / "shared", "pearl-divers", [PERSON, PERSON], 3)
    assert "cannot be taken back" in shared.type("dive", "undo")
    alone = Desk(tmp_path / "alone", "pearl-divers", [PERSON, RANDOM], 3)
    assert "Taken back: Dive" in alone.type("dive", "undo")
    aloud = Desk(tmp_path / "aloud", "tic-tac-toe", [PERSON, PERSON], 3)
    assert "Taken back: a1" in aloud.type("a1", "b2", "undo")


def _results(desk: Desk) -> list:
    opening.space().refresh()
    return list(opening.ruleset(desk.ruleset).results("Red pearls"))


def test_a_table_is_shown_through_other_eyes(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "game", "kuhn-poker", [PERSON, RANDOM], 3)
    other = desk.session.names[1]
    desk.type(f"eyes {other}")
    assert desk.session.reader == 1
    assert desk.type("eyes") == "This is what you see." and desk.session.reader == 0
    shared = Desk(tmp_path / "shared", "kuhn-poker", [PERSON, PERSON], 3)
    for typed in (f"eyes {other}", "stop when dealer's chips is above 1", f"wrong {other} chips 9"):
        assert shared.type(typed).startswith("Several people play here")


@pytest.mark.parametrize("other", [RANDOM, PERSON])
def test_a_folded_hand_is_shown_after_the_end_only_to_those_who_ask(other: str, tmp_path: Path) -> None:
    desk = Desk(tmp_path / "game", "leduc-poker", [PERSON, other], 1)
    while (question := desk.session.game.question) is not None:
        wanted = next((each for each in question.choices if each.name == "fold"), question.choices[-1])
        desk.session.let_one_decide() if desk.session.is_waiting else desk.session.take_choices([wanted])
    own = board_lines(table_shown(desk.session))
    assert "".join(own).count("'s hand (") == (0 if other == PERSON else 1)
    assert "eyes all shows it" in " ".join(still_hidden(desk.session))
    assert desk.type("eyes all") == "This is the table with every secret." and desk.loop.fresh
    assert "".join(board_lines(table_shown(desk.session))).count("'s hand (") == 2
    assert not still_hidden(desk.session)
    assert desk.type("eyes") == "This is what you see." and board_lines(table_shown(desk.session)) == own
    desk.type("eyes all", "undo")
    assert not desk.session.is_open


def test_every_secret_is_shown_only_after_the_end(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "game", "leduc-poker", [PERSON, RANDOM], 1)
    assert desk.type("eyes all").startswith("Type eyes and one of") and not desk.session.is_open
    assert not still_hidden(desk.session)
