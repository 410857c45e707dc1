"""Why an option is not offered: the first condition that failed, in the rule's words, with the numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rulewright.compile import Program
from rulewright.engine.words import counted

Note = tuple[Any, ...]
SIGNS = {">=": "at least", "<=": "at most", ">": "above", "<": "below", "==": "equal to", "!=": "other than"}


@dataclass(slots=True)
class Missing:
    """An option that is not offered (or only with other things): its code and why."""

    code: int
    notes: list[Note] = field(default_factory=list)


def collect(program: Program, state: list[int]) -> list[Missing]:
    """Ask the question's options again, this time noting what failed."""
    notes: list[Note] = []
    program.options[~state[0]](state, notes)
    found: list[Missing] = []
    for note in notes:
        if note[0] == "option":
            found.append(Missing(note[1]))
        elif found:
            found[-1].notes.append(note)
    return found


def sentences(program: Program, notes: list[Note]) -> list[str]:
    """Return one sentence per failed condition, equal ones once, with the rule's place."""
    texts: list[str] = []
    for text in [*_lacks(program, notes), *(_sentence(program, n) for n in notes if n[0] not in ("lacks", "range"))]:
        if text and text not in texts:
            texts.append(text)
    return texts


def _place(program: Program, where: int) -> str:
    span, rule = program.data["spans"][where]
    return f"{rule}, {span[0]}:{span[1]}"


def words_of(program: Program, where: int) -> str:
    """The condition as it is written."""
    return str(program.data["span_texts"][where])


def _lacks(program: Program, notes: list[Note]) -> list[str]:
    """Needs of one cost together: "needs 1 clove and 1 ginger, you have none"."""
    groups: dict[tuple[Any, ...], list[Note]] = {}
    order = 0
    for note in notes:
        if note[0] == "lacks":
            key = (note[1], order)
            if any(n[3] == note[3] for n in groups.get(key, [])):
                order += 1
                key = (note[1], order)
            groups.setdefault(key, []).append(note)
    return [_lack(program, group) for group in groups.values()]


def _lack(program: Program, group: list[Note]) -> str:
    labels = program.domains[group[0][2]].labels
    needs = [f"{need} {labels[thing].lower()}" for _, _, _, thing, need, _ in group]
    have = [n[5] for n in group]
    owned = "none" if not any(have) else " and ".join(str(h) for h in have)
    if len(group) == 1:
        owned = str(have[0])
    return f"needs {' and '.join(needs)}, you have {owned} ({_place(program, group[0][1])})"


def _sentence(program: Program, note: Note) -> str:
    what, where = note[0], note[1]
    if what == "short":
        return f"needs {counted(program, note[3], note[2].split(':')[1])}, you have {note[4]} ({_place(program, where)})"
    if what == "compare":
        text = words_of(program, where)
        return f"{note[3]} is not {SIGNS[note[2]]} {note[4]}: {text} ({_place(program, where)})"
    if what == "only":
        return f"only if {words_of(program, where)} ({_place(program, where)})"
    if what == "unless":
        return f"not if {words_of(program, where)} ({_place(program, where)})"
    if what == "none":
        return f"nothing to choose ({_place(program, where)})"
    return "used up: it may not be used again now"
