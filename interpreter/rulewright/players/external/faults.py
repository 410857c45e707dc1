"""What can be wrong with a seat: each fault with its code, its reason, and what to do about it."""

from __future__ import annotations

from enum import StrEnum


class SeatFault(StrEnum):
    """The kinds of faults, by the codes that seats and `seat-check` are shown."""

    NOT_STARTED = "not-started"
    ENDED = "ended"
    NO_ANSWER = "no-answer"
    TOO_LONG = "too-long"
    TOO_MANY = "too-many"
    NOT_UTF8 = "not-utf-8"
    NOT_JSON = "not-json"
    WRONG_FORM = "wrong-form"
    WRONG_VERSION = "wrong-version"
    RENAMED = "renamed"
    UNEXPECTED = "unexpected"
    NOT_ASKED = "not-asked"
    UNKNOWN_OPTION = "unknown-option"
    EARLIER_OPTION = "earlier-option"


FINAL = {SeatFault.NOT_STARTED, SeatFault.ENDED, SeatFault.TOO_LONG, SeatFault.TOO_MANY, SeatFault.WRONG_VERSION}
"""After these nothing more can come from a seat that would make sense."""


class FaultError(Exception):
    """What a seat did wrong, in one sentence without its full stop, and the remedy."""

    def __init__(self, code: SeatFault, reason: str, remedy: str) -> None:
        super().__init__(reason)
        self.code, self.reason, self.remedy = code, reason, remedy

    @property
    def is_final(self) -> bool:
        """Whether trying again is of no use."""
        return self.code in FINAL
