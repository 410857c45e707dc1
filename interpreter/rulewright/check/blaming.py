"""Reports what a change breaks in the rulesets below at the line of the change.

A house rule that removes a step leaves the lines of the game below that do it without one. These lines are right, and
the author of the house rule can't edit them: the finding belongs to the line that removes the step.
"""

from __future__ import annotations

import sys
from dataclasses import replace

from rulewright.check.cascading import words_at
from rulewright.check.deduplication import listed_places
from rulewright.compose.composed import Applied, Composed
from rulewright.diagnostics import Code, Diagnostic, Findings, Span, words_in
from rulewright.syntax import declarations as d


def blame_changes(rules: Composed, findings: Findings) -> None:
    """Move each finding in a lower layer to the change above that causes it, one for each change and message."""
    moved: dict[tuple[Span, str], tuple[Applied, list[Diagnostic]]] = {}
    for one in findings.found:
        if cause := _change_to_blame(rules, one):
            moved.setdefault((cause.span, one.message), (cause, []))[1].append(one)
    for cause, same in moved.values():
        findings.found[findings.found.index(same[0])] = _blamed_finding(rules, cause, same, findings)
        findings.found[:] = [one for one in findings.found if one not in same]
    if moved:
        findings.found[:] = [one for one in findings.found if not _follows_from_moved(rules, one)]


_ECHOES = (Code.NEVER_REACHED, Code.NEVER_USED, Code.RULING_UNUSED)
"""Codes of what follows where rules that led there are gone."""


def _follows_from_moved(rules: Composed, one: Diagnostic) -> bool:
    """Whether a finding below only follows from one that was moved, as that a removed name has no figure."""
    below = 0 <= _layer_number(rules, one.span.file) < len(rules.folders) - 1
    return below and (one.code in _ECHOES or one.span.file not in rules.files)


def _change_to_blame(rules: Composed, one: Diagnostic) -> Applied | None:
    """Return the latest change of a higher layer that is about a name at a finding, or in its line."""
    layer = _layer_number(rules, one.span.file)
    above = [done for done in reversed(rules.applied) if _layer_number(rules, done.span.file) > layer >= 0]
    above = [done for done in above if done.was is not None or isinstance(done.edit, d.Replace | d.ChangeFigure)]
    line = one.span._replace(column=1, end_line=one.span.line, end_column=sys.maxsize)
    # In a data file, the names are those of the message.
    here = words_at(rules, one.span) if one.span.file in rules.files else one.message
    tries = [
        (words_in(text), names) for text in (here, words_at(rules, line)) for names in (_changed_names, _lost_words)
    ]
    return next((done for words, names in tries for done in above if words & names(rules, done)), None)


def _layer_number(rules: Composed, file: str) -> int:
    """Return the number of the layer that a file belongs to, from the lowest up; -1 if it is in none."""
    return max((at for at, folder in enumerate(rules.folders) if file.startswith(f"{folder}/")), default=-1)


def _changed_names(rules: Composed, done: Applied) -> set[str]:
    """Return the names that a change redefines or removes."""
    edit = done.edit.declaration if isinstance(done.edit, d.Replace) else done.edit
    if isinstance(edit, d.Has):
        return {part.name.text for part in edit.members}
    gone = {name.rpartition(".")[2] for name, _, span in rules.removed if span == done.span}
    return gone | {done.target.split(" ")[0].rpartition(".")[2]}


def _lost_words(rules: Composed, done: Applied) -> set[str]:
    """Return the words of what was replaced or removed that don't stand in the change: "rests on swaps"."""
    old = words_in(words_at(rules, done.was.span)) if isinstance(done.was, d.Decl) else set()
    return old - words_in(words_at(rules, done.span))


_OTHER_NAMES = ("Did you mean ", "Known here: ", "None is declared.", "Without a text: ")
"""How remedies begin that don't help where something was removed."""


def _blamed_finding(rules: Composed, cause: Applied, same: list[Diagnostic], findings: Findings) -> Diagnostic:
    """Return the finding at a change for one or more with the same message in the layers below."""
    first, name = same[0], cause.target.replace(".", " ", 1)
    gone = isinstance(cause.edit, d.Remove)
    what = words_at(rules, first.span).split("\n")[0]
    places = listed_places(sorted((one.span.file, one.span.line) for one in same))
    remedy = [f'It is about "{what}" in {places}.' if what else f"It is about {places}."]
    if first.code == Code.NEVER_USED:
        remedy.append("It does no harm.")
    else:
        note = findings.notes.get(first.span.file)
        remedy += [line for line in first.remedy if line != note and not (gone and line.startswith(_OTHER_NAMES))]
    if first.severity == "error":
        remedy.append(f"Replace what stands there, too, or leave {name} as it is.")
    remedy += filter(None, [findings.notes.get(cause.span.file)])
    message = f"with {name} {'removed' if gone else 'changed'}: {first.message}"
    return replace(first, span=cause.span, message=message, remedy=tuple(remedy), fix=None)
