"""What random texts found, as texts of its own: the builds and the evaluator agree now."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from tests.generated.texts import write
from tests.oracle.__main__ import difference

from rulewright.diagnostics.model import RulesError
from rulewright.engine.game import Game
from rulewright.engine.snapshot import SnapshotReader
from rulewright.workspace import load

CITES = '    cites book "The rules"\n'
MISSING = "(only one of player's table)'s heft"
"""A number that cannot be found: no card lies there."""


def option(*lines: str) -> str:
    """Return the option that brings lines about."""
    return f"option act-1 on acts:\n{CITES}    raise clock by 1\n" + "".join(f"    {line}\n" for line in lines)


def asking(*lines: str) -> str:
    """Return a step with a question, whose first option does what the lines say, and the option that does the step."""
    offered = "".join(f"            {line}\n" for line in lines)
    question = f'    ask player "What?":\n        option two "Two":\n{offered}        option pass "Pass"\n'
    return f"step visit:\n{CITES}{question}\n{option('do visit')}"


LOOKING = {
    "ways that are all possible": asking(f"if {MISSING} is 2:", "    take 1 coin", "otherwise:", "    take 2 coins"),
    "a way with a payment": asking(f"if {MISSING} is 2:", "    take 1 coin", "otherwise:", "    pay 0 coins"),
    "a name that is not used": asking(f"let heft be {MISSING}", "pay 1 coin"),
    "a name that is used": asking(f"let heft be {MISSING}", "pay heft coins"),
    "a menu with something possible": f"""\
menu ways

option first-way on ways when player's coins is above 0:
    take 1 coin

option second-way on ways when {MISSING} is 2:
    take 2 coins

step visit:
{CITES}    offer ways

option act-1 on acts:
{CITES}    do visit
""",
}


@pytest.mark.slow
@pytest.mark.parametrize("text", LOOKING.values(), ids=LOOKING.keys())
def test_looking_ahead_stops_play_in_all_builds_or_in_none(text: str) -> None:
    """The traced build looked at more than the plain one: it stopped where others offered three choices."""
    assert difference({1: text}, Counter(), False) == ""


NESTED = f"""\
menu ways (fruit):
    keeps hands: 0 to 9
    nests 2

option push on ways (fruit):
    raise hands by 2

option again on ways (fruit):
    raise clock by 1
    offer ways with fruit keeping hands
    raise hands by 1

option aside on ways (fruit):
    let feet be 5
    offer ways with plum keeping feet
    take feet coins
    set player's crop to fruit

option act-1 on acts:
{CITES}    let workers be 1
    offer ways with dragon-fruit keeping workers
    take workers coins
"""


@pytest.mark.parametrize(("way", "coins"), [("push", 3), ("again push", 4), ("aside push", 8)])
@pytest.mark.parametrize("traced", [False, True])
def test_a_menu_inside_itself_keeps_what_became_of_its_numbers(
    tmp_path: Path, way: str, coins: int, traced: bool
) -> None:
    """`again` lost what it and the options inside it had changed; `aside` went on with `plum` and the inner number."""
    game = Game.start(load(str(write(tmp_path, {1: NESTED}))).program(2, traced=traced), 1)
    for choice in ("act-1", *way.split()):
        game.choose(choice)
    values = SnapshotReader(game.program).values(list(game.state))
    assert values["player.coin ann"] == 4 + coins
    assert values.get("player.crop ann", "apple") == ("dragon-fruit" if "aside" in way else "apple")


SWAPS = {
    "pieces in two rows": "swap small-cart and old-cart",
    "pieces in one row": "swap old-cart and large-cart",
    "a piece in a row with itself": "swap small-cart and small-cart",
    "pieces in one place": "swap first of player's hand and last of player's hand",
    "a piece with itself": "swap first of player's hand and first of player's hand",
    "pieces in two places": "swap first of player's hand and first of show",
}


@pytest.mark.slow
@pytest.mark.parametrize("line", SWAPS.values(), ids=SWAPS.keys())
def test_a_swap_clears_what_is_cleared_when_a_piece_goes_to_another_place(line: str) -> None:
    """Between rows it cleared nothing; within a place without order, where nothing moves, it did."""
    has = (
        "each cart has:\n    load-1: 0 to 3, cleared when it moves\n\nthe game has:\n    place line-1: row of carts\n\n"
    )
    loads = [f"set {cart}'s load-1 to 2" for cart in ("small-cart", "old-cart", "large-cart")]
    cards = ["for each card in cards:", "    set card's baskets for plum to 2"]
    moves = ["move small-cart to line-1", "move last of deck to show", *loads, *cards]
    assert difference({1: has + option(*moves, line)}, Counter(), False) == ""


@pytest.mark.slow
def test_what_is_paid_to_nobody_is_the_same_mistake_in_all_builds() -> None:
    """Who paid nobody more than he had was told so by one build, and that there is nobody by another."""
    text = option("set leader to nobody", "pay 90 coins to leader")
    assert difference({1: text}, Counter(), False) == ""


def test_nothing_is_not_stored_as_a_thing(tmp_path: Path) -> None:
    """A fact `stands-on: spot` was set to nothing, silently; the evaluator found it in text 952503."""
    line = "set player's stands-on to only one of (spots within spots)"
    option = f'option act-1 on acts:\n    cites book "The rules"\n    raise clock by 1\n    {line}\n'
    ruleset = load(str(write(tmp_path, {1: option})))
    game = Game.start(ruleset.program(2), 1)
    with pytest.raises(RulesError, match="this is nobody or nothing here"):
        game.choose("act-1")


def test_a_name_of_a_rule_that_is_read_twice(tmp_path: Path) -> None:
    """`chosen-field` may be nothing, so `visit` is read again; the checker crashed looking for homes of `buyer`."""
    cites = '    cites book "The rules"\n'
    chosen = "    if players is not empty:\n        choose buyer from players\n"
    visit = f"step visit (field):\n{cites}{chosen}\noption act-1 on acts:\n{cites}    do visit with chosen-field\n"
    sell = f"step sell:\n{cites}    buyer takes 1 coin\n\noption act-2 on acts:\n{cites}    do sell\n"
    with pytest.raises(RulesError, match='"buyer" means nothing here'):
        load(str(write(tmp_path, {1: visit, 2: sell}))).checked_rules(2)


@pytest.mark.slow
def test_parts_whose_ways_depend_on_a_single_card_go_the_same_in_all_builds() -> None:
    """A variable of the generated function had the name of a helper that the condition calls; Python stopped there."""
    ways = "player's hand where it is not lit or it is like first of deck"
    assert (
        difference(
            {1: option(f"take (lesser of 2 and (number of parts of show going to ({ways}))) gems")}, Counter(), False
        )
        == ""
    )


@pytest.mark.slow
def test_nothing_is_offered_where_the_last_number_lies_far_below_the_first() -> None:
    """Numbers from 0 to -86 were a slice of a list in Python, and its end was counted from the back."""
    assert difference({1: option("choose picked from 0 to (player's coins - 90)")}, Counter(), False) == ""


@pytest.mark.slow
def test_a_way_to_nowhere_stops_play_only_where_one_goes_on() -> None:
    """Where one would go on to, the same from everywhere, was computed also where nothing could be reached."""
    onward = "fields where its weeds is below (distance from b1 to player's marks)"
    reached = f"(fields reached from b1 through (fields - b1) going to ({onward}))"
    assert difference({1: option(f"set wild to all of wild for each field in {reached}")}, Counter(), False) == ""


@pytest.mark.slow
def test_what_is_chosen_from_nothing_does_not_hide_what_goes_wrong_before() -> None:
    """The second condition was a set, looked at first: nothing was left for which the first one goes wrong."""
    things = f"spots where its toll is not {MISSING} and it is not in spots"
    option_with = f"        option one with with-b from ({things}):\n            take 1 coin\n"
    ask = f'    ask player "What?":\n{option_with}        option two\n        option pass\n'
    assert difference({1: f"step visit:\n{CITES}{ask}\n{option('do visit')}"}, Counter(), False) == ""
