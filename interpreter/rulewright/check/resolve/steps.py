"""Steps and phases, the rules that run before and after them, and what pieces answer to them."""

from __future__ import annotations

from functools import partial

from rulewright.check import core as c
from rulewright.check.core.things import Kind, Type
from rulewright.check.resolve.context import Context, Scope
from rulewright.check.resolve.name_types import new_params
from rulewright.check.resolve.texts import text
from rulewright.diagnostics import Code
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x


def step_rule(ctx: Context, name: x.Word) -> c.Procedure | None:
    """Return a step or phase by name, to be read after what reaches it; None if it is unknown."""
    decl = ctx.look_up(name, "step", ctx.table.steps)
    if decl is None:
        return None
    ctx.table.use(name.span, decl.name.span)
    if name.text not in ctx.steps:
        full = f"{decl.kind}.{name.text}"
        params = new_params(ctx, full, tuple(word for word in decl.params if word.text != "player"))
        step = ctx.steps[name.text] = c.Procedure(full, decl.kind, params, decl.name.span)
        ctx.waiting.append(partial(_read_step, ctx, decl, step))
    return ctx.steps[name.text]


def _read_step(ctx: Context, decl: d.Step, step: c.Procedure) -> None:
    scope = ctx.base_scope(step.name, step.params)
    if decl.kind == "game":
        scope = Scope(step.name, {})
    step.heading = text(ctx, decl.label, scope) if decl.label else None
    step.body = ctx.block(decl.body, scope)
    rules = _rules_around(ctx, decl.name.text)
    before = [_read_aside(ctx, rule, step, scope) for rule in rules if rule.moment == "before"]
    step.body = [*before, *step.body]
    step.after = [_read_aside(ctx, rule, step, scope) for rule in rules if rule.moment != "before"]


def _rules_around(ctx: Context, step: str) -> list[d.After]:
    """The rules that run before or after a step, in the stated order, then by name."""
    rules = sorted((r for r in ctx.rules.of(d.After) if r.step.text == step), key=lambda r: r.name.text)
    placed: list[d.After] = []
    while rules:
        waiting = {r.name.text for r in rules}
        ready = next((r for r in rules if r.later_than is None or r.later_than.text not in waiting), None)
        if ready is None:
            message = "these rules are each later than the other"
            ctx.findings.add(Code.ORDER_CIRCLE, rules[0].name.span, message, 'Take one "later than" away.')
            return placed
        placed.append(ready)
        if ready.later_than is not None and (before := [p for p in placed if p.name.text == ready.later_than.text]):
            ctx.table.use(ready.later_than.span, before[0].name.span)
        rules.remove(ready)
    return placed


def _read_aside(ctx: Context, rule: d.After, step: c.Procedure, scope: Scope) -> c.Action:
    ctx.table.use(rule.step.span, step.span)
    declared = step.params[1:]
    if len(rule.params) > len(declared):
        message = f"{rule.step.text} has {len(declared)} things"
        remedy = "Name them all in brackets, or leave out the brackets."
        ctx.findings.add(Code.WRONG_NUMBER_OF_THINGS, rule.step.span, message, remedy)
    inner = Scope(f"rule.{rule.name.text}", scope.names | renamed_params(ctx, rule.params, declared))
    body = ctx.block(rule.body, inner)
    if rule.when is None:
        return c.Branch([], body, rule.span)
    return c.Branch([(ctx.condition(rule.when, inner), body)], [], rule.span)


def renamed_params(ctx: Context, words: tuple[x.Word, ...], params: list[c.Var]) -> dict[str, c.Var]:
    """Return the parameters of another rule under the names that a rule gives them."""
    for word, var in zip(words, params, strict=False):
        ctx.table.use(word.span, var)
    return {word.text: var for word, var in zip(words, params, strict=False)}


def reset_at(ctx: Context, phase: x.Word, stored: c.Stored) -> None:
    """Let a memory start afresh whenever a phase begins."""
    step = step_rule(ctx, phase)
    if step is not None and step.kind != "phase":
        phases = ", ".join(n for n, decl in ctx.table.steps.items() if decl.kind == "phase")
        ctx.fail(Code.NOT_A_PHASE, phase.span, "this is a step, not a phase", f"Phases here: {phases}.")
    elif step is not None:
        step.resets.append(stored)


def answers_of_pieces(ctx: Context, step: str, piece: c.Value) -> list[tuple[int, c.Procedure]]:
    """Return what the rules of pieces say for a step, by the set of pieces they speak of."""
    found: list[tuple[int, c.Procedure]] = []
    for decl in ctx.rules.of(d.PieceRule):
        kind = ctx.table.kinds.get(decl.kind.text)
        if kind is None or ctx.table.home[kind.name] is not piece.type.domain:
            continue
        for when in decl.when:
            if when.step.text == step and step in ctx.table.steps:
                ctx.table.use(when.step.span, ctx.table.steps[step].name.span)
                found.append((ctx.table.pieces_of_rule(kind, decl.name.text), _read_answer(ctx, decl, when, kind)))
    return found


def _read_answer(ctx: Context, decl: d.PieceRule, when: d.WhenStep, kind: Kind) -> c.Procedure:
    key = (kind.name, decl.name.text, when.step.text)
    if key not in ctx.answers:
        this = c.Var(kind.name, Type("one", ctx.table.home[kind.name], kind=kind))
        player = ctx.player_var()
        full = f"{kind.name}.{decl.name.text}"
        step = c.Procedure(f"{full}.{when.step.text}", "answer", [player, this], when.step.span)
        ctx.answers[key] = step
        ctx.note_sources(decl.sources)
        step.body = ctx.block(when.body, Scope(full, {"player": player}, None, this))
    return ctx.answers[key]
