"""A link whose other end is a list: what is sent is kept, what comes is written down beforehand."""

from __future__ import annotations

import json
from collections.abc import Iterable

from rulewright.players.external.conversation import Conversation
from rulewright.players.external.faults import FaultError, SeatFault
from rulewright.players.external.links import SeatLink
from rulewright.players.external.messages import PROTOCOL, Hello, SeatOption, SeatQuestion

GREETING = '{"type": "hello", "protocol": 1, "name": "written"}'
LATE = "(late)"
"""Instead of a line: nothing comes in time."""

HELLO = Hello(PROTOCOL, 0, "market", {}, ["ann", "ben"], "ann", 1.0)
FIRST = SeatQuestion(
    0, "step.trade: question", [SeatOption("sell 1", "sell", "Sell one"), SeatOption("wait", "wait", "Wait")], {}, 1.0
)
SECOND = SeatQuestion(
    0, "step.trade: question", [SeatOption("buy 2", "buy", "Buy two"), SeatOption("wait", "wait", "Wait")], {}, 1.0
)


class Written(SeatLink):
    """Gives the lines in order; when they are over, the seat has gone."""

    def __init__(self, lines: Iterable[str | bytes]) -> None:
        super().__init__()
        self.coming = [line.encode() if isinstance(line, str) else line for line in lines]
        self.sent: list[dict[str, object]] = []

    def send_bytes(self, data: bytes) -> None:
        self.sent.append(json.loads(data))

    def receive(self, seconds: float) -> bytes:
        if not self.coming:
            raise FaultError(SeatFault.ENDED, "nothing is written any more", "")
        line = self.coming.pop(0)
        if line == LATE.encode():
            raise FaultError(SeatFault.NO_ANSWER, f"no answer came within {seconds:g} s", "Answer sooner.")
        return line

    def reason_gone(self) -> str:
        return ""

    def end_input(self) -> None:
        pass

    def close(self, grace: float) -> None:
        pass


def talk(*lines: str | bytes) -> tuple[Conversation, Written]:
    """Return a conversation that has been greeted, and its link."""
    link = Written([GREETING, *lines])
    conversation = Conversation(link)
    conversation.greet(HELLO)
    return conversation, link


def reply(number: int, option: str) -> str:
    """Return the line of an answer."""
    return json.dumps({"type": "answer", "id": number, "option": option})
