"""The tables of pieces, places and printed facts of checked rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.chance import name_key
from rulewright.check import core as c
from rulewright.check.core.things import Domain, axis_names, default_of, entry_count, piece_classes
from rulewright.check.core.walk import all_lines, everything_in, lines_inside, values_of
from rulewright.compile.layout import Layout, capacity, keyed_names, seats_seeing, value_type, value_words, words
from rulewright.compile.tables import CHOSEN, READ, PieceFact, PieceKind, PieceTable, Place, PrintedFact


def uses_of_places(rules: c.CheckedRules) -> dict[int, str]:
    """Return the use of places by identity. What `always` rules read is no use."""
    lines = all_lines(rules)
    lines += [action for scoring in rules.scorings for action in lines_inside(scoring.body)]
    read = {id(place): READ for action in lines for place in _places_read(values_of(action))}
    questions = [action for action in lines if isinstance(action, c.Question)]
    choices = [choice for question in questions for choice in question.choices]
    choices += [option.choice for menu in rules.menus for option in menu.options]
    things = [choice.things for choice in choices if choice.things is not None]
    ends = {id(place): "" for place in rules.discards.values()}
    return read | ends | {id(place): CHOSEN for place in _places_read(things)}


def _places_read(values: Iterable[c.Value]) -> Iterator[c.Place]:
    """Yield the places whose contents values read, also through declared values."""
    waiting, met = list(values), set[int]()
    while waiting:
        for part in everything_in(waiting.pop()):
            if isinstance(part, c.Contents):
                yield part.place
            elif isinstance(part, c.Call) and id(part.value) not in met:
                met.add(id(part.value))
                waiting += part.value.parts


def piece_table(rules: c.CheckedRules, layout: Layout, domain: Domain, chance_names: dict[str, str]) -> PieceTable:
    """Return the table of the pieces of a domain; `chance_names` are the old names that chance is keyed by."""
    places = [(place, instance, layout.of_place(place)) for place, instance in layout.place_list]
    everyone = (1 << rules.seats) - 1
    return PieceTable(
        located=layout.located[domain.name],
        known=layout.known[domain.name],
        everyone=everyone,
        slot=[slots.start + instance * slots.stride for _, instance, slots in places],
        first=[place.kind.start if place.kind else 0 for place, _, _ in places],
        ordered=[bool(place.order) for place, _, _ in places],
        wide=[slots.stride if not place.order and slots.stride > 1 else 0 for place, _, slots in places],
        limit=[capacity(place) if place.order or place.limit is not None else 0 for place, _, _ in places],
        sees=[seats_seeing(place, instance, everyone) for place, instance, _ in places],
        occupied=[None if slots.occupied is None else (slots.occupied, 1 << at) for _, at, slots in places],
        refill=[_refilling_place(layout, place, instance) for place, instance, _ in places],
        holds=[place.pieces.name for place, _, _ in places],
        keys=[name_key(renamed(f"{domain.name} {name}", chance_names)) for name in domain.members],
        classes=piece_classes(domain, rules.printed.get(domain.name, [])),
        rules=[rule for kind in domain.kinds for rule in kind.rules],
        kinds=[PieceKind(kind.name, kind.plural, kind.start, kind.size) for kind in domain.kinds],
        facts=_facts_of(rules, layout, domain, False),
        cleared=_facts_of(rules, layout, domain, True),
        groups=layout.groups.get(domain.name, -1),
    )


def _refilling_place(layout: Layout, place: c.Place, instance: int) -> int:
    """Return the number of the place from which one is refilled, perhaps of the same owner; -1 for none."""
    if place.refilled is None:
        return -1
    return layout.of_place(place.refilled).first + (instance if place.refilled.keys else 0)


def renamed(text: str, names: dict[str, str]) -> str:
    """Return a text with some of its words replaced."""
    return " ".join(names.get(word, word) for word in text.split(" "))


def _facts_of(rules: c.CheckedRules, layout: Layout, domain: Domain, cleared_only: bool) -> list[PieceFact]:
    found = []
    for stored in rules.stored:
        if not stored.keys or stored.keys[0].domain is not domain or (cleared_only and not stored.cleared):
            continue
        axis, rest, slot = stored.keys[0], entry_count(stored.keys[1:]), layout.slot(stored)
        slots = [slot, *(layout.memory.get(id(stored), ()) if cleared_only else ())]
        if stored.as_mask:
            one_set = words(None, axis.size)
            starts = [slot + at * one_set for slot in slots for at in range(rest)]
            found += [PieceFact(start, 1, axis.start, True, axis.size, 0) for start in starts]
        else:
            per = rest * value_words(stored.type)
            found += [PieceFact(slot, per, axis.start, False, axis.size, default_of(stored.type)) for slot in slots]
    return found


def twin_masks(rules: c.CheckedRules) -> dict[str, int]:
    """Return by domain the set of the pieces that share their class with another one."""
    found = {}
    for domain in rules.domains:
        if domain.how == "piece":
            numbers = piece_classes(domain, rules.printed.get(domain.name, []))
            twins = (piece for piece, number in enumerate(numbers) if numbers.count(number) > 1)
            found[domain.name] = sum(1 << piece for piece in twins)
    return found


def printed_fact(figure: c.Figure) -> PrintedFact:
    """Return what is printed on pieces as one fact."""
    return PrintedFact(
        figure.name, value_type(figure.type), figure.keys[0].start, list(figure.values), _key_labels(figure)
    )


def _key_labels(figure: c.Figure) -> list[str]:
    """Return the labels of the several values of one printed fact; empty for a single value."""
    if len(figure.keys) == 1:
        return []
    axis = figure.keys[1]
    names = axis_names(axis)
    return axis.domain.labels[axis.start : axis.start + axis.size] if axis.domain else names


def place_row(layout: Layout, place: c.Place, instance: int) -> Place:
    """Return one of the places that are declared together."""
    slots = layout.of_place(place)
    return Place(
        name=place.name,
        owner=owner_of(place.keys),
        keys=keyed_names(place.keys)[instance].split(" ") if place.keys else [],
        domain=place.pieces.name,
        slot=slots.start + instance * slots.stride,
        width=slots.stride,
        order=place.order,
        seen=place.seen,
        first=place.kind.start if place.kind else 0,
        count=place.kind.size if place.kind else len(place.pieces.members),
        limit=place.limit or 0,
    )


def owner_of(keys: tuple[c.Axis, ...]) -> str:
    """Return the domain of the owners of what has these keys; empty for the game."""
    return keys[0].domain.name if keys and keys[0].domain else ""
