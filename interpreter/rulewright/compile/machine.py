"""What compiled rules call: moving pieces, drawing, shuffling, dice. Speed matters here more than anywhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rulewright.compile.chance import mix, stream_number
from rulewright.compile.entries import WORD
from rulewright.compile.tables import PieceFact, PieceTable

CACHED_SETS = 200_000


class Bits(dict[int, tuple[int, ...]]):
    """The things of a set in order, remembered for every set seen."""

    def __missing__(self, mask: int) -> tuple[int, ...]:
        if len(self) > CACHED_SETS:
            self.clear()
        rest, found = mask, []
        while rest:
            low = rest & -rest
            found.append(low.bit_length() - 1)
            rest ^= low
        result = self[mask] = tuple(found)
        return result


class Trouble(Exception):  # noqa: N818
    """The rules cannot go on: code, rule line and a sentence. The engine turns it into a diagnostic."""

    def __init__(self, code: str, where: int, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.where = where


GOES_ROUND = "the rules go round without asking anybody"
"""What is said when there is no end to what happens between two decisions."""
ONE_ANSWER = "the rules go on and on, and there is only one answer to every question"
"""What is said when whoever is asked has had nothing to decide for too long."""


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class Movers:
    """The functions for one domain of pieces."""

    move: Callable[[list[int], int, int], None]
    move_all: Callable[[list[int], Sequence[int], int], None]
    draw: Callable[[list[int], int, int, int, int, int], None]
    shuffle: Callable[[list[int], int, int, int], None]
    swap: Callable[[list[int], int, int], None]
    position: Callable[[list[int], int], int]


def cleared_of(
    cleared: list[PieceFact], pieces: int
) -> tuple[list[list[tuple[int, int, list[int]]]], list[list[tuple[int, int]]]]:
    """By piece, what of the vector is cleared when it moves: stretches of numbers, and bits of marks."""
    numbers: list[list[tuple[int, int, list[int]]]] = [[] for _ in range(pieces)]
    marks: list[list[tuple[int, int]]] = [[] for _ in range(pieces)]
    for fact in cleared:
        per = fact.width
        for at in range(fact.count):
            if fact.as_bits:
                marks[fact.first + at].append((fact.slot + at // WORD, 1 << at % WORD))
            else:
                stretch = fact.slot + at * per, fact.slot + (at + 1) * per, [fact.initial] * per
                numbers[fact.first + at].append(stretch)
    return numbers, marks


def alike_of(classes: Sequence[int]) -> list[tuple[int, ...]]:
    """By piece, the others of its class: what is printed does not tell them apart."""
    of_class: dict[int, list[int]] = {}
    for piece, number in enumerate(classes):
        of_class.setdefault(number, []).append(piece)
    return [tuple(p for p in of_class[number] if p != piece) for piece, number in enumerate(classes)]


def movers(
    p: PieceTable, log: list[tuple[object, ...]] | None, name: str, order_of: Callable[[str], list[int] | None]
) -> Movers:
    """Make the functions that move the pieces of a domain; with a log they also tell what they did."""
    located, known, slot, first, ordered, wide = p.located, p.known, p.slot, p.first, p.ordered, p.wide
    sees, occupied, everyone, limit = p.sees, p.occupied, p.everyone, p.limit
    keys = p.keys
    numbers, marks = cleared_of(p.cleared, len(keys))
    alike = alike_of(p.classes)
    cleared = frozenset(piece for piece in range(len(keys)) if numbers[piece] or marks[piece])

    def take_out(S: list[int], piece: int, place: int) -> None:
        s = slot[place]
        if ordered[place]:
            n = S[s]
            i = S.index(piece, s + 1, s + 1 + n)
            S[i : s + n] = S[i + 1 : s + n + 1]
            S[s + n] = 0
            S[s] = n - 1
            empty = n == 1
        else:
            bit = piece - first[place]
            if wide[place]:
                S[s + bit // WORD] ^= 1 << bit % WORD
                empty = not contents(S, place)
            else:
                S[s] ^= 1 << bit
                empty = S[s] == 0
        seen = occupied[place]
        if seen is not None and empty:
            S[seen[0]] &= ~seen[1]

    def put_in(S: list[int], piece: int, place: int) -> None:
        s = slot[place]
        if ordered[place]:
            n = S[s] + 1
            if n > limit[place]:
                raise Trouble("place-full", place, "this place is full")
            S[s] = n
            S[s + n] = piece
        else:
            bit = piece - first[place]
            if wide[place]:
                if limit[place] and len(contents(S, place)) >= limit[place]:
                    raise Trouble("place-full", place, "this place is full")
                S[s + bit // WORD] |= 1 << bit % WORD
            else:
                if limit[place] and S[s].bit_count() >= limit[place]:
                    raise Trouble("place-full", place, "this place is full")
                S[s] |= 1 << bit
        seen = occupied[place]
        if seen is not None:
            S[seen[0]] |= seen[1]

    def contents(S: list[int], place: int) -> list[int]:
        s = slot[place]
        if ordered[place]:
            return S[s + 1 : s + 1 + S[s]]
        base = first[place]
        if wide[place]:
            mask = sum(S[s + w] << WORD * w for w in range(wide[place]))
            return [base + i for i in range(mask.bit_length()) if mask >> i & 1]
        mask = S[s]
        return [base + i for i in range(mask.bit_length()) if mask >> i & 1]

    plain = [not ordered[i] and not wide[i] and occupied[i] is None for i in range(len(slot))]
    single = [limit[i] == 1 and not ordered[i] and not wide[i] for i in range(len(slot))]
    roomy = [plain[i] and not limit[i] for i in range(len(slot))]

    def move(S: list[int], piece: int, place: int) -> None:
        old = S[located + piece]
        if old == place:
            return
        if alike[piece] and sees[old] != everyone and not ordered[old]:
            confuse(S, piece, old, everyone & ~sees[old])
        if plain[old]:
            S[slot[old]] ^= 1 << piece - first[old]
        elif single[old]:
            S[slot[old]] = 0
            seen = occupied[old]
            if seen is not None:
                S[seen[0]] &= ~seen[1]
        else:
            take_out(S, piece, old)
        seen_by = sees[old] | sees[place]
        arrive(S, piece, old, place, seen_by)
        if seen_by != everyone and not ordered[old]:
            forget(S, piece, old, everyone & ~seen_by)

    def arrive(S: list[int], piece: int, old: int, place: int, seen_by: int) -> None:
        """A piece that was taken out of a place comes to another; some seats have seen one of the two."""
        if roomy[place]:
            S[slot[place]] |= 1 << piece - first[place]
        elif single[place]:
            if S[slot[place]]:
                raise Trouble("place-full", place, "this place is full")
            S[slot[place]] = 1 << piece - first[place]
            seen = occupied[place]
            if seen is not None:
                S[seen[0]] |= seen[1]
        else:
            put_in(S, piece, place)
        S[located + piece] = place
        S[known + piece] |= seen_by
        if piece in cleared:
            for at, end, nothing in numbers[piece]:
                S[at:end] = nothing
            for at, bit in marks[piece]:
                S[at] &= ~bit
        if log is not None:
            log.append(("move", name, piece, old, place))

    def confuse(S: list[int], piece: int, place: int, unsure: int) -> None:
        """Of pieces that are alike the known one leaves first: who looks on cannot tell that it was another one."""
        for other in alike[piece]:
            if S[located + other] == place:
                known_only = S[known + other] & ~S[known + piece] & unsure
                S[known + other] ^= known_only
                S[known + piece] |= known_only

    def forget(S: list[int], piece: int, place: int, unsure: int) -> None:
        """Who does not see which piece left an unordered place no longer knows which ones are there."""
        left = contents(S, place)
        if not left:
            return
        for other in [piece, *left]:
            S[known + other] &= ~unsure

    def move_all(S: list[int], pieces: Sequence[int], place: int) -> None:
        for piece in pieces:
            move(S, piece, place)

    def shuffle(S: list[int], place: int, counter: int, key: int) -> None:
        s = slot[place]
        n = S[s]
        number = stream_number(S[1], key, S[counter])
        S[counter] += 1
        pieces = S[s + 1 : s + 1 + n]
        pieces = [piece for _, piece in sorted([(mix(number ^ keys[piece]), piece) for piece in pieces])]
        dictated = order_of(name)
        if dictated is not None:
            pieces.sort(key=lambda piece: dictated.index(piece) if piece in dictated else -1)
        S[s + 1 : s + 1 + n] = pieces
        open_to = sees[place]
        for piece in pieces:
            S[known + piece] &= open_to
        if log is not None:
            log.append(("shuffle", name, place))

    def draw(S: list[int], number: int, stack: int, place: int, counter: int, key: int) -> None:
        s, seen_by = slot[stack], sees[stack] | sees[place]
        for _ in range(number):
            if S[s] == 0:
                source = p.refill[stack]
                if source < 0:
                    break
                move_all(S, contents(S, source), stack)
                shuffle(S, stack, counter, key)
                if S[s] == 0:
                    break
            n = S[s]
            piece = S[s + n]
            S[s + n] = 0
            S[s] = n - 1
            seen = occupied[stack]
            if seen is not None and n == 1:
                S[seen[0]] &= ~seen[1]
            arrive(S, piece, stack, place, seen_by)

    def swap(S: list[int], a: int, b: int) -> None:
        here, there = S[located + a], S[located + b]
        if ordered[here] and ordered[there]:
            i = S.index(a, slot[here] + 1, slot[here] + 1 + S[slot[here]])
            j = S.index(b, slot[there] + 1, slot[there] + 1 + S[slot[there]])
            S[i], S[j] = b, a
            S[located + a], S[located + b] = there, here
            for piece, old, new in ((a, here, there), (b, there, here)):
                S[known + piece] |= sees[old] | sees[new]
                if log is not None:
                    log.append(("move", name, piece, old, new))
            return
        take_out(S, a, here)
        take_out(S, b, there)
        seen_by = sees[here] | sees[there]
        arrive(S, a, here, there, seen_by)
        arrive(S, b, there, here, seen_by)

    def position(S: list[int], piece: int) -> int:
        place = S[located + piece]
        if not ordered[place]:
            return 0
        s = slot[place]
        return S.index(piece, s + 1, s + 1 + S[s]) - s

    return Movers(move, move_all, draw, shuffle, swap, position)
