"""Lines from a seat, read as messages: whatever comes is a message or a fault with its reason."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from rulewright.diagnostics.model import escape_invisible
from rulewright.diagnostics.similar import did_you_mean
from rulewright.players import late
from rulewright.players.external.faults import FaultError, SeatFault
from rulewright.players.external.messages import PROTOCOL, Greeting, Json, Received, SeatAnswer

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator, ValidationError

FORMS = {"hello": "greeting", "answer": "answer"}
"""What a seat may send, by its type: the names of the forms in the schema."""
EXAMPLES = {
    "hello": f'{{"type": "hello", "protocol": {PROTOCOL}, "name": "my seat"}}',
    "answer": '{"type": "answer", "id": 7, "option": "the name of an option"}',
}
QUOTED_LENGTH = 60
"""How many characters of a line are quoted."""


def read_message(data: bytes) -> Received:
    """Return the message in a line. Raises `FaultError`."""
    message = _parsed_object(_decoded_text(data))
    kind = message.get("type")
    if not isinstance(kind, str) or kind not in FORMS:
        said = 'it has no "type"' if "type" not in message else f"its type is {_quoted_start(json.dumps(kind))}"
        remedy = f'A seat sends "hello" and "answer": {EXAMPLES["answer"]}.'
        raise FaultError(SeatFault.WRONG_FORM, f"this is no message of a seat: {said}", remedy)
    for error in form_validator(FORMS[kind]).iter_errors(message):
        raise FaultError(SeatFault.WRONG_FORM, _what_is_wrong(kind, error, message), f"Its form: {EXAMPLES[kind]}.")
    return _checked_message(kind, message)


def _checked_message(kind: str, message: dict[str, Json]) -> Received:
    match message:
        case {"protocol": int(protocol), "name": str(name)} if kind == "hello":
            return Greeting(protocol, name)
        case {"id": int(number), "option": str(option)}:
            return SeatAnswer(number, option)
    said = "a whole number is written without a point"  # the schema allows 1.0 as well
    raise FaultError(SeatFault.WRONG_FORM, said, f"Its form: {EXAMPLES[kind]}.")


def _decoded_text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        said = f"byte {problem.start + 1} of the line is no UTF-8"
        raise FaultError(SeatFault.NOT_UTF8, said, "Write UTF-8, whatever the locale of the machine is.") from None


def _parsed_object(text: str) -> dict[str, Json]:
    try:
        found = json.loads(text, object_pairs_hook=_unique_keys, parse_constant=_no_constant)
    except json.JSONDecodeError as problem:
        said = f"this is no JSON: {_quoted_start(text.strip())} ({problem.msg}, column {problem.colno})"
        remedy = "Write each message as one JSON object on a line of its own, and everything else to stderr."
        raise FaultError(SeatFault.NOT_JSON, said, remedy) from None
    except (ValueError, RecursionError) as problem:
        said = f"this JSON cannot be read: {escape_invisible(str(problem))}"
        raise FaultError(SeatFault.NOT_JSON, said, f"A message is flat: {EXAMPLES['answer']}.") from None
    if not isinstance(found, dict):
        said = f"a message is a JSON object, and this is none: {_quoted_start(text.strip())}"
        raise FaultError(SeatFault.WRONG_FORM, said, f"Its form: {EXAMPLES['answer']}.")
    return found


def _unique_keys(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key is there twice")
    return found


def _no_constant(name: str) -> Json:
    raise ValueError(f"{name} is no number of JSON")


def _what_is_wrong(kind: str, error: ValidationError, message: dict[str, Json]) -> str:
    """Return what a message lacks or has too much."""
    known = list(message_form(FORMS[kind])["properties"])
    if error.validator == "required":
        lacking = next(name for name in message_form(FORMS[kind])["required"] if name not in message)
        return f'"{lacking}" is missing in this "{kind}"'
    if error.validator == "additionalProperties":
        strange = next(name for name in message if name not in known)
        return " ".join(
            [f'a message "{kind}" has no "{escape_invisible(strange)}".', *did_you_mean(strange, known)]
        ).removesuffix(".")
    name = ".".join(map(str, error.absolute_path))
    if name == "option":
        return "an option is answered by its name, a text; the number of its place in the list is none"
    return f'"{name}" of this "{kind}" is not as it has to be: {_quoted_start(escape_invisible(error.message))}'


def _quoted_start(text: str) -> str:
    return escape_invisible(text if len(text) <= QUOTED_LENGTH else f"{text[:QUOTED_LENGTH]}...")


@cache
def message_form(name: str) -> dict[str, Any]:
    """Return one form of the schema, which refers to the others."""
    forms = late.schema.load_schema("seat")["$defs"]
    return {**forms[name], "$defs": forms}


@cache
def form_validator(name: str) -> Draft202012Validator:
    """Return what validates one form of the schema."""
    return late.jsonschema.Draft202012Validator(message_form(name))
