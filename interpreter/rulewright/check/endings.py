"""Reads what counts at the end, and what must always hold."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check.core.walk import inner
from rulewright.check.rules import Rules
from rulewright.check.scope import Scope
from rulewright.check.types import TRUTH, Type
from rulewright.check.values import Faulty
from rulewright.diagnostics import Code
from rulewright.syntax import declarations as d


def scoring(reader: Rules, decl: d.Scoring) -> c.ScoringRule | None:
    """Return the checked rule of a `scoring` declaration."""
    player = reader.player_var()
    scope = Scope(f"scoring.{decl.name.text}", {"player": player})
    label = decl.label.text if decl.label else decl.name.text.replace("-", " ").capitalize()
    body = reader.block(decl.body, scope)
    only_counts(reader, body)
    return c.ScoringRule(scope.rule, label, player, body, decl.name.span)


COUNTING = (c.Let, c.Branch, c.Loop, c.Count_, c.Leave, c.ScorePoints, c.Say)
"""What may stand where points are counted."""


def only_counts(reader: Rules, body: list[c.Action]) -> None:
    """Counting points changes nothing and asks nobody: it is done again whenever somebody wants to know the points."""
    for action in inner(body):
        if not isinstance(action, COUNTING):
            reader.world.findings.add(
                Code.SCORING_CHANGES, action.span, "points are only counted here; this changes the game",
                "Do it in a step before the game ends.",
            )  # fmt: skip


def piece_scorings(reader: Rules, decl: d.PieceRule) -> list[c.ScoringRule]:
    """Return a scoring rule for each `scores` block of a piece rule."""
    kind = reader.world.kinds.get(decl.kind.text)
    if kind is None or not decl.scores:
        return []
    player = reader.player_var()
    home = reader.world.home[kind.name]
    this = c.Var(kind.name, Type("one", home, kind=kind))
    scope = Scope(f"end of {kind.name}.{decl.name.text}", {"player": player}, None, this)
    label = decl.label.text if decl.label else decl.name.text.replace("-", " ").capitalize()
    mask = reader.world.piece_rules.get((kind.name, decl.name.text), (home, 0))[1]
    all_of_rule = c.Const(mask, Type("set", home, kind=kind))
    candidate = c.Var("piece", this.type)
    holder = c.Where("player", c.Use(candidate), Type("one", reader.world.domains["player"], True))
    held = c.Filter(candidate, all_of_rule, c.Test("==", holder, c.Use(player), TRUTH), all_of_rule.type)
    body: list[c.Action] = [a for block in decl.scores for a in reader.block(block, scope)]
    only_counts(reader, body)
    loop = c.Loop(this, held, "", None, None, False, None, body, decl.span)
    return [c.ScoringRule(f"{kind.name}.{decl.name.text}", label, player, [loop], decl.name.span)]


def tie_break(reader: Rules, decl: d.TieBreak) -> c.TieBreak | None:
    """Return the checked rule of a `tie-break` declaration, or None if it is faulty."""
    player = reader.player_var()
    scope = Scope(f"tie-break.{decl.name.text}", {"player": player})
    reader.note_sources(decl.sources, scope)
    try:
        value = reader.number(decl.value, scope)
    except Faulty:
        return None
    label = decl.label.text if decl.label else decl.name.text.replace("-", " ").capitalize()
    return c.TieBreak(scope.rule, label, player, value, decl.name.span)


def always_rule(reader: Rules, decl: d.Always) -> c.AlwaysRule | None:
    """Return the checked rule of an `always` declaration, or None if it is faulty."""
    scope = Scope(f"always.{decl.name.text}")
    reader.note_sources(decl.sources, scope)
    try:
        return c.AlwaysRule(scope.rule, reader.condition(decl.condition, scope), decl.name.span)
    except Faulty:
        return None
