"""Executes the lines of the checked tree; a question is a `yield`."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from tests.oracle.pieces import Pieces
from tests.oracle.state import Keys, Spot, State, Stuck, Value
from tests.oracle.values import Env, Values, WrongTypeError

from rulewright.check import core as c

Offer = tuple[str, str, int | None, Value]
"""Rule and name of an option, the piece that it belongs to, and what comes with it."""


@dataclass(frozen=True)
class Asked:
    """A question to be answered with the number of one of its offers."""

    seat: int
    offers: tuple[Offer, ...]
    spot: int
    """Which question of the rules: the same number, the same line."""


Running = Generator[Asked, int, None]
"""What has been done up to a question; the answer is sent into it."""


class Stop(Exception):  # noqa: N818  ways to leave lines
    """Leave the innermost loop."""


class DropOut(Exception):  # noqa: N818
    """Leave the laps for good."""


class GameOver(Exception):  # noqa: N818
    """The game ends at once."""


class EndOf(Exception):  # noqa: N818
    """A step ends."""

    def __init__(self, step: c.Procedure) -> None:
        super().__init__(step.name)
        self.step = step


def at_least_0(number: int, what: str) -> int:
    """Return an amount: the checked tree refuses those below 0, or asks for the number to be within a range."""
    if number < 0:
        raise WrongTypeError(f"{number} is {what}")
    return number


class Lines(Values):
    """Executes lines other than questions, which `Interpreter` adds."""

    def __init__(self, rules: c.CheckedRules, state: State) -> None:
        super().__init__(rules, state)
        self.pieces = Pieces(rules, state)
        self.points = 0
        self.changes = 0
        """How often somebody had a choice: laps in which somebody has one go on."""

    def run(self, lines: Sequence[c.Action], env: Env) -> Running:
        """Execute lines in order."""
        for at, line in enumerate(lines):
            yield from self.line(line, lines[at + 1 :], env)

    def question(self, line: c.Question, rest: Sequence[c.Action], env: Env) -> Running:
        """Ask; implemented by the subclass."""
        raise NotImplementedError

    def line(self, line: c.Action, rest: Sequence[c.Action], env: Env) -> Running:  # noqa: C901, PLR0912
        """Execute one line; `rest` are those after it."""
        match line:
            case c.Let():
                env[line.var] = self.value(line.value, env)
            case c.Branch():
                for condition, body in [*line.cases, (None, line.otherwise)]:
                    if condition is None or self.holds(condition, env):
                        yield from self.run(body, env)
                        break
            case c.Perform():
                yield from self.perform(line.step, [self.value(part, env) for part in line.arguments])
            case c.Dispatch():
                yield from self._dispatch(line, env)
            case c.Loop():
                yield from (self._laps(line, env) if line.laps else self._loop(line, env))
            case c.Count_():
                yield from self._count(line, env)
            case c.Leave():
                if line.how == "end":
                    raise GameOver if line.step is None else EndOf(line.step)
                raise DropOut if line.how == "out" else Stop
            case c.Question():
                yield from self.question(line, rest, env)
            case c.ScorePoints():
                if line.condition is None or self.holds(line.condition, env):
                    self.points += self.number(line.points, env)
            case c.Say() | c.Pass():
                pass
            case _:
                self._effect(line, env)

    def perform(self, step: c.Procedure, given: Sequence[Value]) -> Running:
        """Do a step; what comes after it is done however it ends."""
        env: Env = dict(zip(step.params, given, strict=True))
        for stored in step.resets:
            for at in self.state.facts:
                if at[0] is stored:
                    self.state.facts[at] = False if stored.type.how == "truth" else 0
        try:
            yield from self.run(step.body, env)
        except EndOf as end:
            if end.step is not step:
                raise
        yield from self.run(step.after, env)

    @contextmanager
    def imagined(self, step: c.Rule, given: Sequence[Value]) -> Iterator[None]:
        """Do a step for as long as it is looked at."""
        assert isinstance(step, c.Procedure)
        state, kept = self.state, self.state.copy()
        try:
            for asked in self.perform(step, given):
                raise AssertionError(f"it asks {asked}")
            yield
        finally:
            vars(state).update(vars(kept))

    def _dispatch(self, line: c.Dispatch, env: Env) -> Running:
        piece = self.thing(line.piece, env)
        if piece is None:
            raise Stuck("nothing-there")
        step = next((step for mask, step in line.cases if mask >> piece & 1), None)
        if step is not None:
            yield from self.perform(step, [self.value(line.player, env), piece])

    # -- loops

    def _order(self, line: c.Loop, env: Env) -> list[int]:
        """Return the things of a loop in the order in which they come."""
        things, domain = sorted(self.things(line.things, env)), line.things.type.domain
        if line.by is not None:
            by = line.by
            return sorted(things, key=lambda one: self.number(by, {**env, line.var: one}))
        if line.start is None or domain is None or domain.how != "player":
            return things
        first = self.thing(line.start, env)
        if first is None:
            if things and line.direction != "after":
                raise Stuck("nothing-there")
            first = -1
        first = first + 1 if line.direction == "after" else first
        return sorted(things, key=lambda one: (one - first) % domain.size)

    def _loop(self, line: c.Loop, env: Env) -> Running:
        try:
            for one in self._order(line, env):
                env[line.var] = one
                yield from self.run(line.body, env)
        except Stop:
            pass

    def _count(self, line: c.Count_, env: Env) -> Running:
        try:
            for number in range(self.number(line.low, env), self.number(line.high, env) + 1):
                env[line.var] = number
                yield from self.run(line.body, env)
        except Stop:
            pass

    def _laps(self, line: c.Loop, env: Env) -> Running:
        order, laps, names = self._order(line, env), 0, set(env)
        try:
            while order:
                before, asked = self._lap(order, names, env), self.changes
                for one in list(order):
                    if line.until is not None and self.holds(line.until, env):
                        return
                    env[line.var] = one
                    try:
                        yield from self.run(line.body, env)
                    except DropOut:
                        order.remove(one)
                if before == self._lap(order, names, env) and asked == self.changes:
                    return
                laps += asked == self.changes
                if laps > 5_000:
                    raise Stuck("limit-exceeded")
        except Stop:
            pass
        finally:
            for name in env.keys() - names:
                del env[name]

    def _lap(self, order: list[int], names: set[c.Var], env: Env) -> tuple[object, ...]:
        """Return what the next lap depends on; a name that begins anew in each turn is not part of it."""
        return self.state.same_as(), list(order), {name: env[name] for name in names}

    # -- effects

    def _effect(self, line: c.Action, env: Env) -> None:  # noqa: C901, PLR0912, PLR0915
        match line:
            case c.Assign():
                self._assign(line, env)
            case c.MarkAll():
                further = [key for key in self.state.facts if key[0] is line.stored]
                assert all(len(key[1]) == 1 for key in further), "marks of things with further keys"
                for thing in self.things(line.things, env):
                    self.state.facts[line.stored, (thing,)] = line.on
            case c.Gain():
                self._gain(line, env)
            case c.Transfer():
                number = self._owed(line.number, env)
                payer, payee = (self._seat(line.amount, seat, env) for seat in (line.payer, line.payee))
                self._add(line.amount, payer, -number)
                self._add(line.amount, payee, number)
            case c.MoveTo():
                self._move(line, env)
            case c.MoveUnder():
                self._move_under(line, env)
            case c.DrawFrom():
                number = self._owed(line.number, env)
                stack = self.spot(line.stack, line.stack_keys, env)
                self.pieces.draw(number, stack, self.spot(line.place, line.keys, env))
            case c.ShuffleStack():
                self.pieces.shuffle(self.spot(line.place, line.keys, env), line.stream)
            case c.RollDie():
                env[line.var] = self.pieces.roll(self.number(line.low, env), self.number(line.high, env), line.stream)
            case c.PickAtRandom():
                things = sorted(self.things(line.things, env))
                if not things:
                    raise Stuck("nothing-there")
                env[line.var] = things[self.pieces.roll(1, len(things), line.stream) - 1]
            case c.SwapPieces():
                one, other = self.thing(line.left, env), self.thing(line.right, env)
                if one is None or other is None:
                    raise Stuck("nothing-there")
                assert line.left.type.domain is not None
                self.pieces.swap(line.left.type.domain, one, other)
            case c.ShowPieces():  # it changes only what is known
                if line.things.type.how == "one" and self.thing(line.things, env) is None:
                    raise Stuck("nothing-there")
                self.value(line.things, env), self.things(line.seats, env)
            case c.Remember():
                positions = self.state.remembered.setdefault(line.history, [])
                if len(positions) == line.history.most:
                    raise Stuck("limit-exceeded")
                positions.append(self.state.position(line.history))
            case c.SwapPlaces():
                here, there = self.spot(line.left, line.left_keys, env), self.spot(line.right, line.right_keys, env)
                self.pieces.swap_all(here, there)
            case _:
                raise TypeError(type(line).__name__)

    def spot(self, place: c.Place, keys: Sequence[c.Value], env: Env) -> Spot:
        """Return a place among those that are declared together."""
        return place, self.keys(place.keys, keys, env)

    def _assign(self, line: c.Assign, env: Env) -> None:
        stored = line.target.stored
        at = stored, self.keys(stored.keys, line.target.keys, env)
        value, old = self.value(line.value, env), self.state.facts[at]
        if line.operator in ("+", "-"):
            assert isinstance(value, int) and isinstance(old, int)
            at_least_0(value, "raised or lowered by")
            value = old + value if line.operator == "+" else old - value
        self._store(at, value)

    def _store(self, at: tuple[c.Stored, Keys], value: Value) -> None:
        """Store a value of the fact's own type, within its range."""
        type_ = at[0].type
        if type_.how == "number":
            if type(value) is not int:
                raise WrongTypeError(f"{value!r} is stored as a number")
            if not type_.low <= value <= type_.high:
                raise Stuck("out-of-range")
        elif isinstance(value, frozenset) != (type_.how == "set") or isinstance(value, bool) != (type_.how == "truth"):
            raise WrongTypeError(f"{value!r} is stored as {type_}")
        elif type_.how == "one" and value is None and not type_.optional:
            raise WrongTypeError(f"nothing is stored as {type_}")
        self.state.facts[at] = value

    def _owed(self, node: c.Value, env: Env) -> int:
        return at_least_0(self.number(node, env), "taken, paid or drawn")

    def _seat(self, amount: c.Stored, seat: c.Value, env: Env) -> Keys:
        return self.keys(amount.keys, (seat,), env) if amount.keys else ()

    def _add(self, amount: c.Stored, keys: Keys, number: int) -> None:
        now = self.state.facts[amount, keys]
        assert isinstance(now, int)
        self._store((amount, keys), now + number)

    def _gain(self, line: c.Gain, env: Env) -> None:
        number = self._owed(line.number, env)
        if line.amount in self.state.supply:
            if line.sign > 0:
                number = min(number, self.state.supply[line.amount])
            self.state.supply[line.amount] -= line.sign * number
        self._add(line.amount, self._seat(line.amount, line.seat, env), line.sign * number)

    def _moved(self, line: c.MoveTo | c.MoveUnder, env: Env) -> tuple[c.Domain, list[int]]:
        value, domain = self.value(line.things, env), line.things.type.domain
        assert domain is not None
        if value is None:
            raise Stuck("nothing-there")
        return domain, sorted(value) if isinstance(value, frozenset) else [int(value)]

    def _move_under(self, line: c.MoveUnder, env: Env) -> None:
        domain, pieces = self._moved(line, env)
        to = self.spot(line.place, line.keys, env)
        for piece in pieces:
            self.pieces.move(domain, piece, to)
            self.state.places[to].remove(piece)
            self.state.places[to].insert(0, piece)

    def _move(self, line: c.MoveTo, env: Env) -> None:
        domain, pieces = self._moved(line, env)
        to = None if line.place is None else self.spot(line.place, line.keys, env)
        for piece in pieces:
            if to is None:
                self.pieces.discard(domain, piece)
            else:
                self.pieces.move(domain, piece, to)
