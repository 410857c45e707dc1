"""What a seat gets to see of a position, and ways to change what it does not get to see."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

from rulewright.backends import Program
from rulewright.backends.python.determinizer import draw, stream
from rulewright.chance import mix, pick
from rulewright.compile.hidden import drawn as hidden_values
from rulewright.compile.tables import WORD, PieceTable, Place
from rulewright.engine import Game
from rulewright.engine.seat_view import SeatView
from rulewright.report.table import look
from rulewright.workspace import compiled_program

CHECKOUT = Path(__file__).parents[2]
GAMES = (("goa", 2), ("goa", 3), ("goa", 4), (str(CHECKOUT / "examples" / "kuhn-poker"), 2), ("batavia", 3))


def is_small(table: tuple[str, int]) -> bool:
    """Say whether a game is over soon, so that it can be looked at in every run of the tests."""
    return table[0] not in ("goa", "batavia")


def numbers() -> range:
    """Return the numbers of the games to play: one, or as many as RULEWRIGHT_GAMES says, up to a hundred."""
    return range(1, 1 + min(int(os.environ.get("RULEWRIGHT_GAMES", "1")), 100))


def positions(name: str, seats: int, number: int) -> Iterator[Game]:
    """Yield a random game of the traced build, a short game at all its decisions, a long one at some."""
    every = 1 if "/" in name else 9
    game = Game.start(compiled_program(name, seats=seats, traced=True), seed=number)
    while not game.over:
        if len(game.decisions) % every == 0:
            yield game
        game.choose(game.codes[pick(number, len(game.decisions), len(game.codes))])


def standing_at(game: Game, state: list[int]) -> Game:
    """Return the same game with another vector, asked anew what can be chosen."""
    return Game(game.program, state, game.program.choices(state), game.origin, game.seed, list(game.decisions))


def seen_by(game: Game, seat: int, every: int = 8, table: bool = True) -> str:
    """Return as one text all that a seat sees; also what it is asked, and why not more, if it is asked now.

    For every `every`th name of an option it also asks why that is not offered. The table includes what can be inferred
    from the log; without it only what is shown remains.
    """
    seen: dict[str, object] = {"view": game.view(seat), "asked": game.seat}
    view = SeatView(game.program, game.state, seat)
    seen |= {"facts": view.facts, "pieces": view.pieces, "standing": view.standing}
    if table:
        drawn = look(game, seat)
        seen["table"] = repr((drawn.sections, drawn.asked.context if drawn.asked is not None else ()))
    if game.seat == seat:
        question = game.question
        assert question is not None
        seen["prompt"] = question.prompt
        seen["options"] = [(c.name, c.label, c.menu, c.also, c.amount, c.option, c.value) for c in question.choices]
        seen["missing"] = game.why_not()
        names = sorted({choice.name for choice in game.program.tables.choices})
        seen["why"] = {name: game.why(name) for name in names[len(game.decisions) % every :: every]}
    return json.dumps(seen, indent=1, sort_keys=True, default=str)


def with_other_amounts(program: Program, state: list[int], seat: int) -> list[int]:
    """Return a vector in which every fact that the seat is not shown has another value."""
    changed = list(state)
    for entry in program.entries:
        if entry.what == "fact" and entry.seen != "all":
            owners = entry.owners or [-1] * entry.count
            for i, owner in enumerate(owners):
                if entry.seen == "nobody" or owner != seat:
                    span = min(entry.high, 60) - entry.low + 1
                    changed[entry.start + i] = entry.low + mix(sum(state) + i) % span
    return changed


def with_other_values(program: Program, state: list[int], seat: int) -> list[int]:
    """Return a vector in which every fact that the seat neither sees nor can infer is drawn anew."""
    changed = list(state)
    values = [value for value in hidden_values(program.tables) if value.by_member or value.owner != seat]
    draw(changed, values, seat, stream(sum(state), 0))
    return changed


def with_other_order(program: Program, state: list[int], seat: int) -> list[int]:
    """Return a vector in which the unknown pieces of hidden stacks lie the other way round."""
    changed = list(state)
    for place in program.tables.places:
        if place.order and place.seen == "nobody":
            pieces = program.tables.pieces[place.domain]
            spots = range(place.slot + 1, place.slot + 1 + state[place.slot])
            spots_left = [spot for spot in spots if not pieces.known_to(state, state[spot]) >> seat & 1]
            for spot, other in zip(spots_left, reversed(spots_left), strict=True):
                changed[spot] = state[other]
    return changed


def with_other_hands(program: Program, state: list[int], seat: int) -> list[int]:
    """Return a vector in which others hold other pieces: those on top of a hidden stack, which get theirs."""
    changed = list(state)
    for domain, pieces in program.tables.pieces.items():
        places = [(at, place) for at, place in enumerate(program.tables.places) if place.domain == domain]
        for _, stack in places:
            for to, hand in places:
                hidden = stack.order and stack.seen == "nobody" and changed[stack.slot]
                if hidden and hand.seen == "owner" and not hand.order and not pieces.sees[to] >> seat & 1:
                    top = stack.slot + changed[stack.slot]
                    kind = _kind(pieces, changed[top])
                    held = [p for p in kind if pieces.place_of(changed, p) == to]
                    seen = (pieces.known_to(changed, piece) for piece in (*held[:1], changed[top]))
                    if held and not any(known >> seat & 1 for known in seen):
                        _trade(changed, pieces, hand, top, held[0])
    return changed


def _kind(pieces: PieceTable, piece: int) -> range:
    """Return the pieces of the same kind; a shape has several."""
    kinds = (range(kind.start, kind.start + kind.size) for kind in pieces.kinds)
    return next(kind for kind in kinds if piece in kind)


def _trade(state: list[int], pieces: PieceTable, hand: Place, top: int, held: int) -> None:
    """Lay a held piece on top of the stack and take the top one into the hand."""
    drawn = state[top]
    for piece in (held, drawn):
        state[hand.slot + (piece - hand.first) // WORD] ^= 1 << (piece - hand.first) % WORD
    state[top] = held
    for table in (pieces.located, pieces.known):
        state[table + held], state[table + drawn] = state[table + drawn], state[table + held]
