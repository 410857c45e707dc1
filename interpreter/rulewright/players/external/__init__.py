"""Seats outside: programs that decide for a seat, in any language, over a pipe (`cmd:`) or a socket (`tcp:`).

A seat is sent what it may know (`engine.seat_view`) and nothing else: no vector, no code, no game number. The messages
are JSON lines, in the form of `schemas/seat.schema.json`; `rulewright explain protocol` describes them for people.

    kinds.py         `cmd:COMMAND` and `tcp:HOST:PORT`, as people write them
    messages.py      what is sent and received, as values
    reading.py       lines from a seat -> messages, or a fault with its reason
    faults.py        the kinds of faults
    links.py         lines in both directions, whatever carries them
    process.py       a command with its processes
    sockets.py       a connection
    guard.py         runs a command, and ends every process that it has started
    conversation.py  greetings, questions, answers, tries
    fallible.py      seats that chance replaces when they cannot go on
    table.py         programs at a table, which speak the protocol
    classes.py       classes in Python files at a table, each in a process of its own; host.py is what runs there
    objects.py       objects of a caller at a table, in this process
    checks/          what `seat-check` tries with a seat

To add a message, add a value in `messages.py` and its form in the schema, against which `reading.py` validates.

Tests: `tests/outside/`.
"""
