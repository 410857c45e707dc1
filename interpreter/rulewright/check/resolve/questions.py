"""Sentences that ask somebody: choose, ask, offer."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check.core.things import TRUTH
from rulewright.check.resolve.calls import read_arguments
from rulewright.check.resolve.context import Context, Scope
from rulewright.check.resolve.leaving import chooser_still_in, for_those_still_in
from rulewright.check.resolve.menus import menu_rule, menus_named
from rulewright.check.resolve.options import read_choice, read_option
from rulewright.check.resolve.texts import own_text, text
from rulewright.check.resolve.wanted import one_player
from rulewright.diagnostics import Code
from rulewright.syntax import statements as s


def _report_nobody(ctx: Context, line: s.Stmt, scope: Scope) -> None:
    if scope.player is None:
        ctx.fail(Code.NOBODY_ASKED, line.span, "who chooses? no player is acting here")


def chooser_in(ctx: Context, line: s.Stmt, scope: Scope) -> list[c.Action]:
    """Return what is done before the acting player chooses; where nobody acts, that is reported.

    Somebody who has left the game cannot choose, and a thing must be chosen.
    """
    _report_nobody(ctx, line, scope)
    if ctx.gone is None:
        return []
    return [c.Let(ctx.player_var(), chooser_still_in(ctx, ctx.acting(scope), line.span), line.span)]


def choose(ctx: Context, line: s.Choose, scope: Scope, done: list[c.Action]) -> Scope:
    """The acting player chooses a thing or a number."""
    done += chooser_in(ctx, line, scope)
    choice, inner = read_choice(ctx, line.using, scope, line.span, line.or_nothing)
    assert choice.var is not None
    noun = choice.var.name.replace("-", " ")
    own = own_text(ctx.table.language, "choose-one", thing=noun)
    prompt = text(ctx, line.prompt, scope) if line.prompt else own
    done.append(c.Question(
        ctx.acting(scope), prompt, [choice], None, (), (), menus_named(ctx, line.also), False, None, None, False,
        line.span, scope.rule,
    ))  # fmt: skip
    return inner


def ask(ctx: Context, line: s.Ask, scope: Scope, done: list[c.Action]) -> None:
    """A player is asked, and takes an option."""
    together = "" if line.keep else 'To ask all of them before anything is done write "together" behind it.'
    seat = one_player(ctx, line.seat, scope, together)
    known = seat.thing if isinstance(seat, c.Sure) else seat
    asked = known.var if isinstance(known, c.Use) else ctx.player_var()
    if seat is not known or not isinstance(known, c.Use):
        done.append(c.Let(asked, seat, line.seat.span))
    inner = Scope(scope.rule, {**scope.names, "player": asked}, scope.it, scope.this, scope.loops)
    inside = inner.within_loop("asking") if line.keep else inner
    choices = [read_option(ctx, one, inside) for one in line.options]
    until = _until(ctx, ctx.condition(line.until, inner) if line.until is not None else None, line.keep, asked)
    question = c.Question(
        c.Use(asked), text(ctx, line.prompt, inner), choices, None, (), (), menus_named(ctx, line.also), line.keep,
        None, until, bool(line.how), line.span, scope.rule,
    )  # fmt: skip
    done += for_those_still_in(ctx, asked, [question], line.span)


def _until(ctx: Context, until: c.Value | None, again: bool, asked: c.Var | None) -> c.Value | None:
    """Return when nobody is asked again: also once the one who is asked has left the game."""
    if not again or ctx.gone is None or asked is None:
        return until
    left = c.Member(c.Use(asked), ctx.gone, TRUTH)
    return left if until is None else c.Logic("or", (until, left), TRUTH)


def offer(ctx: Context, line: s.Offer, scope: Scope, done: list[c.Action]) -> None:
    """The acting player takes an option of a menu."""
    _report_nobody(ctx, line, scope)
    menu = menu_rule(ctx, line.menu)
    if menu is None:
        ctx.read_loosely(line.arguments, scope)
        return
    values = read_arguments(ctx, line.menu, [menu.player, *menu.params], line.arguments, scope)
    keeping = _kept_names(ctx, line, menu, scope)
    stop = None
    if line.stop:
        stop = text(ctx, line.stop_label, scope) if line.stop_label else own_text(ctx.table.language, "go-on")
    until = ctx.condition(line.until, scope) if line.until is not None else None
    again = line.stop or until is not None
    until = _until(ctx, until, again, scope.player)
    question = c.Question(
        ctx.acting(scope), c.Text((menu.label,)), [], menu, values[1:], keeping, menus_named(ctx, line.also),
        again, stop, until, False, line.span, scope.rule, line.stop,
    )  # fmt: skip
    done += for_those_still_in(ctx, scope.player, [question], line.span) if scope.player is not None else [question]


def _kept_names(ctx: Context, line: s.Offer, menu: c.Menu, scope: Scope) -> tuple[c.Var, ...]:
    """The names in which a menu keeps its numbers."""
    if len(line.keeping) != len(menu.keeps):
        kept = ", ".join(v.name for v in menu.keeps) or "nothing"
        remedy = 'Write them after "keeping", in this order.'
        ctx.fail(Code.WRONG_NUMBER_OF_THINGS, line.menu.span, f"this menu keeps {kept}", remedy)
    found = [(word, ctx.look_up(word, "name let here", scope.names)) for word in line.keeping]
    for word, var in found:
        if var is not None:
            ctx.table.use(word.span, var)
    return tuple(var for _, var in found if var is not None)
