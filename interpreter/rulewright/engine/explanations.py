"""Answers to `why`: the reasons for which options are not offered."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress

from rulewright.backends import ExecutionError, Program
from rulewright.compile.tables import BY_NOTHING, argument_of, option_of
from rulewright.diagnostics import NOWHERE, Span
from rulewright.engine.options import DeclaredOption
from rulewright.engine.reasons import Missing, Reason, all_reasons, collect
from rulewright.engine.words import Rendered, choice_name, counted, member_name, phrase, render
from rulewright.frozen import frozen_class

NAME = re.compile(r"[a-z][a-z0-9-]*")


@frozen_class
class Answer:
    """A sentence about an option, the rule behind it with its file and line, and the lines of the rules it quotes."""

    text: str
    place: str = ""
    label: str = ""
    rule: str = ""
    reason: Reason | None = None
    """Why it is not offered, if a condition of the rules says so."""
    asked: Span = NOWHERE
    """The question that it is no answer to, where the text quotes it."""


def why(program: Program, state: list[int], codes: list[int], name: str) -> tuple[str, ...]:
    """Return why an option is not offered, or that it is; empty if nothing has this name."""
    found = answers(program, state, codes, name)
    return tuple(line for each in found for line in (each.text, *([f"  {each.place}"] if each.place else [])))


def answers(program: Program, state: list[int], codes: list[int], name: str) -> tuple[Answer, ...]:
    """Return why an option is not offered, or that it is; empty if nothing has this name."""
    if any(_matches(choice_name(program, code), name) for code in codes):
        return (Answer(phrase(program, "is-offered", name=name)),)
    if re.fullmatch("-?[0-9]{1,18}", name) and (number := _out_of_range(program, state, codes, int(name))) is not None:
        return (number,)
    for missing in collect(program, state):
        if has_name(program, missing.code, name):
            return _told(program, _with_thing(program, missing, name))
        for inner in missing.inner:
            if has_name(program, inner.code, name) and inner.notes:
                return _told(program, inner)
    return _not_among(program, state, name) or _elsewhere(program, state, name)


def why_not(program: Program, state: list[int], codes: list[int]) -> list[tuple[str, list[str]]]:
    """Return all options that are not offered now, by group, with one line per failed condition."""
    offered = {code >> 32 for code in codes}
    groups: dict[str, dict[str, None]] = {}
    for missing in collect(program, state):
        if missing.code in offered:
            continue
        menu = program.tables.choices[missing.code].menu
        group = program.tables.menus[menu] if menu else phrase(program, "this-question")
        for reason in all_reasons(program, missing.meant()):
            groups.setdefault(group, {})[f"{title(program, missing.code)}: {reason}"] = None
    return [(group, list(lines)) for group, lines in groups.items()]


def title(program: Program, code: int) -> str:
    """Return an option's label if it needs no argument, otherwise its name."""
    name = program.tables.choices[code].name
    return fixed_label(program, code) or name[:1].upper() + name[1:].replace("-", " ")


def fixed_label(program: Program, code: int) -> str | None:
    """Return an option's label; None if it needs an argument or has none."""
    if program.tables.choices[code].argument is None:
        for labels in program.names["LABELS"]:
            if code in labels and isinstance(label := _label(program, labels[code], code), str):
                return label
    return None


def option_label(program: Program, option: DeclaredOption) -> str | None:
    """Return what players call an option: by the first piece whose rule offers it, if it belongs to pieces."""
    if not option.piece_domain:
        return fixed_label(program, option.number)
    table = program.tables.pieces[option.piece_domain]
    for kind in table.kinds:
        for piece in range(kind.start, kind.start + kind.size):
            if f"{kind.name}.{table.rules[piece]}" == option.rule.rpartition(".")[0]:
                return program.domains[option.piece_domain].labels[piece]
    return None


def possible_labels(program: Program, option: DeclaredOption) -> Iterator[str]:
    """Yield the labels that an option can have at the beginning: its own, and one for each thing that can come with it.

    A label may depend on more than that thing; then it is left out.
    """
    yield title(program, option.number)
    things = program.domains[option.thing_domain].members if option.thing_domain else ()
    for write in (labels[option.number] for labels in program.names["LABELS"] if option.number in labels):
        for thing in range(len(things)):
            with suppress(IndexError, KeyError, TypeError, ExecutionError):
                yield render(program, write(list(program.start), option.number << 32 | thing))


def _label(program: Program, write: Callable[[list[int], int], Rendered], code: int) -> str | None:
    try:
        parts = write(list(program.start), code << 32 | BY_NOTHING)
    except (IndexError, KeyError, TypeError):
        return None
    return render(program, parts) if all(isinstance(part, str) for part in parts) else None


def has_name(program: Program, code: int, name: str) -> bool:
    """Return whether an option has this name or label, or belongs to a piece that has."""
    choice = program.tables.choices[code]
    if _matches(choice.name, name) or title(program, code).lower() == name.lower():
        return True
    info = program.domains.get(choice.piece)
    labels = zip(info.members, info.labels, strict=True) if info else ()
    return any(name.lower() == label.lower() and member.startswith(choice.name) for member, label in labels)


def _matches(name: str, given: str) -> bool:
    return name == given or name.split(" ")[0] == given or given.split(" ")[0] == name


def _with_thing(program: Program, missing: Missing, name: str) -> Missing:
    """Return only the reasons for the argument in a name ("bid 6"), if it has one."""
    choice = program.tables.choices[missing.code]
    thing = name.removeprefix(f"{choice.name} ")
    domain = choice.argument.domain if choice.argument and thing != name else ""
    for index in range(len(program.domains[domain].members)) if domain else ():
        if _is(program, domain, index, thing) and (narrowed := missing.narrowed(index)).notes + narrowed.inner:
            return narrowed
    return missing.meant()


def _out_of_range(program: Program, state: list[int], codes: list[int], number: int) -> Answer | None:
    """Return why a number is not offered where one is asked for: what there is, or from where to where it may be."""
    amount = program.tables.asked_at(state).amount
    offered = [argument_of(code) for code in codes if option_of(code) == amount]
    if amount < 0 or not offered:
        return None
    choice, seat = program.tables.choices[amount], program.seat_asked(state)
    fact = next((f for f in program.tables.facts if f.is_amount and f.name == choice.most), None)
    reason = phrase(program, "why-range", low=str(min(offered)), high=str(max(offered)))
    if number > max(offered) and fact is not None and fact.value(state, seat) == max(offered):
        reason = phrase(program, "why-have", what=counted(program, max(offered), fact.name))
    said = _refused(program, str(number), reason)
    return Answer(said, f"{choice.rule}, {choice.place}", str(number), choice.rule)


def _refused(program: Program, what: str, reason: str) -> str:
    return phrase(program, "not-offered-by", what=what, sentence=reason)


def _told(program: Program, missing: Missing) -> tuple[Answer, ...]:
    """Return one sentence per reason, each with its place in the rules."""
    label, choice = title(program, missing.code), program.tables.choices[missing.code]
    found = [
        Answer(_refused(program, label, reason.text), reason.place, label, choice.rule, reason)
        for reason in all_reasons(program, missing)
    ]
    other = _refused(program, label, _without_notes(program, missing))
    return tuple(found) or (Answer(other, f"{choice.rule}, {choice.place}", label, choice.rule),)


def _without_notes(program: Program, missing: Missing) -> str:
    for note in missing.notes:
        match note:
            case ("range", _, int(low), int(high)):
                return phrase(program, "why-range" if low <= high else "why-no-range", low=str(low), high=str(high))
    return phrase(program, "why-unusable" if program.tables.choices[missing.code].piece else "why-impossible")


def _not_among(program: Program, state: list[int], name: str) -> tuple[Answer, ...]:
    """Return why a thing of the right kind is not among those to choose from."""
    for number in program.answers[~state[0]]:
        choice = program.tables.choices[number]
        domain = choice.argument.domain if choice.plain and choice.argument else ""
        if not domain or not any(_is(program, domain, i, name) for i in range(len(program.domains[domain].members))):
            continue
        text = next((site.text for site in program.tables.sites if site.span == choice.span), "")
        found = re.search(r"\bfrom (.+?)(?: \"|:|$)", text)  # "choose space from flag-spaces:"
        source = found[1] if found else ""
        is_name = NAME.fullmatch(source) is not None
        named = f"the {source.replace('-', ' ')}" if is_name else f'"{source}"'
        among = phrase(program, "why-among", those=named if source else "those to choose from")
        said, asked = _refused(program, name, among), NOWHERE if is_name else choice.span
        return (Answer(said, f"{choice.rule}, {choice.place}", name, choice.rule, None, asked),)
    return ()


def _is(program: Program, domain: str, thing: int, name: str) -> bool:
    label = program.domains[domain].labels[thing].lower()
    return name.lower() in (member_name(program, domain, thing), label)


def _elsewhere(program: Program, state: list[int], name: str) -> tuple[Answer, ...]:
    """Return where options of this name belong, if that question or menu is not open now."""
    for number, choice in enumerate(program.tables.choices):
        if has_name(program, number, name) and number not in program.answers[~state[0]]:
            menu = program.tables.menus[choice.menu] if choice.menu else ""
            called, where = (
                title(program, number),
                phrase(program, "why-listed" if menu else "why-elsewhere", menu=menu),
            )
            return (Answer(_refused(program, called, where), f"{choice.rule}, {choice.place}", called, choice.rule),)
    return ()
