"""A turn of phrase that people bring along, and what the language has for it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from rulewright.diagnostics import Code

_WORD, _VALUE = r"[a-z][a-z0-9-]*", r"[a-z0-9][a-z0-9' -]*?"


@dataclass(frozen=True, slots=True)
class Habit:
    """How it is said (the part `at` is underlined), what is wrong with that, what to write, and the line meant.

    `inside` is a word with which another line of the block may begin: the habit is looked for only there.
    """

    said: str
    message: str
    remedy: str
    meant: str = ""
    code: Code = Code.SAID_OTHERWISE
    inside: str = ""

    def search(self, text: str) -> re.Match[str] | None:
        """Return where a text says it; what is looked for is made ready only when a line cannot be read."""
        return _ready(self.said).search(text)


@cache
def _ready(said: str) -> re.Pattern[str]:
    return re.compile(said)


def habit(
    said: str, message: str, remedy: str, meant: str = "", code: Code = Code.SAID_OTHERWISE, inside: str = ""
) -> Habit:
    """Return a habit; {w} in it stands for a word, {v} for a short value."""
    pattern = said.replace("{w}", _WORD).replace("{v}", _VALUE)
    return Habit(pattern, message, remedy, meant, code, inside)
