"""What repeats must be able to end.

Whether rules come to an end cannot be decided in general. Two kinds of repetition that surely do not are found by
comparing what they depend on with what they change; both are sets of marks: facts, names, and `PIECES` for where
pieces lie.

A question that is asked again ends if an option stops it, or if an option changes something that decides whether it is
asked again or what is offered:

    keep asking until coins is 0:        reads   {coins}
        option rest: take 1 card         changes {cards}: the question never ends
        option buy: pay 1 coin           changes {coins}: with this option it may end

It is not examined which way `coins` goes, so `take 1 coin` would count, too: what is reported is certain, what is not
reported may still repeat forever, and then exhausts the budget of steps.

Laps end when a lap asks nothing and changes nothing. So they never end if nobody can leave them and each lap surely
asks something, or surely raises something that no line lowers: `take 1 coin` in every lap, and no `pay` that it leads
to.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.check import core as c
from rulewright.check.core.touches import PIECES, what_line_touches
from rulewright.check.core.walk import (
    all_lines,
    bodies_inside,
    body_of,
    everything_in,
    lines_inside,
    menus_of,
    rules_led_to,
    values_of,
)  # fmt: skip
from rulewright.diagnostics import Code, Findings, limits

Touched = set[int | str]


def report_endless(checked: c.CheckedRules, findings: Findings) -> None:
    """Add a finding for each question or loop that can be seen never to end, or to repeat far too often."""
    for action in all_lines(checked):
        if isinstance(action, c.Question) and action.loop and action.stop is None:
            _check_question(action, findings)
        elif isinstance(action, c.Question) and not action.loop:
            _runs_out(action, findings)
        elif isinstance(action, c.Loop) and action.laps:
            _check_laps(action, findings)
        elif isinstance(action, c.Count_) and action.endless:
            _check_endless(action, findings)
        elif isinstance(action, c.Count_) and isinstance(action.low, c.Const) and isinstance(action.high, c.Const):
            times = action.high.value - action.low.value + 1
            if times > limits.REPEATS.most:
                message = f"this is done {times:,} times; the most is {limits.REPEATS.most:,}"
                findings.add(limits.REPEATS.code, action.span, message)


def _check_question(question: c.Question, findings: Findings) -> None:
    options = [option for menu in menus_of(question) for option in menu.options]
    choices = [*question.choices, *(option.choice for option in options)]
    if any(option.once or option.limit or option.live for option in options):
        return
    bodies = [choice.body for choice in choices]
    if any(may_leave(body) for body in bodies):
        return
    read = {mark for value in _deciding_values(question) for mark in what_value_reads(value)}
    read |= {mark for body in bodies for action in lines_reached(body) for mark in _read_by(action)}
    read |= {mark for option in options for value in _of_choice(option.choice) for mark in what_value_reads(value)}
    changed = {mark for body in bodies for action in lines_reached(body) for mark in what_line_changes(action)}
    if read & changed:
        return
    findings.add(
        Code.NEVER_ENDS, question.span, "this question comes back for ever: no option changes what would end it",
        'Add an option with "stop", or "until" with something that an option changes.',
    )  # fmt: skip


def _runs_out(question: c.Question, findings: Findings) -> None:
    """What is chosen from must not be used up by the free effects that come back to the question."""
    if question.menu is not None or not question.also or not all(_of_things(choice) for choice in question.choices):
        return
    read = {mark for choice in question.choices for value in _of_choice(choice) for mark in what_value_reads(value)}
    bodies = [option.choice.body for menu in question.also for option in menu.options]
    if read & {mark for body in bodies for action in lines_reached(body) for mark in what_line_changes(action)}:
        findings.add(
            Code.MAY_RUN_OUT, question.span, "what can be used here besides may leave nothing to choose from",
            'Let him choose "or nothing", or add an option that is always there.',
        )  # fmt: skip


def _of_things(choice: c.Choice) -> bool:
    """Whether an option is there only if there is something that comes with it."""
    return choice.var is not None and not choice.or_nothing


def _check_endless(loop: c.Count_, findings: Findings) -> None:
    ends, body = loop.body[0], loop.body[1:]
    read = {mark for value in values_of(ends) for mark in what_value_reads(value)}
    if may_leave(body) or read & {mark for action in lines_reached(body) for mark in what_line_changes(action)}:
        return
    findings.add(
        Code.NEVER_ENDS, loop.span, "this is repeated for ever: no line in it changes what would end it",
        'Change in it what stands behind "until", or write "stop" where it should end.',
    )  # fmt: skip


def _check_laps(loop: c.Loop, findings: Findings) -> None:
    until = set(what_value_reads(loop.until)) if loop.until else set()
    lines = list(lines_reached(loop.body))
    changed = {mark for action in lines for mark in what_line_changes(action)}
    if until & changed or may_leave(loop.body, True) or not _surely_goes_on(loop.body, lines):
        return
    findings.add(
        Code.NEVER_ENDS, loop.span, "these laps never end: nobody drops out, and every lap asks or changes something",
        'Let players "drop out", write "stop", or end the laps with "until".',
    )  # fmt: skip


# ---- what lines do


def lines_reached(actions: list[c.Action], seen: set[int] | None = None) -> Iterator[c.Action]:
    """All lines that a body leads to, those of other rules too."""
    seen = set() if seen is None else seen
    for action in lines_inside(actions):
        yield action
        for unit in rules_led_to(action):
            if id(unit) not in seen:
                seen.add(id(unit))
                yield from lines_reached(body_of(unit), seen)


def lines_after(would: c.WouldBe) -> Iterator[c.Action]:
    """All lines that are done before a condition on what would be is looked at."""
    assert isinstance(would.step, c.Procedure)
    return lines_reached(body_of(would.step))


def rule_inside(asking: c.Call | c.Doable | c.WouldBe) -> c.ValueRule | c.Rule:
    """The rule that a value looks into."""
    return asking.value if isinstance(asking, c.Call) else asking.step


def values_inside(asking: c.Call | c.WouldBe) -> list[c.Value]:
    """The values that are read in the rule that a value looks into."""
    if isinstance(asking, c.Call):
        return asking.value.parts
    return [value for line in lines_after(asking) for value in values_of(line)]


def may_leave(actions: list[c.Action], laps: bool = False, inside: bool = False) -> bool:
    """Whether a body may leave what repeats it: by `stop`, by `end`, or out of the laps."""
    for action in actions:
        ways = {"end": True, "stop": not inside, "out": laps}
        if isinstance(action, c.Leave) and ways[action.how]:
            return True
        within = inside or isinstance(action, c.Loop | c.Count_) or (isinstance(action, c.Question) and action.loop)
        still = laps and not (isinstance(action, c.Loop) and action.laps)
        if any(may_leave(body, still, within) for body in bodies_inside(action)):
            return True
        if isinstance(action, c.Perform | c.Dispatch | c.Question) and any(
            isinstance(a, c.Leave) and a.how == "end" for a in lines_reached([action])
        ):
            return True
    return False


def what_line_changes(action: c.Action) -> Iterator[int | str]:
    """What a line itself changes, with the options that it opens."""
    return (what if isinstance(what, str) else id(what) for what in what_line_touches(action).changes)


def _read_by(action: c.Action) -> Iterator[int | str]:
    """What decides whether a line can be done."""
    touched = what_line_touches(action)
    if touched.paid is not None:
        yield id(touched.paid)
    yield from (mark for value in touched.decided_by for mark in what_value_reads(value))


def _deciding_values(question: c.Question) -> Iterator[c.Value]:
    """What decides whether a question is asked again, but for the options of its menus."""
    yield from question.arguments
    if question.until is not None:
        yield question.until
    for choice in question.choices:
        yield from _of_choice(choice)


def _of_choice(choice: c.Choice) -> Iterator[c.Value]:
    for value in (choice.things, choice.low, choice.high, choice.when):
        if value is not None:
            yield value


def what_value_reads(value: c.Value, seen: frozenset[int] = frozenset()) -> Iterator[int | str]:
    """What a value depends on: facts, names, where pieces lie."""
    for part in everything_in(value):
        if isinstance(part, c.Read):
            yield id(part.stored)
            yield from [PIECES] if part.stored.cleared else []
        elif isinstance(part, c.Use):
            yield id(part.var)
        elif isinstance(part, c.BeenHere):
            yield from map(id, (part.history, *part.history.facts))
        elif isinstance(part, c.Contents | c.Where | c.Doable):
            yield PIECES
        elif isinstance(part, c.Call | c.WouldBe) and id(rule_inside(part)) not in seen:
            inside = seen | {id(rule_inside(part))}
            yield from (mark for each in values_inside(part) for mark in what_value_reads(each, inside))


def _surely_goes_on(actions: list[c.Action], lines: list[c.Action], depth: int = 0) -> bool:
    """Whether a lap always asks somebody, or changes something for good; `lines` are all that it may lead to."""
    return depth < 6 and any(_is_surely_done(action, lines, depth) for action in actions)


def _is_surely_done(action: c.Action, lines: list[c.Action], depth: int) -> bool:
    if isinstance(action, c.Assign | c.Gain):
        what = set(what_line_changes(action))
        return _surely_grows(action) and all(
            _direction_of_change(line) == _direction_of_change(action)
            for line in lines
            if what & set(what_line_changes(line))
        )
    if isinstance(action, c.Perform):
        return _surely_goes_on(action.step.body, lines, depth + 1)
    if isinstance(action, c.Question):
        return len([o for o in action.choices if o.when is None and o.var is None]) > 1
    return False


def _surely_grows(action: c.Assign | c.Gain) -> bool:
    """Whether a line surely raises or lowers something."""
    if isinstance(action, c.Assign):
        return action.operator in "+-" and _is_some(action.value)
    return (action.sign < 0 or action.amount.supply is None) and _is_some(action.number)


def _direction_of_change(action: c.Action) -> int | str | None:
    """Return whether a line raises or lowers: what another line does the other way may be as before after a lap."""
    return action.sign if isinstance(action, c.Gain) else action.operator if isinstance(action, c.Assign) else None


def _is_some(value: c.Value) -> bool:
    return isinstance(value, c.Const) and value.value > 0
