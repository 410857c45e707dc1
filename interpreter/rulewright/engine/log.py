"""Tells what happened: the traced build's notes as lines that a person reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulewright.compile import Program
from rulewright.engine.words import comes_with, counted, label_of, render


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line: `private` are the seats that may read it (None: all)."""

    text: str
    rule: str
    place: str
    seat: int | None = None
    private: frozenset[int] | None = None
    heading: bool = False


def seats_in(mask: int) -> frozenset[int]:
    return frozenset(i for i in range(mask.bit_length()) if mask >> i & 1)


class Teller:
    """Turns notes into lines; it remembers the rule of the last note, to which unplaced ones belong."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.rule, self.place = "", ""

    def lines(self, notes: list[Any]) -> list[LogLine]:
        """Return the lines for notes, in order."""
        found: list[LogLine] = []
        for note in notes:
            found += getattr(self, f"_{note[0]}")(*note[1:])
        return found

    def _at(self, where: int) -> None:
        span, rule = self.program.data["spans"][where]
        self.rule, self.place = rule, f"{span[0]}:{span[1]}"

    def _line(self, text: str, seat: int | None = None, private: frozenset[int] | None = None) -> list[LogLine]:
        return [LogLine(text[:1].upper() + text[1:], self.rule, self.place, seat, private)]

    def _seat(self, seat: int) -> str:
        return self.program.seat_names[seat] if seat >= 0 else "Nobody"

    def _heading(self, where: int, text: tuple[Any, ...]) -> list[LogLine]:
        self._at(where)
        return [LogLine(render(self.program, text), self.rule, self.place, None, None, True)]

    def _say(self, where: int, text: tuple[Any, ...]) -> list[LogLine]:
        self._at(where)
        return self._line(render(self.program, text))

    def _take(self, where: int, amount: str, seat: int, number: int) -> list[LogLine]:
        self._at(where)
        return self._line(f"{self._seat(seat)} takes {counted(self.program, number, amount)}.", seat) if number else []

    def _pay(self, where: int, amount: str, seat: int, number: int) -> list[LogLine]:
        self._at(where)
        return self._line(f"{self._seat(seat)} pays {counted(self.program, number, amount)}.", seat) if number else []

    def _give(self, where: int, amount: str, payer: int, payee: int, number: int) -> list[LogLine]:
        self._at(where)
        what = counted(self.program, number, amount)
        return self._line(f"{self._seat(payer)} pays {what} to {self._seat(payee)}.", payer)

    def _roll(self, where: int, name: str, value: int) -> list[LogLine]:
        self._at(where)
        return self._line(f"The {name} shows {value}.")

    def _shuffle(self, domain: str, place: int) -> list[LogLine]:
        return self._line(f"The {self._place_name(place)} is shuffled.")

    def _set(self, where: int, name: str, slot: int, value: int) -> list[LogLine]:
        self._at(where)
        row = self._row_of(slot)
        if row is None:
            return []
        owner, fact, _, start, keys, type_, _, _, seen, mask, _, _ = row
        if mask or type_.startswith("set") or owner != "player":
            return []
        seat, further = self._keys_of(row, slot)
        private = frozenset({seat}) if seen == "owner" else frozenset[int]() if seen == "nobody" else None
        text = f"{self._seat(seat)}: {fact.replace('-', ' ')}{further} is {label_of(self.program, type_, value)}."
        return self._line(text, seat, private)

    def _row_of(self, slot: int) -> Any:
        for row in self.program.data["stored"]:
            size = 1
            for key in row[4]:
                size *= len(key)
            if row[3] <= slot < row[3] + size and "." not in row[1]:
                return row
        return None

    def _keys_of(self, row: Any, slot: int) -> tuple[int, str]:
        inner = 1
        for key in row[4][1:]:
            inner *= len(key)
        seat, rest = divmod(slot - row[3], inner)
        further = f" for {row[4][1][rest % len(row[4][1])]}" if len(row[4]) > 1 else ""
        return seat, further

    def _place_name(self, place: int) -> str:
        name, owner, keys, *_ = self.program.data["places"][place]
        spoken = str(name).replace("-", " ")
        if not owner:
            return spoken
        thing = self.program.domains[owner].labels[self.program.domains[owner].index[keys[0]]] if keys else owner
        return f"{thing}'s {spoken}"

    def _move(self, domain: str, piece: int, old: int, new: int) -> list[LogLine]:
        sees = self.program.data["pieces"][domain][7]
        everyone = (1 << self.program.seats) - 1
        seen = sees[old] | sees[new]
        ends = f"from {self._place_name(old)} to {self._place_name(new)}."
        label = self.program.domains[domain].labels[piece]
        if seen == everyone:
            return self._line(f"{label}: {ends}")
        hidden = LogLine(f"A {domain.replace('-', ' ')}: {ends}", self.rule, self.place, None, seats_in(everyone & ~seen))
        known = LogLine(f"{label}: {ends}", self.rule, self.place, None, seats_in(seen))
        return [known, hidden] if seen else [hidden]

    def _chosen(self, site: int, code: int, seat: int, label: tuple[Any, ...], hidden: bool) -> list[LogLine]:
        name, rule, span, *_ = self.program.data["choices"][code >> 32]
        self.rule, self.place = rule, f"{span[0]}:{span[1]}"
        secret = self.program.data["sites"][site][3] or hidden
        private = frozenset({seat}) if secret else None
        return self._line(f"{self._seat(seat)}: {render(self.program, label)}", seat, private)

    _forced = _chosen


def is_hidden(program: Program, state: list[int], code: int) -> bool:
    """What comes with a choice is a piece that not everybody knows."""
    comes = program.data["choices"][code >> 32][3]
    if comes is None or comes not in program.data["pieces"] or comes_with(code) < 0:
        return False
    known = program.data["pieces"][comes][1]
    return state[known + comes_with(code)] != (1 << program.seats) - 1


