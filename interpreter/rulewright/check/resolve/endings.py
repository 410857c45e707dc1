"""What counts at the end, and what must always hold."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check.core.things import TRUTH, Type
from rulewright.check.core.walk import lines_inside
from rulewright.check.resolve.context import Context, Scope
from rulewright.check.resolve.leaving import still_in
from rulewright.check.resolve.members import member_of
from rulewright.check.resolve.wanted import read_number
from rulewright.diagnostics import NOWHERE, Code
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x
from rulewright.syntax.expressions import Word

COUNTING = (c.Let, c.Branch, c.Loop, c.Count_, c.Leave, c.ScorePoints, c.Say)
"""Values that are allowed where points are counted."""


def scorings(ctx: Context) -> list[c.ScoringRule]:
    """Return the rules of the `scoring` declarations."""
    found = []
    for decl in ctx.rules.of(d.Scoring):
        player = ctx.player_var()
        name = f"scoring.{decl.name.text}"
        body = ctx.block(decl.body, Scope(name, {"player": player}))
        _only_counts(ctx, body)
        found.append(c.ScoringRule(name, _scoring_label(decl), player, body, decl.name.span))
    return found


def piece_scorings(ctx: Context) -> list[c.ScoringRule]:
    """Return a rule for each piece rule that scores: a loop over its pieces that the player holds."""
    found = []
    for decl in ctx.rules.of(d.PieceRule):
        kind = ctx.table.kinds.get(decl.kind.text)
        if kind is None or not decl.scores:
            continue
        player = ctx.player_var()
        home = ctx.table.home[kind.name]
        this = c.Var(kind.name, Type("one", home, kind=kind))
        scope = Scope(f"end of {kind.name}.{decl.name.text}", {"player": player}, None, this)
        of_rule = c.Const(ctx.table.pieces_of_rule(kind, decl.name.text), Type("set", home, kind=kind))
        candidate = c.Var("piece", this.type)
        holder = c.Where("player", c.Use(candidate), Type("one", ctx.table.domains["player"], True))
        held = c.Filter(candidate, of_rule, c.Test("==", holder, c.Use(player), TRUTH), of_rule.type)
        body = [action for block in decl.scores for action in ctx.block(block, scope)]
        _only_counts(ctx, body)
        loop = c.Loop(this, held, "", None, None, False, None, body, decl.span)
        name = f"{kind.name}.{decl.name.text}"
        found.append(c.ScoringRule(name, _scoring_label(decl), player, [loop], decl.name.span))
    return found


def _only_counts(ctx: Context, body: list[c.Action]) -> None:
    """Counting points changes nothing and asks nobody: it is done again whenever somebody wants to know the points."""
    for action in lines_inside(body):
        if not isinstance(action, COUNTING):
            message, remedy = (
                "points are only counted here; this changes the game",
                "Do it in a step before the game ends.",
            )
            ctx.findings.add(Code.SCORING_CHANGES, action.span, message, remedy)
        elif isinstance(action, c.Loop) and action.laps:
            message, remedy = "points are counted in one go, not in laps", 'Write "for each" instead.'
            ctx.findings.add(Code.SCORING_CHANGES, action.span, message, remedy)


def tie_breaks(ctx: Context) -> list[c.TieBreak]:
    """Return the numbers that order players with equal points."""
    found = []
    for decl in ctx.rules.of(d.TieBreak):
        player = ctx.player_var()
        name = f"tie-break.{decl.name.text}"
        ctx.note_sources(decl.sources)
        value = read_number(ctx, decl.value, Scope(name, {"player": player}))
        found.append(c.TieBreak(name, _scoring_label(decl), player, value, decl.name.span))
    return found


def ending(ctx: Context) -> c.Ending | None:
    """Return who wins, if that is declared; a declaration that contradicts another one becomes a finding."""
    declared = {decl.name.text: decl for decl in ctx.rules.of(d.Winner)}
    for decl in declared.values():
        ctx.note_sources(decl.sources)
    points, teams, whole = (declared.get(name) for name in ("points", "teams", "all"))
    fewest = points is not None and points.how == "fewest"
    if teams is not None and whole is not None:
        message, remedy = "all players win together already: there are no teams", "Leave out one of the two lines."
        ctx.fail(Code.TWO_WAYS_TO_WIN, max(teams.span, whole.span), message, remedy)
    first = next((decl for decl in (teams, whole) if decl is not None), points)
    player = ctx.player_var()
    staying = still_in(ctx, c.Use(player))
    if not (fewest or teams or whole or staying):
        return None
    side = _side(ctx, teams.side, player) if teams is not None and teams.side is not None else None
    condition = whole.condition if whole is not None else None
    together = ctx.condition(condition, Scope("winner.all", {})) if condition is not None else None
    return c.Ending(fewest, player, side, together, staying, first.name.span if first is not None else NOWHERE)


def _side(ctx: Context, word: Word, player: c.Var) -> c.Value | None:
    """Return what the members of a team have in common."""
    scope = Scope("winner.teams", {"player": player})
    side = member_of(ctx, x.Of(word.span, x.It(word.span), word), c.Use(player), (), scope)
    if side.type.how == "set":
        message = f'"{word}" is {side.type}: by that nobody can tell who plays with whom'
        remedy = "Name a fact or a value that is one thing, a number, or yes or no."
        ctx.fail(Code.WRONG_KIND, word.span, message, remedy)
    return side


def always_rules(ctx: Context) -> list[c.AlwaysRule]:
    """Return the conditions that must hold at every decision."""
    found = []
    for decl in ctx.rules.of(d.Always):
        name = f"always.{decl.name.text}"
        ctx.note_sources(decl.sources)
        found.append(c.AlwaysRule(name, ctx.condition(decl.condition, Scope(name, {})), decl.name.span))
    return found


def _scoring_label(decl: d.Scoring | d.PieceRule | d.TieBreak) -> str:
    return decl.label.text if decl.label else decl.name.text.replace("-", " ").capitalize()
