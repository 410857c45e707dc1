"""Moving pieces while `always` rules are watched: notes which stretches of the vector that writes."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.backends.program import Names
from rulewright.compile.tables import PieceTable

State = list[int]
Stretches = Sequence[tuple[int, int]]


def _masks(table: PieceTable, stretches: Stretches) -> list[int]:
    """Return, by place, the stretches that change when a piece comes to it or leaves it."""

    def mask(slot: int, length: int) -> int:
        return sum(1 << i for i, (begin, end) in enumerate(stretches) if begin < slot + length and slot < end)

    always = mask(table.located, table.count) | mask(table.known, table.count)
    for fact in table.cleared:
        always |= mask(fact.slot, fact.count * fact.width)
    found = []
    for place, slot in enumerate(table.slot):
        length = table.limit[place] + 1 if table.ordered[place] else table.wide[place] or 1
        seen = table.occupied[place]
        found.append(always | mask(slot, length) | (mask(seen[0], 1) if seen is not None else 0))
    return found


def note_moves(names: Names, domain: str, table: PieceTable, stretches: Stretches, noted: list[int]) -> None:
    """Replace the functions that move the pieces of a domain by ones that also note in `noted` what they write."""
    masks = _masks(table, stretches)
    if not any(masks):
        return
    located, refill = table.located, table.refill
    move_, move_all_, draw_ = names[f"move_{domain}"], names[f"moveall_{domain}"], names[f"draw_{domain}"]
    shuffle_, swap_ = names[f"shuffle_{domain}"], names[f"swap_{domain}"]

    def move(S: State, piece: int, place: int) -> None:
        noted[0] |= masks[S[located + piece]] | masks[place]
        move_(S, piece, place)

    def move_all(S: State, pieces: Sequence[int], place: int) -> None:
        for piece in pieces:
            noted[0] |= masks[S[located + piece]] | masks[place]
        move_all_(S, pieces, place)

    def draw(S: State, number: int, stack: int, place: int, counter: int, where: int, key: int) -> None:
        noted[0] |= masks[stack] | masks[place]
        if refill[stack] >= 0:
            noted[0] |= masks[refill[stack]]
        draw_(S, number, stack, place, counter, where, key)

    def shuffle(S: State, place: int, counter: int, key: int) -> None:
        noted[0] |= masks[place]
        shuffle_(S, place, counter, key)

    def swap(S: State, a: int, b: int) -> None:
        noted[0] |= masks[S[located + a]] | masks[S[located + b]]
        swap_(S, a, b)

    made = {"move": move, "moveall": move_all, "draw": draw, "shuffle": shuffle, "swap": swap}
    names.update({f"{what}_{domain}": function for what, function in made.items()})
