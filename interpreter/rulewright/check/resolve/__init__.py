"""Phase 2 of checking: find out what every name in the rules means, and of what type every value is.

`resolve` starts at the game and reads each rule when something first reaches it, so whatever is never read is never
reached. Declared values and costs are read at their first use, which needs their type or their parts;
steps and menus wait until what reaches them has been read, so that the types of what they are given are known.

A parameter has the type of what is given to it, and a name let in a rule that of what it is let be and set to. If `do
show, card` is read first and `do show, nothing` later, the parameter of `show` is a card at first, and then a card or
nothing. Lines that were read with the narrower type may now be wrong, so all rules are read again, with the types that
the last reading ended with, until none widens any more.
"""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check.declare import SymbolTable
from rulewright.check.resolve.calls import read_shown_values
from rulewright.check.resolve.context import Context, Known, Resolved
from rulewright.check.resolve.endings import always_rules, ending, piece_scorings, scorings, tie_breaks
from rulewright.check.resolve.resolver import Resolver
from rulewright.check.resolve.steps import step_rule
from rulewright.compose.composed import Composed
from rulewright.diagnostics import NOWHERE, Code, Findings
from rulewright.syntax import declarations as d

READINGS = 30
"""Mostly two readings are enough; more are needed where a name gets its type from one that widens later."""


def resolve(table: SymbolTable, rules: Composed, fingerprinted: bool = True) -> Resolved:
    """Resolve the rules until the types of parameters settle; `table.findings` are those of the last reading.

    Fingerprints depend on which types are the same object, and not just equal. Rules that are `fingerprinted` are
    therefore also read again where a type has widened before anything was read with it.
    """
    remembered: dict[str, Known] = {}
    for _ in range(READINGS):
        table.findings = Findings()
        context = Resolver(table, rules, remembered)
        resolved = Resolved(context, _read_rules(context))
        if table.findings.errors and context.let_later:
            remembered |= context.let_later
        elif not (context.widened if fingerprinted else context.outdated):
            break
    else:
        origin = max(known.origin for known in remembered.values())
        message = f"what names stand for follows from one another more than {READINGS} times"
        context.fail(Code.TOO_DEEP, origin, message, "Let some of them be of the right kind from the beginning.")
    return resolved


def _read_rules(ctx: Context) -> c.CheckedRules | None:
    rules, table = ctx.rules, ctx.table
    game = _game_procedure(ctx)
    ctx.read_waiting()
    scored, ties, always = [*scorings(ctx), *piece_scorings(ctx)], tie_breaks(ctx), always_rules(ctx)
    ended = ending(ctx)
    read_shown_values(ctx)
    for decl in rules.declarations:
        if isinstance(decl, d.PieceRule | d.Shape | d.Piece | d.Has):
            ctx.note_sources(decl.sources)
    for cite in [*(cite for ruling in rules.of(d.Ruling) for cite in ruling.cites), *rules.because]:
        ctx.check_citation(cite)
    ctx.read_waiting()
    if game is None:
        return None
    memories = sorted(ctx.memories, key=lambda memory: memory.name)
    stored = list(dict.fromkeys([*(fact for _, fact in sorted(table.stored.items(), key=_owner_and_name)), *memories]))
    places = list(dict.fromkeys(place for _, place in sorted(table.places.items(), key=_owner_and_name)))
    domains = list(
        dict.fromkeys(
            [*table.domains.values(), *table.home.values(), *(each for each in ctx.combined.values() if each.made_of)]
        )
    )
    return c.CheckedRules(
        table.title, table.seats, table.seat_names, domains, stored, places,
        [*table.figures.values(), *table.printed.values()], table.starts, table.discards, _printed_by_domain(table),
        [*ctx.steps.values(), *ctx.costs.values(), *ctx.answers.values()], list(ctx.values.values()),
        list(ctx.menus.values()), scored, ties, always, game, dict(rules.files), rules.language, rules.told,
        ended, list(table.histories.values()),
    )  # fmt: skip


def _game_procedure(ctx: Context) -> c.Procedure | None:
    for step in ctx.rules.of(d.Step):
        if step.kind == "game":
            return step_rule(ctx, step.name)
    ctx.fail(Code.GAME_MISSING, NOWHERE, "no rule file says how the game goes", 'Write a declaration "game:".')
    return None


def _printed_by_domain(table: SymbolTable) -> dict[str, list[c.Figure]]:
    """What is printed on pieces, by their domain."""
    printed: dict[str, list[c.Figure]] = {}
    for figure in table.printed.values():
        if figure.keys[0].domain is not None:
            printed.setdefault(figure.keys[0].domain.name, []).append(figure)
    return printed


def _owner_and_name(item: tuple[tuple[str, str], object]) -> tuple[str, str]:
    """Sort what several files declare by name, since the order of files has no meaning."""
    return item[0]


__all__ = ["Context", "Resolved", "resolve"]
