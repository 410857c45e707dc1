"""The conversation with one seat: greetings, questions and answers, tries, the end.

A question that is answered wrongly or not in time is asked again with the reason, three times in all. Answers to
earlier questions are ignored, however late they come.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from rulewright.diagnostics.model import escape_invisible
from rulewright.diagnostics.similar import did_you_mean
from rulewright.players.external.faults import FaultError, SeatFault
from rulewright.players.external.kinds import Outside
from rulewright.players.external.links import SeatLink
from rulewright.players.external.messages import (
    PROTOCOL,
    Bye,
    Error,
    Greeting,
    Hello,
    Over,
    Received,
    SeatAnswer,
    SeatOption,
    SeatQuestion,
)  # fmt: skip
from rulewright.players.external.process import ProcessLink
from rulewright.players.external.reading import read_message
from rulewright.players.external.sockets import SocketLink

MOST_TRIES = 3
"""How often a seat may try to answer."""
MOST_STRAY_LINES = 100
"""How many lines that answer nothing a seat may send before an answer."""
GRACE_SECONDS = 1.0
"""Seconds that a seat has to exit after `bye`."""

T = TypeVar("T")


def open_link(kind: Outside) -> SeatLink:
    """Start the command of a seat, or connect. Raises `FaultError`."""
    return ProcessLink(kind.words) if kind.words else SocketLink(kind.host, kind.port, kind.limit)


class Conversation:
    """What is said over a link."""

    def __init__(self, link: SeatLink) -> None:
        self.link = link
        self.name = ""
        """What the seat calls itself, once it has said so."""
        self._games = self._asked = 0
        self._before: set[str] = set()
        """The names of the options of earlier questions of the game."""

    def greet(self, hello: Hello) -> str:
        """Begin a game and return the name of the seat. Raises `FaultError` when it cannot be used."""
        self._games += 1
        self._before.clear()
        self.link.send(replace(hello, game=self._games))
        greeting = self._receive_with_tries(hello.time_limit, self._accept_greeting, Error("", "", "", 0))
        self.name = greeting.name
        return greeting.name

    def ask_question(self, question: SeatQuestion) -> str:
        """Ask, and return the name of an option of the question. Raises `FaultError` after the last try."""
        self._asked += 1
        asked = replace(question, id=self._asked)
        names = {option.name for option in asked.options}
        self.link.send(asked)
        again = Error("", "", "", 0, asked.id, asked.options)
        assert asked.time_limit is not None, "who asks over a link waits only for a time"
        answer = self._receive_with_tries(
            asked.time_limit, lambda message: self._accept_answer(message, asked, names), again
        )
        self._before |= names
        return answer.option

    def tell_result(self, over: Over) -> None:
        """Tell the seat the result."""
        self.link.send(over)

    def say_goodbye(self) -> None:
        """Tell the seat to exit."""
        self.link.send(Bye())

    def close(self, grace: float = GRACE_SECONDS) -> None:
        """Say goodbye, and end whatever is at the other end."""
        self.say_goodbye()
        self.link.close(grace)

    def _receive_with_tries(self, seconds: float, accept: Callable[[Received], T | None], again: Error) -> T:
        """Return what `accept` makes of a line; it returns None for what may be ignored, and raises `FaultError`."""
        for left in reversed(range(MOST_TRIES)):
            try:
                return self._receive_accepted(seconds, accept)
            except FaultError as fault:
                if fault.is_final or not left:
                    raise
                error = replace(again, code=fault.code, reason=fault.reason, remedy=fault.remedy, tries_left=left)
                self.link.send(error)
        raise AssertionError("the last try raises")

    def _receive_accepted(self, seconds: float, accept: Callable[[Received], T | None]) -> T:
        for _ in range(MOST_STRAY_LINES):
            data = self.link.receive(seconds)
            found = accept(read_message(data)) if data.strip() else None
            if found is not None:
                return found
        said = f"{MOST_STRAY_LINES} lines came that answer nothing"
        raise FaultError(SeatFault.TOO_MANY, said, "Send one line for each question, and everything else to stderr.")

    def _accept_greeting(self, message: Received) -> Greeting | None:
        if isinstance(message, SeatAnswer):
            self._ignore_answer(message, 'the answer to "hello" is "hello"')
            return None
        if message.protocol != PROTOCOL:
            said = f"the seat speaks version {message.protocol} of the protocol, and this is version {PROTOCOL}"
            raise FaultError(SeatFault.WRONG_VERSION, said, f'Answer "hello" with "protocol": {PROTOCOL}.')
        if self.name and message.name != self.name:
            said = f'the seat is called "{message.name}" now, and was "{self.name}" before'
            raise FaultError(SeatFault.RENAMED, said, "Use one name as long as the process lives.")
        return message

    def _ignore_answer(self, answer: SeatAnswer, said: str) -> None:
        """Ignore an answer to an earlier question; refuse one to a question that never was."""
        if answer.id > self._asked or answer.id < 1:
            said = f"nothing was asked with the id {answer.id}; {said}"
            raise FaultError(SeatFault.NOT_ASKED, said, "Wait for a question, and repeat its id in the answer.")

    def _accept_answer(self, message: Received, asked: SeatQuestion, names: set[str]) -> SeatAnswer | None:
        if isinstance(message, Greeting):
            said = '"hello" came, where an answer is awaited'
            raise FaultError(SeatFault.UNEXPECTED, said, 'Send "hello" once for each "hello" that comes.')
        if message.id != asked.id:
            self._ignore_answer(message, f"the question is {asked.id}")
            return None
        if message.option not in names:
            raise not_offered(message.option, asked.options, self._before)
        return message


def not_offered(given: str, options: Sequence[SeatOption], before: set[str]) -> FaultError:
    """Return what is wrong with an answer that names no option; `before` are names of earlier options."""
    names = [option.name for option in options]
    labels = {option.label: option.name for option in options}
    if given in before:
        said = f'"{given}" was an option of an earlier question, and is none now'
        return FaultError(SeatFault.EARLIER_OPTION, said, "Choose one of the options of the latest question.")
    if given in labels:
        said, remedy = f'"{given}" is a label', f'Answer by the name: "{labels[given]}".'
    elif given.isdecimal() and int(given[:6]) <= len(names):
        said = f'"{given}" is the name of no option'
        remedy = f'Answer by name, not by the place in the list: the first is "{names[0]}".'
    else:
        said = f'"{escape_invisible(given[:100])}" is not offered'
        hints = did_you_mean(given[:100], names)
        remedy = " ".join([*hints, f'The options are in the question; the first is "{names[0]}".'])
    return FaultError(SeatFault.UNKNOWN_OPTION, said, remedy)
