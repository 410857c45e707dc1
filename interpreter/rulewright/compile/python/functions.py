"""Writes blocks as functions, one after another where nothing else leads to them."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.compile import blocks as b
from rulewright.compile.layout import Layout
from rulewright.compile.python.lines import Spans
from rulewright.compile.python.menus import Options
from rulewright.compile.python.order import Emitter
from rulewright.compile.python.tables import Tables
from rulewright.compile.python.values import Writer

SHORT, NESTED = (2, 1), (5, 3)
"""A block of so many lines is written again wherever it is gone to, so many blocks deep: that saves jumps.

Plain and traced: the traced build is for playing, where what counts is that an edited rule plays soon.
"""
WHOLE = 12
"""So many blocks deep in what goes the whole way to the next decision; twice through the same, for one lap more."""


class Functions:
    """What every part of a program's text is written with, and the blocks."""

    def __init__(
        self, rules: c.CheckedRules, graph: b.Graph, layout: Layout, spans: Spans, twins: dict[str, int], traced: bool
    ) -> None:
        self.rules, self.graph, self.layout, self.traced = rules, graph, layout, traced
        self.values = [*rules.values, *(step.can for step in rules.procedures if step.can is not None)]
        self.value_names = {id(v): f"value_{i}" for i, v in enumerate(self.values)}
        self.step_names = {id(p): f"step_{i}" for i, p in enumerate(rules.procedures)}
        self.can_names = {id(p): f"can_step_{i}" for i, p in enumerate(rules.procedures)}
        self.menu_names = {id(m): f"menu_{i}" for i, m in enumerate(rules.menus)}
        self.tables = Tables()
        writer = Writer(layout, self.tables, graph.frames.of_var, self.value_names, self.can_names)
        self.out = Emitter(writer, spans, traced, self.step_names, rules.discards)
        writer.number = self.out.span
        self.options = Options(self.out, graph, self.menu_names, twins)
        self.inlined = self._count_entries()
        self.within: list[b.Block] = []
        self.whole = False
        """What is being written does the whole way to the next decision, and not a stretch of it for the driver."""

    def _function(self, head: str) -> None:
        self.out.depth = 0
        self.out.put(head)
        self.out.depth = 1

    def _params(self, params: list[c.Var]) -> str:
        self.out.writer.env = {}
        return ", ".join(self.out.writer.local(p) for p in params)

    # -- blocks

    def _count_entries(self) -> dict[int, int]:
        """How many blocks jump to each block; also which blocks can be reached at all."""
        counts: dict[int, int] = {}
        self.live: set[b.Block] = set()
        waiting = [x for x in self.graph.blocks if x.entered]
        while waiting:
            block = waiting.pop()
            if block in self.live:
                continue
            self.live.add(block)
            for target in _targets(block):
                counts[id(target)] = counts.get(id(target), 0) + 1
                waiting.append(target)
        return counts

    def _is_inlined(self, block: b.Block) -> bool:
        return not block.entered and self.inlined.get(id(block), 0) == 1

    def _block(self, block: b.Block) -> None:
        self.out.writer.env = {}
        self._function(f"def b_{block.number}(S):")
        self._inside(block)

    def _inside(self, block: b.Block) -> None:
        unit = block.owner
        if unit is not None:
            self.out.rule = unit.name if isinstance(unit, c.Procedure) else unit.full_name
        for line in block.lines:
            self.out.action(line)
        end = block.end
        if isinstance(end, b.Goto):
            self._go(end.to)
        elif isinstance(end, b.Fork):
            self._fork(end)
        elif isinstance(end, b.Switch):
            self._switch(end)
        elif isinstance(end, b.Ask):
            self._ask(end.site)
        elif isinstance(end, b.Return):
            self._leave(f"S[{end.slot}]")
        elif isinstance(end, b.Resume):
            self._resume(end.circle)
        else:
            self._leave("0")

    def _ask(self, site: b.Site) -> None:
        """The plain build lists the choices at once."""
        if self.traced:
            self.out.put(f"return {-1 - site.number}")
            return
        self.out.put(f"S[0] = {-1 - site.number}")
        if self.whole:
            self.out.put(f"return {self.options.listed(site, 2)} or advance(S, {-1 - site.number})")
        else:
            self.out.put(f"return {self.options.listed(site)}")

    def _leave(self, to: str) -> None:
        """The function is done: the driver goes on with a block or question."""
        if self.whole and to == "0":
            self.out.put("S[0] = 0")
            to = "None"
        elif self.whole:
            to = f"advance(S, {to})"
        self.out.put(f"return {to}")

    def _go(self, block: b.Block) -> None:
        """Go on with a block: in place if nothing else leads to it or it is short, else by its number."""
        deep = WHOLE if self.whole else NESTED[self.traced]
        again = self.within.count(block) <= int(self.whole)
        short = (self.whole or len(block.lines) <= SHORT[self.traced]) and len(self.within) < deep and again
        if self._is_inlined(block) or (short and not isinstance(block.end, b.Resume) and block.number):
            self.within.append(block)
            self._inside(block)
            self.within.pop()
        else:
            self._leave(str(block.number))

    def _fork(self, fork: b.Fork) -> None:
        if isinstance(fork.test, int):
            test = f"S[{fork.test}]" if fork.width == 1 else f"any(S[{fork.test} : {fork.test + fork.width}])"
        else:
            test = self.out.writer.write(fork.test)
        env = dict(self.out.writer.env)
        with self.out.block(f"if {test}:"):
            self._go(fork.yes)
        self.out.writer.env = env
        self._go(fork.no)

    def _switch(self, end: b.Switch) -> None:
        domain = end.piece.type.domain
        assert domain is not None
        table = [
            next((x.number for mask, x in end.cases if mask >> p & 1), end.otherwise.number) for p in range(domain.size)
        ]
        self._leave(f"{self.tables.name(table)}[{self.out.writer.write(end.piece)}]")

    def _resume(self, circle: b.Circle) -> None:
        self.out.put(f"d = S[{circle.depth}] - 1")
        self.out.put(f"S[{circle.depth}] = d")
        self.out.put(f"k = {circle.kept} + d * {circle.length + 1}")
        self.out.put(f"back = S[k + {circle.length}]")
        self.out.put(f"S[{circle.start} : {circle.start + circle.length}] = S[k : k + {circle.length}]")
        self._leave("back")


def _targets(block: b.Block) -> list[b.Block]:
    if isinstance(block.end, b.Goto):
        return [block.end.to]
    if isinstance(block.end, b.Fork):
        return [block.end.yes, block.end.no]
    if isinstance(block.end, b.Switch):
        return [*(x for _, x in block.end.cases), block.end.otherwise]
    return []
