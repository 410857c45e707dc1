"""A seat under test: it is sent any messages, and what comes back is read as in a conversation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import monotonic

from rulewright.players.external.conversation import open_link
from rulewright.players.external.faults import FaultError, SeatFault
from rulewright.players.external.kinds import Outside
from rulewright.players.external.links import SeatLink
from rulewright.players.external.messages import (
    PROTOCOL,
    Bye,
    Error,
    Greeting,
    Hello,
    Json,
    Over,
    Received,
    SeatAnswer,
    SeatOption,
    SeatQuestion,
    Sent,
    as_data,
    json_line,
)  # fmt: skip
from rulewright.players.external.reading import read_message

QUIET_SECONDS = 0.2
"""Seconds in which nothing may come from a seat that was asked nothing."""
EXIT_SECONDS = 1.0
"""Seconds that a seat has to exit."""

HELLO = Hello(PROTOCOL, 1, "test", {}, ["ann", "ben"], "ann", 5.0)
OPTIONS = [
    SeatOption("pass", "pass", "Pass"),
    SeatOption("bid 6", "bid", "Bid 6", value=6),
    SeatOption("bid 7", "bid", "Bid 7", value=7),
]
QUESTION = SeatQuestion(
    1, "step.bid", OPTIONS, {"player.coin ann": 7, "player.hand ben": ["hidden"]}, 5.0, "Your bid?", []
)


class FailedError(Exception):
    """Why a seat does not pass, and the remedy."""

    def __init__(self, cause: str, remedy: str) -> None:
        super().__init__(cause)
        self.cause, self.remedy = cause, remedy


class SeatProbe:
    """Starts the seat when it is first sent something, and ends it at the end."""

    def __init__(self, kind: Outside) -> None:
        self.kind = kind
        self.name = ""
        self._link: SeatLink | None = None

    @property
    def link(self) -> SeatLink:
        """The link to the seat."""
        if self._link is None:
            self._link = open_link(self.kind)
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
        self.link.send_bytes(json_line(as_data(message) | more))

    # -- what has to come

    def receive_message(self, seconds: float) -> Received:
        """Return what comes next; raises `FaultError`."""
        while not (data := self.link.receive(seconds)).strip():
            pass
        return read_message(data)

    def greet(self, hello: Hello = HELLO) -> Greeting:
        """Send `hello` and return the answer."""
        self.send(hello)
        return self.expect_greeting(hello.time_limit)

    def expect_greeting(self, seconds: float = 5.0) -> Greeting:
        """Return the greeting that has to come."""
        heard = self.receive_message(seconds)
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

    def ask_question(self, question: SeatQuestion = QUESTION) -> SeatAnswer:
        """Send a question and return the answer."""
        self.send(question)
        return self.expect_answer(question)

    def expect_answer(self, question: SeatQuestion) -> SeatAnswer:
        """Return the answer that has to come to a question."""
        heard = self.receive_message(question.time_limit or HELLO.time_limit)
        if not isinstance(heard, SeatAnswer):
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

    def expect_nothing(self) -> None:
        """Make sure that nothing comes."""
        try:
            data = self.link.receive(QUIET_SECONDS)
        except FaultError as fault:
            if fault.code is SeatFault.NO_ANSWER:
                return
            raise
        raise FailedError(
            f"it sent a line that nobody asked for: {data[:60]!r}", "Write one line for each question; print to stderr."
        )

    def expect_exit(self, why: str) -> None:
        """Make sure that the seat ends by itself."""
        end = monotonic() + EXIT_SECONDS
        while monotonic() < end:
            try:
                self.link.receive(end - monotonic())
            except FaultError as fault:
                if fault.code is SeatFault.ENDED:
                    return
        raise FailedError(f"it still runs {EXIT_SECONDS:g} s after {why}", f"End the process after {why}.")


def question_with(number: int, **other: object) -> SeatQuestion:
    """Return a question with this id, and other fields."""
    return replace(QUESTION, id=number, **other)  # type: ignore[arg-type]


Situation = Callable[[SeatProbe], None]

BYE, OVER = Bye(), Over({"ann": 4, "ben": 2}, {"ann": 1, "ben": 2})


def refusal_of(number: int, left: int = 2) -> Error:
    """Return an error that refuses any answer to the question."""
    return Error("test", "this was refused to see what happens", "Answer once more.", left, number, OPTIONS)
