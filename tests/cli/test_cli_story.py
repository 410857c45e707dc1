"""What happened, in few sentences."""

from __future__ import annotations

from dataclasses import replace

from cli_fakes import Line

from rulewright.report.log_text import recent, story


def did(who: str, phrase: str, choice: bool = False, rule: str = "step.pick") -> Line:
    text = f"{who}: {phrase}" if choice else f"{who} {phrase}." if who else f"{phrase}."
    first = phrase.split(" ")[0]
    verb = first if first in ("takes", "pays", "draws") and " to " not in phrase and not choice else ""
    return Line(text, rule, who=who, phrase=phrase, choice=choice, verb=verb)


def test_who_did_the_same_is_named_together() -> None:
    lines = [did(who, phrase) for who in ("Yellow", "Red") for phrase in ("takes 4 ships", "takes 2 colonists")]
    assert story(lines, 0) == ["Yellow and Red: each takes 4 ships, 2 colonists."]


def test_a_turn_is_one_sentence_under_its_heading() -> None:
    lines = [
        Line("Turn of Red", heading=True),
        did("Red", "Taxes", True),
        did("Red", "takes 4 ducats"),
        did("", "turned up from the deck: Ship"),
    ]
    assert story(lines, 0) == ["Turn of Red: Taxes; takes 4 ducats; turned up from the deck: Ship."]


def test_each_action_has_a_line() -> None:
    lines = [
        Line("Turn of Red", heading=True),
        replace(did("Red", "Build", True), menu="Action"),
        did("Red", "takes 1 ship", rule="option.build"),
        replace(did("Red", "Use the flag", True), menu="Effects"),
        did("Red", "takes 2 coins", rule="card.flag"),
        replace(did("Red", "End the turn", True), menu="Effects"),
    ]
    assert story(lines, 0) == [
        "Turn of Red: Build; takes 1 ship.", "Red: Use the flag; takes 2 coins; End the turn.",
    ]  # fmt: skip
    goes_on = [*lines[:5], did("Red", "takes 3 ships", rule="option.build")]
    assert len(story(goes_on, 0)) == 1, "the first action goes on after the second choice"
    bids = [
        replace(did("Red", "Bid 2", True), question=1),
        did("Blue", "pays 2 coins", rule="step.hand-over"),
        replace(did("Blue", "Bid 5", True), question=1),
        replace(did("Red", "Pass", True), question=1),
    ]
    assert story(bids, 0) == ["Red: Bid 2. Blue pays 2 coins. Blue: Bid 5. Red: Pass"]


def test_what_is_done_over_and_over_is_told_once() -> None:
    paid = [did("Red", f"pays 1 note to {who}") for who in ("Blue", "Green") * 3 + ("Blue", "Black")]
    assert story([*paid, did("Red", "gets Ship")], 0) == [
        "Red pays 1 note to Blue (4 times); pays 1 note to Green (3 times); pays 1 note",
        "  to Black; gets Ship.",
    ]


def test_what_comes_again_after_something_else_is_told_in_its_order() -> None:
    rolled = [did("Red", what) for number in (2, 3, 6, 1) for what in ("Roll", f"the die shows {number}")]
    assert story(rolled, 0) == [
        "Red Roll; the die shows 2; Roll; the die shows 3; Roll; the die shows 6; Roll;",
        "  the die shows 1.",
    ]


def test_what_happens_by_itself_belongs_to_nobody() -> None:
    lines = [Line("Day 1", heading=True), did("Blue", "takes 1 ship"), did("", "The deck is shuffled")]
    assert story(lines, 0) == ["Day 1", "Blue takes 1 ship. The deck is shuffled."]
    assert story(lines[1:], 0) == ["Blue takes 1 ship."], "during set-up, only the actions of players are logged"


def test_short_answers_share_a_line() -> None:
    lines = [did("Red", "Bid 6", True), did("Green", "Pass", True), did("Blue", "Pass", True)]
    assert story(lines, 0) == ["Red: Bid 6. Green and Blue: Pass"]


def test_the_heading_under_which_the_game_stands_is_not_told_twice() -> None:
    lines = [did("Red", "Pass", True), Line("Round 2", heading=True), did("Red", "takes 1 ship")]
    assert recent(lines, 0, ["Round 2"]) == ["Red: Pass; takes 1 ship."]


def test_secrets_are_told_to_those_who_may_read_them() -> None:
    known = Line("Red draws Ship.", who="Red", phrase="draws Ship", private=frozenset({1}))
    unsure = Line("Red draws a card.", who="Red", phrase="draws a card", private=frozenset({0, 2}))
    assert [story([known, unsure], seat) for seat in (0, 1)] == [["Red draws a card."], ["Red draws Ship."]]
