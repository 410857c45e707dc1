"""What a line of checked rules changes, uses and needs: one case for each kind of sentence, for all validators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rulewright.check.core import actions as a
from rulewright.check.core.things import History, Place, Stored, Var
from rulewright.check.core.values import Value
from rulewright.check.core.walk import menus_of, values_of
from rulewright.frozen import frozen_class

PIECES, CHANCE = "pieces", "chance"
"""Represent the positions of all pieces, and what chance brings."""


@frozen_class
class Touches:
    """What a line does to things, without the lines inside it."""

    changes: Sequence[Stored | History | Var | str] = ()
    uses: Sequence[Stored | Place | None] = ()
    """What it uses besides its values."""
    paid: Stored | None = None
    """What it takes from somebody, who must have it."""
    decided_by: Sequence[Value] = ()
    """The values that decide whether it can be done."""


def what_line_touches(action: a.Action) -> Touches:  # noqa: C901, PLR0912 - one case for each kind of statement
    """Return what a line itself changes, with the options that it opens, and what it uses and needs."""
    match action:
        case a.Let():
            return Touches([action.var])
        case a.RollDie() | a.PickAtRandom():
            return Touches([action.var, CHANCE])
        case a.Assign():
            return Touches([action.target.stored], _shown_by_change(action.target.stored))
        case a.MarkAll():
            return Touches([action.stored], _shown_by_change(action.stored))
        case a.Gain() if action.sign > 0:
            return Touches([action.amount])
        case a.Gain() | a.Transfer():
            return Touches([action.amount], paid=action.amount, decided_by=values_of(action))
        case a.MoveTo() | a.MoveUnder():
            return Touches([PIECES], [action.place])
        case a.ShuffleStack():
            return Touches([PIECES, CHANCE], [action.place])
        case a.DrawFrom():
            return Touches([PIECES, CHANCE], [action.place, action.stack])
        case a.SwapPieces() | a.ShowPieces():
            return Touches([PIECES])
        case a.Remember():
            return Touches([action.history], action.history.facts)
        case a.SwapPlaces():
            return Touches([PIECES], [action.left, action.right])
        case a.Question():
            options = [option for menu in menus_of(action) for option in menu.options]
            memories = [one for option in options for one in (option.once, *(option.limit or ())[:1])]
            kept = (one for one in memories if isinstance(one, Stored))
            return Touches([*action.keeping, *kept], decided_by=values_of(action))
        case a.Perform():
            return Touches(action.step.resets, decided_by=values_of(action))
        case a.Branch():
            return Touches(decided_by=values_of(action))
        case a.Dispatch() | a.Loop() | a.Count_() | a.Leave() | a.ScorePoints() | a.Say() | a.Pass():
            return Touches()
        case _:
            assert_never(action)


def _shown_by_change(stored: Stored) -> list[Stored]:
    """Return a fact that is used by being changed, because all players see what becomes of it."""
    return [stored] if stored.seen == "all" and not stored.amount else []
