"""A seat under test: it is sent any messages, and what comes back is read as in a conversation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import monotonic

from rulewright.players.external.conversation import opened
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
    Json,
    Option,
    Over,
    Question,
    Received,
    Sent,
    as_data,
    encoded,
)  # fmt: skip
from rulewright.players.external.reading import read

QUIET = 0.2
"""Seconds in which nothing may come from a seat that was asked nothing."""
EXIT = 1.0
"""Seconds that a seat has to exit."""

HELLO = Hello(PROTOCOL, 1, "test", {}, ["ann", "ben"], "ann", 5.0)
OPTIONS = [
    Option("pass", "pass", "Pass"),
    Option("bid 6", "bid", "Bid 6", value=6),
    Option("bid 7", "bid", "Bid 7", value=7),
]
QUESTION = Question(1, "step.bid", OPTIONS, {"player.coin ann": 7, "player.hand ben": ["hidden"]}, 5.0, "Your bid?", [])


class FailedError(Exception):
    """Why a seat does not pass, and the remedy."""

    def __init__(self, cause: str, remedy: str) -> None:
        super().__init__(cause)
        self.cause, self.remedy = cause, remedy


class Probe:
    """Starts the seat when it is first sent something, and ends it at the end."""

    def __init__(self, kind: Outside) -> None:
        self.kind = kind
        self.name = ""
        self._link: Link | None = None

    @property
    def link(self) -> Link:
        """The link to the seat."""
        if self._link is None:
            self._link = opened(self.kind)
        return self._link

    def close(self, grace: float = 0.0) -> None:
        """End the seat."""
        if self._link is not None:
            self._link.close(grace)
            self._link = None

    # -- sending

    def send(self, *messages: Sent) -> None:
        """Send messages."""
        for message in messages:
            self.link.send(message)

    def send_with(self, message: Sent, **more: Json) -> None:
        """Send a message with further fields, or with others in place of its own."""
        self.link.send_bytes(encoded(as_data(message) | more))

    # -- what has to come

    def hear(self, seconds: float) -> Received:
        """Return what comes next; raises `FaultError`."""
        while not (data := self.link.receive(seconds)).strip():
            pass
        return read(data)

    def greet(self, hello: Hello = HELLO) -> Greeting:
        """Send `hello` and return the answer."""
        self.send(hello)
        return self.greeted(hello.time_limit)

    def greeted(self, seconds: float = 5.0) -> Greeting:
        """Return the greeting that has to come."""
        heard = self.hear(seconds)
        if not isinstance(heard, Greeting):
            raise FailedError(
                '"answer" came, where "hello" is awaited', 'Answer each "hello" with "hello", before anything else.'
            )
        if heard.protocol != PROTOCOL:
            raise FailedError(f"it speaks version {heard.protocol}, not {PROTOCOL}", f'Send "protocol": {PROTOCOL}.')
        if self.name and heard.name != self.name:
            raise FailedError(
                f'its name was "{self.name}" and is "{heard.name}" now', "Use one name as long as the process lives."
            )
        self.name = heard.name
        return heard

    def ask(self, question: Question = QUESTION) -> Answer:
        """Send a question and return the answer."""
        self.send(question)
        return self.answered(question)

    def answered(self, question: Question) -> Answer:
        """Return the answer that has to come to a question."""
        heard = self.hear(question.time_limit or HELLO.time_limit)
        if not isinstance(heard, Answer):
            raise FailedError(
                '"hello" came, where "answer" is awaited', 'Send "hello" once for each "hello" that comes.'
            )
        if heard.id != question.id:
            raise FailedError(
                f"the question is {question.id}, and the answer has the id {heard.id}", "Repeat the id of the question."
            )
        if heard.option not in {option.name for option in question.options}:
            raise FailedError(
                f'"{heard.option[:60]}" is not offered',
                'Answer with the "name" of one of the options of this question.',
            )
        return heard

    def quiet(self) -> None:
        """Make sure that nothing comes."""
        try:
            data = self.link.receive(QUIET)
        except FaultError as fault:
            if fault.code is Wrong.NO_ANSWER:
                return
            raise
        raise FailedError(
            f"it sent a line that nobody asked for: {data[:60]!r}", "Write one line for each question; print to stderr."
        )

    def exits(self, why: str) -> None:
        """Make sure that the seat ends by itself."""
        end = monotonic() + EXIT
        while monotonic() < end:
            try:
                self.link.receive(end - monotonic())
            except FaultError as fault:
                if fault.code is Wrong.ENDED:
                    return
        raise FailedError(f"it still runs {EXIT:g} s after {why}", f"End the process after {why}.")


def question(number: int, **other: object) -> Question:
    """Return a question with this id, and other fields."""
    return replace(QUESTION, id=number, **other)  # type: ignore[arg-type]


Situation = Callable[[Probe], None]

BYE, OVER = Bye(), Over({"ann": 4, "ben": 2}, {"ann": 1, "ben": 2})


def refusal(number: int, left: int = 2) -> Error:
    """Return an error that refuses any answer to the question."""
    return Error("test", "this was refused to see what happens", "Answer once more.", left, number, OPTIONS)
