"""What a seat sees, what is told of a game, and why something is not offered, with the rules of a whole game."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulewright.backends import Program
from rulewright.chance import pick
from rulewright.engine import Game
from rulewright.engine.views import printed_on
from rulewright.workspace import compiled_program


@cache
def program() -> Program:
    return compiled_program("goa", seats=4, traced=True)


def games(number: int) -> list[Game]:
    """The positions of a random game, one for each decision."""
    game, found = Game.start(program(), number), []
    while not game.over:
        found.append(game.copy())
        game.choose(game.codes[pick(number, len(game.decisions), len(game.codes))])
    return [*found, game]


@pytest.mark.slow
@pytest.mark.parametrize("seat", range(4))
def test_secrets_of_others_are_hidden_and_what_is_open_is_seen(seat: int) -> None:
    for game in games(3):
        for number, name in enumerate(program().seat_names):
            facts = dict(dict(game.view(seat))[name])
            assert (facts["ducats"] == "hidden") == (number != seat)
            assert isinstance(facts["ships"], int) and isinstance(facts["plantations"], list)


@pytest.mark.slow
def test_a_hand_says_what_is_printed_on_its_pieces() -> None:
    hands = [dict(dict(game.view(seat))[name])["hand"] for game in games(3)
             for seat, name in enumerate(program().seat_names)]  # fmt: skip
    cards = [card for hand in hands for card in hand]
    assert cards and all("colonist" in card and card.endswith(")") for card in cards)


@pytest.mark.slow
def test_the_log_tells_each_seat_no_more_than_it_may_know() -> None:
    *_, last = games(5)
    drawn = [line for line in last.log if line.phrase.startswith("draws ") and line.private is not None]
    assert drawn
    for line in drawn:
        unsure = line.phrase.split()[1] == "a" or line.phrase.split()[-1] == "cards"
        assert (line.seat in line.private) != unsure  # type: ignore[operator]


@pytest.mark.slow
def test_headings_follow_the_phases() -> None:
    seen = {" / ".join(game.headings()) for game in games(4)}
    assert "Part A, round 1 of 4 / Placing the markers" in seen
    assert "Part B, round 4 of 4 / Player actions / Turn of Blue" in seen


@pytest.mark.slow
def test_every_reason_is_a_sentence_with_its_place() -> None:
    told = set()
    for game in games(6):
        for _, lines in game.why_not():
            told |= set(lines)
    assert len(told) > 20
    for line in told:
        assert line[0].isupper() or line[0].isdigit()
        assert line.endswith(")") and "/rules/" in line or "used up" in line, line


def test_why_says_what_is_lacking_and_where_it_is_written() -> None:
    action = next(game for game in games(7) if game.question and game.question.prompt == "Action")
    for name in ("full-price", "Spices and ships", "spices and ships"):
        said, place = action.why(name)[:2]
        assert said.startswith("Spices and ships is not offered: needs 1 ") and said.endswith("you have 0.")
        assert place.startswith("  option.full-price, goa/rules/progress.rules:")
    assert action.why("taxes") == ("taxes is offered now.",)
    assert action.why("nothing of this name") == ()


def test_why_a_space_is_not_offered() -> None:
    game = Game.start(program(), 1)
    said, place = game.why("d3")
    assert said == "d3 is not offered: it is not one of the flag spaces." and place.startswith("  step.lay-flag, ")


def test_a_piece_does_not_say_twice_what_its_label_says() -> None:
    examples = Path(__file__).parents[2] / "examples"
    hearts, bids = (
        compiled_program(str(examples / name), 4 if name == "hearts" else 2) for name in ("hearts", "goofspiel")
    )
    cards = hearts.domains["card"].labels
    assert printed_on(hearts, "card", cards.index("Spades queen")) == ["rank 12"]
    assert printed_on(hearts, "card", cards.index("Hearts 3")) == []
    assert printed_on(bids, "prize", bids.domains["prize"].labels.index("prize of 3")) == ["worth 3"]
