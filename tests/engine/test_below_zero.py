"""Amounts below 0 stop play at the rule, and a value gives a set where one of its lines is a set; in all builds."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright as rw
from rulewright.backends import ExecutionError
from rulewright.backends.native import compiler, native

MANIFEST = """ruleset: below-zero
title: Below zero
edition: first
players: {from: 2, to: 2, names: [Ann, Ben]}
sources: {common: {title: Common knowledge, passages: [The rules]}}
"""
RULES = """names colour / colours: red, blue, white

each player has:
    amount coin / coins
    level: 0 to 99
    likes: set of colour

the game has:
    due: 0 to 9

value wanted of player:
    player's likes if player's coins is at least 5
    blue if player's coins is at least 3
    nothing

value wanted-too of player:
    blue if player's coins is at least 3
    player's likes

game "Below zero":
    for each player in players:
        set player's likes to red + white
        take 4 coins
        set player's level to (10 times number of player's wanted) + number of player's wanted-too
    set due to 3
    let total be 7
    ask first of players "How?":
        option fine
        option broken:
            SENTENCE

scoring coins "Coins":
    score player's coins + player's level points
"""
SENTENCES = [
    "take (2 - due) coins", "pay (2 - due) coins", "pay (2 - due) coins to last of players", "lower due by 2 - due",
    "last of players takes (2 - due) coins", "last of players pays (2 - due) coins", "raise due by 2 - due",
    "raise total by 2 - due",
]  # fmt: skip


def rules_with(folder: Path, sentence: str) -> rw.Rules:
    (folder / "rules").mkdir()
    (folder / "ruleset.yaml").write_text(MANIFEST)
    (folder / "rules" / "game.rules").write_text(RULES.replace("SENTENCE", sentence))
    return rw.load(folder)


@pytest.mark.parametrize("words", [True, False], ids=["traced", "plain"])
@pytest.mark.parametrize("sentence", SENTENCES)
def test_less_than_nothing_stops_play_at_the_rule(tmp_path: Path, sentence: str, words: bool) -> None:
    rules = rules_with(tmp_path, sentence)
    assert rules.findings == ()
    with pytest.raises(rw.RulesError) as broken:  # what is paid first is looked at when the options are listed
        rules.start(seed=1, words=words).choose("broken")
    (finding,) = broken.value.findings
    assert (finding.code, finding.span.line) == ("out-of-range", 30)
    assert finding.message == "this is -1; the lowest possible is 0"


@pytest.mark.slow
@pytest.mark.skipif(compiler() is None, reason="no C compiler")
def test_c_gives_it_back_to_python(tmp_path: Path) -> None:
    plain = rules_with(tmp_path, SENTENCES[0]).ruleset.program(2)
    quick = native(plain)
    state = quick.initial(1)
    found = quick.advance(state, state[0])
    assert found is not None and len(found) == 2
    with pytest.raises(ExecutionError, match="this is -1"):
        quick.take(state, found[1])


def test_a_thing_beside_a_set_is_a_set_of_one(tmp_path: Path) -> None:
    """With 4 coins `wanted` is blue alone, and `wanted-too` as well, whichever line the set stands in."""
    facts = rules_with(tmp_path, "take 1 coins").start(seed=1).view().facts
    assert facts["player.level ann"] == 11
