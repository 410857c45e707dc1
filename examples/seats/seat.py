#!/usr/bin/env python3
"""A seat in Python: takes the option with the highest number, among equals the first."""

import json
import sys


def choose(question):
    """Return one of the options of a question. Everything that a seat may know is in question["view"]."""
    numbers = [o.get("value") if isinstance(o.get("value"), int) else 0 for o in question["options"]]
    return question["options"][numbers.index(max(numbers))]


def send(**message):
    """Write a message as one line."""
    print(json.dumps(message), flush=True)


for line in sys.stdin.buffer:
    message = json.loads(line)
    if message["type"] == "hello" or message["type"] == "error" and "id" not in message:
        send(type="hello", protocol=1, name="highest number")
    elif message["type"] in ("question", "error"):
        send(type="answer", id=message["id"], option=choose(message)["name"])
    elif message["type"] == "bye":
        break
