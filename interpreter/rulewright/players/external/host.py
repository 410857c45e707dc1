"""Runs in a process of its own: a class in a Python file, which decides for its seat.

The first line of the input names the class, and has the program and the folders in which modules are looked for. Each
further one is a position. Every line is answered by one: the code of a choice, or a reason and a remedy. What the class
prints goes to stderr.
"""

from __future__ import annotations

import json
import os
import sys
from base64 import b64decode
from collections.abc import Iterable
from typing import BinaryIO

from rulewright.backends.playing import Decider
from rulewright.backends.program_cache import unpacked
from rulewright.backends.python.loading import load_program
from rulewright.players.custom import custom_decider, fault_of, seat_in
from rulewright.players.external.messages import json_line


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
                sys.path += [folder for folder in message["path"] if folder not in sys.path]
                program = load_program(unpacked(b64decode(message["program"])))
                decide, code = custom_decider(seat_in(message["class"]), program, message["class"]), 0
            else:
                code = decide(message["state"], message["codes"], 0, 0)
            answers.write(json_line({"code": code}))
        except Exception as problem:  # noqa: BLE001  whatever a class raises is its fault
            reason, remedy = fault_of(problem, file)
            answers.write(json_line({"reason": reason, "remedy": remedy}))


if __name__ == "__main__":
    main()
