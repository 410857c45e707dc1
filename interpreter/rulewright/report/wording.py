"""The interpreter's own words on the screen, in the language of the game that is shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.phrasing import listing
from rulewright.source.labels import OWN_LANGUAGE
from rulewright.source.languages import phrases

_spoken = [OWN_LANGUAGE]


def speak(language: str) -> None:
    """From now on print in a language; a command calls this once, before it prints."""
    _spoken[0] = language or OWN_LANGUAGE


def word(name: str, /, **filled: str) -> str:
    """Return one of the interpreter's own words or sentences."""
    return phrases(_spoken[0])[name].format(**filled)


def is_foreign() -> bool:
    """Whether another language is spoken than that of the rulebook's generated sentences."""
    return _spoken[0] != OWN_LANGUAGE


def words(name: str) -> frozenset[str]:
    """Return a word in English and in the language that is spoken."""
    return frozenset((phrases(OWN_LANGUAGE)[name], phrases(_spoken[0])[name]))


def between() -> str:
    """Return the words between the name of a fact and what it is for: `row for ships`."""
    return word("for-each", thing="\0", key="\0").split("\0")[1]


def together(names: Sequence[str]) -> str:
    """Join names as in a sentence: `Yellow, Red and Green`."""
    return listing(names, word("and"))


def counted_spaces(number: int) -> str:
    """Return `1 space`, `12 spaces`."""
    return word("one-space") if number == 1 else word("spaces", number=str(number))


def numbers(values: Iterable[int]) -> str:
    """Return numbers as `5 to 10`, or `1, 3 or 5` when there are gaps."""
    order = sorted(set(values))
    if len(order) > 1 and order[-1] - order[0] == len(order) - 1:
        return f"{order[0]} {word('to')} {order[-1]}"
    return listing([str(n) for n in order], word("or"))
