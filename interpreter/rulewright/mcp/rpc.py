"""JSON-RPC 2.0 over lines: one object in, one object out; nothing that comes in stops the server."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import BinaryIO

from rulewright.players.external.messages import Json

PARSE_ERROR, INVALID_REQUEST, UNKNOWN_METHOD, INVALID_PARAMS = -32700, -32600, -32601, -32602
NO_RESOURCE = -32002

Params = dict[str, Json]


class RpcError(Exception):
    """An answer with an error: its number and its message."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code, self.message = code, message


def serve_requests(lines: Iterable[bytes], out: BinaryIO, call: Callable[[str, Params], Json]) -> None:
    """Answer requests until the input ends. `call` runs a method; it raises `RpcError`."""
    for line in lines:
        if line.strip() and (answer := _answer_to(line, call)) is not None:
            out.write(json.dumps(answer, ensure_ascii=False).encode() + b"\n")
            out.flush()


def _answer_to(line: bytes, call: Callable[[str, Params], Json]) -> Params | None:
    """Return the answer to a line; None for a notification."""
    number: Json = None
    try:
        request = _parsed_request(line)
        number = request.get("id")
        method, params = request.get("method"), request.get("params", {})
        if not isinstance(method, str) or isinstance(number, bool | list | dict | float):
            raise RpcError(INVALID_REQUEST, "A request has a method, a text, and an id, a number or a text.")
        if "id" not in request:
            return None
        if not isinstance(params, dict):
            raise RpcError(INVALID_PARAMS, "The parameters are an object.")
        return {"jsonrpc": "2.0", "id": number, "result": call(method, params)}
    except RpcError as problem:
        return {"jsonrpc": "2.0", "id": number, "error": {"code": problem.code, "message": problem.message}}


def _parsed_request(line: bytes) -> Params:
    try:
        found = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError) as problem:
        raise RpcError(PARSE_ERROR, f"This line is no JSON: {problem}") from None
    if not isinstance(found, dict) or found.get("jsonrpc") != "2.0":
        raise RpcError(INVALID_REQUEST, 'A request is one object with "jsonrpc": "2.0"; there are no batches.')
    return found
