"""Plays random lines on both sides at once and notes every difference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from importlib import import_module
from random import Random
from typing import Any

from tests.open_spiel.ours import Ours
from tests.open_spiel.pair import Pair
from tests.open_spiel.twins import twin

from rulewright.diagnostics import RulesError
from rulewright.engine import Game

Codes = tuple[int, ...]
"""Our choices that make up one action there."""

MOST = 20
"""After so many differences a game is not looked at any further."""


class Differs(Exception):  # noqa: N818
    """The two sides do not say the same; the line cannot go on."""


@dataclass
class Histories:
    """Which histories look equal to a seat, here and there."""

    theirs: dict[bytes, bytes] = field(default_factory=dict)
    """By what it looks like here, the information state there."""
    ours: dict[bytes, bytes] = field(default_factory=dict)
    """By the information state there, what it looks like here."""
    met: Counter[bytes] = field(default_factory=Counter)

    def compare(self, looks: str, informed: str) -> None:
        """Two histories look equal here exactly when they do there."""
        here, there = (blake2b(text.encode(), digest_size=12).digest() for text in (looks, informed))
        if self.theirs.setdefault(here, there) != there:
            raise Differs(f"looks like another history here, and not there:\n{looks}\n{informed}")
        if self.ours.setdefault(there, here) != here:
            raise Differs(f"looks like another history there, and not here:\n{looks}\n{informed}")
        self.met[here] += 1

    @property
    def again(self) -> int:
        """How many that look different were met by more than one history."""
        return sum(times > 1 for times in self.met.values())


@dataclass
class Tally:
    """What came of the lines of one game."""

    pair: Pair
    in_c: bool = False
    lines: int = 0
    decisions: int = 0
    options: int = 0
    outcomes: int = 0
    histories: Histories = field(default_factory=Histories)
    differences: list[str] = field(default_factory=list)


def open_spiel(pair: Pair) -> Any:
    """Return OpenSpiel's game."""
    return import_module("pyspiel").load_game(pair.theirs)


def compare(pair: Pair, lines: int, first: int = 1, in_c: bool = False) -> Tally:
    """Play so many lines, numbered from `first`; in C without what seats can tell them by."""
    tally, game = Tally(pair, in_c), open_spiel(pair)
    for number in range(first, first + lines):
        try:
            play(tally, game.new_initial_state(), number)
        except (Differs, RulesError) as difference:
            tally.differences.append(f"line {number}: {difference}")
            if len(tally.differences) == MOST:
                break
        tally.lines += 1
    return tally


def play(tally: Tally, theirs: Any, number: int) -> None:
    """Play one random line to its end.

    What seats can tell it by is looked at at every decision; where there are twins, at one decision, and a twin, too.
    """
    chance, pair = Random(number), tally.pair
    ours, depth = Ours.start(pair.folder, pair.seats, number, tally.in_c), 0
    doubled = chance.randrange(pair.decisions) if pair.decisions else -1
    while (actions := stand(tally, ours, theirs)) is not None:
        looked_at = not tally.in_c and (depth == doubled or not pair.decisions)
        for seat in range(pair.seats if looked_at else 0):
            look(tally, ours, theirs, seat, depth)
        if looked_at and pair.decisions:
            seat = chance.randrange(pair.seats)
            look_at_twin(tally, twin(theirs, seat, pair.cards, pair.first, chance), seat)
        codes = chance.choice(sorted(actions))
        for code in codes:
            ours.game.choose(code)
        theirs.apply_action(actions[codes])
        depth += 1
        tally.decisions += 1
        tally.options += len(actions)
    same("the returns", [float(each) for each in pair.returns(ours.game.totals())], list(theirs.returns()))


def stand(tally: Tally, ours: Ours, theirs: Any) -> dict[Codes, int] | None:
    """Let both sides come to the next decision; return their action for our choices, None when the game is over."""
    catch_up(tally, ours, theirs)
    if theirs.is_terminal():
        answer_alone(ours)
    same("whether it is over", ours.game.over, theirs.is_terminal())
    if ours.game.over:
        return None
    same("who is to move", ours.game.seat, tally.pair.seat(theirs))
    return named(tally.pair, ours, theirs)


def look(tally: Tally, ours: Ours, theirs: Any, seat: int, depth: int) -> None:
    """Compare what a seat can tell this history by with all histories seen before."""
    if theirs.get_game().get_type().provides_information_state_string:
        moment = f"after {depth} decisions, {theirs.current_player()} to move, {seat} looks: "
        looks = ours.looks(seat, tally.pair.forgets)
        tally.histories.compare(moment + looks, moment + theirs.information_state_string(seat))


def look_at_twin(tally: Tally, history: list[int] | None, seat: int) -> None:
    """Play a history that is given, and look at its end."""
    if history is None:
        return
    pair, game = tally.pair, open_spiel(tally.pair)
    with pair.dictated(history) as ours:
        theirs, decisions = game.new_initial_state(), decided(game, history)
        for action in decisions:
            actions = stand(tally, ours, theirs)
            assert actions is not None
            for code in next(codes for codes, there in actions.items() if there == action):
                ours.game.choose(code)
            theirs.apply_action(action)
        stand(tally, ours, theirs)
        look(tally, ours, theirs, seat, len(decisions))


def decided(game: Any, history: list[int]) -> list[int]:
    """Return the actions of players in a history, without those of chance."""
    state, found = game.new_initial_state(), []
    for action in history:
        found += [] if state.is_chance_node() else [action]
        state.apply_action(action)
    return found


def catch_up(tally: Tally, ours: Ours, theirs: Any) -> None:
    """Let the chance that has had its outcome here have the same there."""
    while theirs.is_chance_node():
        outcomes = {theirs.action_to_string(action): action for action, _ in theirs.chance_outcomes()}
        outcome = tally.pair.chance(ours.game, theirs)
        if outcome not in outcomes:
            raise Differs(f"chance cannot have {outcome} there, only {', '.join(outcomes)}")
        theirs.apply_action(outcomes[outcome])
        tally.outcomes += 1


def answer_alone(ours: Ours) -> None:
    """Where OpenSpiel takes the last choices by itself, as there is only one each, they are taken here."""
    while not ours.game.over and len(ours.game.codes) == 1:
        ours.game.choose(ours.game.codes[0])


def named(pair: Pair, ours: Ours, theirs: Any) -> dict[Codes, int]:
    """Return their action for our choices; there are the same ones, each under one name.

    Where several choices make up an action, they may do so in more than one order, and one of these is returned.
    """
    seat = pair.seat(theirs)
    there = {pair.called(theirs, action): action for action in pair.legal(theirs)}
    made = [(codes, pair.action(seat, ", ".join(names))) for codes, names in ways(ours.game, pair.steps)]
    here = [name for _, name in made] if pair.steps == 1 else list({name: codes for codes, name in made})
    same("what is legal", sorted(here), sorted(there))
    return {codes: there[name] for name, codes in {name: codes for codes, name in made}.items()}


def ways(game: Game, steps: int) -> Iterator[tuple[Codes, list[str]]]:
    """Yield what a seat can decide in so many steps, or in fewer where another one is asked then."""
    for code, name in zip(game.codes, game.names(), strict=True):
        then = game.copy() if steps > 1 else game
        if steps > 1:
            then.choose(code)
        if steps == 1 or then.over or then.seat != game.seat:
            yield (code,), [name]
        else:
            yield from (((code, *codes), [name, *names]) for codes, names in ways(then, steps - 1))


def same(what: str, here: object, there: object) -> None:
    """Both sides say the same."""
    if here != there:
        raise Differs(f"{what}: here {here}, there {there}")
