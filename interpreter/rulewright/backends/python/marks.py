"""What a running program records: the marks that it reaches, and the events that it tells of."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.backends.program import Note

OPTION = 32
"""From this bit on a choice is the number of its option."""

List = Callable[..., list[int]]
Take = Callable[[list[int], int, int], int]


def noting(marks: bytearray) -> Callable[[int, int, int], int]:
    """Return the helper that generated code calls for a noted value: it marks the outcome and returns the value."""

    def noted(yes: int, no: int, value: int) -> int:
        marks[yes if value else no] = 1
        return value

    return noted


def keeping_quiet(marks: bytearray, log: list[Note]) -> Callable[..., None]:
    """Return the helper that calls a function of which neither marks nor events remain."""

    def quietly(function: Callable[..., None], *given: object) -> None:
        before, told = bytes(marks), len(log)
        try:
            function(*given)
        finally:
            marks[:] = before
            del log[told:]

    return quietly


def note_options(
    marks: bytearray, first_mark: dict[int, int], lists: list[List], answers: list[dict[int, tuple[Take, int]]]
) -> None:
    """Wrap lists and answers so that they mark each option offered or taken; `first_mark` gives its first mark."""
    lists[:] = [_noting_offers(marks, first_mark, choices) for choices in lists]
    for taken in answers:
        for option, (take, back) in taken.items():
            if option in first_mark:
                taken[option] = (_noting_answers(marks, first_mark[option] + 1, take), back)


def _noting_offers(marks: bytearray, first_mark: dict[int, int], choices: List) -> List:
    def offered(state: list[int], *why: object) -> list[int]:
        found = choices(state, *why)
        for choice in found:
            mark = first_mark.get(choice >> OPTION)
            if mark is not None:
                marks[mark] = 1
        return found

    return offered


def _noting_answers(marks: bytearray, mark: int, take: Take) -> Take:
    def taken(state: list[int], code: int, back: int) -> int:
        marks[mark] = 1
        return take(state, code, back)

    return taken
