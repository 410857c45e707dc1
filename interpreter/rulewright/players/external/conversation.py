"""The conversation with one seat: greetings, questions and answers, tries, the end.

A question that is answered wrongly or not in time is asked again with the reason, three times in all. Answers to
earlier questions are ignored, however late they come.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from rulewright.diagnostics.model import visible
from rulewright.diagnostics.similar import did_you_mean
from rulewright.players.external.faults import FaultError, Wrong
from rulewright.players.external.kinds import Outside
from rulewright.players.external.links import Link
from rulewright.players.external.messages import (
    PROTOCOL,
    Answer,
    Bye,
    Error,
    Greeting,
    Hello,
    Option,
    Over,
    Question,
    Received,
)  # fmt: skip
from rulewright.players.external.process import ProcessLink
from rulewright.players.external.reading import read
from rulewright.players.external.sockets import SocketLink

TRIES = 3
"""How often a seat may try to answer."""
STRAYS = 100
"""How many lines that answer nothing a seat may send before an answer."""
GRACE = 1.0
"""Seconds that a seat has to exit after `bye`."""

T = TypeVar("T")


def opened(kind: Outside) -> Link:
    """Start the command of a seat, or connect. Raises `FaultError`."""
    return ProcessLink(kind.words) if kind.words else SocketLink(kind.host, kind.port, kind.limit)


class Conversation:
    """What is said over a link."""

    def __init__(self, link: Link) -> None:
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
        greeting = self._tried(hello.time_limit, self._greeting, Error("", "", "", 0))
        self.name = greeting.name
        return greeting.name

    def ask(self, question: Question) -> str:
        """Ask, and return the name of an option of the question. Raises `FaultError` after the last try."""
        self._asked += 1
        asked = replace(question, id=self._asked)
        names = {option.name for option in asked.options}
        self.link.send(asked)
        again = Error("", "", "", 0, asked.id, asked.options)
        assert asked.time_limit is not None, "who asks over a link waits only for a time"
        answer = self._tried(asked.time_limit, lambda message: self._answer(message, asked, names), again)
        self._before |= names
        return answer.option

    def over(self, over: Over) -> None:
        """Tell the seat the result."""
        self.link.send(over)

    def goodbye(self) -> None:
        """Tell the seat to exit."""
        self.link.send(Bye())

    def close(self, grace: float = GRACE) -> None:
        """Say goodbye, and end whatever is at the other end."""
        self.goodbye()
        self.link.close(grace)

    def _tried(self, seconds: float, accept: Callable[[Received], T | None], again: Error) -> T:
        """Return what `accept` makes of a line; it returns None for what may be ignored, and raises `FaultError`."""
        for left in reversed(range(TRIES)):
            try:
                return self._heard(seconds, accept)
            except FaultError as fault:
                if fault.final or not left:
                    raise
                error = replace(again, code=fault.code, reason=fault.reason, remedy=fault.remedy, tries_left=left)
                self.link.send(error)
        raise AssertionError("the last try raises")

    def _heard(self, seconds: float, accept: Callable[[Received], T | None]) -> T:
        for _ in range(STRAYS):
            data = self.link.receive(seconds)
            found = accept(read(data)) if data.strip() else None
            if found is not None:
                return found
        said = f"{STRAYS} lines came that answer nothing"
        raise FaultError(Wrong.TOO_MANY, said, "Send one line for each question, and everything else to stderr.")

    def _greeting(self, message: Received) -> Greeting | None:
        if isinstance(message, Answer):
            self._ignore(message, 'the answer to "hello" is "hello"')
            return None
        if message.protocol != PROTOCOL:
            said = f"the seat speaks version {message.protocol} of the protocol, and this is version {PROTOCOL}"
            raise FaultError(Wrong.WRONG_VERSION, said, f'Answer "hello" with "protocol": {PROTOCOL}.')
        if self.name and message.name != self.name:
            said = f'the seat is called "{message.name}" now, and was "{self.name}" before'
            raise FaultError(Wrong.RENAMED, said, "Use one name as long as the process lives.")
        return message

    def _ignore(self, answer: Answer, said: str) -> None:
        """Ignore an answer to an earlier question; refuse one to a question that never was."""
        if answer.id > self._asked or answer.id < 1:
            said = f"nothing was asked with the id {answer.id}; {said}"
            raise FaultError(Wrong.NOT_ASKED, said, "Wait for a question, and repeat its id in the answer.")

    def _answer(self, message: Received, asked: Question, names: set[str]) -> Answer | None:
        if isinstance(message, Greeting):
            said = '"hello" came, where an answer is awaited'
            raise FaultError(Wrong.UNEXPECTED, said, 'Send "hello" once for each "hello" that comes.')
        if message.id != asked.id:
            self._ignore(message, f"the question is {asked.id}")
            return None
        if message.option not in names:
            raise not_offered(message.option, asked.options, self._before)
        return message


def not_offered(given: str, options: Sequence[Option], before: set[str]) -> FaultError:
    """Return what is wrong with an answer that is no name of an option; `before` are names of earlier options."""
    names = [option.name for option in options]
    labels = {option.label: option.name for option in options}
    if given in before:
        said = f'"{given}" was an option of an earlier question, and is none now'
        return FaultError(Wrong.EARLIER_OPTION, said, "Choose one of the options of the latest question.")
    if given in labels:
        said, remedy = f'"{given}" is a label', f'Answer by the name: "{labels[given]}".'
    elif given.isdecimal() and int(given[:6]) <= len(names):
        said = f'"{given}" is the name of no option'
        remedy = f'Answer by name, not by the place in the list: the first is "{names[0]}".'
    else:
        said = f'"{visible(given[:100])}" is not offered'
        hints = did_you_mean(given[:100], names)
        remedy = " ".join([*hints, f'The options are in the question; the first is "{names[0]}".'])
    return FaultError(Wrong.UNKNOWN_OPTION, said, remedy)
