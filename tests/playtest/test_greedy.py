"""A greedy seat takes what is best for it, plays its options out, and looks at nothing that it may not see."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.each_result import each_result
from tests.tiers import sampled

from rulewright.backends import Program
from rulewright.backends.evaluation import Evaluation
from rulewright.chance import pick
from rulewright.engine import Game
from rulewright.players.greedy import Greedy
from rulewright.players.seats import make_adviser
from rulewright.playtest.game import play_one
from rulewright.playtest.simulate import SimulatedGames
from rulewright.source.seat_kinds import GREEDY
from rulewright.workspace import compiled_program, load

MANIFEST = """\
ruleset: booth
title: "The booth"
players: {from: 2, to: 2, names: [Ann, Ben]}
sources: {common: {title: Made up for the tests, passages: [The rules]}}
"""
"""A small ruleset; each test writes its rules."""

HAVE = """
each player has:
    amount gem / gems
    amount coin / coins

scoring gems "Gems":
    score player's gems points
"""

ONE_ASKED = """
game "The booth":
    for each player in players:
        ask player "How much?":
            option one "One":
                take 1 gem
            option three "Three":
                take 3 gems
            option none "None":
                take 1 coin
"""

AUCTION = """
game "The booth":
    for each player in players:
        take 5 coins
    let high-bid be 0
    let buyer be first of players
    for each player in players:
        ask player "Bid?":
            option bid "Bid {amount}" with amount from high-bid + 1 to player's coins:
                set high-bid to amount
                set buyer to player
            option pass "Pass"
    for each player in players where it is buyer and high-bid is above 0:
        pay high-bid coins
        take 4 gems
"""

TWO_STEPS = """
game "The booth":
    for each player in players:
        ask player "What?":
            option now "A point":
                take 1 gem
            option later "Look again":
                do look with 2

step look (more):
    ask player "And now?":
        option nothing "Nothing":
            take 1 coin
        option gems "{more} gems":
            take more gems
"""


def booth(folder: Path, rules: str, weights: str = "") -> Program:
    """Write the small ruleset and compile it."""
    (folder / "rules").mkdir()
    (folder / "data").mkdir()
    (folder / "ruleset.yaml").write_text(MANIFEST, "utf-8")
    (folder / "rules" / "booth.rules").write_text(HAVE + rules, "utf-8")
    if weights:
        (folder / "data" / "weights.yaml").write_text(f"kind: weights\nworth:\n  {weights}\n", "utf-8")
    return compiled_program(str(folder), 2)


def taken(program: Program, number: int = 1) -> list[str]:
    """Return the names of what two greedy seats take."""
    game, greedy = Game.start(program, number), Greedy(program)
    while not game.over:
        game.choose(greedy.decide(game.state, game.codes, number, len(game.decisions)))
    return game.decisions


def test_it_takes_what_scores_most(tmp_path: Path) -> None:
    assert taken(booth(tmp_path, ONE_ASKED)) == ["three", "three"]


def test_weights_count_beside_the_scoring(tmp_path: Path) -> None:
    assert taken(booth(tmp_path, ONE_ASKED, "coins: 301")) == ["none", "none"]


def test_a_list_of_weights_is_for_the_first_the_second_and_so_on(tmp_path: Path) -> None:
    worth = Evaluation(booth(tmp_path, ONE_ASKED, "coins: [50, 20, 1]"))
    game = Game.start(worth.program)
    slot = next(fact.slot for fact in worth.program.tables.facts if fact.name == "coin")
    found = []
    for coins in (0, 1, 2, 3, 5, 100_000):
        game.state[slot] = coins
        found.append(worth.of(game.state, 0))
    assert found[:5] == [0, 50, 70, 71, 73] and found[5] > 400


def test_it_bids_what_nobody_is_glad_to_outbid(tmp_path: Path) -> None:
    """Four gems are worth 400, a coin 90: after 4 coins a fifth would be too much, after 3 the other would bid."""
    assert taken(booth(tmp_path, AUCTION, "coins: 90")) == ["bid 4", "pass"]


def test_it_does_not_buy_what_costs_more_than_it_is_worth(tmp_path: Path) -> None:
    assert taken(booth(tmp_path, AUCTION, "coins: 500")) == ["pass", "pass"]


def test_it_answers_its_own_next_question_before_it_judges(tmp_path: Path) -> None:
    assert taken(booth(tmp_path, TWO_STEPS)) == ["later", "gems", "later", "gems"]


def test_equal_options_are_drawn_by_the_game_number(tmp_path: Path) -> None:
    program = booth(tmp_path, ONE_ASKED.replace("take 3 gems", "take 1 gem"))
    games = [tuple(taken(program, number)) for number in range(40)]
    assert {name for game in games for name in game} == {"one", "three"}
    assert games == [tuple(taken(program, number)) for number in range(40)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "seats"),
    sampled(3, [("examples/kuhn-poker", 2), ("examples/sealed-bid-auction", 3), ("goa", 4), ("goa-polish", 3)]),
)
def test_it_never_peeks(name: str, seats: int) -> None:
    """What it may not see is replaced, rivals' secret numbers too: its choices stay."""
    name = name if "/" not in name else str(Path(__file__).parents[2] / name)
    program = compiled_program(name, seats)
    greedy, judged, other = Greedy(program), 0, 0
    state = program.initial(3)
    codes, made = program.advance(state, state[0]), 0
    while codes is not None:
        if made % 11 == 0 or "/" in name:
            seat = state[program.seats_of[~state[0]]]
            chosen = greedy.decide(state, codes, 3, made)
            for number in range(3):
                dealt = program.playing.sample(state, seat, number)
                other += dealt[2:] != state[2:]
                assert greedy.decide(dealt, codes, 3, made) == chosen, made
                judged += 1
        codes = program.take(state, codes[pick(3, made, len(codes))])
        made += 1
    assert judged and other


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["goa", "examples/tic-tac-toe", "tests/probes/sealed-bid", "tests/probes/laying-cards"]
)
def test_it_plays_every_ruleset_to_its_end(name: str) -> None:
    name = name if "/" not in name else str(Path(__file__).parents[2] / name)
    records = list(each_result(SimulatedGames((load(name),), 2, who=("greedy", "random")), range(1, 3), 1))
    assert [record.failure for record in records] == ["", ""] and records[0].who == ["greedy", "random"]


@pytest.mark.slow
def test_it_wins_most_games_against_random_seats() -> None:
    records = list(
        each_result(SimulatedGames((load("goa"),), 4, who=("random", "greedy", "random", "random")), range(1, 9), 1)
    )
    assert sum(record.ranking[0] == [1] for record in records) >= 6


@pytest.mark.slow
def test_a_game_is_the_same_again(tmp_path: Path) -> None:
    """Also from the results of simulate, which say who sat."""
    first, again = (
        next(each_result(SimulatedGames((load("goa"),), 2, who=("greedy", "greedy")), [7], 1)) for _ in range(2)
    )
    assert first == again and first != play_one(compiled_program("goa", 2), 7)
    file = tmp_path / "games.jsonl"
    run = [sys.executable, "-m", "rulewright.cli"]
    seats = ["--seat", "greedy", "--seat", "random"]
    simulated = [*run, "simulate", "goa", "--players", "2", *seats, "--games", "1", "--jobs", "1", "--out", str(file)]
    subprocess.run(simulated, check=True, capture_output=True)
    assert json.loads(file.read_text("utf-8"))["who"] == ["greedy", "random"]
    verified = subprocess.run([*run, "replay", str(file), "--verify"], capture_output=True, text=True, check=False)
    assert verified.returncode == 0, verified.stdout + verified.stderr


def test_a_hint_has_options_tried_out_where_all_are_alike_to_it() -> None:
    program = compiled_program("goa", 3)
    game = Game.start(program, 5)
    adviser = make_adviser(GREEDY, program)
    flag = adviser.rate_options(list(game.state), list(game.codes), 0)
    assert {each.code for each in flag} == set(game.codes)
    assert sum(each.visits for each in flag) > 100, "the flag may lie anywhere, as far as one step ahead shows"
    while len({each.worth for each in Greedy(program).rate_options(list(game.state), list(game.codes), 0)}) < 2:
        game.choose(game.codes[0])
    told_apart = adviser.rate_options(list(game.state), list(game.codes), 0)
    assert not any(each.visits for each in told_apart)
