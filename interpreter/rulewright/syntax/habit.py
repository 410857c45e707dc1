"""A turn of phrase that people bring along, and what the language has for it."""

from __future__ import annotations

import re
from dataclasses import dataclass

_WORD, _VALUE = r"[a-z][a-z0-9-]*", r"[a-z0-9][a-z0-9' -]*?"


@dataclass(frozen=True, slots=True)
class Habit:
    """How it is said (the part `at` is underlined), what is wrong with that, what to write, and the line meant.

    `inside` is a word with which another line of the block may begin: the habit is looked for only there.
    """

    said: re.Pattern[str]
    message: str
    remedy: str
    meant: str = ""
    code: str = "said-otherwise"
    inside: str = ""


def habit(
    said: str, message: str, remedy: str, meant: str = "", code: str = "said-otherwise", inside: str = ""
) -> Habit:
    """Return a habit; {w} in it stands for a word, {v} for a short value."""
    pattern = said.replace("{w}", _WORD).replace("{v}", _VALUE)
    return Habit(re.compile(pattern), message, remedy, meant, code, inside)
