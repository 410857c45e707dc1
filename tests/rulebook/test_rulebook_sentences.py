"""How values and conditions read where a careless sentence would say something else: brackets, plurals, persons."""

from __future__ import annotations

import pytest
from rulebook_made import ROOT, composed

from rulewright.check.check import check
from rulewright.diagnostics import Findings
from rulewright.rulebook.conditions import condition_phrase, outermost_scope
from rulewright.rulebook.dictionary import Category, read_dictionary
from rulewright.rulebook.phrases import is_plural, plain_text
from rulewright.rulebook.questions import with_using
from rulewright.rulebook.scope import WordingScope
from rulewright.rulebook.sentences import label_phrase
from rulewright.rulebook.values import value_phrase
from rulewright.syntax.declarations import Step, Value
from rulewright.syntax.expressions import nodes_in
from rulewright.syntax.parser import parse
from rulewright.syntax.statements import Option

VALUES = {
    "player's coins - (2 + loan)": "your coins minus (2 plus the loan)",
    "player's coins - 2 + loan": "your coins minus 2 plus the loan",
    "3 times (player's coins + loan)": "3 times (your coins plus the loan)",
    "number of player's hand": "the number of tokens in your hand",
    "number of (player's hand where its weight is 2)": "the number of tokens in your hand whose weight is 2",
    "friend's coins": "the friend's coins",
    "(next player after friend)'s coins": "the coins of the next player after the friend",
    "(previous player before friend)'s coins": "the coins of the previous player before the friend",
    "players - friend": "the players without the friend",
    "(sum of (2 times rival's coins) for each rival in others) + 1":
        "(the sum of 2 times the rival's coins, taken for each rival among the other players) plus 1",
    "sum of (somebody's coins) for each somebody in players": "the sum of the coins of all players",
    "most of (somebody's coins) for each somebody in players": "the highest coins of all players",
    "players with most (its coins)": "those of the players with the highest coins",
    "players where it is not leader": "the players who are not the leader",
    "players where its coins is above loan": "the players whose coins are above the loan",
    "squares where its lot is empty and it is not a1": "the squares whose lot is empty and that are not a1",
    "player's level for blue": "your level for blue",
    "first of queue": "the first of the tokens in the queue",
    "squares beside a1": "the squares straight beside a1",
    "(squares around a1) + b2 where its lot is empty":
        "those of the squares around a1 (slantwise, too) and b2 whose lot is empty",
}  # fmt: skip
CONDITIONS = {
    "player's coins is 0": "you have no coins",
    "player's coins is above 1": "you have more than 1 coin",
    "player's badges is at least 1": "you have at least 1 badge",
    "friend's coins is 1": "the friend has exactly 1 coin",
    "player's coins is most of (somebody's coins) for each somebody in players": "nobody has more coins than you",
    "player is leader": "you are the leader",
    "leader is player": "you are the leader",
    "leader is not player": "you are not the leader",
    "pile is not empty": "the pile is not empty",
    "not (pile is empty)": "the pile is not empty",
    "not (pile is empty and bin is empty)": "it is not so that (the pile is empty and the bin is empty)",
    "pile is empty and (bin is empty or loan is 2)":
        "the pile is empty and (either the bin is empty, or the loan is 2)",
    "pile is empty and bin is empty or loan is 2": "either the pile is empty and the bin is empty, or the loan is 2",
    "there is (player's hand where its weight is 2)": "there is a token in your hand whose weight is 2",
    "there is no (others where its coins is 0)": "there is no player among the other players whose coins are 0",
    "player's likes is empty": "you have no likes",
    "red is in player's likes": "red is among your likes",
    "for every rival in others (rival's coins is 0)": "for each rival among the other players, the rival has no coins",
    "for some rival in others (rival's coins is 0)": "there is a rival among the other players whose coins are 0",
    "for every player in players (player's coins is at most 9)": "for each player, the player has at most 9 coins",
}  # fmt: skip
PLURALS = {
    "coins": True, "sacks left": True, "ships taken": True, "number of coins": False, "stock of coins": False,
    "glass": False, "status": False, "rank": False,
}  # fmt: skip


@pytest.fixture(scope="module")
def scope() -> WordingScope:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        rules = composed("tests/scenarios/yard")
        outermost = outermost_scope(read_dictionary(rules, check(rules, 3, Findings())))
        return outermost.with_name("friend", Category("one", "player")).with_name("loan", Category("number"))


def read(text: str) -> Value:
    """Return a declaration with the text as its value."""
    findings = Findings()
    found = parse("text", f"value x:\n    {text}\n", findings)
    assert findings.found == []
    assert isinstance(found[0], Value)
    return found[0]


@pytest.mark.parametrize("text", VALUES)
def test_a_value_reads(scope: WordingScope, text: str) -> None:
    node = read(text).cases[0].value
    assert node is not None
    assert plain_text(value_phrase(node, scope)) == VALUES[text]


@pytest.mark.parametrize("text", CONDITIONS)
def test_a_condition_reads(scope: WordingScope, text: str) -> None:
    node = read(text).cases[0].condition
    assert node is not None
    assert plain_text(condition_phrase(node, scope)) == CONDITIONS[text]


@pytest.mark.parametrize("words", PLURALS)
def test_what_is_spoken_of_is_one_or_many(words: str) -> None:
    assert is_plural(words) is PLURALS[words]


LABELS = {
    "Ships, {2 + loan}": "Ships",
    "Merchant of {friend}, worth {loan}": "Merchant of the friend",
    "Keep it for {loan}": "Keep it",
    "Progress: {friend}": "Progress",
    "Bid {bid}": "Bid the bid",
    "Give {friend} a token": "Give the friend a token",
}


@pytest.mark.parametrize("label", LABELS)
def test_an_option_reads_without_gaps(scope: WordingScope, label: str) -> None:
    using = " with bid from 1 to 3" if "bid" in label else ""
    text = f'step x:\n    ask player "What?":\n        option y "{label}"{using}:\n            take 1 coins\n'
    (step,) = parse("text", text, findings := Findings())
    assert not findings.found and isinstance(step, Step)
    (option,) = (node for node in nodes_in(step) if isinstance(node, Option))
    assert plain_text(label_phrase(option, with_using(option.using, scope))) == LABELS[label]
