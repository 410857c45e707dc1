"""What a seat says wrongly: each fault has its code, its reason and a remedy, and costs one of three tries."""

from __future__ import annotations

import pytest
from lines import FIRST, GREETING, HELLO, LATE, SECOND, Written, reply, talk

from rulewright.players.external.conversation import MOST_STRAY_LINES, MOST_TRIES, Conversation
from rulewright.players.external.faults import FaultError, SeatFault
from rulewright.players.external.reading import form_validator

RIGHT = reply(1, "wait")

FAULTS: list[tuple[str | bytes, SeatFault, str, str]] = [
    ("wait", SeatFault.NOT_JSON, "this is no JSON: wait", "on a line of its own"),
    ('{"type": "answer", "id": 1, "option": "wait"', SeatFault.NOT_JSON, "this is no JSON", "one JSON object"),
    (b"\xff\xfe{}", SeatFault.NOT_UTF8, "byte 1 of the line is no UTF-8", "Write UTF-8"),
    (b"\0\0\0", SeatFault.NOT_JSON, "this is no JSON", "one JSON object"),
    ("[" * 100_000, SeatFault.NOT_JSON, "this JSON cannot be read", "flat"),
    ('{"type": "answer", "id": NaN, "option": "wait"}', SeatFault.NOT_JSON, "NaN is no number", "flat"),
    ('{"type": "answer", "id": 1, "id": 1, "option": "wait"}', SeatFault.NOT_JSON, "a key is there twice", "flat"),
    ('["wait"]', SeatFault.WRONG_FORM, "a message is a JSON object", "Its form"),
    ("7", SeatFault.WRONG_FORM, "a message is a JSON object", "Its form"),
    ('{"id": 1, "option": "wait"}', SeatFault.WRONG_FORM, 'it has no "type"', '"answer"'),
    ('{"type": "move", "id": 1, "option": "wait"}', SeatFault.WRONG_FORM, 'its type is "move"', '"answer"'),
    ('{"type": "answer", "option": "wait"}', SeatFault.WRONG_FORM, '"id" is missing', "Its form"),
    (
        '{"type": "answer", "id": "1", "option": "wait"}',
        SeatFault.WRONG_FORM,
        '"id" of this "answer" is not as',
        "Its form",
    ),
    (
        '{"type": "answer", "id": true, "option": "wait"}',
        SeatFault.WRONG_FORM,
        '"id" of this "answer" is not as',
        "Its form",
    ),
    ('{"type": "answer", "id": 1, "optoin": "wait"}', SeatFault.WRONG_FORM, 'Did you mean "option"?', "Its form"),
    ('{"type": "answer", "id": 1.0, "option": "wait"}', SeatFault.WRONG_FORM, "without a point", "Its form"),
    ('{"type": "answer", "id": 1, "option": "wait", "whi": 1}', SeatFault.WRONG_FORM, 'has no "whi"', "Its form"),
    ('{"type": "answer", "id": 1, "option": 0}', SeatFault.WRONG_FORM, "answered by its name", "Its form"),
    (reply(1, "1"), SeatFault.UNKNOWN_OPTION, '"1" is the name of no option', 'the first is "sell 1"'),
    (reply(1, "Wait"), SeatFault.UNKNOWN_OPTION, '"Wait" is a label', 'Answer by the name: "wait"'),
    (reply(1, "wiat"), SeatFault.UNKNOWN_OPTION, '"wiat" is not offered', 'Did you mean "wait"?'),
    (reply(1, "wait "), SeatFault.UNKNOWN_OPTION, '"wait " is not offered', 'Did you mean "wait"?'),
    (reply(1, "\x1b[2J"), SeatFault.UNKNOWN_OPTION, '"\\x1b[2J" is not offered', "The options are in the question"),
    (reply(9, "wait"), SeatFault.NOT_ASKED, "nothing was asked with the id 9; the question is 1", "repeat its id"),
    (reply(0, "wait"), SeatFault.NOT_ASKED, "nothing was asked with the id 0", "repeat its id"),
    (GREETING, SeatFault.UNEXPECTED, "where an answer is awaited", "once"),
    (LATE, SeatFault.NO_ANSWER, "no answer came within 1 s", "Answer sooner"),
]


@pytest.mark.parametrize(("line", "code", "reason", "remedy"), FAULTS)
def test_a_fault_is_explained_and_the_question_asked_again(
    line: str | bytes, code: str, reason: str, remedy: str
) -> None:
    conversation, link = talk(line, RIGHT)
    assert conversation.ask_question(FIRST) == "wait"
    error = link.sent[-1]
    assert (error["type"], error["code"], error["tries_left"], error["id"]) == ("error", code, MOST_TRIES - 1, 1)
    assert reason in str(error["reason"]) and remedy in str(error["remedy"])
    assert error["options"] == link.sent[-2]["options"]
    form_validator("error").validate(error)


@pytest.mark.parametrize(("line", "code"), [(line, code) for line, code, *_ in FAULTS])
def test_tries_are_limited(line: str | bytes, code: str) -> None:
    conversation, link = talk(*[line] * MOST_TRIES, RIGHT)
    with pytest.raises(FaultError) as caught:
        conversation.ask_question(FIRST)
    assert caught.value.code == code
    assert [message.get("tries_left") for message in link.sent[2:]] == [2, 1]


@pytest.mark.parametrize(
    "line",
    [
        b"\xef\xbb\xbf" + RIGHT.encode(), RIGHT.encode() + b"\r", f"  {RIGHT}  \t",
        '{"option":"wait","id":1,"type":"answer"}',
        '{"type": "answer", "id": 1, "option": "\\u0077ait"}',
    ],
)  # fmt: skip
def test_what_means_the_same_is_accepted(line: str | bytes) -> None:
    conversation, link = talk("", "\r", line)
    assert conversation.ask_question(FIRST) == "wait"
    assert len(link.sent) == 2, "no error"


def test_an_answer_to_an_earlier_question_is_ignored() -> None:
    conversation, link = talk(LATE, LATE, RIGHT, RIGHT, reply(1, "sell 1"), reply(2, "buy 2"))
    assert conversation.ask_question(FIRST) == "wait", "late, but within its tries"
    assert conversation.ask_question(SECOND) == "buy 2", "answered twice, then at last the question"
    assert [message["type"] for message in link.sent] == ["hello", "question", "error", "error", "question"]


def test_an_option_of_an_earlier_question_is_named_as_such() -> None:
    conversation, link = talk(RIGHT, reply(2, "sell 1"), reply(2, "wait"))
    conversation.ask_question(FIRST)
    assert conversation.ask_question(SECOND) == "wait"
    assert link.sent[-1]["code"] == SeatFault.EARLIER_OPTION


def test_lines_that_answer_nothing_are_limited() -> None:
    conversation, link = talk(*[""] * MOST_STRAY_LINES, RIGHT)
    with pytest.raises(FaultError) as caught:
        conversation.ask_question(FIRST)
    assert caught.value.code is SeatFault.TOO_MANY and len(link.sent) == 2, "no try is left for a flood"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('{"type": "hello", "protocol": 2, "name": "x"}', SeatFault.WRONG_VERSION),
        ('{"type": "hello", "protocol": 1, "name": ""}', SeatFault.WRONG_FORM),
        ('{"type": "hello", "protocol": 1}', SeatFault.WRONG_FORM),
        (reply(1, "wait"), SeatFault.NOT_ASKED),
    ],
)
def test_a_wrong_greeting(line: str, code: str) -> None:
    link = Written([line] * MOST_TRIES)
    with pytest.raises(FaultError) as caught:
        Conversation(link).greet(HELLO)
    assert caught.value.code == code
    assert all("id" not in message and "options" not in message for message in link.sent)


def test_games_follow_each_other() -> None:
    conversation, link = talk(RIGHT, reply(1, "wait"), GREETING, reply(2, "wait"))
    conversation.ask_question(FIRST)
    conversation.greet(HELLO)
    conversation.ask_question(FIRST)
    assert [message.get("game", message.get("id")) for message in link.sent] == [1, 1, 2, 2], "ids go on"


def test_a_seat_that_changes_its_name() -> None:
    conversation, link = talk(*['{"type": "hello", "protocol": 1, "name": "other"}'] * MOST_TRIES)
    with pytest.raises(FaultError) as caught:
        conversation.greet(HELLO)
    assert caught.value.code is SeatFault.RENAMED
