"""The messages of the protocol as values: what a seat is sent, and what it sends.

Their JSON form is `schemas/seat.schema.json`. Fields that are None are left out of the JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import ClassVar, TypeAlias

from rulewright.engine.seat_view import KnownPiece
from rulewright.engine.words import Known

PROTOCOL = 1
"""The version of the protocol."""

Json: TypeAlias = "None | bool | int | float | str | list[Json] | dict[str, Json]"


@dataclass(frozen=True, slots=True)
class Hello:
    """Begins a game. `game` counts the games of this connection; it is not the number that decides on chance."""

    type: ClassVar[str] = "hello"
    protocol: int
    game: int
    ruleset: str
    settings: dict[str, int]
    """Figures with other values than the ruleset gives, by name."""
    seats: list[str]
    seat: str
    time_limit: float
    """Seconds for each answer."""


@dataclass(frozen=True, slots=True)
class SeatOption:
    """One option. `name` answers the question, `label` is for people; `value` is what comes with the option."""

    name: str
    option: str
    label: str | None = None
    menu: str | None = None
    value: int | str | None = None
    again: bool | None = None
    """True for a free effect, after which the same question is asked again."""
    piece: str | None = None
    """The `id` of the piece of which it is an option, otherwise of the one that it chooses."""


@dataclass(frozen=True, slots=True)
class SeatQuestion:
    """What the seat is asked, and what it may know: `view` by the names of the rules, `log` since its last question.

    `pieces` are those in places in which one has something of its own, `standing` is what is under way, used and left.
    """

    type: ClassVar[str] = "question"
    id: int
    name: str
    options: list[SeatOption]
    view: dict[str, Known]
    time_limit: float | None = None
    prompt: str | None = None
    log: list[str] | None = None
    pieces: dict[str, list[KnownPiece]] | None = None
    standing: dict[str, Known] | None = None


@dataclass(frozen=True, slots=True)
class Error:
    """Why the last line was refused. `id` and `options` repeat the question that still has to be answered."""

    type: ClassVar[str] = "error"
    code: str
    reason: str
    remedy: str
    tries_left: int | None
    id: int | None = None
    options: list[SeatOption] | None = None


@dataclass(frozen=True, slots=True)
class Over:
    """The end of a game: points and ranks (from 1, equal seats share one) by seat; both missing if the game broke."""

    type: ClassVar[str] = "over"
    points: dict[str, int] | None = None
    ranks: dict[str, int] | None = None
    log: list[str] | None = None


@dataclass(frozen=True, slots=True)
class Bye:
    """The last message: the seat is to exit."""

    type: ClassVar[str] = "bye"


@dataclass(frozen=True, slots=True)
class Greeting:
    """A seat's answer to `hello`."""

    type: ClassVar[str] = "hello"
    protocol: int
    name: str


@dataclass(frozen=True, slots=True)
class SeatAnswer:
    """A seat's answer to the question with this id: the name of an option."""

    type: ClassVar[str] = "answer"
    id: int
    option: str


Sent = Hello | SeatQuestion | Error | Over | Bye
Received = Greeting | SeatAnswer


def as_data(message: Sent | Received | SeatOption) -> dict[str, Json]:
    """Return a message in its JSON form."""
    found: dict[str, Json] = {} if isinstance(message, SeatOption) else {"type": message.type}
    for field in fields(message):
        value = getattr(message, field.name)
        if value is not None:
            found[field.name] = (
                [as_data(each) if isinstance(each, SeatOption) else each for each in value]
                if isinstance(value, list)
                else value
            )
    return found


def encoded_line(message: Sent | Received) -> bytes:
    """Return a message as one line of UTF-8."""
    return json_line(as_data(message))


def json_line(data: Mapping[str, object]) -> bytes:
    """Return a message in its JSON form as one line of UTF-8."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
