"""Messages that are none: each is answered with an error, or left alone where there is nobody to answer; none kills."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from editor import PATIENCE, Editor

PARSE, REQUEST, METHOD, PARAMS, EARLY = -32700, -32600, -32601, -32602, -32002
"""The numbers of errors, as JSON-RPC and the protocol of language servers have them."""
HOVER, RUN = "textDocument/hover", "workspace/executeCommand"
FILE = {"textDocument": {"uri": "file:///a"}, "position": {"line": 0, "character": 0}}
ANSWERED: list[tuple[bytes | dict[str, Any], int, int | str | None]] = [
    (b'{"jsonrpc": "2.0", "id": 1,', PARSE, None),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "\xff"}', PARSE, None),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "a", "params": ' + b"[" * 5000 + b"]" * 5000 + b"}", PARSE, None),
    (b"5", REQUEST, None),
    (b"null", REQUEST, None),
    (b"{}", REQUEST, None),
    (b"[]", REQUEST, None),
    (b'[{"jsonrpc": "2.0", "id": 1, "method": "shutdown"}]', REQUEST, None),
    (b'{"jsonrpc": "1.0", "id": 101, "method": "textDocument/hover"}', REQUEST, 101),
    (b'{"id": 102, "method": "textDocument/hover"}', REQUEST, 102),
    ({"id": 103}, REQUEST, 103),
    ({"id": "a text", "params": {}}, REQUEST, "a text"),
    ({"id": 104, "method": 5, "params": {}}, REQUEST, 104),
    ({"id": 105, "method": None}, REQUEST, 105),
    ({"id": None, "method": HOVER, "params": FILE}, REQUEST, None),
    ({"id": [1], "method": HOVER, "params": FILE}, REQUEST, None),
    ({"id": {"a": 1}, "method": HOVER, "params": FILE}, REQUEST, None),
    ({"id": 1.5, "method": HOVER, "params": FILE}, REQUEST, None),
    ({"id": True, "method": HOVER, "params": FILE}, REQUEST, None),
    ({"id": 106, "method": "no/such", "params": {}}, METHOD, 106),
    ({"id": 107, "method": "no/such"}, METHOD, 107),
    ({"id": 108, "method": HOVER}, PARAMS, 108),
    ({"id": 109, "method": HOVER, "params": {}}, PARAMS, 109),
    ({"id": 110, "method": HOVER, "params": [1]}, PARAMS, 110),
    ({"id": 111, "method": HOVER, "params": "a"}, PARAMS, 111),
    ({"id": 112, "method": HOVER, "params": {**FILE, "position": {"line": "a"}}}, PARAMS, 112),
    ({"id": 113, "method": HOVER, "params": {**FILE, "position": {"line": -1}}}, PARAMS, 113),
    ({"id": 114, "method": RUN, "params": {"command": "no.such"}}, PARAMS, 114),
    ({"id": 115, "method": "initialize", "params": {"capabilities": {}}}, REQUEST, 115),
]  # fmt: skip
"""What is sent, the number of the error, and the number of the message in the answer."""
LEFT_ALONE: list[dict[str, Any]] = [
    {"method": "no/such", "params": {}},
    {"method": 5},
    {"method": "textDocument/didOpen", "params": {"textDocument": 5}},
    {"method": "textDocument/didSave", "params": {"textDocument": {"uri": []}}},
    {"method": "$/cancelRequest"},
    {"method": "$/cancelRequest", "params": {"id": [1]}},
    {"id": 201, "result": None},
    {"id": 202, "error": 5},
    {"id": [1], "result": None},
]  # fmt: skip


def answers(editor: Editor, body: bytes | dict[str, Any]) -> list[dict[str, Any]]:
    """Send a message, and return what answers arrive before that to the next request."""
    editor.send_bytes(body if isinstance(body, bytes) else json.dumps({"jsonrpc": "2.0", **body}).encode())
    last = editor.start("workspace/symbol", query="card")
    arrived = []
    while not arrived or arrived[-1].get("id") != last:
        arrived.append(editor.arrived.get(timeout=PATIENCE))
    assert arrived.pop()["result"]
    return [one for one in arrived if "method" not in one]


@pytest.mark.slow
def test_what_is_no_message_is_answered_with_an_error(root: Path) -> None:
    editor = Editor(root, {**os.environ}, greet=False)
    editor.send({"id": 1, "method": "shutdown"})
    assert editor.arrived.get(timeout=PATIENCE)["error"]["code"] == EARLY
    assert editor.greet()
    for body, code, number in ANSWERED:
        found = answers(editor, body)
        assert [(one["error"]["code"], one["id"]) for one in found] == [(code, number)], body
        assert found[0]["error"]["message"], body
    for body in LEFT_ALONE:
        assert answers(editor, body) == [], body
    nested = {"command": "rulewright.rulesets", "arguments": [{"jsonrpc": "2.0", "id": 4}]}
    assert [one["name"] for one in editor.ask("workspace/executeCommand", nested)] == ["kuhn-poker"]
    assert editor.ask("shutdown", {}) is None
    assert "comes too late" in editor.ask("workspace/symbol", {"query": "card"})
    editor.tell("exit", {})
    assert editor.process.wait(PATIENCE) == 0
