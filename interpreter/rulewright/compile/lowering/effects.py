"""Lowers what changes things: names, numbers, pieces, chance."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check.core.things import Domain
from rulewright.check.core.walk import everything_in
from rulewright.check.resolve.wanted import bounds_of
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import LARGEST, Int, Set, range_of, width_of
from rulewright.compile.layout import passed_type, seats_seeing, supply_slot, value_type
from rulewright.compile.lowering import make
from rulewright.compile.lowering.remembering import Remembering
from rulewright.compile.lowering.values import ValueLowering

SMALL = 10**6
"""Adding at most this at every step of a game never makes a large number."""


class EffectLowering(ValueLowering, Remembering):
    """Lowers actions that change something, one method for each kind."""

    def store(self, var: c.Var, value: ir.Expr) -> None:
        """Assign a value to a variable of the rules, wherever it is kept."""
        if id(var) not in self.whole.graph.frames.of_var and id(var) not in self.env:
            self.code.put(ir.Let(self.local(var, passed_type(var.type)), value))
            return
        where = self.of_var(var)
        if isinstance(where, ir.Slot):
            self.put_in(where, value)
        else:
            assert isinstance(where, ir.Local)
            self.code.put(ir.Let(where, value))

    def put_in(self, slot: ir.Slot, value: ir.Expr) -> None:
        """Store one value."""
        self.code.put(ir.Store((slot,), (value,)))

    def trace(self, kind: str, *parts: ir.Part | int) -> None:
        """In the traced build, log an event."""
        if self.whole.traced:
            self.code.put(ir.Trace(kind, tuple(make.number(p) if isinstance(p, int) else p for p in parts)))

    def text(self, text: c.Text) -> ir.Text:
        """Lower a text: words, and values with their types."""
        parts = [p if isinstance(p, str) else ir.Shown(value_type(p.type), self.value(p)) for p in text.parts]
        return ir.Text(tuple(parts))

    # -- numbers

    def let(self, action: c.Let) -> None:
        """Name a value; numbers that could grow without bound are checked."""
        value = self.value(action.value)
        if _may_grow(action.value):
            site = self.site(action.span)
            value = ir.InRange(value, -LARGEST, LARGEST, site, Int(-LARGEST, LARGEST))
        self.store(action.var, value)

    def _checked_number(self, stored: c.Stored, value: ir.Expr, span: c.Span) -> ir.Local:
        """Give the new value of a number a name, and check its range."""
        name = self.code.let(value, "n")
        self.code.put(ir.Check(name, stored.type.low, stored.type.high, stored.name, self.site(span)))
        return name

    def assign(self, action: c.Assign) -> None:
        """Set, raise or lower a fact."""
        stored = action.target.stored
        if stored.as_mask:
            self._assign_mark(action)
            return
        slot = self._kept_index(self.stored(stored, self._expanded_keys(action.target.keys)))
        value = given = self.value(action.value)
        if action.operator != "=":
            value = make.plus(slot, given) if action.operator == "+" else make.minus(slot, given)
        if stored.type.how == "number":
            value = self._checked_number(stored, value, action.span)
        elif not isinstance(value, ir.Const | ir.Local):
            value = self.code.let(value)  # it may read what is stored here, and is read again after that
        self.put_in(slot, value)
        if action.operator == "=" or not self.is_followed(action):
            self.remember(action, stored, slot, value)
        else:  # by how much it is raised is no secret, but what it was before may be one
            self.remember_change(stored, slot, given, 1 if action.operator == "+" else -1)
        shown = make.number(0) if stored.type.how == "set" and slot.field.words > 1 else value
        self.trace("set", self.site(action.span), stored.name, ir.Address(slot.field, slot.index, slot.type), shown)

    def _kept_index(self, slot: ir.Slot) -> ir.Slot:
        """Return a slot that is read and stored, with its index evaluated once."""
        if isinstance(slot.index, ir.Const | ir.Local):
            return slot
        return ir.Slot(slot.field, self.code.let(slot.index), slot.type)

    def _expanded_keys(self, keys: tuple[c.Value, ...]) -> tuple[c.Value, ...]:
        return tuple(self.expanded(key) for key in keys)

    def _assign_mark(self, action: c.Assign) -> None:
        target = action.target
        slot = self._kept_index(self.stored(target.stored, self._expanded_keys(target.keys)))
        axis = target.stored.keys[0]
        one = ir.Single(make.plus(self.value(target.keys[0]), make.number(-axis.start)), slot.type)
        with self.code.inside() as marked:
            self.put_in(slot, make.union(slot, one))
        with self.code.inside() as unmarked:
            self.put_in(slot, make.without(slot, one))
        self.code.put(ir.If(((self.value(action.value), marked.body),), unmarked.body))
        self.remember_marks(action, target.stored, slot, one)

    def mark_all(self, action: c.MarkAll) -> None:
        """Mark or unmark a fact of all things of a set."""
        axis = action.stored.keys[0]
        slot = self.kept(self.whole.layout.slot(action.stored))
        things = make.shifted(self.value(action.things), -axis.start, axis.size)
        self.put_in(slot, make.union(slot, things) if action.on else make.without(slot, things))
        self.remember_marks(action, action.stored, slot, things)

    def _amount_slot(self, stored: c.Stored, seat: c.Value) -> ir.Slot:
        return self._kept_index(self.stored(stored, (self.expanded(seat),) if stored.keys else ()))

    def gain(self, action: c.Gain) -> None:
        """Lower a seat's taking from the supply, or paying to it."""
        stored, taken = action.amount, action.sign > 0
        number: ir.Expr = self.code.let(self.value(action.number), "n")
        if stored.supply is not None:
            supply = self.kept(supply_slot(self.whole.layout, stored))
            if taken:
                number = self.code.let(make.arith("min", number, supply), "n")
            self.put_in(supply, make.minus(supply, number) if taken else make.plus(supply, number))
        slot = self._amount_slot(stored, action.seat)
        self.trace("take" if taken else "pay", self.site(action.span), stored.name, self.value(action.seat), number)
        value = make.plus(slot, number) if taken else make.minus(slot, number)
        self.put_in(slot, self._checked_number(stored, value, action.span))
        self.remember_change(stored, slot, number, action.sign)

    def transfer(self, action: c.Transfer) -> None:
        """Lower a seat's giving to another one."""
        stored = action.amount
        number = self.code.let(self.value(action.number), "n")
        payer, payee = self._evaluated_once(action.payer), self._evaluated_once(action.payee)
        self.trace("give", self.site(action.span), stored.name, self.expr(payer), self.expr(payee), number)
        slot = self._amount_slot(stored, payer)
        self.put_in(slot, self._checked_number(stored, make.minus(slot, number), action.span))
        self.remember_change(stored, slot, number, -1)
        slot = self._amount_slot(stored, payee)
        self.put_in(slot, self._checked_number(stored, make.plus(slot, number), action.span))
        self.remember_change(stored, slot, number, 1)

    def _evaluated_once(self, value: c.Value) -> c.Use:
        """Evaluate a value here, in all builds before anything else is done, and return a name for it."""
        var = c.Var("once", value.type)
        self.env[id(var)] = self.code.named(self.value(value))
        return c.Use(var)

    # -- pieces

    def piece(self, value: c.Value, span: c.Span) -> ir.Expr:
        """Lower a piece that is moved, which must be there."""
        found = self.value(value)
        if not value.type.optional:
            return found
        return ir.NonNull(found, self.site(span), Int(0, max(0, range_of(found.type)[1])), lack="piece")

    def move_to(self, action: c.MoveTo) -> None:
        """Lower moving pieces to a place."""
        domain = action.things.type.domain
        assert domain is not None
        self.trace("at", self.site(action.span))
        if action.place is None:
            self._discard_pieces(action, domain)
            return
        place = self.place_number(action.place, self._expanded_keys(action.keys))
        if action.things.type.how == "one":
            self.code.put(ir.Do("move", domain.name, (self.piece(action.things, action.span), place)))
        else:
            self.code.put(ir.Do("move_all", domain.name, (self.value(action.things), place)))

    def move_under(self, action: c.MoveUnder) -> None:
        """Lower putting pieces below those of a stack."""
        domain = action.things.type.domain
        assert domain is not None
        self.trace("under", self.site(action.span))
        place = self.code.named(self.place_number(action.place, self._expanded_keys(action.keys)))
        if action.things.type.how == "one":
            self.code.put(ir.Do("move_under", domain.name, (self.piece(action.things, action.span), place)))
            return
        one = self.code.local(Int(0, domain.size - 1, domain.name), "p")
        move = ir.Do("move_under", domain.name, (one, place))
        self.code.put(ir.For(one, self.value(action.things), (move,)))

    def _discard_pieces(self, action: c.MoveTo, domain: Domain) -> None:
        """Lower moving each piece to the place where its kind is discarded."""
        if action.things.type.how == "one":
            piece = self.code.let(self.piece(action.things, action.span), "p")
            self.code.put(ir.Do("move", domain.name, (piece, self._discard_place(action, domain, piece))))
            return
        one = self.code.local(Int(0, domain.size - 1, domain.name), "p")
        move = ir.Do("move", domain.name, (one, self._discard_place(action, domain, one)))
        self.code.put(ir.For(one, self.value(action.things), (move,)))

    def _discard_place(self, action: c.MoveTo, domain: Domain, piece: ir.Expr) -> ir.Expr:
        first = {kind: self.whole.layout.of_place(place).first for kind, place in self.whole.rules.discards.items()}
        kind = action.things.type.kind
        if kind is not None:
            return make.number(first[kind.name])
        table = self.whole.tables.of([first.get(kind.name, -1) for kind in domain.kinds for _ in range(kind.size)])
        return ir.Entry(table, piece, table.type)

    def draw(self, action: c.DrawFrom) -> None:
        """Draw pieces from a stack."""
        self.trace("at", self.site(action.span))
        stack = self.place_number(action.stack, self._expanded_keys(action.stack_keys))
        place = self.place_number(action.place, self._expanded_keys(action.keys))
        stream = f"shuffle {action.stack.name}"
        args = (
            self.value(action.number),
            stack,
            place,
            self._stream_counter(stream),
            make.number(self.site(action.span)),
        )
        self.code.put(ir.Do("draw", action.stack.pieces.name, args, stream))

    def _stream_counter(self, stream: str) -> ir.Address:
        counter = self.whole.field_at(self.whole.layout.stream(stream))
        return ir.Address(counter, make.number(0), counter.type)

    def shuffle(self, action: c.ShuffleStack) -> None:
        """Shuffle a stack."""
        self.trace("at", self.site(action.span))
        place = self.place_number(action.place, self._expanded_keys(action.keys))
        args = (place, self._stream_counter(action.stream))
        self.code.put(ir.Do("shuffle", action.place.pieces.name, args, action.stream))

    def roll(self, action: c.RollDie) -> None:
        """Roll a die and name what it shows."""
        low, high = self.value(action.low), self.value(action.high)
        type_ = Int(range_of(low.type)[0], range_of(high.type)[1])
        shown = self.code.local(type_, "r")
        counter = self.whole.field_at(self.whole.layout.stream(action.stream))
        self.code.put(ir.Roll(shown, low, high, counter, action.stream, self.site(action.span)))
        self.store(action.var, shown)
        seat = None if action.seat is None else self.value(action.seat)
        self.trace("roll", self.site(action.span), action.var.name, shown, seat)

    def pick_at_random(self, action: c.PickAtRandom) -> None:
        """Roll which thing of a set it is, and go through the set as far as that."""
        things = self.code.named(self.value(action.things))
        last, site = width_of(things.type) - 1, self.site(action.span)
        first = ir.NonNull(ir.Pick("first", things, Int(-1, last)), site, Int(0, last))
        found, number = self.code.let(first, "r"), self.code.local(Int(0, last + 1), "n")
        counter = self.whole.field_at(self.whole.layout.stream(action.stream))
        size = ir.Size(things, Int(0, last + 1))
        self.code.put(ir.Roll(number, make.number(1), size, counter, action.stream, site))
        one = self.code.local(Int(0, last), "p")
        here = ir.If(((ir.Compare("==", number, make.number(1)), (ir.Let(found, one), ir.Break())),), ())
        self.code.put(ir.For(one, things, (here, ir.Let(number, make.minus(number, make.number(1))))))
        self.store(action.var, found)
        self._tell_random(action, found)

    def _tell_random(self, action: c.PickAtRandom, found: ir.Local) -> None:
        """In the traced build, log what was picked and who sees it: of pieces, who looks into the place.

        Who knows a piece in a hidden hand does not know that it was this one.
        """
        domain, layout, seats = action.things.type.domain, self.whole.layout, self.whole.rules.seats
        assert domain is not None
        seen: ir.Expr = make.everything(seats)
        if action.seat is not None:
            seen = ir.Single(self.value(action.seat), seen.type)
        elif domain.name in layout.located:
            located = self.whole.field_at(layout.located[domain.name])
            sees = [seats_seeing(place, at, (1 << seats) - 1) for place, at in layout.place_list]
            seen = ir.Entry(self.whole.tables.of(sees, seen.type), ir.Slot(located, found, located.type), seen.type)
        shown = ir.Text((ir.Shown(value_type(action.var.type), found),))
        self.trace("random", self.site(action.span), action.var.name, shown, seen)

    def swap(self, action: c.SwapPieces) -> None:
        """Lower two pieces' changing places."""
        domain = action.left.type.domain
        assert domain is not None
        self.trace("at", self.site(action.span))
        pieces = self.piece(action.left, action.span), self.piece(action.right, action.span)
        self.code.put(ir.Do("swap", domain.name, pieces))

    def show(self, action: c.ShowPieces) -> None:
        """Lower seats' getting to know pieces."""
        domain, seats = action.things.type.domain, self.value(action.seats)
        assert domain is not None
        self.trace("at", self.site(action.span))
        if action.things.type.how == "one":
            shown: ir.Expr = ir.Single(self.piece(action.things, action.span), Set(domain.size, domain.name))
        else:
            shown = self.value(action.things)
        self.code.put(ir.Do("show", domain.name, (shown, seats)))

    def swap_places(self, action: c.SwapPlaces) -> None:
        """Lower all that lies in two places changing places."""
        self.trace("at", self.site(action.span))
        left = self.place_number(action.left, self._expanded_keys(action.left_keys))
        right = self.place_number(action.right, self._expanded_keys(action.right_keys))
        self.code.put(ir.Do("swap_all", action.left.pieces.name, (left, right)))


def _may_grow(value: c.Value) -> bool:
    """Whether possibly large numbers are added or multiplied: repeated often enough, that exceeds every range."""
    sums = [part for part in everything_in(value) if isinstance(part, c.Binary) and part.operator in ("+", "-", "*")]
    return any(not any(_is_small(side, part.operator) for side in (part.left, part.right)) for part in sums)


def _is_small(value: c.Value, operator: str) -> bool:
    """Whether adding a number, or multiplying by it, never makes a large number, however often it is done."""
    low, high = bounds_of(value)
    most = 1 if operator == "*" else SMALL
    return -most <= low and high <= most
