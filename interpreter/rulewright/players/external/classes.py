"""Classes in Python files at a table: each decides in a process of its own, which may hang, crash or end itself."""

from __future__ import annotations

import json
import sys
import weakref
from base64 import b64encode
from pathlib import Path

from rulewright.backends import Program
from rulewright.backends.program_cache import packed
from rulewright.players.custom import without_chance
from rulewright.players.external import host
from rulewright.players.external.fallible import FallibleSeats
from rulewright.players.external.faults import FaultError, SeatFault
from rulewright.players.external.kinds import OwnClass, unusable_seat
from rulewright.players.external.messages import json_line
from rulewright.players.external.process import ProcessLink

LOADING_SECONDS = 60.0
"""Seconds that the process has to load the class."""


class ClassSeats(FallibleSeats):
    """Decides for all seats of a kind with one instance of a class; a new one after each failure."""

    def __init__(self, program: Program, kind: OwnClass) -> None:
        """Raises `RulesError` if the class cannot be loaded."""
        super().__init__(program, kind.kind)
        self.own = kind
        self._links: list[ProcessLink] = []
        """The process, if there is one."""
        self.close = weakref.finalize(self, _close_all, self._links)
        """Ends the process; done by itself when nobody asks it any more, at the latest when this process ends."""
        if not Path(kind.file).is_file():
            remedy = "A seat is given as FILE.py:NAME, NAME being its class."
            raise unusable_seat(kind.file, f'there is no file "{kind.file}"', remedy)
        try:
            self._start_process()
        except FaultError as fault:
            raise unusable_seat(kind.file, fault.reason, *filter(None, [fault.remedy])) from None

    def _start_process(self) -> ProcessLink:
        link = ProcessLink([sys.executable, "-P", "-m", host.__name__], keeps_errors=False)
        self._links.append(link)
        program = b64encode(packed(self.program.compiled)).decode()
        written = f"{self.own.file}:{self.own.name}"
        link.send_bytes(json_line({"class": written, "program": program, "path": sys.path}))
        self._receive_code(LOADING_SECONDS)
        return link

    def ask_seat(self, seat: int, state: list[int], codes: list[int]) -> int:
        """Return the code of what the class chooses. Raises `FaultError`."""
        link = self._links[0] if self._links else self._start_process()
        link.send_bytes(json_line({"state": without_chance(self.program, state), "codes": list(codes)}))
        return self._receive_code(self.own.limit)

    def abandon_seat(self, seat: int) -> None:
        """End the process."""
        _close_all(self._links)

    def _receive_code(self, seconds: float) -> int:
        try:
            answer = json.loads(self._links[0].receive(seconds))
        except FaultError as fault:
            raise FaultError(fault.code, fault.reason, self._remedy_for(fault)) from None
        except ValueError:
            answer = None
        match answer:
            case {"code": int(code)}:
                return code
            case {"reason": str(reason), "remedy": str(remedy)}:
                raise FaultError(SeatFault.UNEXPECTED, reason, remedy)
        said = "something was written where only choices are sent"
        raise FaultError(SeatFault.UNEXPECTED, said, "Print, or write to files of its own.")

    def _remedy_for(self, fault: FaultError) -> str:
        if fault.code is SeatFault.NO_ANSWER:
            return f"Choose sooner, or allow more: {self.own.file}:{self.own.name}:60s."
        return f"{self.own.file} must not end its process; what it printed may say why."


def _close_all(links: list[ProcessLink]) -> None:
    while links:
        links.pop().close(0)
