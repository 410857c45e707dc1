"""What a seat sees: everything that is open, its own secrets, and hidden pieces that it knows."""

from __future__ import annotations

from typing import Any

from rulewright.compile import Program
from rulewright.compile.entries import WORD
from rulewright.engine.words import amounts_called, bits, called, fact_called, key_called, label_of, phrase

Value = str | int | list[str]
View = list[tuple[str, list[tuple[str, Value]]]]


def view(program: Program, state: list[int], seat: int | None) -> View:
    """Return by owner what a seat may see; `None` sees everything. Seats first, then the game, then other things."""
    found: dict[str, list[tuple[str, Value]]] = {name: [] for name in program.domains["player"].labels}
    found["the game"] = []
    for domain in program.domains.values():
        found |= {label: [] for label in domain.labels if domain.how == "names" and label not in found}
    for row in program.data["stored"]:
        if "." not in row[1]:
            _stored(program, state, seat, row, found)
    for number, place in enumerate(program.data["places"]):
        _place(program, state, seat, number, place, found)
    order: dict[str, int] = {}
    for owner, name, plural in program.data["declared"]:
        order.setdefault(amounts_called(program, owner, name, plural), len(order))
    for facts in found.values():
        facts.sort(key=lambda fact: order.get(stem(program, fact[0]), len(order)))
    return [(owner, facts) for owner, facts in found.items() if facts]


def stem(program: Program, name: str) -> str:
    """The name of a fact without what it is for: of `row for ships` the `row`."""
    between = str(program.data["phrases"]["for-each"]).format(thing="\0", key="\0").split("\0")[1]
    return name.split(between)[0]


def _further(program: Program, name: str, key: str) -> str:
    return phrase(program, "for-each", thing=name, key=key_called(program, key)) if key else name


def _may_see(seen: str, seat: int | None, owner: int) -> bool:
    return seat is None or seen == "all" or (seen == "owner" and seat == owner)


def _stored(
    program: Program, state: list[int], seat: int | None, row: Any, found: dict[str, list[tuple[str, Value]]]
) -> None:
    domain, name, plural, slot, keys, type_, _, _, seen, mask, _, amount = row
    if domain and program.domains[domain].how == "piece":
        return
    shown = amounts_called(program, domain, name, plural) if amount else called(program, domain, name)
    if mask:
        _marks(program, state, seat, row, found)
        return
    words = _words(program, type_)
    for at, (owner, further) in enumerate(_owners(program, domain, keys)):
        text = _further(program, shown, further)
        visible = _may_see(seen, seat, _seat_of(program, domain, owner))
        number = whole(state, slot + at * words, words)
        value: Value = number if type_ == "number" else label_of(program, type_, number)
        found.setdefault(owner, []).append((text, value if visible else "hidden"))


def whole(state: list[int], slot: int, words: int) -> int:
    """A number, or a set that takes so many numbers of the vector."""
    return state[slot] if words == 1 else sum(state[slot + word] << WORD * word for word in range(words))


def _words(program: Program, type_: str) -> int:
    how, _, domain = type_.partition(":")
    return max(1, -(-len(program.domains[domain].members) // WORD)) if how == "set" else 1


def _marks(
    program: Program, state: list[int], seat: int | None, row: Any, found: dict[str, list[tuple[str, Value]]]
) -> None:
    domain, name, _, slot, keys, _, _, _, seen, _, _, _ = row
    for at, (owner, _) in enumerate(_owners(program, domain, keys[:1])):
        if state[slot + at // WORD] >> at % WORD & 1 and _may_see(seen, seat, _seat_of(program, domain, owner)):
            found.setdefault(owner, []).append((called(program, domain, name), phrase(program, "yes")))


def _owners(program: Program, domain: str, keys: list[list[str]]) -> list[tuple[str, str]]:
    """(owner's label, further key) for each number of a fact."""
    if not domain:
        return [("the game", key) for key in (keys[0] if keys else [""])]
    info = program.domains[domain]
    labels = [info.labels[info.index[name]] for name in keys[0]]
    return [(label, key) for label in labels for key in (keys[1] if len(keys) > 1 else [""])]


def _seat_of(program: Program, domain: str, owner: str) -> int:
    return program.domains[domain].labels.index(owner) if domain == "player" else -1


def _place(
    program: Program, state: list[int], seat: int | None, number: int, row: Any,
    found: dict[str, list[tuple[str, Value]]],
) -> None:  # fmt: skip
    name, domain, keys, pieces_of, slot, order, seen, stride, base, limit = row
    owner = "the game"
    if domain:
        info = program.domains[domain]
        owner = info.labels[info.index[keys[0]]]
    pieces = contents(state, slot, order, stride, base)
    if not pieces and domain not in ("", "player"):
        return
    shown = _further(program, called(program, domain, name), keys[1] if len(keys) > 1 else "")
    if _may_see(seen, seat, _seat_of(program, domain, owner)):
        texts = [piece_text(program, state, pieces_of, piece, seen == "owner") for piece in pieces]
        value: Value = texts if order else sorted(texts)
    else:
        value = _hidden(program, state, seat, pieces_of, pieces)
    found.setdefault(owner, []).append((shown, value))


def _hidden(program: Program, state: list[int], seat: int | None, domain: str, pieces: list[int]) -> Value:
    """How many hidden pieces there are, and which of them the seat knows."""
    known = program.data["pieces"][domain][1]
    mine = [p for p in pieces if seat is not None and state[known + p] >> seat & 1]
    if not mine:
        return len(pieces)
    rest = len(pieces) - len(mine)
    return sorted(piece_text(program, state, domain, p) for p in mine) + ([f"{rest} hidden"] if rest else [])


def contents(state: list[int], slot: int, order: str, stride: int, base: int) -> list[int]:
    """The pieces in a place."""
    if order:
        return state[slot + 1 : slot + 1 + state[slot]]
    return [base + i for i in bits(whole(state, slot, stride))]


def piece_text(program: Program, state: list[int], domain: str, piece: int, full: bool = False) -> str:
    """A piece's label with what lies on it or has happened to it; in full, also what is printed on it."""
    notes = printed_on(program, domain, piece) if full else []
    for row in program.data["stored"]:
        owner, name, _, slot, keys, type_, low, _, _, mask, start, _ = row
        if owner != domain or not start <= piece < start + len(keys[0]):
            continue
        if mask:
            if state[slot + (piece - start) // WORD] >> (piece - start) % WORD & 1:
                used = name.endswith(".used")
                notes.append(phrase(program, "used") if used else called(program, domain, name.rsplit(".", 1)[-1]))
        elif "." not in name and type_ == "number":
            notes += _numbers(program, state, row, piece - start)
    label = program.domains[domain].labels[piece]
    return f"{label} ({', '.join(notes)})" if notes else label


def printed_on(program: Program, domain: str, piece: int) -> list[str]:
    """The facts printed on a piece, numbers with their names, others by their labels.

    0 and nothing are left out, and so is what the piece's own label says already ("hearts queen"); and the numbers,
    too, where it says nothing but all of that ("hearts 3").
    """
    found, numbers = [], {}
    own = program.domains[domain].labels[piece].lower().split()
    for full_name, type_, start, values, names in program.data.get("printed", {}).get(domain, ()):
        at = (piece - start) * max(1, len(names))
        if not 0 <= at < len(values):
            continue  # printed on another kind of piece
        if names:
            found += _several(program, type_, values[at : at + len(names)], names)
            continue
        value = values[at]
        if type_ == "number" and value:
            owner, _, name = full_name.rpartition(".")
            found.append(fact_called(program, owner, name, value))
            numbers[found[-1]] = str(value)
        elif value >= 0 and (type_.startswith("one:") or (type_ != "number" and value)):
            found.append(label_of(program, type_, value).lower())
    left = [fact for fact in found if fact.split() != own and (fact in numbers or not set(fact.split()) <= set(own))]
    said = [word for fact in found for word in ([numbers[fact]] if fact in numbers else fact.split())]
    return [] if sorted(said) == sorted(own) else left


def _several(program: Program, type_: str, values: list[int], names: list[str]) -> list[str]:
    """What is printed on a piece for each of several names: numbers with their names, others in one after the other."""
    if type_ == "number":
        return [f"{value} {name.lower()}" for value, name in zip(values, names, strict=True) if value]
    said = [label_of(program, type_, value).lower() for value in values if value >= 0]
    return [" ".join(said)] if said else []


def _numbers(program: Program, state: list[int], row: Any, at: int) -> list[str]:
    owner, name, _, slot, keys, _, low, _, _, _, _, _ = row
    if len(keys) < 2:
        number = state[slot + at]
        return [fact_called(program, owner, name, number)] if number != low else []
    further = [key_called(program, key) for key in keys[1]]
    numbers = state[slot + at * len(further) : slot + (at + 1) * len(further)]
    return [f"{n} {key}" for n, key in zip(numbers, further, strict=True) if n != low]
