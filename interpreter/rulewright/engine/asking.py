"""What persons want to know of a question: why something is not offered."""

from __future__ import annotations

import re
from typing import Any

from rulewright.compile import Program
from rulewright.engine.reasons import Missing, all_reasons, collect
from rulewright.engine.words import choice_name, member_name, render


def why(program: Program, state: list[int], codes: list[int], name: str) -> tuple[str, ...]:
    """Why an option is not offered, or that it is; empty when nothing has this name."""
    if any(_matches(choice_name(program, code), name) for code in codes):
        return (f"{name} is offered now.",)
    for missing in collect(program, state):
        if is_called(program, missing.code, name):
            return _told(program, _with_thing(program, missing, name))
        for inner in missing.inner:
            if is_called(program, inner.code, name) and inner.notes:
                return _told(program, inner)
    return _not_among(program, state, name) or _elsewhere(program, state, name)


def why_not(program: Program, state: list[int], codes: list[int]) -> list[tuple[str, list[str]]]:
    """All options that are missing now, by group, one line per failed condition."""
    offered = {code >> 32 for code in codes}
    groups: dict[str, dict[str, None]] = {}
    for missing in collect(program, state):
        if missing.code in offered:
            continue
        menu = program.data["choices"][missing.code][6]
        group = program.data["menus"][menu][0] if menu else "This question"
        for reason in all_reasons(program, missing):
            groups.setdefault(group, {})[f"{title(program, missing.code)}: {reason}"] = None
    return [(group, list(lines)) for group, lines in groups.items()]


def title(program: Program, code: int) -> str:
    """An option's label, as far as it needs nothing that comes with it; else its name."""
    name, _, _, comes, *_ = program.data["choices"][code]
    if comes is None:
        for labels in program.names["LABELS"]:
            if code in labels and isinstance(label := _label(program, labels[code], code), str):
                return label
    return str(name)[:1].upper() + str(name)[1:].replace("-", " ")


def _label(program: Program, write: Any, code: int) -> str | None:
    try:
        parts = write(list(program.start), code << 32 | 65535)
    except (IndexError, KeyError, TypeError):
        return None
    return render(program, parts) if all(isinstance(part, str) for part in parts) else None


def is_called(program: Program, code: int, name: str) -> bool:
    """Whether an option has this name or label, or belongs to a piece of this name or label."""
    option, _, _, _, _, domain, _ = program.data["choices"][code]
    if _matches(str(option), name) or title(program, code).lower() == name.lower():
        return True
    info = program.domains.get(domain)
    labels = zip(info.members, info.labels, strict=True) if info else ()
    return any(name.lower() == label.lower() and member.startswith(option) for member, label in labels)


def _matches(name: str, given: str) -> bool:
    return name == given or name.split(" ")[0] == given or given.split(" ")[0] == name


def _with_thing(program: Program, missing: Missing, name: str) -> Missing:
    """Where a name says what comes with the option ("bid 6"), only what was noted for that."""
    option, _, _, comes, *_ = program.data["choices"][missing.code]
    thing = name.removeprefix(f"{option} ")
    info = program.domains.get(comes) if thing != name else None
    for index in range(len(info.members)) if info else ():
        if _is(program, comes, index, thing) and (narrowed := missing.narrowed(index)).notes + narrowed.inner:
            return narrowed
    return missing


def _told(program: Program, missing: Missing) -> tuple[str, ...]:
    """One sentence per reason, and below it where that is written."""
    label = title(program, missing.code)
    lines: list[str] = []
    for reason in all_reasons(program, missing):
        lines += [f"{label} is not offered: {reason.text}.", *([f"  {reason.place}"] if reason.place else [])]
    return tuple(lines) or (f"{label} is not offered: {_without_notes(program, missing)}.", _written(program, missing))


def _written(program: Program, missing: Missing) -> str:
    _, rule, span, *_ = program.data["choices"][missing.code]
    return f"  {rule}, {span[0]}:{span[1]}"


def _without_notes(program: Program, missing: Missing) -> str:
    for note in missing.notes:
        if note[0] == "range":
            low, high = note[2], note[3]
            return f"must be from {low} to {high}" if low <= high else f"nothing from {low} to {high} is possible"
    if program.data["choices"][missing.code][5] is not None:
        return "you have none that can be used now"
    return "there is nothing that it could be done with now"


def _not_among(program: Program, state: list[int], name: str) -> tuple[str, ...]:
    """A thing of the sort that is asked for, but not one of those to choose from."""
    for number in program.answers[~state[0]]:
        _, rule, span, comes, plain, *_ = program.data["choices"][number]
        info = program.domains.get(comes) if plain and comes else None
        if info is None or not any(_is(program, info.name, i, name) for i in range(len(info.members))):
            continue
        source = _chosen_from(program, span)
        among = f'it is not one of "{source}"' if source else "it is not one of those to choose from"
        return f"{name} is not offered: {among}.", f"  {rule}, {span[0]}:{span[1]}"
    return ()


def _is(program: Program, domain: str, thing: int, name: str) -> bool:
    label = program.domains[domain].labels[thing].lower()
    return name.lower() in (member_name(program, domain, thing), label)


def _chosen_from(program: Program, span: tuple[Any, ...]) -> str:
    """What the rule chooses from, in its words: `flag-spaces`."""
    found = re.search(r"\bfrom (.+?)(?: \"|:|$)", str(program.data["site_texts"].get(tuple(span), "")))
    return found[1] if found else ""


def _elsewhere(program: Program, state: list[int], name: str) -> tuple[str, ...]:
    """Options of this name that belong to a question or menu that is not open."""
    for number, (_, rule, span, _, _, _, menu) in enumerate(program.data["choices"]):
        if is_called(program, number, name) and number not in program.answers[~state[0]]:
            where = f'the list "{program.data["menus"][menu][0]}"' if menu else "another question"
            said = f"{title(program, number)} is not offered: it belongs to {where}, which is not open now."
            return said, f"  {rule}, {span[0]}:{span[1]}"
    return ()
