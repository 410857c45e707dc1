"""Damage that needs no understanding of a file: lines, signs, bytes."""

from __future__ import annotations

import re
from random import Random

SIGNS = (
    "\u00e9", "\u0142", "\u200b", "\u202e", "\ufeff", "\U0001f3b2", "\u2212", "\u201c", "\u00a0", "\x00", "\x0c", "\r",
    "\t", "\udcff", '"', "'", ":", ",", "(", ")", "{", "}", "[", "]", "#", "&", "*", "!", "%", "@", "`", "\\", "-", "+",
    "/",
)  # fmt: skip
NUMBERS = (
    "0", "1", "2", "-1", "3", "5", "16", "17", "61", "62", "63", "64", "65", "255", "1000", "1001", "65534", "65535",
    "65536", "999999999", "4294967296", "9223372036854775807", "9223372036854775808", "18446744073709551616",
    "1" + "0" * 30, "9" * 5000, "007", "1_000", "1.5",
)  # fmt: skip


def indentation(line: str) -> int:
    """Return how many blanks a line begins with."""
    return len(line) - len(line.lstrip(" "))


def block(lines: list[str], at: int) -> int:
    """Return the number behind the last line that belongs to the line at a number."""
    end = at + 1
    while end < len(lines) and (not lines[end].strip() or indentation(lines[end]) > indentation(lines[at])):
        end += 1
    return end


def move(text: str, chance: Random) -> str:
    """Move a line, with what is indented under it, somewhere else."""
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    taken = lines[at : block(lines, at)] if chance.random() < 0.7 else lines[at : at + 1]
    del lines[at : at + len(taken)]
    to = chance.randrange(len(lines) + 1)
    return "\n".join([*lines[:to], *taken, *lines[to:]])


def double(text: str, chance: Random) -> str:
    """Write a line twice, with what is indented under it."""
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    end = block(lines, at)
    return "\n".join([*lines[:end], *lines[at:end], *lines[end:]])


def delete(text: str, chance: Random) -> str:
    """Leave out a line, sometimes with what is indented under it."""
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    del lines[at : block(lines, at) if chance.random() < 0.5 else at + 1]
    return "\n".join(lines)


def indent(text: str, chance: Random) -> str:
    """Indent some lines more or less."""
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    by = chance.choice((-4, -4, -2, -1, 1, 2, 4, 4, 8, 400))
    for number in range(at, block(lines, at) if chance.random() < 0.5 else at + 1):
        lines[number] = " " * by + lines[number] if by > 0 else lines[number][min(-by, indentation(lines[number])) :]
    return "\n".join(lines)


def join(text: str, chance: Random) -> str:
    """Write two lines as one, or one as two."""
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    if chance.random() < 0.5:
        return "\n".join([*lines[:at], " ".join(line.strip() for line in lines[at : at + 2]), *lines[at + 2 :]])
    cut = chance.randrange(len(lines[at]) + 1)
    return "\n".join([*lines[:at], lines[at][:cut], lines[at][cut:], *lines[at + 1 :]])


def number(text: str, chance: Random) -> str:
    """Write another number for one of those that stand there."""
    at = [found.start() for found in re.finditer(r"(?<![\w-])[0-9]+", text)]
    if not at:
        return sign(text, chance)
    begin = chance.choice(at)
    end = begin
    while end < len(text) and text[end].isdigit():
        end += 1
    value = int(text[begin:end][:20])
    near = (str(value + 1), str(max(0, value - 1)), str(value * 10))
    return text[:begin] + chance.choice((*near, *near, *near, *NUMBERS)) + text[end:]


def sign(text: str, chance: Random) -> str:
    """Put in, replace or leave out a sign."""
    at = chance.randrange(len(text) + 1)
    return text[:at] + chance.choice(("", *SIGNS)) * chance.choice((1, 1, 1, 2, 300)) + text[at + chance.randrange(3) :]


def flip(text: str, chance: Random) -> str:
    """Turn over a bit of one byte."""
    data = bytearray(text.encode("utf-8", "surrogateescape"))
    if data:
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return bytes(data).decode("utf-8", "surrogateescape")


def cut(text: str, chance: Random) -> str:
    """End a file too early, or begin it too late."""
    at = chance.randrange(len(text) + 1)
    return text[:at] if chance.random() < 0.8 else text[at:]


def swap(text: str, chance: Random) -> str:
    """Let two lines change places, each keeping the other's indentation."""
    lines = text.split("\n")
    a, b = chance.randrange(len(lines)), chance.randrange(len(lines))
    first, second = lines[a].lstrip(" "), lines[b].lstrip(" ")
    lines[a], lines[b] = " " * indentation(lines[a]) + second, " " * indentation(lines[b]) + first
    return "\n".join(lines)


ANY = (move, double, delete, indent, join, number, number, sign, flip, cut, swap)
"""What can be done to every text."""
