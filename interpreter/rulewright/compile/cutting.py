"""The base of cutting rules into blocks: the block being filled, new blocks, and numbers of the vector."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.check import core as c
from rulewright.check.core.things import NUMBER
from rulewright.compile import blocks as b
from rulewright.compile.frames import loop_numbers
from rulewright.compile.graph import Graph
from rulewright.compile.inline import Inliner
from rulewright.compile.layout import Layout, digits, numbered


@dataclass(frozen=True, slots=True)
class Around:
    """The loops around a line: where `stop` leads, and for laps the set of those still in, the turn and the marks."""

    stop: b.Block | None = None
    laps: tuple[int, c.Var, b.Block] | None = None
    marks: tuple[int, ...] = ()


class Cutting:
    """Fills blocks; `here` is the one being filled."""

    def __init__(self, graph: Graph, layout: Layout, rules: c.CheckedRules, inliner: Inliner) -> None:
        self.graph, self.layout, self.rules, self.inliner = graph, layout, rules, inliner
        self.over = b.Block("the end", 0, None)
        graph.blocks.append(self.over)
        self.owner: b.Owner = rules.game
        self.names: dict[str, int] = {}
        self.here = self.over
        self.own_vars: list[c.Var] = []
        self.marks: dict[int, tuple[int, ...]] = {}
        """The marks of the laps that may be under way when a rule is done, by its id."""

    def _block(self, what: str, entered: bool = False) -> b.Block:
        name = numbered(self.names, f"{b.name_of(self.owner)}: {what}")
        made = b.Block(name, len(self.graph.blocks), self.owner, entered=entered)
        self.graph.blocks.append(made)
        return made

    def _loop_slot(self, loop: c.Loop | c.Count_, use: str) -> int:
        """Return where a hidden variable of a loop is kept."""
        kept, key = self.graph.frames.of_loop, (id(loop), use)
        if key not in kept:
            low, high, count, type_ = loop_numbers(loop)[use]
            name = numbered(self.names, f"{b.name_of(self.owner)}.{loop.var.name} {use}")
            kept[key] = self.layout.add(name, digits(count), low, high, "frame", type_=type_)
        return kept[key]

    def _end(self, end: b.Goto | b.Fork | b.Ask | b.Return | b.GoOver, then: b.Block) -> None:
        self.here.end = end
        self.here = then

    def var_slot(self, var: c.Var) -> int:
        """Return where the variable of a rule is kept."""
        return self.graph.frames.of_var[id(var)]

    def _kept(self, slot: int) -> c.Value:
        """Return a number of the vector as a value."""
        var = c.Var(f"slot {slot}", NUMBER)
        self.graph.frames.of_var[id(var)] = slot
        self.own_vars.append(var)
        return c.Use(var)

    def _lines(self, actions: list[c.Action], around: Around) -> None:
        """Cut actions in order; implemented by the subclass."""
        raise NotImplementedError

    def _reset(self, slots: Sequence[int]) -> None:
        """Set numbers of the vector to 0."""
        if slots:
            self.here.lines.append(b.SetSlots([(slot, 0) for slot in slots]))
