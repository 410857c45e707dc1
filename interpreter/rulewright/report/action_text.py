"""What the checked rules do, line by line, in the words of the language."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulewright.check import core as c
from rulewright.diagnostics import NOWHERE, Span
from rulewright.report.value_text import inner, of_keys, said, texts

Told = tuple[Span, int, str]
"""Where a line stands, how far it is indented, and what it says."""


def told(action: c.Action, depth: int = 0) -> Iterator[Told]:
    """Yield the lines for an action, and for the actions inside it."""
    if isinstance(action, c.Branch):
        yield from _branch(action, depth)
    elif isinstance(action, c.Loop | c.Count_):
        yield action.span, depth, loop_head(action)
        yield from all_told(action.body, depth + 1)
    elif isinstance(action, c.Dispatch):
        yield action.span, depth, f"follow {said(action.piece)}"
        for _, step in action.cases:
            yield step.span, depth + 1, step.name
    else:
        say = SAYERS.get(type(action).__name__)
        yield getattr(action, "span", NOWHERE), depth, say(action) if say else type(action).__name__.lower()


def all_told(actions: list[c.Action], depth: int = 0) -> Iterator[Told]:
    """Yield the lines for actions one after the other."""
    for action in actions:
        yield from told(action, depth)


def _branch(action: c.Branch, depth: int) -> Iterator[Told]:
    if not action.cases:
        yield from all_told(action.otherwise, depth)
        return
    for number, (test, body) in enumerate(action.cases):
        yield action.span, depth, f"{'otherwise ' if number else ''}if {said(test)}"
        yield from all_told(body, depth + 1)
    if action.otherwise:
        yield action.span, depth, "otherwise"
        yield from all_told(action.otherwise, depth + 1)


def loop_head(loop: c.Loop | c.Count_) -> str:
    """Return how a loop begins."""
    if isinstance(loop, c.Count_):
        return f"for each {loop.var.name} from {inner(loop.low)} to {inner(loop.high)}"
    start = f" {loop.direction} {inner(loop.start)}" if loop.start is not None else ""
    by = f" by {inner(loop.by)}" if loop.by is not None and loop.direction != "back to" else ""
    until = f" until {said(loop.until)}" if loop.until is not None else ""
    return f"{'in laps ' if loop.laps else ''}for each {loop.var.name} in {said(loop.things)}{start}{by}{until}"


def _assign(action: c.Assign) -> str:
    verb, word = {"=": ("set", "to"), "+": ("raise", "by"), "-": ("lower", "by")}.get(action.operator, ("", ""))
    if verb:
        return f"{verb} {said(action.target)} {word} {said(action.value)}"
    return f"{action.operator} {said(action.target)}"


def _gain(action: c.Gain) -> str:
    return (
        f"{inner(action.seat)} {'takes' if action.sign > 0 else 'pays'} {inner(action.number)} {action.amount.plural}"
    )


def _move(action: c.MoveTo) -> str:
    to = f"move {said(action.things)} to {of_keys(action.place.name, action.keys)}" if action.place else ""
    return to or f"discard {said(action.things)}"


def _draw(action: c.DrawFrom) -> str:
    stack, place = of_keys(action.stack.name, action.stack_keys), of_keys(action.place.name, action.keys)
    return f"draw {inner(action.number)} from {stack} to {place}"


def _score(action: c.ScorePoints) -> str:
    condition = f" if {said(action.condition)}" if action.condition is not None else ""
    return f"score {inner(action.points)} points{condition}"


def _roll(action: c.RollDie) -> str:
    secretly = f" for {inner(action.seat)} alone" if action.seat is not None else ""
    return f"roll {action.var.name} from {inner(action.low)} to {inner(action.high)}{secretly}"


SAYERS: dict[str, Callable[..., str]] = {
    "Let": lambda a: f"let {a.var.name} be {said(a.value)}",
    "Assign": _assign,
    "MarkAll": lambda a: f"{'mark' if a.on else 'unmark'} {said(a.things)} {a.stored.name}",
    "Gain": _gain,
    "Transfer": lambda a: f"{inner(a.payer)} pays {inner(a.number)} {a.amount.plural} to {inner(a.payee)}",
    "MoveTo": _move,
    "DrawFrom": _draw,
    "ShuffleStack": lambda a: f"shuffle {of_keys(a.place.name, a.keys)}",
    "RollDie": _roll,
    "SwapPieces": lambda a: f"swap {inner(a.left)} and {inner(a.right)}",
    "Perform": lambda a: f"do {a.step.name} with {', '.join(said(given) for given in a.arguments)}",
    "Leave": lambda a: f"end {a.step.name if a.step else 'game'}" if a.how == "end" else a.how,
    "ScorePoints": _score,
    "Pass": lambda a: f"mark {a.mark}",
    "Say": lambda a: f'tell "{texts(a.text)}"',
}
"""By class, how an action is said that has no others inside it."""
