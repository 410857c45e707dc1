"""Pieces that move between places of all kinds, in C as in Python, with sets of one word to several."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

import pytest
from tests.backends.reference import Failed
from tests.backends.small import Both, Small, needs_compiler, number, slot, store, things
from tests.tiers import slow_unless

from rulewright.backends.c import watching
from rulewright.backends.c.conserved import counted_places
from rulewright.backends.c.pieces import NativeTables
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.helpers import EFFECTS, PURE
from rulewright.compile.ir.types import BOOL, WIDE, Int, Set
from rulewright.compile.tables import WORD, PieceFact, PieceTable

SEATS, EVERYONE = 3, 7
DOMAIN = "stone"


@dataclass
class Board:
    """Places of all kinds for so many pieces, the second half of which are of a kind with facts of its own."""

    count: int
    small: Small = field(default_factory=lambda: Small(seats=SEATS))

    def __post_init__(self) -> None:
        small, count = self.small, self.count
        half = count // 2
        self.rows: list[tuple[int, int, bool, int, int, int, tuple[int, int] | None, int]] = []
        """Slot, first piece, ordered, words, limit, who sees it, where it is noted that it is not empty, refill."""
        pieces = Int(0, count - 1)
        self.box, self.hidden = small.field("box", Set(count)), small.field("hidden", Set(count))
        self.hands = small.field("hands", Set(count), SEATS)
        self.place(self.box, 1, 0, EVERYONE)
        self.place(self.hidden, 1, 0, 0)
        self.place(self.hands, SEATS, 0, -1)
        spots = small.field("spots", Set(count - half), 8)
        self.place(spots, 8, half, EVERYONE, 1, small.field("spots not empty", Set(8)))
        few = small.field("few", Set(count), 2)
        self.place(few, 2, 0, 3, 3)
        self.stack = small.field("stack", pieces, 1, count)
        self.place(self.stack, 1, 0, 0, count, refill=0)
        rows = small.field("rows", pieces, 8, 5)
        self.place(rows, 8, 0, EVERYONE, 5, small.field("rows not empty", Set(8)))
        self.located = small.field("lies in", Int(0, len(self.rows) - 1), count)
        self.known = small.field("known to", Set(SEATS), count)
        self.marks = small.field("marks", Set(count - half))
        self.pips = small.field("pips", Int(1, 6), 2 * (count - half))
        self.held = small.field("held", Int(-1, 900), count)
        self.tags = small.field("tags", Set(70), count)
        self.numbers = small.field("numbers", Int(0, 3), 5 * count)
        self.counter = small.field("counter", Int(0, (1 << 62) - 1))
        self.out, self.found = small.field("out", WIDE), small.field("found", Set(count))
        self.facts = [
            PieceFact(self.marks.start, 1, half, True, count - half, 0),
            PieceFact(self.pips.start, 2, half, False, count - half, 1),
            PieceFact(self.held.start, 1, 0, False, count, -1),
            PieceFact(self.tags.start, 2, 0, False, count, 0),
        ]

    def place(
        self,
        f: ir.Field,
        many: int,
        first: int,
        sees: int,
        limit: int = 0,
        seen: ir.Field | None = None,
        refill: int = -1,
    ) -> None:
        for i in range(many):
            stride = f.stride
            noted = None if seen is None else (seen.start, 1 << i)
            who = sees if sees >= 0 else 1 << i
            self.rows.append((f.start + i * stride, first, bool(f.room), f.words, limit, who, noted, refill))

    def tables(self) -> NativeTables:
        slots, first, ordered, words, limit, sees, seen, refill = map(list, zip(*self.rows, strict=True))
        wide = [0 if o or w == 1 else w for o, w in zip(ordered, words, strict=True)]
        keys = [random.Random(piece).getrandbits(64) for piece in range(self.count)]
        pieces = PieceTable(
            located=self.located.start, known=self.known.start, everyone=EVERYONE, slot=slots, first=first,
            ordered=ordered, wide=wide, limit=limit, sees=sees, occupied=seen, refill=refill,
            holds=[DOMAIN] * len(slots), keys=keys,
            classes=[piece // 3 if piece % 2 else -piece for piece in range(self.count)], rules=[], kinds=[],
            facts=self.facts, cleared=self.facts,
        )  # fmt: skip
        return NativeTables({DOMAIN: pieces}, {"shuffle": 99})

    def start(self, seed: int) -> list[int]:
        """Return a vector in which every piece lies somewhere."""
        chance, vector = random.Random(seed), [0] * self.small.length
        vector[0:2] = -1, seed
        order = list(range(self.count))
        chance.shuffle(order)
        for piece in order:
            fitting = [p for p in range(len(self.rows)) if self.fits(vector, piece, p)]
            self.put(vector, piece, chance.choice(fitting[:5]) if chance.random() < 0.5 else chance.choice(fitting))
            vector[self.known.start + piece] = chance.randrange(8)
            vector[self.held.start + piece] = chance.choice([-1, -1, 5])
            vector[self.tags.start + 2 * piece] = chance.choice([0, 0, 1])
            vector[self.numbers.start + 5 * piece] = chance.randrange(4)
        vector[self.pips.start : self.pips.start + self.pips.count] = [1] * self.pips.count
        return vector

    def sensible(self, vector: list[int], way: str, piece: int, place: int) -> bool:
        """Return whether rules could ask for this: no piece goes where its kind cannot lie."""
        piece, place, half = piece % self.count, place % len(self.rows), self.count // 2
        pairs = [(piece, place)]
        if way == "swap":
            other = piece * 7 % self.count
            pairs = [(piece, vector[self.located.start + other]), (other, vector[self.located.start + piece])]
        if way == "swap_all":
            pairs = [(p, [1, place][vector[self.located.start + p] == 1]) for p in range(self.count)]
            pairs = [(p, to) for p, to in pairs if vector[self.located.start + p] in (1, place)]
        if way == "draw":
            stack, refilling = len(self.rows) - 9, 0
            drawn = (p for p in range(self.count) if vector[self.located.start + p] in (stack, refilling))
            pairs = [(p, place) for p in drawn]
        if way == "move_all":
            pairs = [(p, place) for p in range(piece % 5, self.count, 5)]
        return way not in ("move", "move_all", "draw", "swap", "swap_all") or all(
            p >= half or not self.rows[at][1] for p, at in pairs
        )

    def fits(self, vector: list[int], piece: int, place: int) -> bool:
        at, first, ordered, words, limit, *_ = self.rows[place]
        many = vector[at] if ordered else sum(vector[at + w].bit_count() for w in range(words))
        return piece >= first and (not limit or many < limit)

    def put(self, vector: list[int], piece: int, place: int) -> None:
        at, first, ordered, _, _, _, seen, _ = self.rows[place]
        if ordered:
            vector[at] += 1
            vector[at + vector[at]] = piece
        else:
            vector[at + (piece - first) // WORD] |= 1 << (piece - first) % WORD
        if seen is not None:
            vector[seen[0]] |= seen[1]
        vector[self.located.start + piece] = place


WAYS = [
    "move",
    "move_all",
    "move_under",
    "draw",
    "shuffle",
    "swap",
    "swap_all",
    "show",
    "position",
    "distinct",
    "set",
    "choices",
]


def counting_rules(board: Board) -> list[ir.Expr]:
    """Return `always` rules about how many pieces lie somewhere, that most games keep for a while."""
    count, seat = board.count, ir.Local("seat", Int(0, SEATS - 1))
    piece, spots = ir.Local("piece", Int(0, count - 1)), range(5, 13)
    lying = slot(board.located, piece)
    on_spots = board.small.table("on spots", [int(place in spots) for place in range(len(board.rows))], BOOL)
    in_box = board.small.table("in box", [place if place else -1 for place in range(len(board.rows))], WIDE)

    def counted(pieces: range, where: ir.Expr) -> ir.Expr:
        return ir.Fold("count", piece, things(*pieces, size=count), where, None, WIDE)

    in_hands = ir.Fold(
        "sum", seat, things(*range(SEATS), size=SEATS), None, ir.Size(slot(board.hands, seat), WIDE), WIDE
    )
    in_stack = ir.Invoke("row_length", "", (ir.Address(board.stack, number(0), board.stack.type),), WIDE)
    held = ir.Arith("+", ir.Arith("+", ir.Size(slot(board.box), WIDE), in_stack, WIDE), in_hands, WIDE)
    elsewhere = ir.Compare("!=", ir.Entry(in_box, lying, WIDE), number(-1), BOOL)
    some = counted(range(count * 3 // 4, count), ir.Entry(on_spots, lying, BOOL))
    second_half = counted(range(count // 2, count), ir.Entry(on_spots, lying, BOOL))
    return [
        ir.Compare("!=", held, number(count // 2), BOOL),
        ir.Compare("!=", second_half, number(1), BOOL),
        ir.Compare("<=", counted(range(count), elsewhere), number(count - 2), BOOL),
        ir.Compare("!=", some, number(1), BOOL),
        ir.Compare("!=", ir.Arith("+", some, ir.Size(slot(board.box), WIDE), WIDE), number(count // 4), BOOL),
        ir.Compare("!=", ir.Arith("+", held, ir.Size(slot(board.box), WIDE), WIDE), number(count // 2 + 1), BOOL),
    ]


def made(count: int) -> tuple[Board, Both]:
    """Return a board and a program whose choices do everything to a piece, a place and a set that come with them."""
    board = Board(count)
    board.small.always += [
        board.small.function(f"always {i}", "value", ir.Return(rule), result=BOOL)
        for i, rule in enumerate(counting_rules(board))
    ]
    small, stack = board.small, len(board.rows) - 9
    code = ir.Local("code", WIDE)
    piece = ir.Arith("%", ir.Invoke("given", "", (code,), WIDE), number(count), Int(0, count - 1))
    place = ir.Arith(
        "%", ir.Invoke("piece_of", "", (code,), WIDE), number(len(board.rows)), Int(0, len(board.rows) - 1)
    )
    other = ir.Arith("%", ir.Arith("*", piece, number(7), WIDE), number(count), Int(0, count - 1))
    x = ir.Local("x", Int(0, count - 1))
    around = ir.Fold(
        "filter",
        x,
        ir.Const((1 << count) - 1, Set(count)),
        ir.Compare("==", ir.Arith("%", x, number(5), Int(0, 4)), ir.Arith("%", piece, number(5), Int(0, 4))),
        None,
        Set(count),
    )
    counter = ir.Address(board.counter, number(0), board.counter.type)

    def do(helper: str, *args: ir.Expr) -> tuple[ir.Stmt, ...]:
        stream = "shuffle" if helper in ("draw", "shuffle") else ""
        return (ir.Do(helper, DOMAIN, args, stream), ir.Go(number(1)))

    def value(expr: ir.Expr) -> tuple[ir.Stmt, ...]:
        return (store(board.found if isinstance(expr.type, Set) else board.out, expr), ir.Go(number(1)))

    ways = {
        "move": do("move", piece, place),
        "move_all": do("move_all", around, place),
        "move_under": do("move_under", piece, number(stack)),
        "draw": do("draw", ir.Arith("%", piece, number(9), Int(0, 8)), number(stack), place, counter, number(0)),
        "shuffle": do("shuffle", number(stack), counter),
        "swap": do("swap", piece, other),
        "swap_all": do("swap_all", number(1), place),
        "show": do("show", around, ir.Single(ir.Arith("%", piece, number(SEATS), Int(0, SEATS - 1)), Set(SEATS))),
        "position": value(ir.Invoke("position", DOMAIN, (piece,), WIDE)),
        "distinct": value(ir.Invoke("distinct", DOMAIN, (around,), Set(count))),
        "set": (
            ir.Store(
                (slot(board.pips, 3), slot(board.held, piece), slot(board.marks)),
                (number(4), number(7), ir.Const(5, Set(count - count // 2))),
            ),
            ir.Go(number(1)),
        ),
        "choices": (ir.Ask(1),),
    }
    small.block("asks", ir.Ask(0))
    small.question(ir.OfferRange(0, None, number(1), number(2)), answers=list(ways.values()))
    small.question(
        ir.Offer(1 << 32),
        ir.OfferEach(5 << 32, None, ir.Const((1 << count) - 1, Set(count))),
        ir.Offer((5 << 32) + 65_535),
        ir.Do("distinct_choices", DOMAIN, (number(5),)),
        answers=[()],
    )
    assert list(ways) == WAYS
    return board, Both(small.program(), board.tables())


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize("count", slow_unless(lambda count: count in {12, 100}, [12, 62, 64, 100, 300]))
def test_pieces_move_alike(count: int) -> None:
    board, both = made(count)
    chance, worked = random.Random(count), [0] * len(WAYS)
    for seed in range(6):
        vector = board.start(seed)
        for _ in range(120):
            way = chance.randrange(len(WAYS))
            given = way << 32 | chance.randrange(1, 60_000) << 16 | chance.randrange(60_000)
            if not board.sensible(vector, WAYS[way], given & 65_535, (given >> 16 & 65_535) - 1):
                continue
            found = both.step(vector, "take", given, WAYS[way])
            if found != "failed":
                assert not both.bailed, WAYS[way]
                worked[way] += 1
                vector = found[1] if WAYS[way] != "choices" else vector
    assert min(worked) > 10


def test_which_rules_only_count_places() -> None:
    """Not the last two: one counts only some pieces in some of its places, one counts a place twice."""
    board, _ = made(12)
    found = counted_places(board.small.program(), board.tables().pieces)
    spots = {*range(5, 13)}
    assert found == [{0, 2, 3, 4, 15}, spots, {*range(1, len(board.rows))}, spots, set(), set()]


def broken_as_evaluated(count: int) -> Counter[int | None]:
    """Count which `always` rule is broken after how many moves, in C and by evaluating all."""
    board, both = made(count)
    chance, seen = random.Random(count), Counter[int | None]()
    for seed in range(120):
        state = both.machine.state(board.start(seed))
        state.advance(1)
        if state.broken() is not None:
            continue
        for _ in range(60):
            way = chance.randrange(WAYS.index("show"))
            given = way << 32 | chance.randrange(1, 60_000) << 16 | chance.randrange(60_000)
            if not board.sensible(state.vector.copy(), WAYS[way], given & 65_535, (given >> 16 & 65_535) - 1):
                continue
            after = state.copy()
            try:
                after.take(given)
            except Failed:
                continue
            expected = next((i for i, holds in enumerate(both.plain.always) if not holds(after.copy().vector)), None)
            assert after.broken() == expected, WAYS[way]
            seen[expected] += 1
            state = after if expected is None else state
    return seen


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize("count", [12, 70])
def test_a_rule_that_counts_places_breaks_at_the_same_move(count: int) -> None:
    seen = broken_as_evaluated(count)
    assert min(seen[rule] for rule in (None, 0, 1, 2, 4, 5)) > 3


@pytest.mark.slow
@needs_compiler
def test_a_place_that_is_not_counted_is_noticed_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "counted_places", lambda *given: [places | {1} for places in counted_places(*given)])
    with pytest.raises(AssertionError):
        broken_as_evaluated(12)


def test_every_helper_is_tried_in_c() -> None:
    """Here, or beside the other expressions."""
    tried = {
        "row_set",
        "row_first",
        "row_last",
        "row_only",
        "row_length",
        "after",
        "counted",
        "deeper",
        "digest",
        "occurs",
        "sum_of",
        "enough",
        "first_in_line",
        "given",
        "given_or_nothing",
        "piece_of",
        "position",
        "distinct",
        "move",
        "move_all",
        "move_under",
        "draw",
        "shuffle",
        "swap",
        "swap_all",
        "show",
        "distinct_choices",
        "note_lap",
    }
    assert {helper.name for helper in (*PURE, *EFFECTS)} == tried
