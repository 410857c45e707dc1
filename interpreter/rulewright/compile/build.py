"""From checked rules to the tables of a program and its intermediate representation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulewright.chance import name_key
from rulewright.check import core as c
from rulewright.check.core.things import default_of, entry_count
from rulewright.check.core.walk import units_of
from rulewright.check.validators.showing import Private
from rulewright.compile import blocks as b
from rulewright.compile.analysis import recursive_groups
from rulewright.compile.build_pieces import (
    owner_of,
    piece_table,
    place_row,
    printed_fact,
    renamed,
    twin_masks,
    uses_of_places,
)
from rulewright.compile.contexts import contexts
from rulewright.compile.fingerprint import of_rules
from rulewright.compile.function_names import function_names
from rulewright.compile.graph import Graph
from rulewright.compile.inline import ValueInliner
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import range_of, width_of
from rulewright.compile.layout import Layout, lay_out, value_type, value_words
from rulewright.compile.lower import lower
from rulewright.compile.lowering.program import lowered
from rulewright.compile.lowering.scope import SpanNumbers
from rulewright.compile.memory import memory_of
from rulewright.compile.tables import (
    WORD,
    Declared,
    Ending,
    Invariant,
    PieceTable,
    PlainStep,
    ProgramTables,
    RuleLine,
    SavedFrames,
    Scoring,
    Several,
    Site,
    Step,
    Stream,
    TypedSlot,
    Weights,
)
from rulewright.compile.vocabulary import choice_row, computed_rows, domain_rows, fact_row, reserve_streams
from rulewright.source.labels import OWN_LANGUAGE
from rulewright.source.languages import phrases, plural_forms


def translated(
    rules: c.CheckedRules,
    traced: bool = False,
    chance_names: dict[str, str] | None = None,
    weights: Sequence[Weights] = (),
    on_demand: bool = False,
) -> tuple[ProgramTables, ir.Program]:
    """Return the tables and the intermediate representation of checked rules, for the plain or the traced build.

    `weights` are those that players of the program may have. `chance_names` maps renamed things to their old names, by
    which streams of chance are keyed. `on_demand`: functions are lowered when they are looked up, and the tables have
    no fingerprint.
    """
    old, inliner = chance_names or {}, ValueInliner()
    layout, graph = in_blocks(rules, traced, inliner)
    pieces = {d.name: piece_table(rules, layout, d, old) for d in rules.domains if d.how == "piece"}
    program, whole = lowered(rules, graph, layout, traced, twin_masks(rules), inliner, weights, on_demand)
    fingerprint = "" if on_demand else of_rules(rules)
    tables = _program_tables(rules, layout, graph, pieces, whole.spans, traced, old, fingerprint)
    return replace(tables, quantities=whole.quantities, moments=whole.moments), program


def _program_tables(
    rules: c.CheckedRules, layout: Layout, graph: Graph, pieces: dict[str, PieceTable], spans: SpanNumbers,
    traced: bool, chance_names: dict[str, str], fingerprint: str,
) -> ProgramTables:  # fmt: skip
    streams = [name.partition(" ") for name in layout.chance]
    told = rules.told.items()
    uses = uses_of_places(rules)
    held = [(s.span, owner_of(s.keys), s.name, s.plural) for s in rules.stored if "." not in s.name]
    held += [(p.span, owner_of(p.keys), p.name, p.name) for p in rules.places]
    unique = dict.fromkeys((owner, name, plural) for _, owner, name, plural in sorted(held))
    private = Private(rules)
    options = {id(o.choice): o for menu in rules.menus for o in menu.options}
    return ProgramTables(
        title=rules.title,
        seats=rules.seats,
        seat_names=list(rules.seat_names),
        traced=traced,
        fingerprint=fingerprint,
        length=layout.length,
        start=_start_vector(rules, layout, graph),
        entries=layout.entries,
        domains=domain_rows(rules),
        pieces=pieces,
        printed={name: [printed_fact(figure) for figure in figures] for name, figures in rules.printed.items()},
        facts=[fact_row(layout, stored) for stored in rules.stored],
        places=[
            replace(place_row(layout, place, instance), use=uses.get(id(place), ""))
            for place, instance in layout.place_list
        ],
        declared=[Declared(owner, name, plural) for owner, name, plural in unique],
        amounts={s.name: s.plural for s in rules.stored if s.amount},
        sites=[_site_row(rules, graph, site, private) for site in graph.sites],
        choices=[choice_row(choice, options.get(id(choice))) for choice in graph.choices],
        menus={menu.name.split(".", 1)[1]: menu.label for menu in rules.menus},
        blocks=[block.name for block in graph.blocks],
        steps=_step_rows(rules, graph),
        circles=[SavedFrames(one.start, one.length, one.depth, one.kept) for one in graph.circles],
        plain_steps=_plain_steps(rules, graph) if traced else {},
        computed=computed_rows(rules) if traced else [],
        frames=[TypedSlot(slot, value_type(type_)) for slot, type_ in graph.frames.types],
        scorings=[Scoring(scoring.name, scoring.label) for scoring in rules.scorings],
        invariants=[Invariant(always.name, always.span) for always in rules.always],
        lines=[RuleLine(span, rule, _written_text(rules, span)) for span, rule in spans.listed],
        streams=[
            Stream(action, thing, name_key(renamed(f"{action} {thing}", chance_names))) for action, _, thing in streams
        ],
        phrases=phrases(rules.language or OWN_LANGUAGE),
        plurals=plural_forms(rules.language or OWN_LANGUAGE),
        labels={name: text for name, text in told if isinstance(text, str)},
        contexts=contexts(rules, graph),
        forms={name: forms for name, forms in told if isinstance(forms, dict)},
        ending=_ending_row(rules.ending),
    )


def _ending_row(ending: c.Ending | None) -> Ending:
    if ending is None:
        return Ending()
    return Ending(ending.fewest, ending.side is not None, ending.together is not None)


def in_blocks(rules: c.CheckedRules, traced: bool, inliner: ValueInliner) -> tuple[Layout, Graph]:
    """Return the places of the vector and the blocks of checked rules."""
    layout = lay_out(rules, memory_of(rules))
    reserve_streams(rules, layout)
    graph = lower(rules, layout, traced, inliner)
    return layout, graph


def _written_text(rules: c.CheckedRules, span: c.Span) -> str:
    """Return the text of a span within one line of a rule file."""
    lines = rules.texts_of_rules.get(span.file, "").split("\n")
    if not 0 < span.line <= len(lines):
        return ""
    line = lines[span.line - 1]
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    return line[span.column - 1 : end].strip()


def _start_vector(rules: c.CheckedRules, layout: Layout, graph: Graph) -> list[int]:
    """Return the initial vector: defaults, full supplies, all pieces where they start."""
    state = [0] * layout.length
    for entry in layout.entries:
        if entry.what == "supply":
            state[entry.start] = entry.high
        elif entry.what == "frame" and entry.low > 0:
            state[entry.start : entry.start + entry.count] = [entry.low] * entry.count
    for stored in rules.stored:
        if not stored.kept_in_sets:
            count = entry_count(stored.keys)
            slot = layout.slot(stored)
            state[slot : slot + count] = [default_of(stored.type)] * count
    for stored in rules.stored:
        if id(stored) in layout.memory:
            _start_memory(state, layout, stored)
    for kind, place in rules.starts:
        _start_kind(state, layout, rules, kind, place)
    state[0] = graph.frames.entry[id(rules.game)].number
    return state


def _start_memory(state: list[int], layout: Layout, stored: c.Stored) -> None:
    """What a fact is at the start is known, unless it is in doubt throughout the game."""
    doubtful = id(stored) in layout.doubtful
    usual, fields = default_of(stored.type), [layout.fields[slot] for slot in layout.memory[id(stored)]]
    ends = list(range_of(fields[0].type)) if doubtful and not stored.kept_in_sets else [usual] * 2
    for found, value in zip(fields, ends, strict=False):
        count = found.count * found.words
        state[found.start : found.start + count] = [value] * count
        if doubtful and stored.kept_in_sets:
            size = width_of(found.type)
            whole = [(1 << min(WORD, size - word * WORD)) - 1 for word in range(found.words)]
            state[found.start : found.start + count] = whole * found.count


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


def _quiet_answers(site: b.QuestionSite) -> list[int]:
    """Return the answers that only end a question which, depending on what is offered, is not asked at all."""
    ends = [
        answer
        for answer in site.answers
        if answer.stop
        or (
            answer.option is None
            and (
                answer.choice.var is None
                and all(isinstance(line, c.Leave) and line.how == "stop" for line in answer.choice.body)
            )
        )
    ]
    always = any(not answer.stop and answer.choice.when is None for answer in ends)
    return [] if site.empty is None or always else [answer.code for answer in ends]


def _several_row(graph: Graph, of: c.Gathering) -> Several:
    first = graph.frames.of_var
    chosen, left = ([first[id(v)] + at for at in range(value_words(v.type))] for v in (of.chosen, of.left))
    least, most = (-1 if end is None else first[id(end)] for end in (of.least, of.most))
    return Several(chosen, left, least, most, of.moved)


def _site_row(rules: c.CheckedRules, graph: Graph, site: b.QuestionSite, private: Private) -> Site:
    q = site.question
    amount = next((a.code for a in site.answers if a.choice.var is not None and a.choice.things is None), -1)
    also = [a.code for a in site.answers if a.also]
    veiled = private.offered(q)
    quiet = _quiet_answers(site) if veiled else []
    written = _written_text(rules, q.span)
    is_open = not veiled and not private.beside(q)
    return Site(
        site.name, q.rule, q.span, written, q.secret, amount, also, quiet, private.printed(q), is_open,
        _several_row(graph, q.gathers) if q.gathers is not None else None,
    )  # fmt: skip


def _step_rows(rules: c.CheckedRules, graph: Graph) -> dict[str, Step]:
    found = {}
    for step in rules.procedures:
        if id(step) in graph.asking and step.kind in ("step", "phase", "game"):
            params = {p.name: TypedSlot(graph.frames.of_var[id(p)], value_type(p.type)) for p in step.params}
            entry, back = graph.frames.entry[id(step)].number, graph.frames.back[id(step)]
            found[step.name.split(".", 1)[1]] = Step(entry, back, params)
    return found


def _plain_steps(rules: c.CheckedRules, graph: Graph) -> dict[str, PlainStep]:
    names, own = function_names(rules).steps, [0] if recursive_groups(units_of(rules), graph.asking) else []
    return {
        step.name.split(".", 1)[1]: PlainStep(names[id(step)], {p.name: value_type(p.type) for p in step.params}, own)
        for step in rules.procedures
        if id(step) not in graph.asking and step.kind in ("step", "phase")
    }
