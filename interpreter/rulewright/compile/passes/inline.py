"""Inlining: a block that a function continues with becomes part of the function.

A block that is entered from one place only moves there; a short one is copied wherever something goes on with it, as
long as a budget for the growth of the whole program lasts. Each saves a return to the driver and a call (200 ns in
Python, a tenth of that in C), and later passes see both parts at once. Unreachable blocks are dropped. For instance, if
block 4 ends with `if left: go 5 else: go 6`, and nothing else leads to 5, its statements take the place of `go 5`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.walk import bound_in, deepened, everything, read_by, statements, with_bodies
from rulewright.compile.passes.renaming import Taken


@dataclass(frozen=True, slots=True)
class InlineLimits:
    """How far inlining goes: statements of a short block, and blocks inside one another."""

    short: int
    deep: int


PLAIN_LIMITS, NATIVE_LIMITS, TRACED_LIMITS = InlineLimits(4, 5), InlineLimits(0, 5), InlineLimits(1, 3)
"""Where compile time matters, in C and in interactive play, less is copied: in C only what decides where to go on."""
NESTED = 40
"""How deep blocks with a single predecessor are nested: Python limits indentation."""
_ENDS = ir.If | ir.Go | ir.Ask | ir.Return


def inline(program: ir.Program, plain: InlineLimits = PLAIN_LIMITS) -> ir.Program:
    """Return the program with blocks inlined, and without those that are unreachable then."""
    limits = TRACED_LIMITS if program.traced else plain
    inliner = BlockInliner(
        program,
        limits,
        budget=200 + sum(1 for function in program.functions.values() for _ in statements(function.body)),
    )

    def inlined(function: ir.Function) -> ir.Body:
        return inliner.function(function) if function.kind in ("block", "answer") else function.body

    return without_unreached(with_bodies(program, inlined))


def inline_for_c(program: ir.Program) -> ir.Program:
    """Return the program with blocks inlined as far as that saves a C compiler work."""
    return inline(program, NATIVE_LIMITS)


@dataclass(slots=True)
class BlockInliner:
    """Puts blocks into functions; `budget` is how many statements may be added by copying."""

    program: ir.Program
    limits: InlineLimits
    budget: int
    within: list[int] = field(default_factory=list)
    moved: Counter[int] = field(init=False)
    numbers: dict[str, int] = field(init=False)
    sizes: dict[int, tuple[int, bool]] = field(default_factory=dict)
    bound: dict[int, tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.numbers = {name: number for number, name in enumerate(self.program.blocks) if name is not None}
        entered = entered_blocks(self.program)
        self.moved = Counter(
            {
                n: c
                for n, c in Counter(
                    number for function in self.program.functions.values() for number in jumps_of(function.body)
                ).items()
                if n not in entered
            }
        )

    def function(self, function: ir.Function) -> ir.Body:
        """Return the body of a function with blocks inlined."""
        number = self.numbers.get(function.name)
        self.within = [] if number is None else [number]
        if not any(map(self._is_block, jumps_of(function.body))):
            return function.body
        return self._inline_body(function.body, Taken(function))

    def _is_block(self, number: int) -> bool:
        return number > 0 and self.program.blocks[number] is not None

    def _inline_body(self, body: ir.Body, taken: Taken) -> ir.Body:
        new: list[ir.Stmt] = []
        for stmt in body:
            match stmt:
                case ir.Go(ir.Const(number)) if self._is_inlined(number):
                    self.within.append(number)
                    inner = self.program.functions[self._block_name(number)].body
                    if number not in self.bound:
                        self.bound[number] = tuple(dict.fromkeys(local.name for local in bound_in(inner)))
                    new += self._inline_body(taken.distinct(inner, self.bound[number]), taken)
                    self.within.pop()
                case _:
                    new.append(deepened(stmt, lambda inner: self._inline_body(inner, taken)))
        return tuple(new)

    def _block_name(self, number: int) -> str:
        name = self.program.blocks[number]
        assert name is not None
        return name

    def _is_inlined(self, number: int) -> bool:
        if not self._is_block(number) or number in self.within:
            return False
        size, pops = self._block_size(number)
        if pops or len(self.within) >= NESTED:
            return False
        if self.moved[number] == 1:
            return True
        if size > self.limits.short or len(self.within) > self.limits.deep or self.budget < size + 1:
            return False
        self.budget -= size + 1
        return True

    def _block_size(self, number: int) -> tuple[int, bool]:
        """Return how many statements a block has besides control flow, and whether it pops frames."""
        if number not in self.sizes:
            found = list(statements(self.program.functions[self._block_name(number)].body))
            size = sum(not isinstance(stmt, _ENDS) for stmt in found)
            self.sizes[number] = (size, any(isinstance(stmt, ir.Pop) for stmt in found))
        return self.sizes[number]


def jumps_of(body: ir.Body) -> Iterator[int]:
    """Yield the numbers of the blocks that a body jumps to."""
    for stmt in statements(body):
        if isinstance(stmt, ir.Go) and isinstance(stmt.block, ir.Const):
            yield stmt.block.value


def entered_blocks(program: ir.Program) -> frozenset[int]:
    """Return the blocks that can be entered by anything but a `Go` to a constant."""
    found = set(program.entered)
    for question in program.questions:
        found |= {question.empty, *(answer.back for answer in question.answers.values())}
    for function in program.functions.values():
        for stmt in statements(function.body):
            if isinstance(stmt, ir.Push) or (isinstance(stmt, ir.Go) and not isinstance(stmt.block, ir.Const)):
                found.update(_numbers_in(read_by(stmt)))
    return frozenset(found)


def _numbers_in(exprs: Iterable[ir.Expr]) -> Iterator[int]:
    for expr in exprs:
        for part in everything(expr):
            if isinstance(part, ir.Const):
                yield part.value
            elif isinstance(part, ir.Entry):
                yield from part.table.values


def without_unreached(program: ir.Program) -> ir.Program:
    """Return the program without unreachable blocks."""
    reached: set[int] = set()
    waiting = list(entered_blocks(program))
    names = {name: at for at, name in enumerate(program.blocks) if name is not None}
    waiting += [n for f in program.functions.values() if f.name not in names for n in jumps_of(f.body)]
    while waiting:
        number = waiting.pop()
        name = program.blocks[number] if 0 <= number < len(program.blocks) else None
        if name is not None and number not in reached:
            reached.add(number)
            waiting += jumps_of(program.functions[name].body)
    blocks = tuple(name if number in reached else None for number, name in enumerate(program.blocks))
    gone = set(program.blocks) - set(blocks)
    functions = {name: function for name, function in program.functions.items() if name not in gone}
    return replace(program, blocks=blocks, functions=functions)
