"""Sentences about counted things and pieces: take, pay, move, discard, draw, shuffle, swap, mark."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check.core.things import Type
from rulewright.check.resolve.context import Context, Scope, is_bad
from rulewright.check.resolve.wanted import need_type, one_player, read_things, same_domain, some_things
from rulewright.check.resolve.wanted import read_amount as amount_of
from rulewright.diagnostics import Code, Span
from rulewright.diagnostics.similar import did_you_mean
from rulewright.syntax import expressions as x
from rulewright.syntax import statements as s

_DECLARED = 'Declare it as "stack of" or "row of"'
_ORDERED = f"{_DECLARED}, or choose from it."

# -- counted things


def counted_thing(ctx: Context, what: x.Word, done: str, do: str) -> c.Stored | None:
    """Return the counted thing of a name; what is `done` to it, and what players `do`, are words for the message."""
    stored = ctx.table.amount_named(what.text)
    if stored is None:
        amounts = [stored for stored in dict.fromkeys(ctx.table.stored.values()) if stored.amount]
        remedy = did_you_mean(what.text, [n for stored in amounts for n in (stored.name, stored.plural)])
        if amounts:
            at = ctx.table.amounts_at if ctx.table.amounts_at.line else amounts[0].span
            listed = ", ".join(stored.name for stored in amounts)
            remedy += (f"A player can {do}: {listed} (declared in {at.file}:{at.line}).",)
        if ("player", what.text) in ctx.table.stored:
            raised = "raise" if done == "taken" else "lower"
            remedy = (
                f'It is a number and not counted: "{raised} player\'s {what.text} by ...".',
                f'Things that players {do} are declared as "amount ONE / MANY".',
            )
        ctx.findings.add(Code.UNKNOWN_NAME, what.span, f"no such thing can be {done}", *remedy)
    else:
        ctx.table.use(what.span, stored.span)
    return stored


def _acting_seat(ctx: Context, seat: x.Expr | None, scope: Scope) -> c.Value:
    return ctx.acting(scope) if seat is None else one_player(ctx, seat, scope)


def take(ctx: Context, line: s.Take, scope: Scope, done: list[c.Action]) -> None:
    """Somebody takes some of a counted thing."""
    seat, many = _acting_seat(ctx, line.seat, scope), amount_of(ctx, line.amount, scope, "what is taken")
    amount = counted_thing(ctx, line.what, "taken", "take")
    if amount is not None:
        done.append(c.Gain(amount, seat, many, 1, line.span))


def pay(ctx: Context, line: s.Pay, scope: Scope, done: list[c.Action]) -> None:
    """Somebody pays some of a counted thing, perhaps to somebody."""
    seat, many = _acting_seat(ctx, line.seat, scope), amount_of(ctx, line.amount, scope, "what is paid")
    amount = counted_thing(ctx, line.what, "paid", "pay")
    payee = one_player(ctx, line.to, scope) if line.to is not None else None
    if amount is None:
        return
    if payee is None:
        done.append(c.Gain(amount, seat, many, -1, line.span, line.seat is None))
    else:
        done.append(c.Transfer(amount, seat, payee, many, line.span, line.seat is None))


def mark(ctx: Context, line: s.Mark, scope: Scope, done: list[c.Action]) -> None:
    """A fact of things is so from now on, or no longer."""
    marked = some_things(ctx, line.things, scope)
    if marked.type.domain is None:
        return
    owners = list(ctx.table.owners(marked.type.domain, marked.type.kind))
    truths = {key: fact for key, fact in ctx.table.stored.items() if key[0] in owners and fact.type.how == "truth"}
    stored = next((truths[owner, line.fact.text] for owner in owners if (owner, line.fact.text) in truths), None)
    if stored is None:
        ctx.table.unknown(line.fact, "yes-or-no fact", [name for _, name in truths])
        return
    ctx.table.use(line.fact.span, stored.span)
    done.append(c.MarkAll(stored, marked, line.on, line.span))


# -- pieces and places


def place(ctx: Context, node: x.Expr, scope: Scope) -> c.Contents | None:
    """Return a place as the set of what lies there; None if it is something else."""
    value = ctx.value(node, scope)
    if isinstance(value, c.Contents):
        return value
    if not is_bad(value):
        message, remedy = (
            f"this is {value.type}; a place belongs here",
            'A place is named with its owner: "player\'s hand".',
        )
        ctx.fail(Code.NOT_A_PLACE, node.span, message, remedy)
    return None


def pieces(ctx: Context, node: x.Expr, scope: Scope, to: c.Place | None = None) -> c.Value:
    """Return pieces, which must be of those that lie in a place."""
    value = ctx.value(node, scope, Type("set", to.pieces) if to else None)
    if is_bad(value):
        return value
    if value.type.domain is None or value.type.domain.how != "piece":
        message = f"this is {value.type}; pieces belong here"
        return ctx.fail(Code.NOT_A_PIECE, node.span, message, "Name a piece, or a place full of them.")
    if to is not None and value.type.domain is not to.pieces:
        message = f"{to.name} holds {to.pieces.plural}, and this is {value.type}"
        return ctx.fail(Code.WRONG_KIND, node.span, message, "Name another place.")
    return value


def move(ctx: Context, line: s.Move, scope: Scope, done: list[c.Action]) -> None:
    """Pieces go to a place. What they are called depends on what lies there."""
    to = place(ctx, line.to, scope)
    if to is None:
        ctx.read_loosely([line.things], scope)
        return
    things = pieces(ctx, line.things, scope, to.place)
    if not line.under:
        done.append(c.MoveTo(things, to.place, to.keys, line.span))
        return
    if not to.place.order:
        message = "pieces are put under a stack, and this place has no order"
        ctx.fail(Code.NOT_A_STACK, line.to.span, message, f"{_DECLARED}, or move them to it.")
    done.append(c.MoveUnder(things, to.place, to.keys, line.span))


def discard(ctx: Context, line: s.Discard, scope: Scope, done: list[c.Action]) -> None:
    """Pieces go where those of their kind are discarded to."""
    gone = pieces(ctx, line.things, scope)
    report_not_discarded(ctx, gone.type, line.things.span)
    done.append(c.MoveTo(gone, None, (), line.span))


def report_not_discarded(ctx: Context, type_: Type, span: Span) -> None:
    """Add a finding for each kind of pieces of which it is not said where they are discarded to."""
    kinds = [type_.kind] if type_.kind else type_.domain.kinds if type_.domain else []
    for kind in kinds:
        if kind.name not in ctx.table.discards:
            message = f"where are {kind.plural} discarded to?"
            remedy = f'Add a line "discarded to PLACE" under "piece {kind.name} / {kind.plural}:".'
            ctx.fail(Code.DISCARD_UNKNOWN, span, message, remedy)


def draw(ctx: Context, line: s.Draw, scope: Scope, done: list[c.Action]) -> None:
    """Pieces from the top of a stack go to a place."""
    stack, to = place(ctx, line.stack, scope), place(ctx, line.to, scope)
    many = amount_of(ctx, line.amount, scope, "what is drawn")
    ctx.table.kind_of(line.what)
    if stack is None or to is None:
        return
    if not stack.place.order:
        message = "pieces are drawn from a stack, and this place has no order"
        ctx.fail(Code.NOT_A_STACK, line.stack.span, message, _ORDERED)
    elif stack.place.pieces is not to.place.pieces:
        message = f"this place holds no {stack.place.pieces.plural}"
        ctx.fail(Code.WRONG_KIND, line.to.span, message, "Name another place.")
    done.append(c.DrawFrom(many, stack.place, stack.keys, to.place, to.keys, line.span))


def shuffle(ctx: Context, line: s.Shuffle, scope: Scope, done: list[c.Action]) -> None:
    """The pieces of a stack are put into a random order."""
    stack = place(ctx, line.stack, scope)
    if stack is None:
        return
    if not stack.place.order:
        message = "only a stack can be shuffled, and this place has no order"
        ctx.fail(Code.NOT_A_STACK, line.stack.span, message, _ORDERED)
    done.append(c.ShuffleStack(stack.place, stack.keys, f"shuffle {stack.place.name}", line.span))


def swap(ctx: Context, line: s.Swap, scope: Scope, done: list[c.Action]) -> None:
    """Two pieces, or all that lies in two places, change places."""
    both = ctx.value(line.left, scope), ctx.value(line.right, scope)
    if isinstance(both[0], c.Contents) and isinstance(both[1], c.Contents):
        _swap_places(ctx, line, both[0], both[1], done)
        return
    left, right = need_type(ctx, both[0], "one", line.left.span), need_type(ctx, both[1], "one", line.right.span)
    same_domain(ctx, left, right, line.span)
    done.append(c.SwapPieces(left, right, line.span))


def show(ctx: Context, line: s.Show, scope: Scope, done: list[c.Action]) -> None:
    """Players get to know pieces that stay where they are."""
    shown, seats = pieces(ctx, line.things, scope), read_things(ctx, line.to, scope)
    if seats.type.domain is not ctx.table.domains["player"]:
        if not is_bad(seats):
            remedy = 'Name them: "show card to rival", "show card to others".'
            ctx.fail(Code.WRONG_KIND, line.to.span, f"this is {seats.type}; one or several players belong here", remedy)
        return
    done.append(c.ShowPieces(shown, seats, line.span))


def _swap_places(ctx: Context, line: s.Swap, left: c.Contents, right: c.Contents, done: list[c.Action]) -> None:
    if left.place.pieces is not right.place.pieces or left.place.kind is not right.place.kind:
        held = [(one.place.kind or one.place.pieces).plural for one in (left, right)]
        message = f"{left.place.name} holds {held[0]}, and {right.place.name} holds {held[1]}"
        ctx.fail(Code.WRONG_KIND, line.span, message, "Name two places for the same kind of pieces.")
    done.append(c.SwapPlaces(left.place, left.keys, right.place, right.keys, line.span))
