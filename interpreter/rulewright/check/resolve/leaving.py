"""Players who leave the game: the set of those who have is remembered, where a rule lets somebody leave."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check.core.things import TRUTH, Type
from rulewright.check.resolve.context import Context, Scope
from rulewright.check.resolve.wanted import counted_as, one_player
from rulewright.diagnostics import Span
from rulewright.source.languages import phrases
from rulewright.syntax import statements as s


def leave_game(ctx: Context, line: s.LeaveGame, scope: Scope, done: list[c.Action]) -> None:
    """A player leaves the game; the log says so."""
    who, gone = one_player(ctx, line.who, scope), ctx.gone
    assert gone is not None
    before, _, after = phrases(ctx.table.language)["leaves-game"].partition("{who}")
    told = c.Say(c.Text((before, who, after), (line.who.span,)), line.span)
    more = c.Assign(gone, "=", c.Binary("or", gone, counted_as(who, "set"), gone.type), line.span)
    done.append(c.Branch([(_stays(gone, who), [told, more])], [], line.span))


def _stays(gone: c.Read, who: c.Value) -> c.Value:
    return c.Logic("not", (c.Member(who, gone, TRUTH),), TRUTH)


def everyone(ctx: Context) -> c.Value:
    """Return all players who are still in the game."""
    player = ctx.table.domains["player"]
    every: c.Value = c.Const(player.everything, Type("set", player))
    return every if ctx.gone is None else c.Binary("without", every, ctx.gone, every.type)


def still_in(ctx: Context, who: c.Value) -> c.Value | None:
    """Return whether a player is still in the game; None where nobody ever leaves."""
    return _stays(ctx.gone, who) if ctx.gone is not None else None


def for_those_still_in(ctx: Context, var: c.Var, body: list[c.Action], span: Span) -> list[c.Action]:
    """Return lines that are skipped for a player who has left the game."""
    stays = still_in(ctx, c.Use(var)) if var.type.domain is ctx.table.domains["player"] else None
    return body if stays is None or var.type.how != "one" else [c.Branch([(stays, body)], [], span)]


def chooser_still_in(ctx: Context, who: c.Value, span: Span) -> c.Value:
    """Return a player; play stops there if it is one who has left the game."""
    alone = counted_as(who, "set")
    still = c.One("first", c.Binary("and", everyone(ctx), alone, alone.type), ctx.table.player.as_one(True))
    return c.Sure(still, ctx.table.player, span)


def neighbour_still_in(ctx: Context, who: c.Value, before: bool, span: Span) -> c.Value:
    """Return the next player still in the game after one, or the one before."""
    player = ctx.table.player
    among, candidate = everyone(ctx), c.Var("player", player)
    there = c.Filter(candidate, among, c.Test("<" if before else ">", c.Use(candidate), who, TRUTH), among.type)
    end = "last" if before else "first"
    one = player.as_one(True)
    found = c.Either(c.NonEmpty(there, TRUTH), c.One(end, there, one), c.One(end, among, one), one)
    return c.Sure(found, player, span)
