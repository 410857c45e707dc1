"""The order in which differences are applied, and conflicts between them.

A difference comes after those that it `needs` and those that it is `later than`. Again and again the first one that
waits for no other is taken, from the lowest layer up, then by name, so the order depends on nothing else: of a, which
is later than c, b and c, first b is taken, then c, then a. If all of the rest wait, they wait for one another in a
circle.

Two differences of unrelated rulesets (`a+b`) that edit the same thing conflict, since the result would depend on their
names, unless one of them is stated to come later, directly or by way of others.
"""

from __future__ import annotations

from rulewright.compose.composed import ComposedDifference, Edit
from rulewright.compose.differences import report_twice, target_of
from rulewright.compose.suggestions import rulesets_declaring
from rulewright.diagnostics import Code, Findings
from rulewright.diagnostics.similar import did_you_mean
from rulewright.source import available
from rulewright.syntax import declarations as d
from rulewright.syntax.expressions import Word


def in_order(all_: list[ComposedDifference], asked: set[str], findings: Findings) -> list[ComposedDifference]:
    """Return the differences to apply, each after those it needs and those it is later than.

    `all_` are sorted by ruleset, lower layers first. Otherwise the order is determined by names alone.
    """
    by_name, known = _by_name(all_, findings), len(findings.found)
    before = {one.name: _names_before(one, by_name, all_, findings) for one in all_}
    wanted = _with_needed(asked, by_name)
    done: list[ComposedDifference] = []
    waiting = [one for one in all_ if one.name in wanted]
    while waiting:
        names = {one.name for one in waiting}
        ready = next((one for one in waiting if not before[one.name] & names), None)
        if ready is None:
            _report_circle(waiting[0], before, names, findings)
            return done
        waiting.remove(ready)
        done.append(ready)
    if len(findings.found) == known:
        _report_conflicts(done, before, findings)
    return done


def _by_name(all_: list[ComposedDifference], findings: Findings) -> dict[str, ComposedDifference]:
    found: dict[str, ComposedDifference] = {}
    for one in all_:
        first = found.setdefault(one.name, one)
        if first is not one:
            report_twice(Word(one.span, one.name), first.span, findings)
    return found


def _with_needed(asked: set[str], by_name: dict[str, ComposedDifference]) -> set[str]:
    wanted: set[str] = set()
    waiting = [name for name in asked if name in by_name]
    while waiting:
        name = waiting.pop()
        if name not in wanted:
            wanted.add(name)
            waiting += [word.text for word in by_name[name].needs if word.text in by_name]
    return wanted


def _names_before(
    one: ComposedDifference, by_name: dict[str, ComposedDifference], all_: list[ComposedDifference], findings: Findings
) -> frozenset[str]:
    """Return the names of the differences that precede one."""
    found: set[str] = set()
    for word in one.needs:
        if word.text in by_name:
            found.add(word.text)
        else:
            _report_missing(one, word, [name for name in by_name if name != one.name], findings)
    rulesets = {other.layer for other in all_}
    for word in one.later:
        if word.text in by_name:
            found.add(word.text)
        elif word.text in rulesets:
            found |= {other.name for other in all_ if other.layer == word.text and other is not one}
        elif word.text not in available():
            message = "there is no difference or ruleset of this name"
            findings.add(Code.UNKNOWN_NAME, word.span, message, *did_you_mean(word.text, [*by_name, *available()]))
    return frozenset(found)


def _report_missing(one: ComposedDifference, word: Word, known: list[str], findings: Findings) -> None:
    """Resolve a needed difference, possibly of another ruleset that is combined with this one."""
    there = rulesets_declaring("difference", word.text)
    stack = f"{one.layer}+{there[0]}" if there else "a+b"
    findings.add(
        Code.DIFFERENCE_MISSING, word.span, f'"{one.name}" needs "{word.text}", which is not here',
        *(() if there else did_you_mean(word.text, known)),
        f"Stack the ruleset that has it as well: rulewright check {stack}",
    )  # fmt: skip


def _report_circle(
    one: ComposedDifference, before: dict[str, frozenset[str]], names: set[str], findings: Findings
) -> None:
    path = [one.name]
    while path.count(path[-1]) == 1:
        path.append(min(before[path[-1]] & names))
    circle = " -> ".join(path[path.index(path[-1]) :])
    message = f"a difference cannot need itself or be later than itself: {circle}"
    findings.add(Code.ORDER_CIRCLE, one.span, message, 'Take one "needs" or "later than" away.')


def _report_conflicts(done: list[ComposedDifference], before: dict[str, frozenset[str]], findings: Findings) -> None:
    """Report two differences that change the same thing, unless one extends the other or is declared later."""
    earlier: list[tuple[Edit, ComposedDifference]] = []
    for one in done:
        for edit in one.edits:
            for was, other in earlier:
                if other is not one and _same_target(edit, was) and not _order_is_stated(one, other, before):
                    place = target_of(was)[1]
                    target, span = target_of(edit)
                    findings.add(
                        Code.TWO_CHANGES,
                        span,
                        f'"{one.name}" and "{other.name}" both change {target}',
                        f"The other change is in {place.file}:{place.line}.",
                        f'If both are meant, say in one of the two that it comes later: "later than {other.name}".',
                    )
                    break
        earlier += [(edit, one) for edit in one.edits]


def _same_target(one: Edit, other: Edit) -> bool:
    """Return whether two edits have the same target, or one targets an entry of the other's."""
    a, b = (target_of(edit)[0] for edit in (one, other))
    return (
        a == b or a.startswith(f"{b} ") or b.startswith(f"{a} ") or _removes_value(one, b) or _removes_value(other, a)
    )


def _removes_value(edit: Edit, target: str) -> bool:
    """Return whether an edit removes a value of a player, which is named without its owner."""
    kind, _, name = target.rpartition(".")
    return isinstance(edit, d.Remove) and kind.startswith("value.") and target_of(edit)[0] == f"value.{name}"


def _order_is_stated(one: ComposedDifference, other: ComposedDifference, before: dict[str, frozenset[str]]) -> bool:
    if one.layer != other.layer and other.layer not in one.beside:
        return True
    seen, waiting = set[str](), [one.name]
    while waiting:
        name = waiting.pop()
        if name == other.name:
            return True
        if name not in seen:
            seen.add(name)
            waiting += before.get(name, frozenset())
    return False
