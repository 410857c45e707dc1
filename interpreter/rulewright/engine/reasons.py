"""Why an option is not offered: the first failed condition, in the rule's words, with its numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from rulewright.backends import Program
from rulewright.backends.program import Note
from rulewright.engine.words import counted, phrase


class Reason(NamedTuple):
    """A sentence without its full stop, and the rule and line behind it."""

    text: str
    place: str
    line: int = -1
    """The row of `ProgramTables.lines` that it quotes; -1 where it says it in its own words."""
    now: str = ""
    """The numbers that decide, of a quoted condition."""

    def __str__(self) -> str:
        return f"{self.text} ({self.place})" if self.place else self.text


@dataclass(slots=True)
class Missing:
    """An option that is not offered (or only with other arguments): its code and the reasons.

    `inner` are the options that it would lead to, with their reasons. `tried` is the argument for which each note was
    made, and `with_` that of an inner option. `among` are the arguments that the option is for: they have passed what
    stands behind `where`.
    """

    code: int
    notes: list[Note] = field(default_factory=list)
    inner: list[Missing] = field(default_factory=list)
    tried: list[int | None] = field(default_factory=list)
    with_: int | None = None
    among: list[int] = field(default_factory=list)

    def narrowed(self, *things: int) -> Missing:
        """Return only the notes made for these arguments."""
        kept = [(note, tried) for note, tried in zip(self.notes, self.tried, strict=True) if tried in things]
        inner = [inner for inner in self.inner if inner.with_ in things]
        return Missing(self.code, [note for note, _ in kept], inner, [tried for _, tried in kept])

    def meant(self) -> Missing:
        """Return only the reasons for the arguments that it is for; those of others say nothing about these."""
        meant = self.narrowed(*self.among)
        return meant if meant.notes or meant.inner else self


def collect(program: Program, state: list[int]) -> list[Missing]:
    """List the question's options again, recording failed conditions."""
    notes: list[Note] = []
    program.names["SPENT"].steps = 0
    program.options[~state[0]](state, notes)
    answers = program.answers[~state[0]]
    found: list[Missing] = []
    latest: Missing | None = None
    tried: int | None = None
    for note in notes:
        match note:
            case ("option", int(code)):
                latest = Missing(code, with_=tried)
                if found and code not in answers:
                    found[-1].inner.append(latest)
                else:
                    found.append(latest)
                    tried = None
            case ("with", _, int(thing)):
                latest, tried = found[-1], thing
            case ("among", _, int(thing)):
                found[-1].among.append(thing)
            case _ if latest is not None:
                latest.notes.append(note)
                latest.tried.append(tried)
    return found


def reasons(program: Program, notes: list[Note]) -> list[Reason]:
    """Return one sentence per failed condition, equal ones once."""
    told = [*_lacks(program, notes), *(_reason(program, n) for n in notes if n[0] not in ("lacks", "range"))]
    return list(dict.fromkeys(told))


def all_reasons(program: Program, missing: Missing) -> list[Reason]:
    """Yield why an option, or everything that it leads to, is missing; reasons of one line are alternatives."""
    told = reasons(program, missing.notes)
    inner = [reason for each in missing.inner for reason in reasons(program, each.notes)]
    for place in dict.fromkeys(reason.place for reason in inner):
        texts = dict.fromkeys(reason.text for reason in inner if reason.place == place)
        told.append(Reason(f"; {phrase(program, 'or')} ".join(texts), place))
    return told


def _place(program: Program, where: int) -> str:
    line = program.tables.lines[where]
    return f"{line.rule}, {line.place}"


def words_of(program: Program, where: int) -> str:
    """Return the condition as written, addressed to the player who is asked."""
    return program.tables.lines[where].text.replace("player's ", "your ").replace("player is ", "you are ")


class _Lack(NamedTuple):
    """Return why a part of a cost cannot be paid."""

    where: int
    domain: str
    thing: int
    needed: int
    owned: int


def _lacks(program: Program, notes: list[Note]) -> list[Reason]:
    """Merge the unmet needs of one cost: "needs 1 clove and 1 ginger, you have none"."""
    groups: dict[tuple[int, int], list[_Lack]] = {}
    order = 0
    for note in notes:
        match note:
            case ("lacks", int(where), str(domain), int(thing), int(needed), int(owned)):
                order += any(lack.thing == thing for lack in groups.get((where, order), []))
                groups.setdefault((where, order), []).append(_Lack(where, domain, thing, needed, owned))
    return [_lack(program, group) for group in groups.values()]


def _lack(program: Program, group: list[_Lack]) -> Reason:
    labels = program.domains[group[0].domain].labels
    needs = [f"{lack.needed} {labels[lack.thing].lower()}" for lack in group]
    have = [str(lack.owned) for lack in group]
    joint = f" {phrase(program, 'and')} "
    owned = joint.join(have) if len(group) == 1 or any(lack.owned for lack in group) else phrase(program, "none")
    said = phrase(program, "why-needs", what=joint.join(needs), owned=owned)
    return Reason(said, _place(program, group[0].where))


def _reason(program: Program, note: Note) -> Reason:
    match note:
        case ("short", int(where), str(amount), int(needed), owned):
            needs = counted(program, needed, amount.split(":")[1])
            return Reason(phrase(program, "why-needs", what=needs, owned=str(owned)), _place(program, where))
        case ("compare", int(where), _, left, right):
            said = words_of(program, where)
            both = str(left) if str(right) in said.split() else f"{left} {phrase(program, 'and')} {right}"
            now = phrase(program, "why-now", number=both)
            return Reason(f"{phrase(program, 'why-only', said=said)} ({now})", _place(program, where), where, now)
        case ("only", int(where)):
            return Reason(phrase(program, "why-only", said=words_of(program, where)), _place(program, where), where)
        case ("unless", int(where)):
            return Reason(phrase(program, "why-not", said=words_of(program, where)), _place(program, where), where)
        case ("none", int(where)):
            return Reason(phrase(program, "why-nothing"), _place(program, where))
    return Reason(phrase(program, "why-used"), "")
