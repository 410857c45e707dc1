"""What a seat sees: everything that is public, its own secrets, and hidden pieces that it knows."""

from __future__ import annotations

import re
from collections.abc import Collection

from rulewright.backends import Program
from rulewright.compile.tables import Fact, Place, PrintedFact
from rulewright.engine.words import amounts_called, called, fact_called, key_called, label_of, phrase

Value = str | int | list[str]
View = list[tuple[str, list[tuple[str, Value]]]]
Found = dict[str, list[tuple[str, Value]]]
"""The rows collected so far, by owner."""
WORDS = re.compile(r"[^\s(),]+")


def view(program: Program, state: list[int], seat: int | None) -> View:
    """Return what a seat may see, by owner: seats first, then the game, then other things. None sees everything."""
    found: Found = {name: [] for name in program.domains["player"].labels}
    found["the game"] = []
    for domain in program.domains.values():
        found |= {label: [] for label in domain.labels if domain.how == "names" and label not in found}
    for fact in program.tables.facts:
        if not fact.is_internal:
            _fact(program, state, seat, fact, found)
    for place in program.tables.places:
        _place(program, state, seat, place, found)
    order: dict[str, int] = {}
    for declared in program.tables.declared:
        order.setdefault(amounts_called(program, declared.owner, declared.name, declared.plural), len(order))
    for facts in found.values():
        facts.sort(key=lambda fact: order.get(stem(program, fact[0]), len(order)))
    return [(owner, facts) for owner, facts in found.items() if facts]


def stem(program: Program, name: str) -> str:
    """Return the name of a fact without its purpose: `row` of `row for ships`."""
    between = program.tables.phrases["for-each"].format(thing="\0", key="\0").split("\0")[1]
    return name.split(between)[0]


def _further(program: Program, name: str, key: str) -> str:
    return phrase(program, "for-each", thing=name, key=key_called(program, key)) if key else name


def may_see(seen: str, seat: int | None, owner: int) -> bool:
    """Return whether a seat sees what belongs to an owner; None sees everything."""
    return seat is None or seen == "all" or (seen == "owner" and seat == owner)


def inferable(fact: Fact, state: list[int], at: int) -> tuple[int, int] | None:
    """Return the least and the greatest value that a hidden value can have as far as everybody knows.

    None if that is no less than the rules allow; of what is no number, only an exact value counts.
    """
    low, high = fact.possible(state, at)
    if low == high or (fact.type.is_number and (low, high) != (fact.low, fact.high)):
        return low, high
    return None


def _fact(program: Program, state: list[int], seat: int | None, fact: Fact, found: Found) -> None:
    if fact.owner and program.domains[fact.owner].how == "piece":
        return
    if fact.as_bits:
        _bits(program, state, seat, fact, found)
        return
    name = amounts_called(program, fact.owner, fact.name, fact.plural)
    shown = name if fact.is_amount else called(program, fact.owner, fact.name)
    for at, (owner, further) in enumerate(_owners(program, fact)):
        text = _further(program, shown, further)
        visible = may_see(fact.seen, seat, _seat_of(program, fact.owner, owner))
        number = fact.value(state, at)
        value: Value = number if fact.type.is_number else label_of(program, fact.type, number)
        found.setdefault(owner, []).append((text, value if visible else "hidden"))


def _bits(program: Program, state: list[int], seat: int | None, fact: Fact, found: Found) -> None:
    for at, owner in enumerate(_owner_labels(program, fact)):
        if fact.value(state, at) and may_see(fact.seen, seat, _seat_of(program, fact.owner, owner)):
            text = called(program, fact.owner, fact.name)
            found.setdefault(owner, []).append((text, phrase(program, "yes")))


def _owners(program: Program, fact: Fact) -> list[tuple[str, str]]:
    """Return (owner's label, further key) for each value of a fact."""
    return [(label, key) for label in _owner_labels(program, fact) for key in (fact.further_keys or [""])]


def _owner_labels(program: Program, fact: Fact) -> list[str]:
    if not fact.owner:
        return ["the game"]
    info = program.domains[fact.owner]
    return [info.labels[info.index[name]] for name in fact.owners]


def _seat_of(program: Program, domain: str, owner: str) -> int:
    return program.domains[domain].labels.index(owner) if domain == "player" else -1


def _place(program: Program, state: list[int], seat: int | None, place: Place, found: Found) -> None:
    owner = "the game"
    if place.owner:
        info = program.domains[place.owner]
        owner = info.labels[info.index[place.owner_key]]
    pieces = place.contents(state)
    if not pieces and place.owner not in ("", "player"):
        return
    key = place.further_key if place.owner else ""
    shown = _further(program, called(program, place.owner, place.name), key)
    if may_see(place.seen, seat, _seat_of(program, place.owner, owner)):
        texts = [piece_text(program, state, place.domain, piece, place.seen == "owner") for piece in pieces]
        value: Value = texts if place.order else sorted(texts)
    else:
        value = _hidden(program, state, seat, place.domain, pieces)
    found.setdefault(owner, []).append((shown, value))


def _hidden(program: Program, state: list[int], seat: int | None, domain: str, pieces: list[int]) -> Value:
    """Return how many hidden pieces there are, and which of them the seat knows."""
    table = program.tables.pieces[domain]
    mine = [p for p in pieces if seat is not None and table.known_to(state, p) >> seat & 1]
    if not mine:
        return len(pieces)
    rest = len(pieces) - len(mine)
    return sorted(piece_text(program, state, domain, p) for p in mine) + ([f"{rest} hidden"] if rest else [])


def piece_text(program: Program, state: list[int], domain: str, piece: int, full: bool = False) -> str:
    """Return a piece's label with its own facts; in full, also with what is printed on it."""
    notes = [*(printed_on(program, domain, piece) if full else []), *noted_on(program, state, domain, piece)]
    label = program.domains[domain].labels[piece]
    return f"{label} ({', '.join(notes)})" if notes else label


def noted_on(program: Program, state: list[int], domain: str, piece: int) -> list[str]:
    """Return a piece's own facts, without those at their default."""
    notes: list[str] = []
    for fact in program.tables.facts:
        at = piece - fact.first
        if fact.owner != domain or not 0 <= at < len(fact.owners):
            continue
        if fact.as_bits:
            if fact.value(state, at):
                used = fact.name.endswith(".used")
                name = phrase(program, "used") if used else called(program, domain, fact.name.rsplit(".", 1)[-1])
                notes.append(name)
        elif not fact.is_internal and fact.type.is_number:
            notes += _numbers(program, state, fact, at)
    return notes


def printed_on(program: Program, domain: str, piece: int, hide: Collection[str] = ()) -> list[str]:
    """Return the facts printed on a piece, numbers with their names, others by their labels, without those to hide.

    0 and nothing are omitted, and so is what the piece's label already contains ("hearts queen"), including numbers if
    the label consists of nothing else ("hearts 3").
    """
    found, numbers = [], {}
    own = WORDS.findall(program.domains[domain].labels[piece].lower())
    for fact in program.tables.printed.get(domain, ()):
        at = (piece - fact.first) * max(1, len(fact.labels))
        if not 0 <= at < len(fact.values) or fact.name in hide:
            continue  # printed on another kind of piece
        if fact.labels:
            found += _several(program, fact, at)
            continue
        value = fact.values[at]
        if fact.type.is_number and value:
            owner, _, name = fact.name.rpartition(".")
            found.append(fact_called(program, owner, name, value))
            numbers[found[-1]] = str(value)
        elif value >= 0 and (fact.type.how == "one" or (not fact.type.is_number and value)):
            found.append(label_of(program, fact.type, value).lower())
    words = {text: WORDS.findall(text) for text in found}
    left = [text for text in found if words[text] != own and (text in numbers or not set(words[text]) <= set(own))]
    said = [word for text in found for word in ([numbers[text]] if text in numbers else words[text])]
    return [] if sorted(said) == sorted(own) else left


def _several(program: Program, fact: PrintedFact, at: int) -> list[str]:
    """Return what is printed on a piece for each name of a list: numbers with their names, others in sequence."""
    values = fact.values[at : at + len(fact.labels)]
    if fact.type.is_number:
        return [f"{value} {name.lower()}" for value, name in zip(values, fact.labels, strict=True) if value]
    said = [label_of(program, fact.type, value).lower() for value in values if value >= 0]
    return [" ".join(said)] if said else []


def _numbers(program: Program, state: list[int], fact: Fact, at: int) -> list[str]:
    if not fact.further_keys:
        number = fact.value(state, at)
        return [fact_called(program, fact.owner, fact.name, number)] if number != fact.low else []
    further = [key_called(program, key) for key in fact.further_keys]
    numbers = [fact.value(state, at * len(further) + key) for key in range(len(further))]
    return [f"{n} {key}" for n, key in zip(numbers, further, strict=True) if n != fact.low]
