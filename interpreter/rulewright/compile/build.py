"""From checked rules to the data of a program."""

from __future__ import annotations

import marshal
from collections.abc import Sequence
from typing import Any

from rulewright.check import core as c
from rulewright.check.core.walk import body_of, inner, units_of
from rulewright.check.given import axis_names, default, size
from rulewright.check.types import Domain
from rulewright.compile import blocks as b
from rulewright.compile.chance import name_key
from rulewright.compile.entries import WORD
from rulewright.compile.fingerprint import of_rules
from rulewright.compile.inline import Inliner
from rulewright.compile.ir import nodes as ir
from rulewright.compile.layout import Layout, capacity, keyed_names, lay_out, value_words, words
from rulewright.compile.lower import lower
from rulewright.compile.lowering.program import lowered
from rulewright.compile.machine import FactRow
from rulewright.compile.program import FORMAT, Data
from rulewright.compile.python.lines import Spans, type_key
from rulewright.compile.python.module import PythonProgram
from rulewright.source.languages import OWN, phrases, plural_forms


def build(rules: c.CheckedRules, traced: bool = False, chance_names: dict[str, str] | None = None) -> Data:
    """Return the program of checked rules, in the plain or the traced build.

    `chance_names` gives, after a renaming, the old names, which chance is keyed by.
    """
    old = chance_names or {}
    layout, graph = in_blocks(rules, traced)
    spans = Spans()
    twins = {d.name: _twins(rules, layout, d) for d in rules.domains if d.how == "piece"}
    masks = {name: _twin_mask(classes) for name, (classes, _) in twins.items()}
    text = PythonProgram(rules, graph, layout, spans, masks, traced).write()
    data: Data = {
        "code": marshal.dumps(compile(text, "<traced rules>" if traced else "<plain rules>", "exec")),
        "traced": traced,
        "format": FORMAT,
        "fingerprint": of_rules(rules),
        "source": text,
        "title": rules.title,
        "seats": rules.seats,
        "seat_names": list(rules.seat_names),
        "length": layout.length,
        "start": _start(rules, layout, graph),
        "entries": [
            (e.name, e.start, e.names, e.low, e.high, e.what, e.seen, e.owners) for e in layout.entries
        ],
        "domains": [
            (d.name, d.plural, d.how, list(d.members), list(d.labels)) for d in rules.domains
        ],
        "stream_keys": {name: name_key(_old(name, old)) for name in layout.chance},
        "pieces": {d.name: _pieces(rules, layout, d, old) for d in rules.domains if d.how == "piece"},
        "twins": twins,
        "spans": [(tuple(span), rule) for span, rule in spans.listed],
        "kinds": {
            d.name: [(k.name, k.plural, k.start, k.size) for k in d.kinds] for d in rules.domains if d.how == "piece"
        },
        "piece_rules": {
            d.name: [rule for k in d.kinds for rule in k.rules] for d in rules.domains if d.how == "piece"
        },
        "printed": {
            name: [(f.name, type_key(f.type), f.keys[0].start, list(f.values), _key_labels(f)) for f in figures]
            for name, figures in rules.printed.items()
        },
        "site_texts": {tuple(site.question.span): _written(rules, site.question.span) for site in graph.sites},
        "span_texts": [_written(rules, span) for span, _ in spans.listed],
        "sites": [_site(site) for site in graph.sites],
        "choices": _choices(rules, graph),
        "menus": {m.name.split(".", 1)[1]: (m.label, [graph.option_codes[id(o.choice)] for o in m.options
                                                    if id(o.choice) in graph.option_codes]) for m in rules.menus},
        "blocks": [x.name for x in graph.blocks],
        "places": [_place(layout, place, instance) for place, instance in layout.place_list],
        "steps": _steps(rules, graph),
        "scorings": [(s.name, s.label) for s in rules.scorings],
        "ties": [(t.name, t.label) for t in rules.tie_breaks],
        "always": [(a.name, tuple(a.span)) for a in rules.always],
        "amounts": {s.name: s.plural for s in rules.stored if s.amount},
        "declared": _declared(rules),
        "frames": [(slot, type_key(type_)) for slot, type_ in graph.frames.types],
        "stored": [_stored(layout, s) for s in rules.stored],
        "phrases": phrases(rules.language or OWN),
        "plurals": plural_forms(rules.language or OWN),
        "told": {name: text for name, text in rules.told.items() if isinstance(text, str)},
        "forms": {name: forms for name, forms in rules.told.items() if isinstance(forms, dict)},
    }  # fmt: skip
    return data


def _key_labels(figure: c.Figure) -> list[str]:
    """What stands beside each of the several values that a piece has printed on it as one fact; nothing for one."""
    if len(figure.keys) == 1:
        return []
    axis = figure.keys[1]
    names = axis_names(axis)
    return axis.domain.labels[axis.start : axis.start + axis.size] if axis.domain else names


def in_blocks(rules: c.CheckedRules, traced: bool) -> tuple[Layout, b.Graph]:
    """Return the places of the vector and the blocks of checked rules."""
    layout = lay_out(rules)
    graph = lower(rules, layout, traced, Inliner())
    _reserve_streams(rules, layout)
    return layout, graph


def ir_program(rules: c.CheckedRules, traced: bool) -> ir.Program:
    """Return the intermediate representation of checked rules."""
    layout, graph = in_blocks(rules, traced)
    twins = {d.name: _twin_mask(_twins(rules, layout, d)[0]) for d in rules.domains if d.how == "piece"}
    return lowered(rules, graph, layout, traced, twins, Inliner())[0]


def _declared(rules: c.CheckedRules) -> list[tuple[str, str, str]]:
    """Facts, amounts and places in the order in which the rules declare them: owner, name, plural."""
    held = [(s.span, _owner(s.keys), s.name, s.plural) for s in rules.stored if "." not in s.name]
    held += [(p.span, _owner(p.keys), p.name, p.name) for p in rules.places]
    return list(dict.fromkeys((owner, name, plural) for _, owner, name, plural in sorted(held)))


def _owner(keys: Sequence[c.Axis]) -> str:
    return keys[0].domain.name if keys and keys[0].domain else ""


def _reserve_streams(rules: c.CheckedRules, layout: Layout) -> None:
    """Every stream of chance has its counter in the vector, in the order of names."""
    names = set()
    for unit in units_of(rules):
        for action in inner(body_of(unit)):
            if isinstance(action, c.DrawFrom):
                names.add(f"shuffle {action.stack.name}")
            elif isinstance(action, c.ShuffleStack | c.RollDie):
                names.add(action.stream)
    for name in sorted(names):
        layout.stream(name)


def _written(rules: c.CheckedRules, span: c.Span) -> str:
    """What is written in a stretch of one line of a rule file."""
    lines = rules.texts_of_rules.get(span.file, "").split("\n")
    if not 0 < span.line <= len(lines):
        return ""
    line = lines[span.line - 1]
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    return line[span.column - 1 : end].strip()


def _old(text: str, old: dict[str, str]) -> str:
    return " ".join(old.get(word, word) for word in text.split(" "))


def _start(rules: c.CheckedRules, layout: Layout, graph: b.Graph) -> list[int]:
    """The vector before anything happens: defaults, full supplies, all pieces where they start."""
    state = [0] * layout.length
    for entry in layout.entries:
        if entry.what == "supply":
            state[entry.start] = entry.high
        elif entry.what == "frame" and entry.low > 0:
            state[entry.start : entry.start + entry.count] = [entry.low] * entry.count
    for stored in rules.stored:
        if not stored.as_mask:
            slot, count = layout.slot(stored), size(stored.keys)
            per = words(stored.type.domain) if stored.type.how == "set" else 1
            state[slot : slot + count * per] = [default(stored.type)] * (count * per)
    for kind, place in rules.starts:
        _start_kind(state, layout, rules, kind, place)
    state[0] = graph.frames.entry[id(rules.game)].number
    return state


def _start_kind(state: list[int], layout: Layout, rules: c.CheckedRules, kind: c.Kind, place: c.Place) -> None:
    slots = layout.of_place(place)
    located, known = layout.located[place.pieces.name], layout.known[place.pieces.name]
    everyone = (1 << rules.seats) - 1
    base = place.kind.start if place.kind else 0
    for piece in range(kind.start, kind.start + kind.size):
        state[located + piece] = slots.first
        state[known + piece] = everyone if place.seen == "all" else 0
        if place.order:
            state[slots.start] += 1
            state[slots.start + state[slots.start]] = piece
        else:
            bit = piece - base
            state[slots.start + bit // WORD] |= 1 << bit % WORD
    if slots.occupied is not None and kind.size:
        state[slots.occupied] |= 1


def _pieces(rules: c.CheckedRules, layout: Layout, domain: Domain, old: dict[str, str]) -> list[Any]:
    """The rows of `machine.Pieces` for a domain, as plain data."""
    listed = layout.place_list
    everyone = (1 << rules.seats) - 1
    slot, first, ordered, wide, limit, sees, occupied, refill, holds = [], [], [], [], [], [], [], [], []
    for place, instance in listed:
        slots = layout.of_place(place)
        slot.append(slots.start + instance * slots.stride)
        first.append(place.kind.start if place.kind else 0)
        ordered.append(bool(place.order))
        wide.append(slots.stride if not place.order and slots.stride > 1 else 0)
        limit.append(capacity(place) if place.order or place.limit is not None else 0)
        sees.append(_sees(place, instance, everyone))
        occupied.append(None if slots.occupied is None else (slots.occupied, 1 << instance))
        refill.append(-1 if place.refilled is None else layout.of_place(place.refilled).first)
        holds.append(place.pieces.name)
    keys = [name_key(_old(f"{domain.name} {name}", old)) for name in domain.members]
    located, known = layout.located[domain.name], layout.known[domain.name]
    return [
        located, known, slot, first, ordered, wide, limit, sees, occupied, refill,
        _facts_of(rules, layout, domain, True), keys, everyone, holds,
    ]  # fmt: skip


def _sees(place: c.Place, instance: int, everyone: int) -> int:
    """The seats that see the faces of what lies in a place."""
    if place.seen == "all":
        return everyone
    if place.seen == "nobody" or not place.keys or place.keys[0].domain is None:
        return 0
    return 1 << instance // size(place.keys[1:]) if place.keys[0].domain.how == "player" else 0


def _facts_of(rules: c.CheckedRules, layout: Layout, domain: Domain, cleared_only: bool) -> list[FactRow]:
    found = []
    for stored in rules.stored:
        if not stored.keys or stored.keys[0].domain is not domain or (cleared_only and not stored.cleared):
            continue
        axis, rest, slot = stored.keys[0], size(stored.keys[1:]), layout.slot(stored)
        if stored.as_mask:
            one_set = words(None, axis.size)
            found += [(slot + at * one_set, 1, axis.start, 1, axis.size, 0) for at in range(rest)]
        else:
            per = rest * value_words(stored.type)
            found.append((slot, per, axis.start, 0, axis.size, default(stored.type)))
    return found


def _twins(rules: c.CheckedRules, layout: Layout, domain: Domain) -> tuple[list[int], list[FactRow]]:
    """The class of each piece: pieces of one rule with equal printed facts are of one class."""
    numbers: dict[tuple[Any, ...], int] = {}
    classes = []
    for kind in domain.kinds:
        for at in range(kind.size):
            piece = kind.start + at
            facts = tuple(
                tuple(f.values[(wide := size(f.keys[1:])) * (piece - f.keys[0].start) :][:wide])
                for f in rules.printed.get(domain.name, [])
                if f.keys[0].start <= piece < f.keys[0].start + f.keys[0].size
            )
            key = (kind.name, kind.rules[at], domain.declared[piece], facts)
            classes.append(numbers.setdefault(key, len(numbers)))
    return classes, _facts_of(rules, layout, domain, False)


def _twin_mask(classes: list[int]) -> int:
    return sum(1 << i for i, number in enumerate(classes) if classes.count(number) > 1)


def _site(site: b.Site) -> tuple[Any, ...]:
    q = site.question
    amount = next((a.code for a in site.answers if a.choice.var is not None and a.choice.things is None), -1)
    also = [a.code for a in site.answers if a.also]
    stop = next((a.code for a in site.answers if a.stop), -1)
    return (site.name, q.rule, tuple(q.span), q.secret, amount, also, stop)


def _choices(rules: c.CheckedRules, graph: b.Graph) -> list[tuple[Any, ...]]:
    """By code: name, rule, place, the domain of what comes with it, if it is called by that, domain of its piece."""
    options = {id(o.choice): o for m in rules.menus for o in m.options}
    rows = []
    for choice in graph.choices:
        option = options.get(id(choice))
        comes = None
        if choice.var is not None:
            comes = "number" if choice.things is None or choice.var.type.domain is None else choice.var.type.domain.name
        piece = option.this.type.domain.name if option and option.this and option.this.type.domain else None
        menu = option.menu.name.split(".", 1)[1] if option else None
        rule = option.full_name if option else choice.rule
        rows.append((choice.name, rule, tuple(choice.span), comes, choice.plain, piece, menu))
    return rows


def _place(layout: Layout, place: c.Place, instance: int) -> tuple[Any, ...]:
    """(name, owner, further keys, domain, slot, order, seen)"""
    slots = layout.of_place(place)
    names = keyed_names(place.keys)[instance].split(" ") if place.keys else []
    owner = _owner(place.keys)
    return (
        place.name, owner, names, place.pieces.name, slots.start + instance * slots.stride, place.order, place.seen,
        slots.stride, place.kind.start if place.kind else 0, place.limit or 0,
    )  # fmt: skip


def _steps(rules: c.CheckedRules, graph: b.Graph) -> dict[str, tuple[int, int, list[tuple[str, int, str]]]]:
    """By name: entry block, slot of the way back, and the params with slot and type. Only steps that ask somebody."""
    found = {}
    for step in rules.procedures:
        if id(step) in graph.asking and step.kind in ("step", "phase", "game"):
            params = [(p.name, graph.frames.of_var[id(p)], type_key(p.type)) for p in step.params]
            entry, back = graph.frames.entry[id(step)].number, graph.frames.back[id(step)]
            found[step.name.split(".", 1)[1]] = (entry, back, params)
    return found


def _stored(layout: Layout, stored: c.Stored) -> tuple[Any, ...]:
    """(owner, name, plural, slot, keys as lists of names, type, low, high, seen, mask, start of kind, is an amount)"""
    owner = _owner(stored.keys)
    start = stored.keys[0].start if stored.keys else 0
    return (
        owner, stored.name, stored.plural, layout.slot(stored), [axis_names(a) for a in stored.keys],
        type_key(stored.type), stored.type.low, stored.type.high, stored.seen, stored.as_mask, start, stored.amount,
    )  # fmt: skip
