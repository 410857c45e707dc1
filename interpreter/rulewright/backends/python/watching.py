"""`always` rules in the Python build: after a decision only those are evaluated whose facts have changed.

What blocks and answers may write is in the tables of the program; what moving pieces writes is noted as it happens.
What may have been written is then compared with what was there when the rules were last found to hold.

For instance, a rule says that every player has at most 10 coins and 3 cards. It reads the stretches 5 to 8 (coins of
four players) and 20 to 23. A decision runs block 7, which is known to write the first one: the numbers 5 to 8 are
compared with those kept from before, and only if one differs, the rule is evaluated.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.backends.failure import InvariantViolation
from rulewright.backends.program import Names, Program
from rulewright.backends.python.driver import driver
from rulewright.backends.python.listing import Bits
from rulewright.compile.tables import PieceTable, WatchedPart

Noted = list[int]
"""One set, of the stretches of the vector that may have been written since rules were evaluated."""


class EveryTime:
    """Plays a program, and evaluates all `always` rules after each decision."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def restart(self) -> None:
        """Begin a game."""

    def take(self, state: State, code: int) -> list[int] | None:
        """Take a choice; raise `InvariantViolation` if an `always` rule does not hold then."""
        codes = self.program.take(state, code)
        for number, rule in enumerate(self.program.always):
            if not rule(state):
                raise InvariantViolation(number)
        return codes


class Watch:
    """Plays a program, and evaluates after each decision the `always` rules that it may have broken."""

    def __init__(self, program: Program) -> None:
        watched = program.tables.watched
        self.noted: Noted = [0]
        names = _noting_names(program, self.noted)
        self.play = driver(names, False)[1]
        self.parts = [_Evaluation(part, names.get(part.function, program.always[part.rule])) for part in watched.parts]
        self.stretches = [_Stretch(watched.parts, *stretch) for stretch in watched.stretches]
        self.members = Bits()
        self.first: list[State] = []
        """What was in the stretches when rules were evaluated first: about the same in the next game."""
        self.restart()

    def restart(self) -> None:
        """Begin a game."""
        self.noted[0] = (1 << len(self.stretches)) - 1
        self.held = self.first.copy() or [[] for _ in self.stretches]

    def take(self, state: State, code: int) -> list[int] | None:
        """Take a choice; raise `InvariantViolation` if an `always` rule does not hold then."""
        codes = self.play(state, code)
        if self.noted[0]:
            self.evaluate(state)
        return codes

    def evaluate(self, state: State) -> None:
        """Evaluate what has changed; raise `InvariantViolation` if a rule does not hold."""
        held, members, changed = self.held, self.members, 0
        for number in members[self.noted[0]]:
            stretch = self.stretches[number]
            now, before = state[stretch.slice], held[number]
            if now != before:
                held[number] = now
                changed |= stretch.whole
                for begin, end, parts in stretch.inside:
                    if now[begin:end] != before[begin:end]:
                        changed |= parts
        self.noted[0] = 0
        for number in members[changed]:
            part = self.parts[number]
            if not part.holds(state, *part.given):
                raise InvariantViolation(part.rule)
        if not self.first:
            self.first = held.copy()


class _Evaluation:
    """How a part of a rule is evaluated."""

    def __init__(self, part: WatchedPart, holds: Callable[..., int]) -> None:
        self.rule, self.holds = part.rule, holds
        self.given = (part.things,) if part.function else ()


class _Stretch:
    """A stretch of the vector, and the sets of the parts of rules that read all of it, or something inside it."""

    def __init__(self, parts: list[WatchedPart], first: int, last: int) -> None:
        self.slice, self.whole = slice(first, last), 0
        inside: dict[tuple[int, int], int] = {}
        for number, part in enumerate(parts):
            for begin, end in part.reads:
                if (begin, end) == (first, last):
                    self.whole |= 1 << number
                elif first <= begin and end <= last:
                    inside[begin, end] = inside.get((begin, end), 0) | 1 << number
        self.inside = [(begin - first, end - first, mask) for (begin, end), mask in inside.items()]


def _noting_names(program: Program, noted: Noted) -> Names:
    """Make the functions of a program a second time: these note what they write."""
    tables = program.tables
    names = dict(program.names)
    for domain, table in tables.pieces.items():
        note_moves(names, domain.replace("-", "_"), table, tables.watched.stretches, noted)
    exec(program.compiled.code, names)
    for name, mask in tables.watched.writes.items():
        names[name] = _noting_function(names[name], mask, noted)
    names["BLOCKS"] = [function and names[function.__name__] for function in names["BLOCKS"]]
    names["ANSWERS"] = [
        {code: (names[function.__name__], back) for code, (function, back) in row.items()} for row in names["ANSWERS"]
    ]
    return names


def _noting_function(
    function: Callable[..., list[int] | int], mask: int, noted: Noted
) -> Callable[..., list[int] | int]:
    def block(S: State) -> list[int] | int:
        noted[0] |= mask
        return function(S)

    def answer(S: State, code: int, back: int) -> list[int] | int:
        noted[0] |= mask
        return function(S, code, back)

    return block if function.__code__.co_argcount == 1 else answer


State = list[int]
Stretches = Sequence[tuple[int, int]]


def _place_masks(table: PieceTable, stretches: Stretches) -> list[int]:
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
    masks = _place_masks(table, stretches)
    if not any(masks):
        return
    located, refill = table.located, table.refill
    move_, move_all_, draw_ = names[f"move_{domain}"], names[f"moveall_{domain}"], names[f"draw_{domain}"]
    swap_all_ = names[f"swapall_{domain}"]
    shuffle_, swap_, move_under_ = names[f"shuffle_{domain}"], names[f"swap_{domain}"], names[f"moveunder_{domain}"]

    def move(S: State, piece: int, place: int) -> None:
        noted[0] |= masks[S[located + piece]] | masks[place]
        move_(S, piece, place)

    def move_all(S: State, pieces: Sequence[int], place: int) -> None:
        for piece in pieces:
            noted[0] |= masks[S[located + piece]] | masks[place]
        move_all_(S, pieces, place)

    def move_under(S: State, piece: int, place: int) -> None:
        noted[0] |= masks[S[located + piece]] | masks[place]
        move_under_(S, piece, place)

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

    def swap_all(S: State, here: int, there: int) -> None:
        noted[0] |= masks[here] | masks[there]
        swap_all_(S, here, there)

    made = {
        "move": move, "moveall": move_all, "moveunder": move_under, "draw": draw, "shuffle": shuffle, "swap": swap,
        "swapall": swap_all,
    }  # fmt: skip
    names.update({f"{what}_{domain}": function for what, function in made.items()})
