"""Writes values as Python expressions over the vector `S`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from rulewright.check import core as c
from rulewright.check.given import size
from rulewright.compile.entries import WORD
from rulewright.compile.folding import one_of
from rulewright.compile.layout import Layout, value_words, words
from rulewright.compile.python.grids import STEPS, is_whole, near_table, row_text, shifted
from rulewright.compile.python.many import Many
from rulewright.compile.python.tables import Tables, owner_of, plus, safe, wrap
from rulewright.compile.python.tabulating import only_input, put_for
from rulewright.diagnostics import Span

SIMPLE = re.compile(r"\w+|S\[\d+\]")
"""What costs nothing to read twice."""
STOPS = ("gone(", "some(", "within(")
"""What may stop the game is written where it is needed and never ahead."""
LISTED = 8
"""Sets of so many things at most are written out in loops."""
WITHIN = 1000
"""The level of a variable inside an expression: nothing that depends on it can be written ahead."""


@dataclass(slots=True)
class Writer(Many):
    """Writes values; `env` says where each variable is: a Python name or a number of the vector."""

    layout: Layout
    tables: Tables
    frames: dict[int, int]
    value_names: dict[int, str]
    can_names: dict[int, str]
    env: dict[int, str] = field(default_factory=dict)
    fresh: int = 0
    level: int = 0
    """How many blocks of the written code stand around."""
    level_of: dict[str, int] = field(default_factory=dict)
    tabulating: bool = False
    """Writing what makes a table."""
    ahead: Callable[[str], str] | None = None
    """Writes an expression before the loops that it does not depend on, and returns its name."""
    number: Callable[[Span], int] = lambda span: -1
    """The number of a place in the rule files, for what may go wrong there."""
    called: set[int] = field(default_factory=set)
    """The values and steps whose own functions something calls."""

    def local(self, var: c.Var, deeper: int = 0) -> str:
        """Give a variable a Python name; `deeper` counts the blocks that will stand between here and its use."""
        self.fresh += 1
        name = f"v{self.fresh}"
        self.env[id(var)] = name
        self.level_of[name] = self.level + deeper
        return name

    def inside(self, var: c.Var) -> str:
        """Give the variable of a loop within an expression a Python name."""
        return self.local(var, WITHIN)

    def name_of(self, var: c.Var) -> str:
        """Where a variable is."""
        if id(var) in self.env:
            return self.env[id(var)]
        slot = self.frames[id(var)]
        return self.load(slot, value_words(var.type))

    def load(self, slot: int | str, count: int, shift: int = 0) -> str:
        """Read a set that takes `count` numbers."""
        text = f"S[{slot}]"
        if count > 1:
            parts = [text] + [f"S[{plus(slot, w)}] << {WORD * w}" for w in range(1, count)]
            text = f"({' | '.join(parts)})"
        return f"({text} << {shift})" if shift else text

    def write(self, value: c.Value) -> str:
        """Return the expression for a value."""
        kept = None if self.tabulating else only_input(value)
        if kept is not None:
            return f"{self.table_of(value, kept)}[{self.write(kept)}]"
        method = getattr(self, f"_{type(value).__name__.lower()}")
        return method(value)  # type: ignore[no-any-return]

    def table_of(self, value: c.Value, kept: c.Read | c.Use) -> str:
        """Return the table with what a value is for each small set that it depends on."""
        assert kept.type.domain is not None
        of = c.Var("of", kept.type)
        self.env[id(of)], fresh, self.fresh, self.tabulating = "of", self.fresh, 0, True
        text = self.write(put_for(value, kept, c.Use(of)))
        self.fresh, self.tabulating = fresh, False
        return self.tables.made_of(f"[{text} for of in range({1 << kept.type.domain.size})]")

    def each(self, things: str) -> str:
        """What a loop over a set goes through; a set known beforehand is written out."""
        if things.isdigit() and int(things).bit_count() <= LISTED:
            mask = int(things)
            listed = [str(i) for i in range(mask.bit_length()) if mask >> i & 1]
            return f"({', '.join(listed)}{',' if len(listed) == 1 else ''})"
        return f"BITS[{things}]"

    # -- leaves

    def _const(self, v: c.Const) -> str:
        return str(v.value)

    def _use(self, v: c.Use) -> str:
        return self.name_of(v.var)

    def index(self, keys: tuple[c.Axis, ...], values: tuple[c.Value, ...], per: int = 1) -> tuple[int, str]:
        """Return the constant and the changing part of an index into a table of these keys."""
        constant, parts = 0, []
        for at, (axis, value) in enumerate(zip(keys, values, strict=True)):
            stride = size(keys[at + 1 :]) * per
            constant -= axis.start * stride
            if isinstance(value, c.Const):
                constant += value.value * stride
            else:
                text = self.write(value)
                parts.append(text if stride == 1 else f"{wrap(text)} * {stride}")
        return constant, " + ".join(parts)

    def place_of(self, base: int, keys: tuple[c.Axis, ...], values: tuple[c.Value, ...], per: int = 1) -> str:
        """Return the number of the vector where something with keys is."""
        constant, changing = self.index(keys, values, per)
        total = base + constant
        if not changing:
            return str(total)
        return f"{changing} + {total}" if total > 0 else f"{changing} - {-total}" if total else changing

    def _read(self, v: c.Read) -> str:
        stored = v.stored
        base = self.layout.slot(stored)
        if stored.as_mask:
            axis = stored.keys[0]
            count = words(None, axis.size)
            where = self.place_of(base, stored.keys[1:], v.keys[1:], count)
            thing = self.offset(v.keys[0], axis.start)
            return f"({self.load(where, count)} >> {thing} & 1)"
        per = value_words(stored.type)
        return self.load(self.place_of(base, stored.keys, v.keys, per), per)

    def offset(self, thing: c.Value, start: int) -> str:
        """A thing's number counted from the start of its kind."""
        if isinstance(thing, c.Const):
            return str(thing.value - start)
        text = wrap(self.write(thing))
        return f"({text} - {start})" if start else text

    def raw_contents(self, v: c.Contents) -> tuple[str, int]:
        """The set of an unordered place as it is stored, and by how much it must be shifted."""
        slots = self.layout.of_place(v.place)
        where = self.place_of(slots.start, v.place.keys, v.keys, slots.stride)
        return self.load(where, slots.stride), v.place.kind.start if v.place.kind else 0

    def held(self, v: c.Contents) -> str:
        """How many pieces are in an ordered place; of one without order its set, as it is stored."""
        return f"S[{self.row_slot(v)}]" if v.place.order else self.raw_contents(v)[0]

    def row_slot(self, v: c.Contents) -> str:
        slots = self.layout.of_place(v.place)
        return self.place_of(slots.start, v.place.keys, v.keys, slots.stride)

    def place_number(self, place: c.Place, keys: tuple[c.Value, ...]) -> str:
        """The number of a place among all places."""
        return self.place_of(self.layout.of_place(place).first, place.keys, keys)

    def _contents(self, v: c.Contents) -> str:
        if v.place.order:
            return f"row_set(S, {self.row_slot(v)})"
        raw, shift = self.raw_contents(v)
        return f"({raw} << {shift})" if shift else raw

    def _lookup(self, v: c.Lookup) -> str:
        figure = v.figure
        if not figure.keys:
            return str(figure.values[0])
        constant, changing = self.index(figure.keys, v.keys)
        if not changing:
            return str(figure.values[constant])
        if constant < 0:
            return f"{self.tables.name(figure.values)}[{changing} - {-constant}]"
        return f"{self.tables.name(figure.values)}[{changing}{f' + {constant}' if constant else ''}]"

    # -- joined

    def _binary(self, v: c.Binary) -> str:
        left, right = self.write(v.left), self.write(v.right)
        if v.operator == "without" and isinstance(v.left, c.Binary) and v.left.operator == "without":
            return f"({self.write(v.left.left)} & ~({self.write(v.left.right)} | {right}))"
        if v.operator == "without":
            return f"({left} & ~{wrap(right)})"
        sign = {"or": "|", "and": "&"}.get(v.operator, v.operator)
        return f"({left} {sign} {right})"

    def _test(self, v: c.Test) -> str:
        if v.operator == "!=" and v.left.type.how == "truth" and isinstance(v.right, c.Const) and v.right.value == 0:
            return self.write(v.left)
        return f"({self.write(v.left)} {v.operator} {self.write(v.right)})"

    def _member(self, v: c.Member) -> str:
        things = v.things
        if isinstance(things, c.Contents) and not things.place.order and not v.thing.type.optional:
            raw, shift = self.raw_contents(things)
            return f"({raw} >> {self.offset(v.thing, shift)} & 1)"
        if isinstance(things, c.Const) and things.value.bit_count() == 1:
            return f"({self.write(v.thing)} == {things.value.bit_length() - 1})"
        if v.thing.type.optional:
            return f"has({self.write(things)}, {self.write(v.thing)})"
        return f"({self.write(things)} >> {wrap(self.write(v.thing))} & 1)"

    def _nonempty(self, v: c.NonEmpty) -> str:
        things = v.things
        if isinstance(things, c.Contents):
            return f"({self.held(things)} != 0)"
        if isinstance(things, c.Filter) and self.mask_of(things.condition, things.var) is None:
            return self._over(things, lambda test, loop: f"any([1 for {loop} if {test}])")
        return f"({self.write(things)} != 0)"

    def _logic(self, v: c.Logic) -> str:
        if v.operator == "not":
            return f"(not {self.write(v.parts[0])})"
        return "(" + f" {v.operator} ".join(self.write(p) for p in v.parts) + ")"

    def _one(self, v: c.One) -> str:
        if isinstance(v.things, c.Noted):
            return self.write(replace(v.things, part=replace(v, things=v.things.part)))
        if isinstance(v.things, c.Contents) and v.things.place.order:
            return f"row_{v.how}(S, {self.row_slot(v.things)})"
        if isinstance(v.things, c.Const):
            return str(one_of(v.how, v.things.value))
        things = self.write(v.things)
        if v.how == "last":
            return f"({wrap(things)}.bit_length() - 1)"
        return f"{v.how}({things})"

    def _following(self, v: c.Following) -> str:
        domain = v.type.domain
        assert domain is not None
        if domain.how == "player":
            return f"(({self.write(v.thing)} + 1) % {domain.size})"
        return f"after({self.write(v.thing)}, {domain.size})"

    def _nearby(self, v: c.Nearby) -> str:
        grid = v.type.domain
        assert grid is not None
        if v.thing.type.how == "set" and v.how in STEPS and is_whole(grid):
            return shifted(grid, v.how, self.write(v.thing))
        table = self.tables.name(near_table(grid, v.how))
        if v.thing.type.how == "set":
            return f"together([{table}[i] for i in {self.each(self.write(v.thing))}])"
        return f"{table}[{self.write(v.thing)}]"

    def _inrow(self, v: c.InRow) -> str:
        assert v.things.type.domain is not None
        return f"{self.tables.function(row_text(v.things.type.domain, v.length))}({self.write(v.things)})"

    def _choice2(self, v: c.Choice2) -> str:
        return f"{'min' if v.how == 'lesser' else 'max'}({self.write(v.left)}, {self.write(v.right)})"

    def _either(self, v: c.Either) -> str:
        return f"({self.write(v.then)} if {self.write(v.condition)} else {self.write(v.otherwise)})"

    def _singleton(self, v: c.Singleton) -> str:
        if isinstance(v.thing, c.Const):
            return str(1 << v.thing.value if v.thing.value >= 0 else 0)
        text = self.write(v.thing)
        if not v.thing.type.optional:
            return f"(1 << {wrap(text)})"
        return f"(1 << {text} if {text} >= 0 else 0)" if SIMPLE.fullmatch(text) else f"one({text})"

    def _where(self, v: c.Where) -> str:
        assert v.piece.type.domain is not None
        domain = v.piece.type.domain
        if domain.how == "names":
            return f"({self.write(v.piece)} + 1)"
        if v.what == "position":
            return f"position_{safe(domain.name)}(S, {self.write(v.piece)})"
        owners = [owner_of(place, instance, v.what) for place, instance in self.layout.place_list]
        located = self.layout.located[domain.name]
        return f"{self.tables.name(owners)}[S[{wrap(self.write(v.piece))} + {located}]]"

    def _call(self, v: c.Call) -> str:
        self.called.add(id(v.value))
        return f"{self.value_names[id(v.value)]}(S, {', '.join(self.write(a) for a in v.arguments)})"

    def _sure(self, v: c.Sure) -> str:
        text = self.write(v.thing)
        if not v.thing.type.optional:
            return text
        if SIMPLE.fullmatch(text):
            return f"({text} if {text} >= 0 else gone({self.number(v.span)}))"
        return f"some({text}, {self.number(v.span)})"

    def _within(self, v: c.Within) -> str:
        text, number = self.write(v.number), v.number
        if SIMPLE.fullmatch(text) and isinstance(number, c.Read):
            low = f"{v.low} <= " if number.type.low < v.low else ""
            return f"({text} if {low}{text} <= {v.high} else within({text}, {v.low}, {v.high}, {self.number(v.span)}))"
        return f"within({self.write(v.number)}, {v.low}, {v.high}, {self.number(v.span)})"

    def _noted(self, v: c.Noted) -> str:
        return f"noted({v.yes}, {v.no}, {self.write(v.part)})"

    def _doable(self, v: c.Doable) -> str:
        self.called.add(id(v.step))
        return f"{self.can_names[id(v.step)]}(S, {', '.join(self.write(a) for a in v.arguments)})"
