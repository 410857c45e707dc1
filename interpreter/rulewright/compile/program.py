"""The compiled game: plain data and the code that runs it. Everything in `Data` can be written down and read back."""

from __future__ import annotations

import marshal
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from operator import add
from types import CodeType
from typing import Any

from rulewright.compile.entries import Entry
from rulewright.compile.machine import Bits, Pieces, Trouble, below, movers, stream_number

Data = dict[str, Any]
"""What compiling yields, as marshal can keep it: numbers, texts, tuples, lists, dicts, code."""

FORMAT = 1


@dataclass(slots=True)
class DomainInfo:
    """What a person sees of a domain: its things by name and label."""

    name: str
    plural: str
    how: str
    members: list[str]
    labels: list[str]
    index: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Program:
    """A compiled game for a number of seats, ready to run on vectors of `length` numbers."""

    data: Data
    traced: bool
    length: int
    start: list[int]
    blocks: list[Callable[[list[int]], int] | None]
    options: list[Callable[..., list[int]]]
    answers: list[dict[int, tuple[Callable[[list[int], int, int], int], int]]]
    empty: list[int]
    seats_of: list[int]
    score: list[Callable[[list[int], int], int]]
    tie: list[Callable[[list[int], int], int]]
    always: list[Callable[[list[int]], int]]
    log: list[Any]
    dictated: dict[str, list[Any]]
    entries: list[Entry]
    domains: dict[str, DomainInfo]
    names: dict[str, Any]

    @property
    def seats(self) -> int:
        return int(self.data["seats"])

    @property
    def seat_names(self) -> list[str]:
        return list(self.data["seat_names"])

    @property
    def fingerprint(self) -> str:
        """The rules' fingerprint: equal for equal rules, options and seats, whatever their texts."""
        return str(self.data["fingerprint"])

    def initial(self, seed: int) -> list[int]:
        """Return the vector before the first block."""
        state = list(self.start)
        state[1] = seed
        return state

    def advance(self, state: list[int], at: int) -> list[int] | None:
        """Run from a block or question to the next decision of two choices or more; None when the game is over.

        The place in the program is left in slot 0; what is returned are the choices there.
        """
        blocks, options, answers = self.blocks, self.options, self.answers
        for _ in repeat(None, BUDGET):
            if at > 0:
                at = blocks[at](state)  # type: ignore[misc]
                continue
            state[0] = at
            if at == 0:
                return None
            site = ~at
            choices = options[site](state)
            if len(choices) > 1:
                return choices
            if not choices:
                at = self.empty[site]
                if at < 0:
                    raise Trouble("dead-end", site, "there is nothing to choose from")
                continue
            code = choices[0]
            function, back = answers[site][code >> 32]
            if self.traced:
                label = self.names["LABELS"][site][code >> 32](state, code)
                prompt = self.names["PROMPTS"][site](state)
                self.log.append(("forced", site, code, state[self.seats_of[site]], label, False, prompt))
            at = function(state, code, back)
        raise Trouble("endless", -1, "the rules go round without asking anybody")

    def take(self, state: list[int], code: int) -> list[int] | None:
        """Take a choice of the question where the vector stands, and run to the next decision."""
        function, back = self.answers[~state[0]][code >> 32]
        return self.advance(state, function(state, code, back))

    def choices(self, state: list[int]) -> list[int]:
        """The choices where a vector stands: the vector alone is enough."""
        return [] if state[0] >= 0 else self.options[~state[0]](state)


BUDGET = 200_000
"""Blocks run between two decisions before the rules are said to go round."""


def load_program(data: Data) -> Program:
    """Make a program run: bind its code to the machine."""
    log: list[Any] = []
    traced = bool(data["traced"])
    dictated: dict[str, list[Any]] = {}
    names: dict[str, Any] = _machine_names(data, log, dictated, traced)
    code = marshal.loads(data["code"])
    assert isinstance(code, CodeType)
    exec(code, names)  # noqa: S102 - our own backend wrote it
    entries = [Entry(*row) for row in data["entries"]]
    domains = {
        row[0]: DomainInfo(*row, {name: i for i, name in enumerate(row[3])}) for row in data["domains"]
    }
    return Program(
        data, traced, data["length"], data["start"], names["BLOCKS"], names["OPTIONS"], names["ANSWERS"],
        names["EMPTY"], names["SEATS"], names["SCORE"], names["TIE"], names["ALWAYS"], log, dictated, entries, domains,
        names,
    )  # fmt: skip


def _machine_names(data: Data, log: list[Any], dictated: dict[str, list[Any]], traced: bool) -> dict[str, Any]:
    bits = Bits()
    names: dict[str, Any] = {
        "BITS": bits, "LOG": log, "KEY": data["stream_keys"], "first": first, "only": only, "has": has, "one": one,
        "after": after, "best": best, "need": need, "row_set": row_set, "row_first": row_first, "row_last": row_last,
        "row_only": row_only, "seat_from": seat_from, "out_of_range": out_of_range,
    }  # fmt: skip
    seats = data["seats"]

    def around(things: int, start: int) -> list[int]:
        start %= seats
        return [s % seats for s in range(start, start + seats) if things >> s % seats & 1]

    def roll(S: list[int], low: int, high: int, counter: int, stream: str) -> int:
        if dictated.get(stream):
            return int(dictated[stream].pop(0))
        number = stream_number(S[1], data["stream_keys"][stream], S[counter])
        S[counter] += 1
        return low + below(number, high - low + 1)

    names["enough"] = enough
    names["around"], names["roll"] = around, roll
    for name, row in data["pieces"].items():
        pieces = Pieces(*row)

        def order_of(domain: str) -> list[Any] | None:
            return dictated.get(f"order {domain}")

        made = movers(pieces, log if traced else None, name, order_of)
        safe = name.replace("-", "_")
        for what in ("move", "move_all", "draw", "shuffle", "swap", "position"):
            names[f"{what}_{safe}"] = getattr(made, what)
        unlike, unlike_choices = _telling_apart(bits, data["twins"][name], pieces.located, made.position)
        names[f"unlike_{safe}"], names[f"unlike_choices_{safe}"] = unlike, unlike_choices
    return names


def _telling_apart(
    bits: Bits, twins: tuple[list[int], list[tuple[int, int, int, int]]], located: int,
    position: Callable[[list[int], int], int],
) -> tuple[Callable[[list[int], int], Iterable[int]], Callable[[list[int], list[int], int], list[int]]]:
    """Functions that leave out pieces which nothing tells apart from an earlier one.

    In rows and stacks their position does. `twins` are the class of each piece (equal printed facts) and the changing facts:
    (start, numbers per piece, first piece, 1 for yes-or-no facts kept as a set).
    """
    classes, facts = twins

    def key(S: list[int], piece: int) -> tuple[Any, ...]:
        parts: list[Any] = [classes[piece], S[located + piece], position(S, piece)]
        for start, per, base, masks in facts:
            if piece >= base:
                at = start + (piece - base) * per
                parts.append(S[start] >> (piece - base) & 1 if masks else tuple(S[at : at + per]))
        return tuple(parts)

    several: dict[int, bool] = {}

    def unlike(S: list[int], things: int) -> Iterable[int]:
        alike = several.get(things)
        if alike is None:
            mine = [classes[piece] for piece in bits[things]]
            alike = several[things] = len(set(mine)) < len(mine)
        if not alike:
            return bits[things]
        seen: dict[tuple[Any, ...], int] = {}
        for piece in bits[things]:
            seen.setdefault(key(S, piece), piece)
        return seen.values()

    def unlike_choices(S: list[int], out: list[int], code: int) -> list[int]:
        seen: set[tuple[Any, ...]] = set()
        kept = []
        for choice in out:
            if choice >> 32 == code and choice & 65535 != 65535:
                mine = key(S, choice & 65535)
                if mine in seen:
                    continue
                seen.add(mine)
            kept.append(choice)
        return kept

    return unlike, unlike_choices


# ---- what the written code calls


def first(things: int) -> int:
    return (things & -things).bit_length() - 1


def only(things: int) -> int:
    return things.bit_length() - 1 if things and not things & (things - 1) else -1


def has(things: int, thing: int) -> bool:
    return thing >= 0 and bool(things >> thing & 1)


def one(thing: int) -> int:
    return 1 << thing if thing >= 0 else 0


def after(thing: int, size: int) -> int:
    return thing + 1 if 0 <= thing < size - 1 else -1


def best(pairs: list[tuple[int, int]]) -> int:
    if not pairs:
        return 0
    top = max(value for value, _ in pairs)
    return sum(1 << thing for value, thing in pairs if value == top)


class Enough(dict[tuple[int, ...], int]):
    """By totals, the set of names of which there are at least so many; remembered for every totals seen."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number

    def __missing__(self, totals: tuple[int, ...]) -> int:
        found = self[totals] = sum(1 << name for name, total in enumerate(totals) if total >= self.number)
        return found


class Enoughs(dict[int, Enough]):
    """`Enough` for every number asked."""

    def __missing__(self, number: int) -> Enough:
        found = self[number] = Enough(number)
        return found


ENOUGH = Enoughs()


def enough(S: list[int], base: int, size: int, pieces: Sequence[int], number: int) -> int:
    """The set of names of which the pieces hold at least a number of units together."""
    if not pieces:
        return ENOUGH[number][(0,) * size]
    at = base + pieces[0] * size
    totals: Iterable[int] = S[at : at + size]
    for piece in pieces[1:]:
        at = base + piece * size
        totals = map(add, totals, S[at : at + size])
    return ENOUGH[number][tuple(totals)]


def need(thing: int, where: int) -> int:
    if thing < 0:
        raise Trouble("nothing-there", where, "there is nothing here to move")
    return thing


def row_set(S: list[int], slot: int) -> int:
    mask = 0
    for piece in S[slot + 1 : slot + 1 + S[slot]]:
        mask |= 1 << piece
    return mask


def row_first(S: list[int], slot: int) -> int:
    return S[slot + 1] if S[slot] else -1


def row_last(S: list[int], slot: int) -> int:
    return S[slot + S[slot]] if S[slot] else -1


def row_only(S: list[int], slot: int) -> int:
    return S[slot + 1] if S[slot] == 1 else -1


def seat_from(rest: int, turn: int) -> int:
    high = rest >> turn << turn
    mask = high or rest
    return (mask & -mask).bit_length() - 1


def out_of_range(where: int, name: str, value: int, low: int, high: int) -> None:
    raise Trouble("out-of-range", where, f"{name} would be {value}; it goes from {low} to {high}")


