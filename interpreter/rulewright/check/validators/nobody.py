"""Finds lines that some player does, where no player is acting."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.check import core as c
from rulewright.check.core.walk import body_of, lines_inside, parts_of_value, rules_done, values_of
from rulewright.diagnostics import NOWHERE, Code, Findings, Span


def report_nobody(checked: c.CheckedRules, findings: Findings) -> None:
    """Add a finding for each choice, payment or `player` in a step that is done while no player is acting."""
    for step in _without_player([checked.game]):
        own = _player_of(step)
        for action in lines_inside(body_of(step)):
            if isinstance(action, c.Question) and _is_nobody(action.seat, own):
                _report_nobody(Code.NOBODY_ASKED, action.span, "who chooses? no player is acting here", findings)
            elif any(_is_nobody(seat, own) for seat in _values_of_doers(action)):
                _report_nobody(Code.NOBODY_ACTS, action.span, "who does this? no player is acting here", findings)
            elif (span := _speaks_of(action, own)) is not None:
                _report_nobody(Code.NOBODY_ACTS, span, "which player? no player is acting here", findings)


def _report_nobody(code: Code, span: Span, message: str, findings: Findings) -> None:
    findings.add(code, span, message, 'Put it, or what leads to it, inside "for each player in players:".')


def _player_of(step: c.Procedure) -> c.Var | None:
    return step.params[0] if step.params else None


def _without_player(found: list[c.Procedure]) -> list[c.Procedure]:
    """The steps that some are, or lead to, without any player acting."""
    for step in found:
        own = _player_of(step)
        for action in lines_inside(body_of(step)):
            for other, given in rules_done(action):
                if _is_nobody(given[0], own) and other not in found:
                    found.append(other)
    return found


def _is_nobody(seat: c.Value, own: c.Var | None) -> bool:
    if isinstance(seat, c.Const):
        return seat.value < 0
    return isinstance(seat, c.Use) and seat.var is own


def _values_of_doers(action: c.Action) -> Iterator[c.Value]:
    if isinstance(action, c.Gain):
        yield action.seat
    elif isinstance(action, c.Transfer):
        yield action.payer
    elif isinstance(action, c.RollDie | c.PickAtRandom) and action.seat is not None:
        yield action.seat


def _speaks_of(action: c.Action, own: c.Var | None) -> Span | None:
    """Where a line reads what belongs to the player who would be acting."""
    silent = {id(value) for value in _handed_on(action)}
    places = (_mentions_of_player(value, own, action.span) for value in values_of(action) if id(value) not in silent)
    return next((span for span in places if span is not None), None)


def _handed_on(action: c.Action) -> Iterator[c.Value]:
    """The acting player as he is handed on, without the line speaking of him."""
    if isinstance(action, c.Question):
        yield action.seat
    yield from (given[0] for _, given in rules_done(action))
    yield from _values_of_doers(action)


def _mentions_of_player(value: c.Value, own: c.Var | None, span: Span) -> Span | None:
    """Where a value speaks of the player who would be acting; a declared value may do so in its own rule."""
    if isinstance(value, c.Use):
        return span if value.var is own else None
    parts, nearer = list(parts_of_value(value)), getattr(value, "span", NOWHERE)
    if isinstance(value, c.Call | c.Doable | c.WouldBe):
        first, nearer = parts[0], NOWHERE
        silent = not (isinstance(value, c.Call) and value.value.name.startswith("value.player."))
        if silent and _is_nobody(first, own):
            parts = parts[1:]
            if isinstance(value, c.Call) and _speaks_itself(value.value, span):
                return span
            if isinstance(value, c.WouldBe) and _needs_player(value.step):
                return value.span
    places = (_mentions_of_player(part, own, nearer if nearer.line else span) for part in parts)
    return next((place for place in places if place is not None), None)


def _speaks_itself(rule: c.ValueRule, span: Span) -> bool:
    own = rule.params[0]
    return any(_mentions_of_player(part, own, span) for part in rule.parts)


def _needs_player(step: c.Rule) -> bool:
    """Whether a step that is done for nobody would lack a player."""
    assert isinstance(step, c.Procedure)
    return any(
        any(_is_nobody(seat, _player_of(one)) for seat in _values_of_doers(line)) or _speaks_of(line, _player_of(one))
        for one in _without_player([step]) for line in lines_inside(body_of(one))
    )  # fmt: skip
