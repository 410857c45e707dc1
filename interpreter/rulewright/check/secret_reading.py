"""What a value reads that the one who is asked does not see.

A value is followed to the facts and places that it reads, through names, declared values and the steps that it asks
about, with the eyes of the seat that is asked:

    player's hand            visible, since it is his own
    the hand of red          a secret, unless red is the one who is asked
    a name for a card of it  a secret as well, wherever that is let or given, unless it is moved to where it is seen
    what a friend's others see   visible if the friend is from `others`, and so provably not the one who is asked
    number of red's hand     visible: how many pieces lie in a place may be seen even if the pieces may not
    its holder               a secret if the piece may lie in a hidden place, but not if it was found in a visible one

A declared value is looked through once for each combination of arguments (`_call_key`); otherwise a chain of n values
that read the next one twice would take 2^n steps.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.check import core as c
from rulewright.check.core.walk import body_of, lines_inside, parts_of_value, rules_done, values_read_by
from rulewright.check.name_meanings import (
    Meaning,
    Names,
    is_other_seat,
    is_same_seat,
    names_inside,
    names_inside_call,
    settled_value,
)
from rulewright.check.tested_values import of_doable
from rulewright.check.unseen_names import Rolled, other_names, rolled_in_secret
from rulewright.diagnostics import NOWHERE, Span

Unseen = c.Stored | c.Place | c.RollDie | c.PickAtRandom
Secret = tuple[Unseen, Span]
"""What is read that the one who is asked does not see, and where."""


def secret_finder(checked: c.CheckedRules) -> SecretFinder:
    """Return what looks into the values of these rules with the eyes of somebody who has no secrets."""
    return SecretFinder(checked, None, other_names(checked), rolled_in_secret(checked))


class SecretFinder:
    """Looks into values with the eyes of the seat that is asked; without one, of somebody who has no secrets.

    `names` are other names for the same things, anywhere in the rules.
    """

    def __init__(self, checked: c.CheckedRules, asked: c.Value | None, names: Names, rolled: Rolled) -> None:
        self.checked = checked
        self.names = names
        self.asked = None if asked is None else settled_value(asked, names)[0]
        self.rolled = rolled
        self._known: dict[tuple[int, ...], list[Unseen]] = {}
        """What declared values read, by value and arguments; without it, chains of them would take exponential time."""

    def seen_by_seat(self, asked: c.Value) -> SecretFinder:
        """Return the same with the eyes of a seat."""
        return SecretFinder(self.checked, asked, self.names, self.rolled)

    def by_anybody(self) -> SecretFinder:
        """Return the same with the eyes of somebody who has no secrets."""
        return SecretFinder(self.checked, None, self.names, self.rolled)

    def secrets_read(self, value: c.Value, names: Names, span: Span) -> Iterator[Secret]:
        """What a value reads that the asked seat does not see."""
        value, names = settled_value(value, names)
        span = self._visible_place(value, span)
        if isinstance(value, c.Read):
            yield from ((value.stored, span) for _ in range(self._is_unseen(value.stored, value.keys, names)))
        elif isinstance(value, c.Contents):
            yield from ((value.place, span) for _ in range(self._is_unseen(value.place, value.keys, names)))
        elif isinstance(value, c.Where):
            yield from self._secrets_of_whereabouts(value, names, span)
        elif isinstance(value, c.Use) and (drawn := self.rolled.get(id(value.var))) is not None:
            yield from ((what, span) for what in self._secrets_of_name(id(value.var), *drawn, names))
        elif isinstance(value, c.Call):
            yield from self._secrets_of_call(value, names, span)
            return
        elif isinstance(value, c.Doable):
            for tested in of_doable(value, names):
                yield from ((what, span) for what, _ in self.secrets_read(tested.value, tested.names, span))
            return
        elif isinstance(value, c.WouldBe):
            yield from self._secrets_after_step(value, names, span)
            return
        yield from self._secrets_within(value, names, span)

    def _secrets_within(self, value: c.Value, names: Names, span: Span) -> Iterator[Secret]:
        if isinstance(value, c.Count | c.NonEmpty):
            yield from self._secrets_of_count(value.things, names, span)
            return
        if isinstance(value, c.Test) and (piece := self._own_piece(value, names)) is not None:
            yield from self.secrets_read(piece, names, span)
            return
        if isinstance(value, c.Filter | c.Fold | c.Best | c.Quantified | c.LongestPath):
            of = value if isinstance(value, c.Filter) else value.things
            names = {**names, id(value.var): Meaning(of, names, True)}
        if isinstance(value, c.Spread) and value.through is not None:
            names = {**names, id(value.var): Meaning(value.through, names, True)}
        for part in parts_of_value(value):
            yield from self.secrets_read(part, names, span)

    def _secrets_of_count(self, value: c.Value, names: Names, span: Span) -> Iterator[Secret]:
        """How many pieces lie in a place may be seen even if the pieces may not."""
        value, names = settled_value(value, names)
        if isinstance(value, c.Contents):
            for key in value.keys:
                yield from self.secrets_read(key, names, span)
        elif isinstance(value, c.Binary) and value.operator == "or":
            yield from self._secrets_of_count(value.left, names, span)
            yield from self._secrets_of_count(value.right, names, span)
        else:
            yield from self.secrets_read(value, names, span)

    def _secrets_of_call(self, call: c.Call, names: Names, span: Span) -> Iterator[Secret]:
        """A declared value is looked through; what it reads is reported where it is used."""
        key = self._call_key(call, names)
        read = self._known.get(key) if key else None
        if read is None:
            inside = names_inside_call(call, names)
            found = {id(what): what for part in call.value.parts for what, _ in self.secrets_read(part, inside, span)}
            read = list(found.values())
            if key:
                self._known[key] = read
        yield from ((what, span) for what in read)

    def _secrets_after_step(self, value: c.WouldBe, names: Names, span: Span) -> Iterator[Secret]:
        """What would be tells what the step reads, takes or brings to light; reported is where it is asked for."""
        step = value.step
        assert isinstance(step, c.Procedure)
        inside = names_inside(step.params, value.arguments, names)
        yield from ((what, span) for what in self._secrets_of_step(step, inside, ()))
        given = names_inside(list(value.vars), value.given, names)
        yield from self.secrets_read(value.condition, given, span)

    def _secrets_of_step(self, step: c.Procedure, names: Names, within: tuple[c.Procedure, ...]) -> Iterator[Unseen]:
        for line in () if step in within else lines_inside(body_of(step)):
            for value in () if isinstance(line, c.Say) else values_read_by(line):
                yield from (what for what, _ in self.secrets_read(value, names, line.span))
            for what, keys in _disclosed(line):
                yield from [what] if self._is_unseen(what, keys, names) else []
            for rule, given in rules_done(line):
                yield from self._secrets_of_step(rule, names_inside(rule.params, given, names), (*within, step))

    def _secrets_of_name(
        self, name: int, given: c.RollDie | c.PickAtRandom | list[c.Value], places: list[c.Contents], names: Names
    ) -> list[Unseen]:
        """What the asked seat does not see of what a name stands for, unless it is moved to where he sees it.

        Numbers of what everybody keeps secret count as announced by the rule that names them: sealed bids are.
        """
        if any(self.in_sight(place, names) for place in places):
            return []
        if not isinstance(given, list):
            return [] if self._has_seen(given, names) else [given]
        if (name,) not in self._known:
            self._known[name,] = []  # a name may be set by itself
            found = [(what, value) for value in given for what, _ in self.secrets_read(value, self.names, NOWHERE)]
            self._known[name,] = [w for w, value in found if isinstance(w, c.Place) or isinstance(value, c.Read)]
        return self._known[name,]

    def _call_key(self, call: c.Call, names: Names) -> tuple[int, ...]:
        """What identifies a call: its value and the names given to it; nothing if it is given anything else."""
        key = [id(call.value)]
        for argument in call.arguments:
            settled, inside = settled_value(argument, names)
            if not isinstance(settled, c.Use):
                return ()
            meaning = inside.get(id(settled.var))
            key += [id(settled.var), id(meaning and meaning.value)]
        return tuple(key)

    # -- whose it is, and who sees it

    def _is_asked(self, value: c.Value, names: Names) -> bool:
        return self.asked is not None and is_same_seat(value, self.asked, names)

    def _has_seen(self, line: c.RollDie | c.PickAtRandom, names: Names) -> bool:
        """Whether the asked seat sees what chance has brought."""
        if line.seat is not None and self._is_asked(line.seat, names):
            return True
        return line.seat is None and isinstance(line, c.PickAtRandom) and self.sees_members(line.things, names)

    def sees_members(self, things: c.Value, names: Names) -> bool:
        """Whether the asked seat may know which things are in a set."""
        return self.in_sight(things, names) or not any(True for _ in self.secrets_read(things, names, NOWHERE))

    def _is_unseen(self, what: c.Stored | c.Place, keys: tuple[c.Value, ...], names: Names) -> bool:
        if isinstance(what, c.Stored) and what.answer:
            return False  # it is read once it is revealed
        if what.seen == "others":
            return not self._is_other(keys[0], names)
        if what.seen != "owner":
            return what.seen == "nobody"
        owned = bool(what.keys) and what.keys[0].domain is not None and what.keys[0].domain.how == "player"
        return not (owned and self._is_asked(keys[0], names))

    def _is_other(self, owner: c.Value, names: Names) -> bool:
        """Whether a player is provably not the one who is asked: one of them is from a set without the other."""
        asked = self.asked
        owner = settled_value(owner, names)[0]
        if isinstance(owner, c.Const) and isinstance(asked, c.Const):
            return owner.value != asked.value
        return asked is not None and (is_other_seat(owner, asked, names) or is_other_seat(asked, owner, names))

    # -- where a piece is

    def _secrets_of_whereabouts(self, value: c.Where, names: Names, span: Span) -> Iterator[Secret]:
        """Where a piece lies is no secret if it was found in a place that can be seen."""
        if self._found_in_sight(value.piece, names):
            return
        for place in self.checked.places:
            if place.seen != "all" and self._may_hold(place, value):
                yield place, span
                return

    def _may_hold(self, place: c.Place, value: c.Where) -> bool:
        type_ = value.piece.type
        if place.pieces is not type_.domain or (place.kind and type_.kind and place.kind is not type_.kind):
            return False
        if value.what == "position":
            return bool(place.order)
        axis = place.keys[0].domain if place.keys else None
        return axis is not None and axis.name == value.what

    def _found_in_sight(self, piece: c.Value, names: Names) -> bool:
        piece, names = settled_value(piece, names)
        if isinstance(piece, c.Use):
            meaning = names.get(id(piece.var))
            return meaning is not None and self.in_sight(meaning.value, meaning.names)
        return isinstance(piece, c.One) and self.in_sight(piece.things, names)

    def in_sight(self, things: c.Value, names: Names) -> bool:
        """Whether all things of a set lie in places that the asked seat sees."""
        things, names = settled_value(things, names)
        if isinstance(things, c.Contents):
            return not self._is_unseen(things.place, things.keys, names)
        if isinstance(things, c.Filter | c.Best):
            return self.in_sight(things.things, names)
        if isinstance(things, c.Fold):
            return self.in_sight(things.value, {**names, id(things.var): Meaning(things.things, names, True)})
        if isinstance(things, c.Call):
            inside = names_inside_call(things, names)
            return all(self.in_sight(found, inside) for _, found in things.value.cases)
        if not isinstance(things, c.Binary):
            return False
        left = self.in_sight(things.left, names)
        if things.operator == "or":
            return left and self.in_sight(things.right, names)
        return left or (things.operator == "and" and self.in_sight(things.right, names))

    def _own_piece(self, test: c.Test, names: Names) -> c.Value | None:
        """`its holder is player`: everybody knows what he holds himself. The piece, if that is what is asked."""
        for where, seat in ((test.left, test.right), (test.right, test.left)):
            if isinstance(where, c.Where) and where.what == "player" and self._is_asked(seat, names):
                return where.piece
        return None

    def _visible_place(self, value: c.Value, span: Span) -> Span:
        if isinstance(value, c.Call) and value.value.name.startswith("value."):
            return span
        own = getattr(value, "span", NOWHERE)
        return own if own.line else span


def _disclosed(line: c.Action) -> Iterator[tuple[c.Stored | c.Place, tuple[c.Value, ...]]]:
    """Yield what a line uses without reading it, so that what is seen afterwards may tell of it."""
    match line:
        case c.SwapPlaces():
            yield line.left, line.left_keys
            yield line.right, line.right_keys
        case c.Gain() if line.sign < 0:
            yield line.amount, (line.seat,)
        case c.Transfer():
            yield line.amount, (line.payer,)
        case _:
            return
