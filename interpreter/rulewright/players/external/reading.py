"""Lines from a seat, read as messages: whatever comes is a message or a fault with its reason."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from rulewright.diagnostics.model import visible
from rulewright.diagnostics.similar import did_you_mean
from rulewright.players import late
from rulewright.players.external.faults import FaultError, Wrong
from rulewright.players.external.messages import PROTOCOL, Answer, Greeting, Json, Received

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator, ValidationError

FORMS = {"hello": "greeting", "answer": "answer"}
"""What a seat may send, by its type: the names of the forms in the schema."""
EXAMPLES = {
    "hello": f'{{"type": "hello", "protocol": {PROTOCOL}, "name": "my seat"}}',
    "answer": '{"type": "answer", "id": 7, "option": "the name of an option"}',
}
SHOWN = 60
"""How many characters of a line are quoted."""


def read(data: bytes) -> Received:
    """Return the message in a line. Raises `FaultError`."""
    message = _object(_text(data))
    kind = message.get("type")
    if not isinstance(kind, str) or kind not in FORMS:
        said = 'it has no "type"' if "type" not in message else f"its type is {_quoted(json.dumps(kind))}"
        remedy = f'A seat sends "hello" and "answer": {EXAMPLES["answer"]}.'
        raise FaultError(Wrong.WRONG_FORM, f"this is no message of a seat: {said}", remedy)
    for error in validator(FORMS[kind]).iter_errors(message):
        raise FaultError(Wrong.WRONG_FORM, _sentence(kind, error, message), f"Its form: {EXAMPLES[kind]}.")
    return _message(kind, message)


def _message(kind: str, message: dict[str, Json]) -> Received:
    match message:
        case {"protocol": int(protocol), "name": str(name)} if kind == "hello":
            return Greeting(protocol, name)
        case {"id": int(number), "option": str(option)}:
            return Answer(number, option)
    said = "a whole number is written without a point"  # the schema allows 1.0 as well
    raise FaultError(Wrong.WRONG_FORM, said, f"Its form: {EXAMPLES[kind]}.")


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        said = f"byte {problem.start + 1} of the line is no UTF-8"
        raise FaultError(Wrong.NOT_UTF8, said, "Write UTF-8, whatever the locale of the machine is.") from None


def _object(text: str) -> dict[str, Json]:
    try:
        found = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except json.JSONDecodeError as problem:
        said = f"this is no JSON: {_quoted(text.strip())} ({problem.msg}, column {problem.colno})"
        remedy = "Write each message as one JSON object on a line of its own, and everything else to stderr."
        raise FaultError(Wrong.NOT_JSON, said, remedy) from None
    except (ValueError, RecursionError) as problem:
        said = f"this JSON cannot be read: {visible(str(problem))}"
        raise FaultError(Wrong.NOT_JSON, said, f"A message is flat: {EXAMPLES['answer']}.") from None
    if not isinstance(found, dict):
        said = f"a message is a JSON object, and this is none: {_quoted(text.strip())}"
        raise FaultError(Wrong.WRONG_FORM, said, f"Its form: {EXAMPLES['answer']}.")
    return found


def _once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key is there twice")
    return found


def _no_constant(name: str) -> Json:
    raise ValueError(f"{name} is no number of JSON")


def _sentence(kind: str, error: ValidationError, message: dict[str, Json]) -> str:
    """Return what a message lacks or has too much."""
    known = list(form(FORMS[kind])["properties"])
    if error.validator == "required":
        lacking = next(name for name in form(FORMS[kind])["required"] if name not in message)
        return f'"{lacking}" is missing in this "{kind}"'
    if error.validator == "additionalProperties":
        strange = next(name for name in message if name not in known)
        return " ".join(
            [f'a message "{kind}" has no "{visible(strange)}".', *did_you_mean(strange, known)]
        ).removesuffix(".")
    name = ".".join(map(str, error.absolute_path))
    if name == "option":
        return "an option is answered by its name, a text; the number of its place in the list is none"
    return f'"{name}" of this "{kind}" is not as it has to be: {_quoted(visible(error.message))}'


def _quoted(text: str) -> str:
    return visible(text if len(text) <= SHOWN else f"{text[:SHOWN]}...")


@cache
def form(name: str) -> dict[str, Any]:
    """Return one form of the schema, which refers to the others."""
    forms = late.schema.load_schema("seat")["$defs"]
    return {**forms[name], "$defs": forms}


@cache
def validator(name: str) -> Draft202012Validator:
    """Return what validates one form of the schema."""
    return late.jsonschema.Draft202012Validator(form(name))
