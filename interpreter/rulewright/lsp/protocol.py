"""The protocol as editors speak it: what is no message is answered with an error, and positions count in UTF-16.

pygls logs a message that it cannot take apart and answers nothing, so an editor would wait for ever.
"""

from __future__ import annotations

import logging
from collections.abc import Generator
from typing import Any

from cattrs import transform_error
from lsprotocol import types as lsp
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcServerNotInitialized,
)
from pygls.protocol import LanguageServerProtocol, lsp_method


def is_no_refusal(record: logging.LogRecord) -> bool:
    """Return whether a record of pygls is none of an error that was answered: editors show what is logged as faults."""
    return not (record.exc_info and isinstance(record.exc_info[1], JsonRpcException))


logging.getLogger("pygls.protocol.json_rpc").addFilter(is_no_refusal)


class Protocol(LanguageServerProtocol):
    """What one editor sends, and what is sent to it."""

    begun = False
    """Whether the editor has said who it is."""

    @lsp_method(lsp.INITIALIZE)
    def lsp_initialize(self, params: lsp.InitializeParams) -> Generator[Any, Any, Any]:
        """Answer what the server can do; positions are counted in UTF-16, as every editor can."""
        self.begun = True
        if params.capabilities.general is not None:
            params.capabilities.general.position_encodings = None
        return (yield from super().lsp_initialize(params))

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Leave objects as they are: pygls asks of each one in a message, and only the whole is one."""
        return data

    def handle_message(self, message: Any) -> None:
        """Handle a message, or say what is wrong with it."""
        try:
            self.refuse_wrong(message)
            structured = super().structure_message(message)
        except JsonRpcException as problem:
            if is_answered(message):
                self.answer_error(problem, message)
        else:
            super().handle_message(structured)

    def refuse_wrong(self, message: Any) -> None:
        """Reject what is not a message, or not allowed now, by raising `JsonRpcException`."""
        if not isinstance(message, dict) or message.get("jsonrpc") != self.VERSION:
            raise JsonRpcInvalidRequest('A message is an object with "jsonrpc": "2.0".')
        if not message.keys() & {"method", "result", "error"}:
            raise JsonRpcInvalidRequest('A request has a "method".')
        if "id" in message and number_of(message) is None:
            raise JsonRpcInvalidRequest('An "id" is a whole number or a text.')
        if "method" in message:
            self.refuse_method(message["method"], asked="id" in message)

    def refuse_method(self, method: object, asked: bool) -> None:
        """Reject a malformed method and, if an answer is `asked` for, a currently unavailable one."""
        if not isinstance(method, str):
            raise JsonRpcInvalidRequest('A "method" is a text.')
        if not asked:
            return
        if self._shutdown or (self.begun and method == lsp.INITIALIZE):
            raise JsonRpcInvalidRequest(f"{method} comes too late.")
        if not self.begun and method != lsp.INITIALIZE:
            raise JsonRpcServerNotInitialized(f"{method} comes before {lsp.INITIALIZE}.")
        self._get_handler(method)

    def answer_error(self, problem: JsonRpcException, message: object = None) -> None:
        """Answer a message with an error; one whose number cannot be read with the number null."""
        said = problem.message
        if isinstance(problem, JsonRpcInvalidParams) and problem.__cause__ is not None:
            said = "; ".join(transform_error(problem.__cause__))
        error = {"code": problem.code, "message": said}
        self._send_data({"jsonrpc": self.VERSION, "id": number_of(message), "error": error})


def is_answered(message: object) -> bool:
    """Return whether whoever sent a message waits for an answer: not to a notification, nor to an answer."""
    if isinstance(message, dict):
        return "id" in message if "method" in message else not message.keys() & {"result", "error"}
    return True


def number_of(message: object) -> int | str | None:
    """Return the number of a message, if it has one."""
    number = message.get("id") if isinstance(message, dict) else None
    return number if isinstance(number, int | str) and not isinstance(number, bool) else None
