"""What an option's condition reads must be visible to the one who is asked.

Each part of a condition is followed to the facts and places that it reads, through names, declared values and the steps
that an option leads to, with the eyes of the seat that is asked:

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
from rulewright.check.core.walk import body_of, lines_inside, parts_of_value, units_of, values_read_by
from rulewright.check.validators.lookahead import Meaning, Names, Tested, names_inside, of_choice, of_doable, of_option
from rulewright.diagnostics import NOWHERE, Code, Findings, Span

Unseen = c.Stored | c.Place | c.RollDie | c.PickAtRandom
Secret = tuple[Unseen, Span]
"""What is read that the one who is asked does not see, and where."""

Rolled = dict[int, tuple[c.RollDie | c.PickAtRandom | list[c.Value], list[c.Contents]]]
"""By the identity of a name: the chance or the values that gave it, which not everybody may have seen, and where it is
moved to."""


def report_peeking(checked: c.CheckedRules, findings: Findings) -> None:
    """Add a finding for each condition of an option that tells the one who is asked what he may not see."""
    look = secret_finder(checked)
    for question in questions_of(checked):
        eyes = look.seen_by_seat(question.seat)
        for choice in question.choices:
            _report_unseen(eyes, of_choice(choice, look.names), choice, findings)
    for option in (option for menu in checked.menus for option in menu.options):
        _report_unseen(
            look.seen_by_seat(c.Use(option.menu.player)), of_option(option, look.names), option.choice, findings
        )


def questions_of(checked: c.CheckedRules) -> Iterator[c.Question]:
    """Yield every question of the rules."""
    lines = (action for unit in units_of(checked) for action in lines_inside(body_of(unit)))
    return (line for line in lines if isinstance(line, c.Question))


def secret_finder(checked: c.CheckedRules) -> SecretFinder:
    """Return what looks into the values of these rules with the eyes of somebody who has no secrets."""
    return SecretFinder(checked, None, _other_names(checked), _rolled_in_secret(checked))


def _other_names(checked: c.CheckedRules) -> Names:
    """Names that are let once, to be another name for the same thing, and players who are named as members of a set."""
    lets: dict[int, list[c.Value]] = {}
    found: dict[int, Meaning] = {}
    for unit in units_of(checked):
        for action in lines_inside(body_of(unit)):
            if isinstance(action, c.Let):
                lets.setdefault(id(action.var), []).append(action.value)
            found |= {id(var): Meaning(things, {}, True) for var, things in _players_named(action)}
    same = {var: values[0] for var, values in lets.items() if len(values) == 1}
    return found | {
        var: Meaning(value, {}) for var, value in same.items() if isinstance(value, c.Use) and id(value.var) not in lets
    }


def _players_named(line: c.Action) -> Iterator[tuple[c.Var, c.Value]]:
    """Yield the names that a line gives to players of a set, with the set."""
    named: list[c.Loop | c.PickAtRandom | c.Choice] = [*line.choices] if isinstance(line, c.Question) else []
    for one in [line] if isinstance(line, c.Loop | c.PickAtRandom) else named:
        domain = one.var.type.domain if one.var is not None else None
        if one.var is not None and one.things is not None and domain is not None and domain.how == "player":
            yield one.var, one.things


def _rolled_in_secret(checked: c.CheckedRules) -> Rolled:
    lines = [action for unit in units_of(checked) for action in lines_inside(body_of(unit))]
    found: Rolled = {
        id(line.var): (line, [])
        for line in lines
        if isinstance(line, c.PickAtRandom) or (isinstance(line, c.RollDie) and line.seat is not None)
    }
    for line in lines:
        for var, value in _named(line):
            given = found.setdefault(id(var), ([], []))[0]
            if isinstance(given, list):
                given.append(value)
    for line in lines:
        if (
            isinstance(line, c.MoveTo)
            and line.place
            and isinstance(line.things, c.Use)
            and id(line.things.var) in found
        ):
            found[id(line.things.var)][1].append(c.Contents(line.place, line.keys, line.things.type))
    return found


def _named(line: c.Action) -> Iterator[tuple[c.Var, c.Value]]:
    """Yield the names that a line gives, with what they stand for."""
    if isinstance(line, c.Let):
        yield line.var, line.value
    elif isinstance(line, c.Loop):
        yield line.var, line.things
    elif isinstance(line, c.Perform):
        yield from zip(line.step.params, line.arguments, strict=True)
    elif isinstance(line, c.Question) and line.menu is not None:
        yield from zip(line.menu.params, line.arguments, strict=True)


def _report_unseen(look: SecretFinder, tests: list[Tested], choice: c.Choice, findings: Findings) -> None:
    for tested in tests:
        for what, span in look.secrets_read(tested.value, tested.names, tested.span):
            remedy = ["A missing option would give it away. Let the condition read what the one who is asked sees."]
            if isinstance(what, c.Place) and what.seen == "others":
                remedy[1:] = [
                    'It may be read of a player "from others", or "where it is not" the one who is asked.',
                    f'Its owner chooses a place, and no piece: "place {what.name} for each NAME: at most 1 ...".',
                ]
            if isinstance(what, c.Place):
                remedy.append(f'How many pieces lie there may be asked: "number of …{what.name}".')
            if not choice.plain and span.line != choice.span.line:
                where = f"{choice.span.file}:{choice.span.line}"
                remedy.append(f'The option "{choice.name}" ({where}) leads here before it changes anything.')
            findings.add(Code.SECRET_CONDITION, span, unseen_message(what, "option may depend on it"), *remedy)


def unseen_message(what: Unseen, must_not: str) -> str:
    """Return what the one who is asked does not see, and what therefore must not be."""
    if isinstance(what, c.PickAtRandom):
        return f'"{what.var.name}" was chosen at random, and the one who is asked may not have seen it'
    if isinstance(what, c.RollDie):
        return f'"{what.var.name}" was rolled in secret, and not by the one who is asked'
    if what.seen == "nobody":
        return f'nobody sees "{what.name}", so no {must_not}'
    if what.seen == "others":
        return f'everybody but its owner sees "{what.name}", and the one who is asked may be its owner'
    return f'the one who is asked does not see another player\'s "{what.name}"'


class SecretFinder:
    """Looks into values with the eyes of the seat that is asked; without one, of somebody who has no secrets.

    `names` are other names for the same things, anywhere in the rules.
    """

    def __init__(self, checked: c.CheckedRules, asked: c.Value | None, names: Names, rolled: Rolled) -> None:
        self.checked = checked
        self.names = names
        self.asked = None if asked is None else self._settled_value(asked, names)[0]
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
        value, names = self._settled_value(value, names)
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
        value, names = self._settled_value(value, names)
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
            inside = _names_inside_call(call, names)
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
            for rule, given in _rules_done(line):
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
            settled, inside = self._settled_value(argument, names)
            if not isinstance(settled, c.Use):
                return ()
            meaning = inside.get(id(settled.var))
            key += [id(settled.var), id(meaning and meaning.value)]
        return tuple(key)

    # -- whose it is, and who sees it

    def _settled_value(self, value: c.Value, names: Names) -> tuple[c.Value, Names]:
        """Follow a name to its value."""
        if isinstance(value, c.Sure):
            return self._settled_value(value.thing, names)
        meaning = names.get(id(value.var)) if isinstance(value, c.Use) else None
        if meaning is None or meaning.of_set:
            return value, names
        return self._settled_value(meaning.value, meaning.names)

    def _is_asked(self, value: c.Value, names: Names) -> bool:
        return self.asked is not None and self._is_same(value, self.asked, names)

    def _is_same(self, value: c.Value, seat: c.Value, names: Names) -> bool:
        value = self._settled_value(value, names)[0]
        if isinstance(value, c.Use) and isinstance(seat, c.Use):
            return value.var is seat.var
        return isinstance(value, c.Const) and isinstance(seat, c.Const) and value.value == seat.value

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
        owner = self._settled_value(owner, names)[0]
        if isinstance(owner, c.Const) and isinstance(asked, c.Const):
            return owner.value != asked.value
        return asked is not None and (self._is_apart(owner, asked, names) or self._is_apart(asked, owner, names))

    def _is_apart(self, one: c.Value, other: c.Value, names: Names) -> bool:
        """Whether a player is a member of a set that another is not in."""
        if isinstance(one, c.One):
            return self._leaves_out(one.things, other, names)
        meaning = names.get(id(one.var)) if isinstance(one, c.Use) else None
        return meaning is not None and self._leaves_out(meaning.value, other, {**names, **meaning.names})

    def _leaves_out(self, things: c.Value, seat: c.Value, names: Names) -> bool:
        things, names = self._settled_value(things, names)
        if isinstance(things, c.Filter):
            tests = things.condition.parts if isinstance(things.condition, c.Logic) else (things.condition,)
            every = not isinstance(things.condition, c.Logic) or things.condition.operator == "and"
            apart = any(self._is_not_seat(test, things.var, seat, names) for test in tests)
            return (every and apart) or self._leaves_out(things.things, seat, names)
        if not isinstance(things, c.Binary) or things.operator != "without":
            return isinstance(things, c.Best) and self._leaves_out(things.things, seat, names)
        gone = things.right
        return self._leaves_out(things.left, seat, names) or (
            isinstance(gone, c.Singleton) and self._is_same(gone.thing, seat, names)
        )

    def _is_not_seat(self, test: c.Value, var: c.Var, seat: c.Value, names: Names) -> bool:
        """Whether a condition on a name is that it is not a player."""
        if not isinstance(test, c.Test) or test.operator != "!=":
            return False
        sides = ((test.left, test.right), (test.right, test.left))
        return any(isinstance(a, c.Use) and a.var is var and self._is_same(b, seat, names) for a, b in sides)

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
        piece, names = self._settled_value(piece, names)
        if isinstance(piece, c.Use):
            meaning = names.get(id(piece.var))
            return meaning is not None and self.in_sight(meaning.value, meaning.names)
        return isinstance(piece, c.One) and self.in_sight(piece.things, names)

    def in_sight(self, things: c.Value, names: Names) -> bool:
        """Whether all things of a set lie in places that the asked seat sees."""
        things, names = self._settled_value(things, names)
        if isinstance(things, c.Contents):
            return not self._is_unseen(things.place, things.keys, names)
        if isinstance(things, c.Filter | c.Best):
            return self.in_sight(things.things, names)
        if isinstance(things, c.Fold):
            return self.in_sight(things.value, {**names, id(things.var): Meaning(things.things, names, True)})
        if isinstance(things, c.Call):
            inside = _names_inside_call(things, names)
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


def _names_inside_call(call: c.Call, names: Names) -> Names:
    inside = names_inside(call.value.params, call.arguments, names)
    return {**inside, **{id(var): Meaning(name, inside) for var, name in call.value.lets if isinstance(name, c.Use)}}


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


def _rules_done(line: c.Action) -> Iterator[tuple[c.Procedure, tuple[c.Value, ...]]]:
    """Yield the rules that a line does, with what they are given."""
    if isinstance(line, c.Perform):
        yield line.step, line.arguments
    elif isinstance(line, c.Dispatch):
        yield from ((step, (line.player, line.piece)) for _, step in line.cases)
