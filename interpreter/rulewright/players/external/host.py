"""Runs in a process of its own: a class in a Python file, which decides for its seat.

The first line of the input names the class and has the program, each further one is a position; every line is answered
by one: the code of a choice, or a reason and a remedy. What the class prints goes to stderr.
"""

from __future__ import annotations

import json
import os
from base64 import b64decode
from collections.abc import Iterable
from pathlib import Path
from traceback import extract_tb
from typing import BinaryIO

from rulewright.backends.playing import Decider
from rulewright.backends.program_cache import unpacked
from rulewright.backends.python.loading import load_program
from rulewright.diagnostics import RulesError
from rulewright.players.custom import custom_decider, seat_in


def json_line(message: dict[str, str | int | list[int]]) -> bytes:
    """Return a message as a line."""
    return json.dumps(message).encode() + b"\n"


def main() -> None:
    """Answer until the input ends; the class has neither this input nor this output."""
    lines, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    answer_lines(lines, answers)


def answer_lines(lines: Iterable[bytes], answers: BinaryIO) -> None:
    """Answer every line."""
    decide: Decider | None = None
    file = ""
    for data in lines:
        message = json.loads(data)
        try:
            if decide is None:
                file = message["class"].rpartition(":")[0]
                program = load_program(unpacked(b64decode(message["program"])))
                decide, code = custom_decider(seat_in(message["class"]), program, message["class"]), 0
            else:
                code = decide(message["state"], message["codes"], 0, 0)
            answers.write(json_line({"code": code}))
        except Exception as problem:  # noqa: BLE001  whatever a class raises is its fault
            answers.write(json_line(_fault_of(problem, file)))


def _fault_of(problem: Exception, file: str) -> dict[str, str | int | list[int]]:
    """Return what was wrong with a class, and where in its file."""
    if isinstance(problem, RulesError) and problem.findings:
        found = problem.findings[0]
        return {"reason": found.message, "remedy": " ".join(found.remedy)}
    whole = Path(file).resolve()
    own = [frame for frame in extract_tb(problem.__traceback__) if Path(frame.filename).resolve() == whole]
    where = f"See {file}, line {own[-1].lineno}." if own else f"See {file}."
    said = " ".join(str(problem).split())
    return {"reason": ": ".join(filter(None, ("it raised " + type(problem).__name__, said))), "remedy": where}


if __name__ == "__main__":
    main()
