"""Small random programs over a few fields, and the fields and constructors that hand-written ones share."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import BOOL, Bool, Int, Set, Type, range_of

SETS = Set(6)
BLOCK = Int(0, 9)
TYPES: tuple[Type, ...] = (Int(0, 5), Int(-1, 5), SETS, BOOL)
FACTS = ir.Field("facts", 2, 4, Int(0, 5), what="fact")
FRAME = ir.Field("frame", 6, 1, Int(-1, 3), what="frame")
PLACES = ir.Field("places", 7, 3, SETS, what="place")
MARKS = ir.Field("marks", 10, 1, SETS, what="marks")
FLAG = ir.Field("flag", 11, 1, BOOL, what="frame")
BACK = ir.Field("rule.back", 12, 1, BLOCK, what="control")
CHANCE = ir.Field("chance", 13, 1, Int(0, 31), what="chance")
SEAT = ir.Field("seat", 14, 1, Int(0, 5), what="frame")
FIELDS = (FACTS, FRAME, PLACES, MARKS, FLAG, BACK, CHANCE, SEAT)
LENGTH = 15
TABLE = ir.Table("numbers", (3, 0, 5, 1, 1, 4), Int(0, 5))
GROUPS = ir.Table("groups", (0, 7, 56, 9, 63, 20), SETS)


def number(value: int) -> ir.Const:
    return ir.Const(value, Int(value, value))


def things(*members: int) -> ir.Const:
    return ir.Const(sum(1 << member for member in members), SETS)


def slot(of: ir.Field, index: ir.Expr | int = 0) -> ir.Slot:
    return ir.Slot(of, number(index) if isinstance(index, int) else index, of.type)


def plus(left: ir.Expr, right: ir.Expr | int) -> ir.Expr:
    right = number(right) if isinstance(right, int) else right
    (a, b), (c, d) = range_of(left.type), range_of(right.type)
    return ir.Arith("+", left, right, Int(a + c, b + d))


def when(test: ir.Expr, *body: ir.Stmt) -> ir.If:
    return ir.If(((test, body),), ())


def function(name: str, *body: ir.Stmt, kind: str = "block", params: tuple[ir.Local, ...] = ()) -> ir.Function:
    return ir.Function(name, kind, params, None, body)


def program(*functions: ir.Function, **given: object) -> ir.Program:
    """Return a program; functions named `block_1` and so on are its blocks, the first one entered."""
    by_name = {f.name: f for f in functions}
    most = max((int(name.removeprefix("block_")) for name in by_name if name.startswith("block_")), default=0)
    blocks = (None, *(f"block_{n}" if f"block_{n}" in by_name else None for n in range(1, most + 1)))
    parts: dict[str, object] = {
        "traced": False, "seats": 6, "fields": FIELDS, "tables": (TABLE, GROUPS), "functions": by_name,
        "blocks": blocks, "questions": (), "circles": (), "scores": (), "ties": (), "always": (),
        "entered": frozenset({1}),
    }  # fmt: skip
    return ir.Program(**{**parts, **given})  # type: ignore[arg-type]


@dataclass
class Maker:
    """Makes expressions and statements that keep to the types; what is random comes from `chance`."""

    chance: Random
    values: list[ir.Function] = field(default_factory=list)
    procedures: list[ir.Function] = field(default_factory=list)
    locals: list[ir.Local] = field(default_factory=list)
    goals: list[int] = field(default_factory=list)
    listing: bool = False
    pure: bool = False
    looping: bool = False
    named: int = 0
    sites: int = 0

    def fresh(self, type_: Type) -> ir.Local:
        self.named += 1
        return ir.Local(f"v{self.named}", type_)

    def site(self) -> int:
        self.sites += 1
        return self.sites

    # -- expressions

    def index(self, most: int, deep: int) -> ir.Expr:
        """Return an index, one of a few constants more often than not: only what is read again can go wrong."""
        return number(self.chance.randint(0, 1)) if self.chance.random() < 0.6 else self.number(0, most, max(deep, 0))

    def known(self, kind: type, low: int = -99, high: int = 99) -> list[ir.Expr]:
        """Return the locals of a kind of type; integers within a range."""
        found = [local for local in self.locals if isinstance(local.type, kind)]
        if kind is Int:
            found = [n for n in found if low <= range_of(n.type)[0] and range_of(n.type)[1] <= high]
        return list(found)

    def number(self, low: int, high: int, deep: int = 3) -> ir.Expr:  # noqa: C901, PLR0911, PLR0912 - by kind
        """Return an integer expression whose type is within a range."""
        simple = [number(self.chance.randint(low, high)), *self.known(Int, low, high)]
        if deep == 0 or self.chance.random() < 0.25:
            return self.chance.choice(simple)
        match self.chance.randrange(10):
            case 0 | 1 | 2 if low <= 0 and high >= 5:
                return slot(FACTS, self.index(3, deep - 1))
            case 0 | 1 if low <= -1 and high >= 3:
                return slot(FRAME)
            case 3 if low <= 0 and high >= 5:
                return ir.Entry(TABLE, self.number(0, 5, deep - 1), TABLE.type)
            case 4:
                inner = self.number(low - 2, high + 2, deep - 1)
                return ir.InRange(inner, low, high, self.site(), Int(low, high))
            case 5 if low <= 0:
                inner = plus(self.number(-3, 9, deep - 1), self.number(-3, 9, deep - 1))
                return ir.Arith("%", inner, number(high + 1), Int(0, high)) if high >= 0 else number(low)
            case 9 if low <= 0 <= high:
                return ir.Arith("//", self.number(low, high, deep - 1), self.number(1, 3, deep - 1), Int(low, high))
            case 6:
                then, otherwise = self.number(low, high, deep - 1), self.number(low, high, deep - 1)
                return ir.Choose(self.test(deep - 1), then, otherwise, Int(low, high))
            case 7 if low <= 0 and high >= 6:
                return ir.Size(self.set(deep - 1), Int(0, 6))
            case 7 if low <= -1 and high >= 5:
                return ir.Pick(self.chance.choice(["first", "last", "only"]), self.set(deep - 1), Int(-1, 5))
            case 7 if low == 0 and high >= 3:
                return ir.NonNull(slot(FRAME), self.site(), Int(0, 3))
            case 8:
                calls = [f for f in self.values if f.result == Int(0, 5)]
                if calls and low <= 0 and high >= 5:
                    return self.call(self.chance.choice(calls), deep)
                how = self.chance.choice(["min", "max", *(["distance"] if low == 0 else [])])
                return ir.Arith(how, self.number(low, high, deep - 1), self.number(low, high, deep - 1), Int(low, high))
            case _:
                return self.chance.choice(simple)

    def call(self, function: ir.Function, deep: int) -> ir.Expr:
        args = tuple(self.argument(param.type, deep - 1) for param in function.params)
        assert function.result is not None
        return ir.Call(function.name, args, function.result)

    def argument(self, type_: Type, deep: int) -> ir.Expr:
        match type_:
            case Int(low, high):
                return self.number(low, high, max(deep, 0))
            case Bool():
                return self.test(max(deep, 0))
            case _:
                return self.set(max(deep, 0))

    def set(self, deep: int = 3) -> ir.Expr:
        """Return a set expression."""
        simple = [ir.Const(self.chance.randrange(64), SETS), slot(MARKS), *self.known(Set)]
        if deep == 0 or self.chance.random() < 0.25:
            return self.chance.choice(simple)
        match self.chance.randrange(8):
            case 0:
                return slot(PLACES, self.index(2, deep - 1))
            case 1 | 2:
                return ir.Join(self.chance.choice("|&-"), self.set(deep - 1), self.set(deep - 1), SETS)
            case 3:
                return ir.Single(self.number(-1, 5, deep - 1), SETS)
            case 4:
                return ir.Shift(self.set(deep - 1), self.chance.randint(-2, 2), SETS)
            case 5:
                return ir.Entry(GROUPS, self.number(0, 5, deep - 1), SETS)
            case 6:
                return ir.Invoke("row_set", "", (ir.Address(PLACES, self.number(0, 2, deep - 1), SETS),), SETS)
            case _:
                return self.fold(self.chance.choice(["filter", "union", "best", "worst"]), SETS, deep)

    def fold(self, how: str, type_: Type, deep: int) -> ir.Expr:
        var, members = self.fresh(Int(0, 5)), self.set(deep - 1)
        self.locals.append(var)
        test = None if how in ("any", "every") or self.chance.random() < 0.4 else self.test(deep - 1)
        value: ir.Expr | None = None
        if how in ("any", "every"):
            value = self.test(deep - 1)
        elif how == "union":
            value = self.set(deep - 1)
        elif how not in ("count", "filter"):
            value = self.number(0, 5, deep - 1)
        self.locals.remove(var)
        return ir.Fold(how, var, members, test, value, type_)

    def test(self, deep: int = 3) -> ir.Expr:
        """Return a condition."""
        simple: list[ir.Expr] = [slot(FLAG), *self.known(Bool), ir.Compare("!=", slot(MARKS), things())]
        if self.listing:
            simple.append(ir.Offered())
        if deep == 0:
            return self.chance.choice(simple)
        match self.chance.randrange(9):
            case 0 | 1 | 2:
                op = self.chance.choice(["==", "!=", "<", "<=", ">", ">="])
                return ir.Compare(op, self.number(-1, 5, deep - 1), self.number(-1, 5, deep - 1))
            case 3:
                return ir.Not(self.test(deep - 1))
            case 4 | 5:
                parts = tuple(self.test(deep - 1) for _ in range(self.chance.randint(2, 3)))
                return ir.And(parts) if self.chance.random() < 0.5 else ir.Or(parts)
            case 6:
                return ir.Has(self.set(deep - 1), self.number(-1, 5, deep - 1))
            case 7:
                return self.fold(self.chance.choice(["any", "every"]), BOOL, deep)
            case _:
                return self.chance.choice(simple)

    # -- statements

    def body(self, deep: int = 2, most: int = 4) -> ir.Body:
        """Return statements; locals that they make are known only in them."""
        before = len(self.locals)
        made = [self.statement(deep) for _ in range(self.chance.randint(1, most))]
        del self.locals[before:]
        return tuple(made)

    def let(self) -> ir.Stmt:
        again = [local for local in self.locals if not local.name.startswith("p")]
        if again and self.chance.random() < 0.3:
            local = self.chance.choice(again)
            return ir.Let(local, self.argument(local.type, 2))
        type_ = self.chance.choice(TYPES)
        value = self.argument(type_, 3)
        local = self.fresh(type_)
        self.locals.append(local)
        return ir.Let(local, value)

    def store(self) -> ir.Stmt:
        pairs = [self.pair() for _ in range(self.chance.choice([1, 1, 2]))]
        return ir.Store(tuple(place for place, _ in pairs), tuple(value for _, value in pairs))

    def pair(self) -> tuple[ir.Slot, ir.Expr]:
        match self.chance.randrange(6):
            case 0 | 1:
                return slot(FACTS, self.index(3, 2)), self.number(0, 5)
            case 2:
                return slot(FRAME), self.number(-1, 3)
            case 3:
                return slot(PLACES, self.index(2, 1)), self.set()
            case 4:
                return slot(MARKS), self.set()
            case _:
                return slot(FLAG), self.test()

    def statement(self, deep: int) -> ir.Stmt:  # noqa: C901, PLR0911, PLR0912 - one case for each kind
        kind = self.chance.randrange(18)
        if self.pure and kind in (3, 4, 5, 6, 9, 10, 13, 14):
            kind = 0
        if deep == 0 and kind in (7, 8, 9, 11, 12, 16, 17):
            kind = self.chance.choice([0, 0, 3])
            if self.pure:
                kind = 0
        match kind:
            case 0 | 1 | 2:
                return self.let()
            case 3 | 4 | 5:
                return self.store()
            case 6:
                return ir.Clear(self.chance.choice([FACTS, PLACES, MARKS]))
            case 7 | 8 | 16 | 17:
                cases = tuple((self.test(), self.body(deep - 1, 3)) for _ in range(self.chance.randint(1, 2)))
                return ir.If(cases, self.body(deep - 1, 3) if self.chance.random() < 0.5 else ())
            case 9:
                if self.procedures and self.chance.random() < 0.6:
                    called = self.chance.choice(self.procedures)
                    return ir.Perform(called.name, tuple(self.argument(p.type, 2) for p in called.params))
                return ir.Do("shuffle", "", ())
            case 10:
                local = self.fresh(Int(0, 5))
                rolled = ir.Roll(local, self.number(0, 2, 1), self.number(0, 5, 1), CHANCE, "dice", self.site())
                self.locals.append(local)
                return rolled
            case 11 | 12:
                return self.loop(deep)
            case 13:
                if self.listing:
                    code = self.chance.randrange(3) * 100
                    if self.chance.random() < 0.5:
                        return ir.OfferEach(code, None, self.set())
                    return ir.Offer(code, self.number(0, 5))
                return ir.Check(self.number(-1, 5), 0, 4, "facts", self.site())
            case 14:
                return ir.Check(self.number(-1, 5), 0, 4, "facts", self.site())
            case _:
                if self.looping and self.chance.random() < 0.5:
                    return when(self.test(1), ir.Break() if self.chance.random() < 0.5 else ir.Continue())
                return self.let()

    def loop(self, deep: int) -> ir.Stmt:
        before, self.looping = self.looping, True
        var = self.fresh(Int(0, 5))
        match self.chance.randrange(5):
            case 0:
                low, high = self.number(0, 3, 1), self.number(0, 5, 1)
                self.locals.append(var)
                made: ir.Stmt = ir.Count(var, low, high, self.body(deep - 1, 3), False)
                self.locals.remove(var)
            case 1:
                made = ir.Once(self.body(deep - 1, 3))
            case _:
                members = self.set()
                start = self.number(0, 5, 1) if self.chance.random() < 0.3 else None
                self.locals.append(var)
                key = self.number(0, 5, 2) if self.chance.random() < 0.3 else None
                made = ir.For(var, members, self.body(deep - 1, 3), start, key)
                self.locals.remove(var)
        self.looping = before
        return made

    # -- functions

    def value_function(self, name: str) -> ir.Function:
        params = tuple(
            ir.Local(f"p{at}_{name}", type_)
            for at, type_ in enumerate(self.chance.sample(TYPES, self.chance.randint(1, 2)))
        )
        self.locals, self.pure = [*params], True
        body: ir.Body = (*self.body(1, 2),) if self.chance.random() < 0.5 else ()
        if self.chance.random() < 0.5:
            body = (*body, when(self.test(2), ir.Return(self.number(0, 5, 2))))
        made = ir.Function(name, "value", params, Int(0, 5), (*body, ir.Return(self.number(0, 5))))
        self.locals, self.pure = [], False
        return made

    def procedure(self, name: str) -> ir.Function:
        params = (ir.Local(f"p_{name}", Int(0, 5)),)
        self.locals = [*params]
        made = ir.Function(name, "procedure", params, None, self.body())
        self.locals = []
        return made

    def block(self, name: str, later: list[int]) -> ir.Function:
        """A block that goes on with a later one, asks, or goes back."""
        self.locals = []
        body = self.body()
        ways: list[ir.Stmt] = [self.way(later) for _ in range(3)]
        fork = when(self.test(), *self.body(1, 2), ways[0])
        second = when(self.test(), ways[1])
        return ir.Function(name, "block", (), None, (*body, fork, *self.body(1, 2), second, ways[2]))

    def way(self, later: list[int]) -> ir.Stmt:
        match self.chance.randrange(5):
            case 0:
                return ir.Ask(0)
            case 1:
                return ir.Go(slot(BACK))
            case _:
                return ir.Go(number(self.chance.choice([0, *later, *later]) if later else 0))

    def whole(self) -> ir.Program:
        """Return a program of blocks, values, procedures, a question and its answer."""
        for at in range(self.chance.randrange(3)):
            self.values.append(self.value_function(f"value_{at}"))
        for at in range(self.chance.randrange(2)):
            self.procedures.append(self.procedure(f"step_{at}"))
        blocks = [self.block(f"block_{at}", list(range(at + 1, 5))) for at in range(1, 5)]
        self.locals = [ir.Local("code", Int(0, (1 << 62) - 1)), ir.Local("back", BLOCK)]
        given = ir.Invoke("given", "", (self.locals[0],), Int(0, 65535))
        params, self.locals = (*self.locals,), []
        chosen = ir.Store((slot(FRAME),), (ir.InRange(given, 0, 3, 0, Int(0, 3)),))
        answer = ir.Function("answer_0", "answer", params, None, (chosen, *self.body(), self.way([1, 2, 3])))
        self.locals, self.listing = [], True
        options = ir.Function("options_0", "options", (), None, self.body(2, 5))
        question = ir.Question("options_0", {0: ir.Answer("answer_0", 0)}, -1, SEAT)
        functions = (*self.values, *self.procedures, *blocks, answer, options)
        return program(*functions, questions=(question,), entered=frozenset({1, 3, 4}))
