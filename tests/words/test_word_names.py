"""No word of a row is reserved: each can be the name of a piece, value, place, option, fact, step and scoring."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.tiers import sampled
from tests.words.words_made import HERE, ROWS, said

from rulewright.workspace import load

WORDS = sorted({name for word in ROWS for name in said(word, "names")})
RULES = """\
piece {word} / {word}-things:
    printed size: 1 to 3
    starts in {place}

the game has:
    place {place}: {word}-things
    place side: row of {word}-things
    {fact}: 0 to 9

value {value} of {word}:
    {word}'s size + 1

game "Names":
    cites book "Rules"
    for each player in players:
        do {step}

step {step}:
    cites book "Rules"
    set {fact} to {fact} + number of {place}
    choose {word} or nothing from {place} where its {value} is above 1 "Which?"
    if {word} is not nothing:
        move {word} to side
    ask player "What?":
        option {option} "This" when {fact} is above 0
        option other "That" when first of {place} is not nothing
        option third "None"

scoring {scoring} "Score":
    cites book "Rules"
    score sum of ({word}'s {value}) for each {word} in side points
"""
ROLES = ("word", "value", "place", "option", "fact", "step", "scoring")
THINGS = """\
kind: inventory
pieces: {word}
rows:
  - {{name: "size-{{size}}", rule: plain, label: "{{size}}", facts: {{size: "{{size}}"}}, each: {{size: [1, 2, 3]}},
     count: 2, source: 'book "Rules"'}}
"""


def found_with(folder: Path, role: str, word: str) -> list[str]:
    """Return what is found where a word is the name of something."""
    named = {each: f"my-{each}" for each in ROLES} | {role: word}
    for name, text in (("rules/game.rules", RULES), ("data/things.yaml", THINGS)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text.format(**named), "utf-8")
    (folder / "ruleset.yaml").write_text((HERE / "base" / "manifest.yaml").read_text("utf-8"), "utf-8")
    return [str(found.message) for found in load(str(folder)).all_findings]


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("word", sampled(12, WORDS))
def test_a_word_is_a_name(word: str, role: str, tmp_path: Path) -> None:
    assert found_with(tmp_path, role, word) == []


@pytest.mark.parametrize("role", ["word", "place", "fact"])
def test_a_word_that_is_reserved_is_noticed(role: str, tmp_path: Path) -> None:
    assert found_with(tmp_path, role, "nothing")
