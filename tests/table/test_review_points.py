"""The points of the review of the table at the terminal, one test for each, by its number."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from tests.table.test_table_values import CHECKOUT, FOLDERS, example, played, started
from tests.tiers import in_examples, sampled, slow_unless

from rulewright.chance import pick
from rulewright.cli import opening
from rulewright.cli.commands.play.advice import Advice
from rulewright.cli.commands.play.keeping import GameSaver
from rulewright.cli.commands.play.loop import TableLoop
from rulewright.cli.commands.play.session import PERSON, Session
from rulewright.cli.commands.play.terminal import Terminal
from rulewright.engine import Game
from rulewright.players import foresight
from rulewright.report.board import board_lines
from rulewright.report.log_text import story
from rulewright.report.scores_text import score_lines
from rulewright.report.table import look
from rulewright.report.table.inspecting import inspect
from rulewright.report.table.preview import preview
from rulewright.rulebook.lookup import RuleSentences
from rulewright.source.seat_kinds import GREEDY, RANDOM
from rulewright.workspace import Workspace, compiled_program


def until(game: Game, wanted: Callable[[Game], bool], number: int = 3) -> Game:
    """Play at random until a position is as wanted."""
    game = game.copy()
    while not game.over and not wanted(game):
        game.choose(game.codes[pick(number, len(game.decisions), len(game.codes))])
    assert not game.over, "no such position came up"
    return game


def asks(words: str) -> Callable[[Game], bool]:
    return lambda game: game.question is not None and words in game.question.prompt


def drawn(game: Game) -> str:
    return "\n".join(board_lines(look(game, game.seat)))


@cache
def book(name: str) -> RuleSentences:
    return RuleSentences(opening.ruleset(name))


def finished(name: str, seats: int, number: int = 5) -> Game:
    game = started(name, seats, number)
    while not game.over:
        game.choose(game.codes[pick(number, len(game.decisions), len(game.codes))])
    return game


@pytest.mark.slow
def test_point_1_batavia_shows_seals_cannon_ships_threshold_and_its_path() -> None:
    shown = drawn(played(started("batavia", 3), 60))
    for words in ("cannon:", "pirate threshold: 21", "ships", "seals", " 3:", "shown"):
        assert words in shown.replace("Cannon", "cannon"), words
    assert re.search(r"\d+:(Red|Yellow|Blue)", shown), "who stands where on the path"


@pytest.mark.slow
def test_point_2_borneo_lists_the_missions_on_offer_and_not_those_out_of_the_game() -> None:
    shown = drawn(started("borneo", 3))
    assert re.search(r"Mission row \(\d+\): 3 x 1 of each spice \(6\)", shown) and "ission box" not in shown


def test_point_3_borneo_counts_the_flags_and_the_distance_to_the_monopoly() -> None:
    game = until(started("borneo", 3), lambda game: len(game.decisions) > 40)
    table = next(section for section in look(game, game.seat).sections if section.about == "game.open-harbors")
    titles = [column.full for column in table.columns]  # type: ignore[union-attr]
    assert {"to monopoly", "seen red", "seen yellow", "seen green", "seen blue"} <= set(titles)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["duty", "madras", "quilon (pepper, nutmeg)", "2 ships", "b3", "ducats", "hand limit"])
def test_point_4_every_tile_card_colony_place_and_word_can_be_looked_up(name: str) -> None:
    game = started("goa", 3)
    found = inspect(game, look(game, game.seat), book("goa"), name)
    assert found and any(known.figures or known.explained for known in found)
    if name == "duty":
        assert any("Six sacks are given up" in text for each in found[0].explained for text in each.sentences)
        assert any("printed: rio2004" in note for each in found[0].explained for note in each.printed)


@pytest.mark.slow
def test_point_5_what_an_option_would_do_is_known_before() -> None:
    game = until(started("goa", 3), asks("Action"))
    ships = next(choice for choice in game.question.choices if choice.name == "build-ships")  # type: ignore[union-attr]
    shown = preview(game, ships.code)
    (change,) = (change for change in shown.changes if change.what.endswith("ships"))
    before, after = int(change.before), int(change.after[0][0])
    assert change.is_certain and after > before
    assert shown.following
    seat, slot = game.seat, next(fact.slot for fact in game.program.tables.facts if fact.name == "ship")
    game.choose(ships.code)
    assert game.state[slot + seat] == after


@pytest.mark.slow
def test_point_5_chance_is_shown_as_chance() -> None:
    game = until(started("goa", 3), asks("Action"))
    (draws,) = (choice for choice in game.question.choices if choice.name == "expedition")  # type: ignore[union-attr]
    shown = preview(game, draws.code)
    drawn_cards = [change for change in shown.changes if not change.is_certain]
    assert drawn_cards and all(sum(share for _, share in change.after) > 0.99 for change in drawn_cards)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), sampled(3, [("borneo", 3), ("batavia", 3), ("goa", 3)]))
def test_point_5_two_positions_that_a_seat_cannot_distinguish_have_the_same_preview(name: str, seats: int) -> None:
    assert not list(_differing(name, seats))


@pytest.mark.slow
def test_point_5_a_preview_that_peeks_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    class Peeking:
        def sample(self, state: list[int], seat: int, number: int) -> list[int]:
            return state.copy()

    monkeypatch.setattr(foresight, "worlds_of", lambda program: Peeking())
    assert list(_differing("goa", 3))


def _differing(name: str, seats: int) -> list[int]:
    found = []
    for decisions in range(5, 65, 12):
        game = played(started(name, seats), decisions)
        dealt = replace(game, state=game.program.playing.sample(game.state, game.seat, decisions))
        found += [code for code in game.codes[:4] if preview(game, code) != preview(dealt, code)]
    return found


@pytest.mark.slow
def test_point_6_the_end_its_reason_the_count_and_the_secrets_are_told() -> None:
    session = Session(
        started("batavia", 3), opening.seat_labels(compiled_program("batavia", 3, None, True)), [RANDOM] * 3
    )
    session.advice = Advice(opening.ruleset("batavia"), None)
    session.begin_game()
    told = "\n".join(score_lines(session.game, session.names, session.summary()))
    assert "Rounds are played until somebody has taken the target." in " ".join(told.split())
    assert re.search(r"Warehouses: Red \d+ \(total \d+\)", told) and "took the lead" in told
    assert "hidden" in "\n".join(board_lines(look(session.game, 0))), "notes that were never revealed stay hidden"
    assert "hidden" not in "\n".join(board_lines(look(session.game, 0, everything=True))), "and can be asked for"
    assert any("the target counter goes to" in line.text.lower() for line in session.game.log)


@pytest.mark.parametrize(
    ("ruleset", "active", "said"),
    [
        (
            "examples/pearl-divers",
            ["game.game", "step.turn"],
            "It ends when at least one diver among the players is rich.",
        ),
        ("rulesets/batavia", ["game.game", "step.voyage", "phase.round"], "Rounds are played until somebody has taken"),
        ("rulesets/batavia", ["game.game", "step.set-up"], ""),
        ("examples/tic-tac-toe", ["game.game"], ""),
    ],
)
def test_point_6_the_reason_is_that_of_the_loop_around_what_was_done_last(
    ruleset: str, active: list[str], said: str
) -> None:
    sentence = RuleSentences(Workspace().ruleset(str(CHECKOUT / ruleset))).ending_sentence(active)
    assert sentence.startswith(said) and bool(sentence) == bool(said)


@pytest.mark.parametrize(
    ("spaces", "said"),
    [
        (["a1", "b1", "a2", "b2", "a3"], "If you are won: the game ends at once."),
        (["a1", "b1", "c1", "a2", "c2", "b2", "b3", "c3"], "If there are no free spaces: the game ends at once."),
    ],
)
def test_point_6_where_rules_end_the_game_early_the_reason_is_their_condition(spaces: list[str], said: str) -> None:
    folder = str(CHECKOUT / "examples" / "tic-tac-toe")
    game = Game.start(compiled_program(folder, 2, None, True), 1)
    for space in spaces:
        before = game.copy()
        game.choose(space)
    assert Advice(opening.ruleset(folder), None).summary_of(game, {}, before).reason == said
    assert "ends at once" not in "".join(story(game.log, None)), "the end is announced with the points"


@pytest.mark.parametrize(
    ("name", "seats", "said"),
    [
        pytest.param("goa", 3, "The game is over: it ends with Part B, round 4 of 4.", marks=pytest.mark.slow),
        ("examples/hearts", 4, "The game is over: it ends with Trick 13."),
        ("examples/kuhn-poker", 2, "The game is over."),
        ("examples/connect-four", 2, "The game is over by this rule: “If 4 of your discs lie in a row: the game ends"),
    ],
)
def test_the_end_says_why_in_one_sentence(name: str, seats: int, said: str) -> None:
    folder = str(CHECKOUT / name) if "/" in name else name
    ready = compiled_program(folder, seats, None, True)
    session = Session(Game.start(ready, 5), opening.seat_labels(ready), [RANDOM] * seats)
    session.advice = Advice(opening.ruleset(folder), None)
    session.begin_game()
    assert " ".join(score_lines(session.game, session.names, session.summary())).startswith(said)


def test_point_7_a_fight_says_who_attacks_whom_and_with_how_many_flags() -> None:
    game = until(started("borneo", 3), asks("Defend in"), 1)
    asked = look(game, game.seat).asked
    assert asked is not None and re.match(r"Fight: attacker \w+, defender \w+, company \w+\.", asked.context[0])
    assert "Flags of the attack:" in asked.prompt
    attack = until(started("borneo", 3), lambda game: any("against" in c.label for c in game.question.choices), 1)  # type: ignore[union-attr]
    assert any("against" in choice.label for choice in attack.question.choices)  # type: ignore[union-attr]


@pytest.mark.slow
def test_point_8_the_log_tells_the_story() -> None:
    told = "\n".join(story(finished("batavia", 3).log, 0))
    for words in ("reached is", "crates for", "from the hexes to the hexes", "'s face up", "The sorted of"):
        assert words not in told
    assert "sails to hex" in told and "takes the counter" in told
    assert story(started("batavia", 3).log, 0)[0] == "Red, Yellow and Blue: each draws 10 cards; takes 15 notes."
    goa = "\n".join(story(finished("goa", 3).log, 0))
    assert "Which spice on Clove x1? Clove." not in goa and "Where do you lay Marker" not in goa
    borneo = "\n".join(story(started("borneo", 3).log, 0))
    assert "Turned up from the harbor deck: Banjarmasin" not in borneo


@pytest.mark.parametrize("folder", slow_unless(in_examples, FOLDERS), ids=lambda folder: folder.name)
def test_point_8_no_internal_name_is_shown(folder: Path) -> None:
    """Names with hyphens are the rules' own; what players read has labels or words."""
    for language in ("", *(("pl",) if folder.name == "goa" else ())):
        seats = opening.ruleset(str(folder)).about.fewest
        program = opening.ruleset(str(folder)).in_language(language).program(seats, traced=True)
        names = {each.name for each in (*program.tables.facts, *program.tables.places, *program.tables.choices)}
        names |= {member for info in program.domains.values() for member in info.members}
        labels = " ".join(label for info in program.domains.values() for label in info.labels)
        inner = {name for name in names if "-" in name and name not in labels}
        game = Game.start(program, 2)
        while not game.over and len(game.decisions) < 120:
            game.choose(game.codes[pick(2, len(game.decisions), len(game.codes))])
        told = "\n".join(story(game.log, 0))
        assert not {name for name in inner if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", told)}


def test_point_9_a_payment_says_what_for_and_how_much() -> None:
    game = until(started("borneo", 3), asks("Pay with what?"), 1)
    asked = look(game, game.seat).asked
    assert asked is not None
    assert asked.context[0].startswith("Complete: mission ") and "units" in asked.context[1]


@pytest.mark.slow
def test_point_10_why_explains_numbers_and_spaces_in_words() -> None:
    game = until(started("goa", 3), asks("Bid for"))
    advice = Advice(opening.ruleset("goa"), None)
    coins = max(choice.amount or 0 for choice in game.question.choices)  # type: ignore[union-attr]
    assert advice.why_lines(game, str(coins + 1))[0].startswith(f"{coins + 1} is not offered: you have {coins} ducats.")
    laying = until(started("goa", 3), asks("Where do you lay Marker"))
    offered = {choice.name for choice in laying.question.choices}  # type: ignore[union-attr]
    space = next(space for space in laying.spaces() if space not in offered)
    (said, *_) = advice.why_lines(laying, space)
    assert '"' not in said and "-" not in said.partition("Rulebook")[0] and "Rulebook:" in said


def test_point_11_noise_is_gone() -> None:
    borneo = drawn(played(started("borneo", 3), 40))
    assert "Last player" not in borneo and "rank token" not in borneo
    assert "The seat shows" not in "\n".join(story(started("borneo", 3).log, 0))
    laying = until(started("batavia", 3), asks("Lay out cards of which company?"))
    assert laying.question is not None and laying.question.prompt.startswith("Laid out: ")


def test_point_12_quit_keeps_the_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = Session(example("tic-tac-toe", 2), ["X", "O"], [PERSON, PERSON])
    keeper = GameSaver(opening.save_game, ["rulewright"], "game", folder=tmp_path)
    TableLoop(session, keeper, Terminal(True)).do_typed("quit zz.save")
    assert (tmp_path / "zz.save").exists() and "zz.save" in capsys.readouterr().out


@pytest.mark.slow
def test_point_13_computer_players_are_greedy_where_there_are_weights_and_give_hints() -> None:
    assert opening.usual_kind(compiled_program("goa", 3, None, True)) == GREEDY
    assert opening.usual_kind(compiled_program(str(CHECKOUT / "examples" / "tic-tac-toe"), 2, None, True)) == RANDOM
    game = until(started("goa", 3), asks("Action"))
    rated = Advice(opening.ruleset("goa"), lambda: compiled_program("goa", 3)).rating_of(game, GREEDY)()
    assert {each.code for each in rated} == set(game.codes)
    assert [each.worth for each in rated] == sorted((each.worth for each in rated), reverse=True)


def test_point_14_a_game_that_nobody_plays_goes_step_by_step(capsys: pytest.CaptureFixture[str]) -> None:
    session = Session(example("tic-tac-toe", 2), ["X", "O"], [RANDOM, RANDOM])
    session.paced = True
    session.begin_game()
    assert not session.game.decisions
    session.let_one_decide()
    assert len(session.game.decisions) == 1
