"""A seat with one fault, named by its argument. It plays rightly otherwise, the first option each time."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time


def greet(name: str = "faulty") -> None:
    say({"type": "hello", "protocol": 1, "name": name})


def say(message: object) -> None:
    print(json.dumps(message), flush=True)


def answer(question: dict) -> None:
    say({"type": "answer", "id": question["id"], "option": question["options"][0]["name"]})


def flood(text: str, stream: int) -> None:
    while True:
        os.write(stream, text.encode())


def at_question(fault: str, question: dict) -> None:  # noqa: C901, PLR0912
    match fault:
        case "exits-early":
            sys.exit(0)
        case "crashes":
            raise ValueError("one option too many")
        case "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        case "hangs":
            time.sleep(600)
        case "half-a-line-and-exit":
            sys.stdout.write('{"type": "ans')
            sys.exit(0)
        case "half-a-line":
            sys.stdout.write('{"type": "ans')
            sys.stdout.flush()
            time.sleep(600)
        case "huge-line":
            flood("x" * 65536, 1)
        case "flood":
            flood("\n" * 1000, 1)
        case "closes-output":
            os.close(1)
            time.sleep(600)
        case "closes-output-and-exits":
            os.close(1)
            time.sleep(0.4)
            os._exit(4)
        case "closes-input":
            os.close(0)
            time.sleep(600)
        case "zero-bytes":
            os.write(1, b"\0" * 20 + b"\n")
        case "leaves-children":
            subprocess.Popen(["sleep", "600"])
            subprocess.Popen(["sleep", "600"], start_new_session=True)
            answer(question)
        case "child-holds-output":
            subprocess.Popen(["sleep", "600"])
            sys.exit(3)
        case _:
            answer(question)


def daemon(fault: str) -> str:
    """Start a process that only its command line betrays: in a session of its own, an orphan, without environment.

    Returns the other fault of the seat: `daemon-600-hangs` starts one of 600 seconds, and hangs.
    """
    if not fault.startswith("daemon-"):
        return fault
    _, seconds, *other = fault.split("-")
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            null = os.open(os.devnull, os.O_RDWR)
            for stream in range(3):
                os.dup2(null, stream)
            os.execve("/bin/sleep", ["sleep", seconds], {})
        os._exit(0)
    os.wait()
    return "".join(other)


def main(fault: str) -> None:
    if fault == "dies-at-once":
        sys.exit("no licence found")
    if fault == "never-greets":
        time.sleep(600)
    if fault == "stderr-flood":
        subprocess.Popen([sys.executable, "-c", "while True: print('x' * 9999)"], stdout=sys.stderr)
    if fault in ("ignores-bye", "ignores-signals"):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
    games = 0
    for line in sys.stdin.buffer:
        message = json.loads(line)
        if message["type"] == "hello":
            games += 1
            greet(f"faulty {games}" if fault == "renamed" else "faulty")
        elif message["type"] == "error" and "id" not in message:
            greet(f"faulty {games}" if fault == "renamed" else "faulty")
        elif message["type"] in ("question", "error"):
            at_question(fault, message)
        elif message["type"] == "bye" and fault != "ignores-bye":
            return
    while fault == "ignores-bye":
        time.sleep(600)


if __name__ == "__main__":
    main(daemon(sys.argv[1]))
