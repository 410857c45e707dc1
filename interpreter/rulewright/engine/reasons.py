"""Why an option is not offered: the first condition that failed, in the rule's words, with the numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rulewright.compile import Program
from rulewright.engine.words import counted

Note = tuple[Any, ...]


class Reason(NamedTuple):
    """A sentence without its full stop, and the rule and line that it stands in."""

    text: str
    place: str

    def __str__(self) -> str:
        return f"{self.text} ({self.place})" if self.place else self.text


@dataclass(slots=True)
class Missing:
    """An option that is not offered (or only with other things): its code and why.

    `inner` are options that it would lead to, and why each of them is missing. `tried` is what would have come with the
    choice when each note was made, and `with_` the same of an inner option.
    """

    code: int
    notes: list[Note] = field(default_factory=list)
    inner: list[Missing] = field(default_factory=list)
    tried: list[int | None] = field(default_factory=list)
    with_: int | None = None

    def narrowed(self, thing: int) -> Missing:
        """Only what was noted when this thing (or number) was tried."""
        notes = [note for note, tried in zip(self.notes, self.tried, strict=True) if tried == thing]
        return Missing(self.code, notes, [inner for inner in self.inner if inner.with_ == thing], [thing] * len(notes))


def collect(program: Program, state: list[int]) -> list[Missing]:
    """Ask the question's options again, this time noting what failed."""
    notes: list[Note] = []
    program.options[~state[0]](state, notes)
    answers = program.answers[~state[0]]
    found: list[Missing] = []
    latest: Missing | None = None
    tried: int | None = None
    for note in notes:
        if note[0] == "option":
            latest = Missing(note[1], with_=tried)
            if found and note[1] not in answers:
                found[-1].inner.append(latest)
            else:
                found.append(latest)
                tried = None
        elif note[0] == "with":
            latest, tried = found[-1], note[2]
        elif latest is not None:
            latest.notes.append(note)
            latest.tried.append(tried)
    return found


def reasons(program: Program, notes: list[Note]) -> list[Reason]:
    """Return one sentence per failed condition, equal ones once."""
    told = [*_lacks(program, notes), *(_reason(program, n) for n in notes if n[0] not in ("lacks", "range"))]
    return list(dict.fromkeys(told))


def all_reasons(program: Program, missing: Missing) -> list[Reason]:
    """Why an option is missing, or why all that it would lead to is: those of one line as alternatives."""
    told = reasons(program, missing.notes)
    inner = [reason for each in missing.inner for reason in reasons(program, each.notes)]
    for place in dict.fromkeys(reason.place for reason in inner):
        texts = dict.fromkeys(reason.text for reason in inner if reason.place == place)
        told.append(Reason("; or ".join(texts), place))
    return told


def _place(program: Program, where: int) -> str:
    span, rule = program.data["spans"][where]
    return f"{rule}, {span[0]}:{span[1]}"


def words_of(program: Program, where: int) -> str:
    """The condition as it is written, in words to the player who is asked."""
    text = str(program.data["span_texts"][where])
    return text.replace("player's ", "your ").replace("player is ", "you are ")


def _lacks(program: Program, notes: list[Note]) -> list[Reason]:
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


def _lack(program: Program, group: list[Note]) -> Reason:
    labels = program.domains[group[0][2]].labels
    needs = [f"{need} {labels[thing].lower()}" for _, _, _, thing, need, _ in group]
    have = [n[5] for n in group]
    owned = "none" if not any(have) else " and ".join(str(h) for h in have)
    if len(group) == 1:
        owned = str(have[0])
    return Reason(f"needs {' and '.join(needs)}, you have {owned}", _place(program, group[0][1]))


def _reason(program: Program, note: Note) -> Reason:
    what, where = note[0], note[1]
    if what == "short":
        needs = counted(program, note[3], note[2].split(":")[1])
        return Reason(f"needs {needs}, you have {note[4]}", _place(program, where))
    if what == "compare":
        return Reason(f"only if {words_of(program, where)} ({_now(program, note)})", _place(program, where))
    if what == "only":
        return Reason(f"only if {words_of(program, where)}", _place(program, where))
    if what == "unless":
        return Reason(f"not if {words_of(program, where)}", _place(program, where))
    if what == "none":
        return Reason("there is nothing to choose", _place(program, where))
    return Reason("it is used up: it may not be used again now", "")


def _now(program: Program, note: Note) -> str:
    """The numbers of a comparison as they are, without one that is written in it."""
    left, right = note[3], note[4]
    return f"now {left}" if str(right) in words_of(program, note[1]).split() else f"now {left} and {right}"
