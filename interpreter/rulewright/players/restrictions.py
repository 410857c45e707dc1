"""Restricted seats as people write them: `search:200 without tile.spy and bid 7`, `greedy with buy over sell`.

Behind a kind of seat, or the name of a plan, stand the words `without` or `with` and what is restricted, called as in
plans (`kind: seat`); `and` joins several names, and several restrictions may follow one another. What they do is in
`plan.py`. What is sent to a program (`cmd:`, `tcp:`) is its own text, in which these words mean nothing.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from rulewright.players.external.kinds import is_outside

WITHOUT, WITH, OVER = "without", "with", "over"
_WORDS = re.compile(rf"\s+({WITHOUT}|{WITH}|and)\s+")


class TypedSeat(NamedTuple):
    """A kind of seat without its restrictions; what it does not choose, and what it chooses whenever it can.

    Of the latter an entry may be `X over Y`: X wherever both are offered.
    """

    kind: str
    without: tuple[str, ...] = ()
    always: tuple[str, ...] = ()

    @property
    def is_restricted(self) -> bool:
        """Whether there are restrictions."""
        return bool(self.without or self.always)

    @property
    def limits(self) -> str:
        """The restrictions alone, in one way however they were typed."""
        parts = ((WITHOUT, self.without), (WITH, self.always))
        return " ".join(f"{word} {' and '.join(names)}" for word, names in parts if names)


@lru_cache(maxsize=512)
def typed_seat(text: str) -> TypedSeat:
    """Return what a kind of seat says, with its restrictions apart."""
    kind, *rest = [text] if is_outside(text) else _WORDS.split(text)
    named: dict[str, list[str]] = {WITHOUT: [], WITH: []}
    word = ""
    for joint, name in zip(rest[::2], rest[1::2], strict=True):
        word = word if joint == "and" else joint
        if not word:  # behind a kind, `and` joins nothing
            return TypedSeat(text)
        named[word].append(" ".join(name.split()))
    return TypedSeat(kind.strip(), tuple(named[WITHOUT]), tuple(named[WITH]))
