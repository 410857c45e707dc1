"""Laps: when they end, in what order they go, and that all builds and the reference evaluator agree on it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tests.oracle.beside import Beside
from tests.tiers import sampled

from rulewright.backends.native import compiler, native
from rulewright.diagnostics.model import RulesError
from rulewright.workspace import load

MANIFEST = """\
ruleset: laps
title: Laps
players: {from: 2, to: 2, names: [Anna, Ben]}
sources:
  common: {title: Made up for the tests, passages: [The rules]}
"""
FACTS = """\
the game has:
    luck: 0 to 6
    active: player or nobody
    number-of-turns: 0 to 100
    marked: set of players

each player has:
    amount coin / coins
    turn: 0 to 9

"""
PASS = """\
    ask player "Well?":
        option pass "Pass"
"""
ENDING = {
    "a fact is set to what it is": "    set luck to 3\n",
    "a fact is as before after each lap": "    set active to player\n",
    "somebody is in the set already": "    set marked to marked + player\n",
    "what is taken is paid": "    take 1 coin\n    pay 1 coin\n",
    "a loop goes through nobody": "    for each other in marked - players:\n        raise number-of-turns by 1\n",
    "a step changes nothing more": "    do idle\n",
    "a step asks somebody with one answer": "    do asked\n",
    "an option changes nothing more": "    offer deals\n",
    "a name begins anew in each turn": "    let more be number-of-turns + 2\n    set luck to more\n",
}
STEPS = """
step idle:
    set luck to 4

step asked:
    set active to player
    ask player "Well?":
        option pass "Pass":
            set luck to 2

menu deals "Deals"

option sell "Sell" on deals:
    set active to player
"""
GOING_ON = """\
let count be 0
in laps for each player in players:
    if count is below 5:
        set count to count + 1
PASSraise number-of-turns by count
"""
ORDER = """\
set active to first of players
set number-of-turns to 0
in laps for each player in players after active until number-of-turns is 5:
    raise number-of-turns by 1
    player takes number-of-turns coins
    if number-of-turns is 2:
        set active to last of players
PASS"""
BY_NUMBER = """\
set number-of-turns to 0
for each player in players:
    if player is first of players:
        set player's turn to 3
in laps for each player in players by player's turn until number-of-turns is 7:
    raise number-of-turns by 1
    player takes number-of-turns coins
    set player's turn to 9 - player's turn
PASS"""


def indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


def all_laps(asking: bool) -> str:
    """Return rules that do all laps one after the other, asking in each turn, or never."""
    asked = PASS if asking else ""
    bodies = [f"in laps for each player in players:\n{body}{asked}" for body in ENDING.values()]
    bodies += [text.replace("PASS", asked) for text in (GOING_ON, ORDER, BY_NUMBER)]
    steps = "".join(f"\nstep case-{at}:\n{indented(body)}" for at, body in enumerate(bodies))
    done = "".join(f"    do case-{at}\n" for at in range(len(bodies)))
    return f'{FACTS}game "Laps":\n{done}{steps}{STEPS}'


def written(folder: Path, rules: str) -> str:
    (folder / "rules").mkdir()
    (folder / "ruleset.yaml").write_text(MANIFEST)
    (folder / "rules/laps.rules").write_text(rules)
    return str(folder)


def played(folder: str, build: str) -> dict[str, int | str]:
    """Play beside the evaluator to the end; return what is so then."""
    ruleset = load(folder)
    program = ruleset.program(2, traced=build == "traced")
    game = Beside(ruleset.checked_rules(2), [native(program) if build == "c" else program], 1)
    assert game.play(random.Random(1)) == 0
    assert game.states[0][0] == 0
    return game.reader.values(list(game.states[0]))


BUILDS = ["plain", "traced", pytest.param("c", marks=pytest.mark.skipif(compiler() is None, reason="no C compiler"))]


@pytest.mark.slow
@pytest.mark.parametrize("build", BUILDS)
@pytest.mark.parametrize("asking", sampled(2, [True, False]))
def test_laps_end_after_one_in_which_nothing_changes(asking: bool, build: str, tmp_path: Path) -> None:
    found = played(written(tmp_path, all_laps(asking)), build)
    assert found["game.number-of-turns"] == 7
    assert (found["player.coin anna"], found["player.coin ben"]) == (6 + 12, 9 + 16)


@pytest.mark.parametrize("asked", ["", PASS])
def test_a_name_from_before_the_laps_counts(asked: str, tmp_path: Path) -> None:
    rules = f'{FACTS}game "Laps":\n    do count-up\n\nstep count-up:\n{indented(GOING_ON.replace("PASS", asked))}'
    assert played(written(tmp_path, rules), "plain")["game.number-of-turns"] == 5


@pytest.mark.parametrize("line", ["take 1 coin", "raise number-of-turns by 1"])
def test_check_finds_laps_that_change_something_for_good(line: str, tmp_path: Path) -> None:
    rules = f'{FACTS}game "Laps":\n    in laps for each player in players:\n        {line}\n'
    with pytest.raises(RulesError, match="these laps never end"):
        load(written(tmp_path, rules)).checked_rules(2)


def test_points_are_not_counted_in_laps(tmp_path: Path) -> None:
    counting = "scoring luck:\n    in laps for each other in players:\n        score 1 points\n        drop out\n"
    rules = f'{FACTS}game "Laps":\n    set luck to 3\n\n{counting}'
    with pytest.raises(RulesError, match="points are counted in one go, not in laps"):
        load(written(tmp_path, rules)).checked_rules(2)


@pytest.mark.parametrize("line", ["active", "after active"])
@pytest.mark.parametrize("asked", ["", PASS])
def test_laps_from_nobody_are_an_error_also_where_nobody_is_in(line: str, asked: str, tmp_path: Path) -> None:
    """Like `for each`; with questions it was one, without it was not."""
    start = line if line.startswith("after") else f"from {line}"
    rules = f'{FACTS}game "Laps":\n    in laps for each player in marked {start}:\n        drop out\n{indented(asked)}'
    if asked:
        rules = rules.replace("        drop out\n", "") + "        drop out\n"
    ruleset = load(written(tmp_path, rules))
    game = Beside(ruleset.checked_rules(2), [ruleset.program(2)], 1)
    game.play(random.Random(1))
    assert game.states[0][0] != 0


def test_the_frame_of_laps_has_the_name_of_their_rule(tmp_path: Path) -> None:
    """Saves name the frames: a game that was begun earlier goes on where a step inside the laps asks."""
    rules = f'{FACTS}game "Laps":\n    in laps for each player in players:\n        do asked\n{STEPS}'
    program = load(written(tmp_path, rules)).program(2)
    assert [e.name for e in program.entries if "lap mark" in e.name] == ["game.game.player lap mark"]
