"""Reserves numbers of the vector for the local names of every rule that asks somebody.

Such a rule is left while somebody decides, so its names must be in the vector: they are its frame. A rule is under way
once at a time, unless it does itself, or an option of a menu offers the same menu again. These rules are a circle:
their frames lie next to one another, and when such a rule is done again, or such an option taken, they are copied as a
whole behind those that were kept before, with the block to return to. With frames of 7 numbers at 30 to 36, the first
copy is at 40 to 46, its block at 47, the second at 48 to 54; when the inner one is done, the copy goes back to 30 to
36, and its block is run next.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.check import core as c
from rulewright.check.core.walk import Unit, body_of, lines_inside, menus_of
from rulewright.compile.analysis import leading_to, loop_heads, recursive_groups
from rulewright.compile.blocks import Block, BlockCircle, name_of
from rulewright.compile.graph import Graph
from rulewright.compile.ir import types as irt
from rulewright.compile.layout import (
    BLOCK_NUMBER,
    WIDE,
    Layout,
    bounds,
    digits,
    ir_type,
    passed_type,
    value_words,
    words,
)
from rulewright.diagnostics.limits import LEVELS


def reserve_frames(graph: Graph, layout: Layout, units: list[Unit], menus: list[c.Menu]) -> None:
    """Reserve room for every name of the asking rules; recursive rules lie together, with room to save their frames."""
    asking = [u for u in units if id(u) in graph.asking]
    groups = recursive_groups(asking)
    circling = {id(u) for group in groups for u in group}
    used = list(menus)
    for group in groups:
        _reserve_circle(graph, layout, group, used, asking)
    for menu in used:
        _reserve_menu(graph, layout, menu)
    for unit in asking:
        if id(unit) not in circling:
            _reserve_unit(graph, layout, unit)


def _reserve_circle(
    graph: Graph, layout: Layout, group: list[Unit], used: list[c.Menu], units: list[Unit]
) -> None:  # fmt: skip
    mine = [m for m in used if any(id(o) in {id(u) for u in group} for o in m.options)]
    for menu in mine:
        for var in menu.keeps:  # What an option in itself changes is not set back when that option ends.
            _reserve_var(graph, layout, menu.name, var)
    start = layout.length
    for menu in mine:
        _reserve_menu(graph, layout, menu)
        used.remove(menu)
    for unit in group:
        _reserve_unit(graph, layout, unit)
        _reserve_loops(graph, layout, unit)
        _reserve_aside(graph, layout, unit, mine)
    ended = [unit for unit in group if any(_ends(other, unit) for other in units if other is not unit)]
    heads = loop_heads(group, {id(unit) for unit in ended})
    most = max((menu.nests for menu in mine), default=0) + (LEVELS.most if heads else 0)
    name = ", ".join(sorted(menu.name for menu in mine) or [name_of(unit) for unit in group if id(unit) in heads])
    opened = layout.add(f"open of {name}", [""], 0, most, "frame") if mine and heads else -1
    for unit in ended:
        graph.frames.level[id(unit)] = layout.add(f"{name_of(unit)}.level", [""], 0, most, "frame")
    layout.encircle(len(graph.circles), start, layout.length)
    length = layout.length - start
    depth = layout.add(f"depth of {name}", [""], 0, most, "control")
    names = [f"{level} {i}" for level in range(most) for i in range(length + 1)]
    kept = layout.add(f"kept aside by {name}", names, -WIDE, WIDE, "frame")
    resume = Block(f"resume {name}", 0, None, entered=True)
    members = {id(u) for u in group}
    around = leading_to(members, units) - members
    opened = depth if opened < 0 else opened
    graph.circles.append(BlockCircle(start, length, depth, opened, kept, most, resume, heads, members, around))


def _ends(unit: Unit, step: Unit) -> bool:
    """Return whether a rule ends another one."""
    return any(isinstance(line, c.Leave) and line.step is step for line in lines_inside(body_of(unit)))


def _reserve_menu(graph: Graph, layout: Layout, menu: c.Menu) -> None:
    for var in (menu.player, *menu.params, *menu.keeps):
        _reserve_var(graph, layout, menu.name, var)


def _reserve_unit(graph: Graph, layout: Layout, unit: Unit) -> None:
    name = name_of(unit)
    graph.frames.back[id(unit)] = layout.add(f"{name}.back", [""], -WIDE, WIDE, "control", type_=BLOCK_NUMBER)
    for var in dict.fromkeys(names_of(unit)):
        _reserve_var(graph, layout, name, var)


LoopNumber = tuple[int, int, int, irt.Type]
"""The lowest and highest number, how many there are, and the type that they represent."""


def loop_numbers(loop: c.Loop | c.Count_) -> dict[str, LoopNumber]:
    """Return the hidden variables of a loop that asks, by use."""
    if isinstance(loop, c.Count_):
        return {"to": (-WIDE, WIDE, 1, irt.WIDE)}
    domain = loop.things.type.domain
    several = words(domain)
    rest = ir_type(loop.things.type)
    high = WIDE if domain is None or several > 1 else (1 << domain.size) - 1
    found: dict[str, LoopNumber] = {"to come": (0, high, several, rest)}
    turn: irt.Type = irt.Int(-1, domain.size if domain is not None else 0)
    if loop.by is not None and domain is not None:
        found["line"] = (0, WIDE, domain.size, irt.Int(0, domain.size - 1, domain.name))
    elif domain is not None and domain.how == "player":
        found["turn"] = (0, domain.size, 1, turn)
    if loop.laps:
        mark = 0, WIDE, 1, irt.Int(0, WIDE)
        found |= {"still in": found["to come"], "lap mark": mark, "first": (0, 99, 1, turn)}
    return found


def _reserve_loops(graph: Graph, layout: Layout, unit: Unit) -> None:
    """Reserve the hidden variables of loops in recursive rules among the frames that are saved."""
    loops = [a for a in lines_inside(body_of(unit)) if isinstance(a, c.Loop | c.Count_)]
    for at, loop in enumerate(loops, 1):
        for use, (low, high, count, type_) in loop_numbers(loop).items():
            name = f"{name_of(unit)}.loop {at} {use}"
            graph.frames.of_loop[id(loop), use] = layout.add(name, digits(count), low, high, "frame", type_=type_)


def _reserve_aside(graph: Graph, layout: Layout, unit: Unit, menus: list[c.Menu]) -> None:
    """Reserve room for what the options of a menu know, while a rule of its circle offers the menu anew."""
    for question in (a for a in lines_inside(body_of(unit)) if isinstance(a, c.Question)):
        offered = [menu for menu in menus_of(question) if menu in menus]
        known = [var for menu in offered for var in (menu.player, *menu.params, *menu.keeps)]
        aside = [(var, c.Var(f"{var.name} aside", var.type)) for var in known if var not in question.keeping]
        graph.frames.aside[id(question)] = aside
        for _, var in aside:
            _reserve_var(graph, layout, name_of(unit), var)


def names_of(unit: Unit, without: list[c.Action] | None = None) -> Iterator[c.Var]:
    """Yield the names of a rule: its parameters, and those that its lines introduce, but for some of the lines."""
    if isinstance(unit, c.Procedure):
        yield from unit.params
    elif unit.this is not None:
        yield unit.this
    if isinstance(unit, c.MenuOption):
        yield from unit.choice.names
    left_out = set(map(id, lines_inside(without or [])))
    for action in (action for action in lines_inside(body_of(unit)) if id(action) not in left_out):
        if isinstance(action, c.Let | c.RollDie | c.PickAtRandom | c.Loop | c.Count_):
            yield action.var
        elif isinstance(action, c.Question):
            for choice in action.choices:
                yield from choice.names


def _reserve_var(graph: Graph, layout: Layout, owner: str, var: c.Var) -> None:
    if id(var) in graph.frames.of_var:
        return
    low, high = bounds(var.type) if var.type.how == "truth" else (-WIDE, WIDE)
    names = digits(value_words(var.type))
    slot = layout.add(f"{owner}.{var.name}", names, low, high, "frame", type_=passed_type(var.type))
    graph.frames.of_var[id(var)] = slot
    graph.frames.types.append((slot, var.type))
