"""The runtime helpers in Python (`compile/ir/helpers.py`): sets, rows, and checks that raise `ExecutionError`."""

from __future__ import annotations

from array import array
from collections import UserList
from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from operator import add
from typing import Self

from rulewright.backends.failure import TOO_DEEP, TOO_OFTEN_INSIDE, ExecutionError
from rulewright.backends.python.listing import Listed, listed, numbered
from rulewright.chance import GOLDEN, MASK64, mix
from rulewright.compile.tables import BY_NOTHING, WORD
from rulewright.diagnostics import Code, limits


def helper_name(helper: str, domain: str) -> str:
    """Return the name under which generated code knows a helper: of the whole program, or of a domain of pieces."""
    return f"{helper.replace('_', '')}_{domain.replace('-', '_')}" if domain else helper


def first(things: int) -> int:
    """Return the lowest member of a set, -1 if it is empty."""
    return (things & -things).bit_length() - 1


def only(things: int) -> int:
    """Return the member of a set that has exactly one, otherwise -1."""
    return things.bit_length() - 1 if things and not things & (things - 1) else -1


def has(things: int, thing: int) -> bool:
    """Return whether a set has a member; nothing (-1) is a member of no set."""
    return thing >= 0 and bool(things >> thing & 1)


def one(thing: int) -> int:
    """Return the set of one member; the empty set for nothing (-1)."""
    return 1 << thing if thing >= 0 else 0


def together(sets: Iterable[int]) -> int:
    """Return the union of sets."""
    found = 0
    for each in sets:
        found |= each
    return found


def after(thing: int, size: int) -> int:
    """Return the next name of a list of `size` names, -1 after the last one and after nothing."""
    return thing + 1 if 0 <= thing < size - 1 else -1


def best(pairs: list[tuple[int, int]]) -> int:
    """Return the set of all members with the highest value, given pairs of value and member."""
    if not pairs:
        return 0
    top = max(value for value, _ in pairs)
    return sum(1 << thing for value, thing in pairs if value == top)


class Enough(dict[tuple[int, ...], int]):
    """Caches, by totals, the set of names of which there are at least `number`."""

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
    """Return the set of names of which the pieces hold at least a number of units together.

    This is how a cost is matched with what pays for it: if the pieces hold (2, 0, 1) and (1, 1, 0) units of three
    names, their sums are (3, 1, 1), and for a number of 2 the set has only the first name. A cost of 2 of each of some
    names can be paid if these names are a subset of it. Sums recur, so the set of each is kept.
    """
    if number == 1:
        some, found = ENOUGH[1], 0
        for piece in pieces:
            at = base + piece * size
            found |= some[tuple(S[at : at + size])]
        return found
    if not pieces:
        return ENOUGH[number][(0,) * size]
    at = base + pieces[0] * size
    totals: Iterable[int] = S[at : at + size]
    for piece in pieces[1:]:
        at = base + piece * size
        totals = map(add, totals, S[at : at + size])
    return ENOUGH[number][tuple(totals)]


def unmoved(where: int) -> int:
    """Raise the error for a move of nothing; typed as a piece, so that `need` is an expression."""
    raise ExecutionError(Code.NOTHING_THERE, where, "there is nothing here to move")


def need(thing: int, where: int) -> int:
    """Return a piece to be moved, which there must be."""
    return thing if thing >= 0 else unmoved(where)


def row_set(S: list[int], slot: int) -> int:
    """Return the set of the pieces in a row, whose length is stored at `slot`."""
    mask = 0
    for piece in S[slot + 1 : slot + 1 + S[slot]]:
        mask |= 1 << piece
    return mask


def row_first(S: list[int], slot: int) -> int:
    """Return the first piece of a row (the bottom of a stack), -1 if it is empty."""
    return S[slot + 1] if S[slot] else -1


def row_last(S: list[int], slot: int) -> int:
    """Return the last piece of a row (the top of a stack), -1 if it is empty."""
    return S[slot + S[slot]] if S[slot] else -1


def row_only(S: list[int], slot: int) -> int:
    """Return the piece of a row that has exactly one, otherwise -1."""
    return S[slot + 1] if S[slot] == 1 else -1


LARGEST = 1 << 62
Next = tuple[int, int, int]
"""Whose turn it is, the state of the round after it, and the set of seats still to come."""


class _Nobody:
    """The state of a round that begins with nobody."""

    def __getitem__(self, rest: int) -> Next:
        raise ExecutionError(Code.NOTHING_THERE, -1, "a round cannot begin with nobody")


def next_seats(seats: int) -> tuple[tuple[Next, ...] | _Nobody, ...]:
    """By the state of a round, what comes next for every set of seats still to come; last, at -1, for nobody."""

    def following(turn: int, rest: int) -> Next:
        seat = first(rest >> turn << turn or rest)
        return seat, seat + 1, rest & ~(1 << seat if rest else 0)

    found = [tuple(following(turn, rest) for rest in range(1 << seats)) for turn in range(seats + 1)]
    return (*found, _Nobody())


def nothing_or(given: int) -> int:
    """Return the argument of a choice; 65,535 encodes nothing."""
    return -1 if given == BY_NOTHING else given


def gone(where: int) -> int:
    """Raise the error for nothing where there must be something; typed as a thing, so that `some` is an expression."""
    raise ExecutionError(Code.NOTHING_THERE, where, "this is nobody or nothing here")


def unreached(where: int) -> int:
    """Raise the error for a distance where there is no way; typed as a number, so that `near` is an expression."""
    raise ExecutionError(Code.NOTHING_THERE, where, "no way leads there, so there is no distance")


def near(steps: int, where: int) -> int:
    """Return a distance, which there must be."""
    return steps if steps >= 0 else unreached(where)


def some(thing: int, where: int) -> int:
    """Return a thing, which must be somebody or something."""
    return thing if thing >= 0 else gone(where)


def within(number: int, low: int, high: int, where: int) -> int:
    """Return a number, which must lie in a range."""
    if number < low:
        raise ExecutionError(Code.OUT_OF_RANGE, where, f"this is {number}; the lowest possible is {low}")
    if number > high:
        raise ExecutionError(Code.OUT_OF_RANGE, where, f"this is {number}; the highest possible is {high}")
    return number


def die(low: int, high: int, where: int) -> int:
    """Return the highest side of a die; there must be one."""
    if not low <= high < low + LARGEST:
        raise ExecutionError(Code.OUT_OF_RANGE, where, f"a die from {low} to {high} cannot be rolled")
    return high


def deeper(depth: int, where: int) -> int:
    """Return how deep a step is done that another one does, which is so deep itself."""
    if depth >= limits.DEEP.most:
        raise ExecutionError(Code.LIMIT_EXCEEDED, where, TOO_DEEP)
    return depth + 1


def no_room(where: int) -> None:
    """Raise the error for a step that asks somebody and is done within itself too often."""
    raise ExecutionError(Code.LIMIT_EXCEEDED, where, TOO_OFTEN_INSIDE)


class Spent:
    """Counts the steps that loops have taken since the last decision."""

    def __init__(self) -> None:
        self.steps = 0

    def times(self, low: int, high: int, steps: int, where: int) -> range:
        """Return the numbers of a loop, charged with the steps that each of them takes."""
        self._spend_steps(max(0, high - low + 1) * steps, where)
        return range(low, high + 1)

    def counted(self, things: int, steps: int, where: int) -> int:
        """Return the set that a loop iterates over, charged with the steps that each member takes."""
        self._spend_steps(things.bit_count() * steps, where)
        return things

    def _spend_steps(self, steps: int, where: int) -> None:
        self.steps += steps
        if self.steps > limits.STEPS.most:
            message = f"with this the rules take more than {limits.STEPS.most:,} steps without leaving anybody a choice"
            raise ExecutionError(Code.LIMIT_EXCEEDED, where, message)

    def afresh(self, function: Callable[..., int]) -> Callable[..., int]:
        """Return a function that has the whole budget for itself."""

        def run(*given: object) -> int:
            self.steps = 0
            return function(*given)

        return run


def out_of_range(where: int, name: str, value: int, low: int, high: int) -> None:
    """Raise the error for an amount that would leave its bounds."""
    problem = ExecutionError(Code.OUT_OF_RANGE, where, f"{name} would be {value}; it goes from {low} to {high}")
    problem.limit = f"{name} at {high}" if value > high else ""
    raise problem


def no_more(where: int, name: str, most: int) -> None:
    """Raise the error for what is remembered once more than the rules say."""
    message = f"{name} is remembered {most} times already; write a higher number where it is declared"
    raise ExecutionError(Code.LIMIT_EXCEEDED, where, message)


class _Found(Exception):  # noqa: N818
    """Something is offered."""


class _First(UserList[int]):
    """A list of choices that ends the search with the first one, as the plain build does."""

    def append(self, item: int) -> None:
        raise _Found

    def __iadd__(self, other: Iterable[int]) -> Self:
        for code in other:
            self.append(code)
        return self


def looking_inside() -> Callable[..., bool]:
    """Return what looks into a menu from an option that leads there, for anything that is offered.

    What only leads to a menu that is looked into already adds nothing to it.
    """
    looking: set[Callable[..., list[int]]] = set()

    def inside(menu: Callable[..., list[int]], *given: object) -> bool:
        if menu in looking:
            return False
        looking.add(menu)
        *known, reasons = given
        try:
            return bool(menu(*known, _First(), reasons))
        except _Found:
            return True
        finally:
            looking.discard(menu)

    return inside


def lap_noted(numbers: list[int], before: int) -> int:
    """Return a hash of numbers; 0 if it was noted before."""
    now = int.from_bytes(blake2b(array("q", numbers), digest_size=7).digest()) + 2
    return 0 if now == before else now


def digest(S: list[int], half: int, fields: Iterable[tuple[range, int, int]]) -> int:
    """Return half of a hash of fields, each with where its values begin, how many numbers and 64 bits one takes."""
    found = half
    for starts, width, words in fields:
        for at in starts:
            value = sum(S[at + k] << WORD * k for k in range(width)) if width > 1 else S[at]
            for word in range(words):
                found = mix((found ^ value >> 64 * word & MASK64) + GOLDEN & MASK64)
    return found - (found >> 63 << 64)


def occurs(S: list[int], first: int, second: int, size: int, one: int, other: int) -> int:
    """Return at how many of `size` positions one run of the vector has `one` and the other run has `other`."""
    ones = S[first : first + size]
    return sum(one == S[first + at] and S[second + at] == other for at in range(size)) if one in ones else 0


CALLED: dict[str, object] = {
    "first": first, "only": only, "has": has, "one": one, "after": after, "best": best, "need": need,
    "enough": enough, "row_set": row_set, "row_first": row_first, "row_last": row_last, "row_only": row_only,
    "out_of_range": out_of_range, "lap_noted": lap_noted, "die": die, "gone": gone, "some": some,
    "within": within, "together": together, "Listed": Listed, "listed": listed, "numbered": numbered,
    "nothing_or": nothing_or, "unmoved": unmoved, "near": near, "unreached": unreached, "deeper": deeper,
    "no_room": no_room, "no_more": no_more, "digest": digest, "occurs": occurs,
}  # fmt: skip
"""The names that generated programs use."""
