"""What stays in sight at 80 by 24, suits in their signs and colours, and options as the hand shows them."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from driving import app_for, driven, played, shows, started, text_of, until

from rulewright.cli.commands.play.app.look import Palette
from rulewright.engine.several_things import whole_question
from rulewright.report.screen import draw, draw_own
from rulewright.report.screen import text_of as line_text
from rulewright.report.screen.question import faces, listed
from rulewright.report.table import look
from rulewright.report.table.model import Piece, Place, Table

PALETTE = Palette(["north", "east"])


def hearts(decisions: int = 27) -> Table:
    game = played(started("hearts", 4), decisions)
    return look(game, game.seat, together=True)


def test_suits_have_their_signs_and_colours_and_hearts_are_not_green() -> None:
    table = hearts()
    looks = faces(table)
    (own,) = (one for one in table.sections if isinstance(one, Place) and one.about == "player.hand north")
    labels = [piece.label for piece in own.pieces]
    assert labels == ["Diamonds 9", "Spades 3", "Spades ace", "Hearts 2", "Hearts 5", "Hearts queen"]
    assert [looks[label].text for label in labels] == ["♦9", "♠3", "♠ace", "♥2", "♥5", "♥queen"]
    red = [PALETTE.style(looks[label].style).color for label in ("Diamonds 9", "Hearts 2")]
    assert all(colour and colour.triplet and colour.triplet.red > 2 * colour.triplet.green for colour in red)
    assert red[0] != red[1]
    black = PALETTE.style(looks["Spades 3"].style).color
    assert black is not None and black.is_default


def test_a_kind_that_is_named_after_a_colour_has_it_and_any_other_one_in_turn() -> None:
    assert PALETTE.style("kind-0 look-red").color.name == "red"  # type: ignore[union-attr]
    assert PALETTE.style("kind-0 look-steady").color == PALETTE.style("kind-0").color


def test_pieces_of_players_lie_side_by_side_where_each_has_one_line() -> None:
    lines = [line_text(line) for line in draw(hearts(), 78)]
    assert "South's played (1): ♠2   West's played (1): ♠king" in lines


def test_what_one_has_and_what_others_have_just_laid_down_is_said_in_short() -> None:
    game = played(started("goa", 4), 9)
    (line,) = draw_own(look(game, game.seat), 78)
    assert line_text(line) == "Blue: ships 4  colonists 2  ducats 10"
    assert not draw_own(look(game, None), 78), "an onlooker has nothing"
    table = hearts()
    card = replace(next(one for one in table.sections if isinstance(one, Place) and one.seat == 2), changed=True)
    laid = replace(card, about="player.played south", pieces=(Piece("Clubs 2", changed=True),), total=1)
    told = " ".join(line_text(line) for line in draw_own(replace(table, sections=(*table.sections, laid)), 78))
    assert told.startswith("North: hand: ♦9, ♠3") and told.endswith("Clubs 2*")


@pytest.mark.slow
@pytest.mark.parametrize(("size", "pinned"), [((80, 24), True), ((80, 60), False)])
def test_own_ducats_are_in_sight_during_an_auction(size: tuple[int, int], pinned: bool) -> None:
    game = played(started("goa", 4), 9)
    kinds = ["person" if seat == game.seat else "random" for seat in range(4)]
    app = app_for(game, kinds, held=True)

    async def play(pilot) -> None:
        await pilot.pause(0.2)
        assert app.pane("own").display == pinned
        assert any("ducats" in line for line in text_of(app)) and shows(app, "Pass")

    asyncio.run(driven(app, play, size))


def test_passing_stands_before_the_amounts() -> None:
    game = played(started("goa", 4), 9)
    asked = look(game, game.seat).asked
    assert asked is not None and [option.label for option in listed(asked)][:2] == ["Pass", "Bid 1"]


@pytest.mark.parametrize("decisions", range(0, 52, 3))
def test_options_stand_in_the_order_of_the_hand(decisions: int) -> None:
    game = played(started("hearts", 4), decisions)
    question = whole_question(game)
    if question is None:
        return
    table = look(game, game.seat, together=True)
    hand = next(one for one in table.sections if isinstance(one, Place) and one.seat == game.seat)
    labels = [choice.label for choice in question.choices]
    assert labels == [piece.label for piece in hand.pieces if piece.label in labels]


@pytest.mark.slow
def test_numbers_stay_with_their_options_while_something_is_typed() -> None:
    app = app_for(started("hearts", 4, 3), ["person"] * 4)

    async def play(pilot) -> None:
        await pilot.press("enter")
        await until(pilot, lambda: bool(app.shown))
        before = {option.label: option.number for option in app.shown}
        await pilot.press(*"spades")
        await pilot.pause()
        assert 0 < len(app.shown) < len(before)
        assert all(before[option.label] == option.number for option in app.shown)

    asyncio.run(driven(app, play))
