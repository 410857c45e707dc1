"""The server of the Model Context Protocol: its answers, whatever comes, and a game that a client plays with it."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from rulewright.chance import pick
from rulewright.engine import Game
from rulewright.players.external.mcp.rpc import serve_requests
from rulewright.players.external.mcp.server import VERSIONS, McpServer
from rulewright.players.external.mcp.sitting import ModelSeat, seat_model
from rulewright.players.external.reading import form_validator
from rulewright.players.seats import make_decider
from rulewright.source.seat_kinds import RANDOM
from rulewright.workspace import compiled_program

CARDS = str(Path(__file__).parents[2] / "examples" / "kuhn-poker")


def table(number: int = 4) -> ModelSeat:
    program = compiled_program(CARDS, 2, traced=True)
    return seat_model(program, 0, ["model", RANDOM], lambda kind: make_decider(kind, program), number)


def answers(*lines: str | bytes, server: McpServer | None = None) -> list[Any]:
    """Return what the server answers to lines."""
    out = BytesIO()
    server = server or McpServer("Kuhn poker", table(), lambda: "# The rules")
    serve_requests([line.encode() if isinstance(line, str) else line for line in lines], out, server.run_method)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def request(method: str, **params: object) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": 7, "method": method, "params": params})


def called(server: McpServer, tool: str, **given: object) -> Any:
    (answer,) = answers(request("tools/call", name=tool, arguments=given), server=server)
    return answer["result"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("garbage", -32700), (b"\xff\xff", -32700), ("[" * 99_999, -32700), ("[]", -32600), ("7", -32600),
        ('{"id": 1, "method": "ping"}', -32600), ('{"jsonrpc": "2.0", "id": 1}', -32600),
        ('{"jsonrpc": "2.0", "id": {}, "method": "ping"}', -32600),
        ('{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": [1]}', -32602),
        (request("resources/list"), -32601), (request("tools/call", name="cheat"), -32602),
        (request("tools/call", name=["act"]), -32602),
    ],
)  # fmt: skip
def test_every_line_is_answered(line: str | bytes, code: int) -> None:
    first, second = answers(line, request("ping"))
    assert first["error"]["code"] == code and first["error"]["message"]
    assert second == {"jsonrpc": "2.0", "id": 7, "result": {}}, "the server goes on"


def test_notifications_are_not_answered() -> None:
    assert answers('{"jsonrpc": "2.0", "method": "notifications/initialized"}', "", "\r\n") == []


@pytest.mark.parametrize("wanted", [*VERSIONS, "1999-01-01", None, 7])
def test_the_version_is_one_that_both_know(wanted: object) -> None:
    (answer,) = answers(request("initialize", protocolVersion=wanted))
    assert answer["result"]["protocolVersion"] == (wanted if wanted in VERSIONS else VERSIONS[0])
    assert '"dealer"' in answer["result"]["instructions"] and answer["result"]["serverInfo"]["name"] == "rulewright"


def test_tools_are_described() -> None:
    (answer,) = answers(request("tools/list"))
    assert [tool["name"] for tool in answer["result"]["tools"]] == ["observe", "act", "rules", "new_game"]
    assert all(tool["description"] and tool["inputSchema"]["type"] == "object" for tool in answer["result"]["tools"])


@pytest.mark.parametrize(
    ("tool", "given", "said"),
    [
        ("act", {}, "act takes option."), ("act", {"opion": "bet"}, "act takes option."),
        ("observe", {"x": 1}, "takes nothing"),
        ("act", {"option": 1}, "option is a text"), ("act", {"option": "Bet 1"}, 'Answer by the name: \\"bet\\"'),
        ("act", {"option": "2"}, "not by the place in the list"), ("act", {"option": "bte"}, 'Did you mean \\"bet\\"'),
    ],
)  # fmt: skip
def test_a_wrong_call_is_explained(tool: str, given: dict[str, object], said: str) -> None:
    server = McpServer("Kuhn poker", table(), lambda: "")
    before = called(server, "observe")
    result = called(server, tool, **given)
    assert result["isError"] and said in result["content"][0]["text"]
    assert called(server, "observe") == before, "nothing was decided"


def test_a_game_is_played_as_the_engine_plays_it() -> None:
    """The model's seat takes what a random seat would, so that it must be the same game."""
    program = compiled_program(CARDS, 2, traced=True)
    for number in range(1, 6):
        game = Game.start(program, number)
        server = McpServer("Kuhn poker", table(number), lambda: "")
        message = called(server, "observe")["structuredContent"]
        while not game.over:
            code = game.codes[pick(number, len(game.decisions), len(game.codes))]
            if game.seat == 0:
                assert message["type"] == "question" and json.loads(json.dumps(message)) == message
                form_validator("question").validate(message)
                name = game.names()[game.codes.index(code)]
                message = called(server, "act", option=name)["structuredContent"]
            game.choose(code)
        form_validator("over").validate(message)
        assert list(message["points"].values()) == game.totals()


def test_after_the_end_a_new_game_is_begun() -> None:
    server = McpServer("Kuhn poker", table(), lambda: "# The rules")
    while (result := called(server, "act", option="pass"))["structuredContent"]["type"] == "question":
        pass
    assert called(server, "act", option="pass") == called(server, "observe") == result, "the result stays"
    assert called(server, "new_game")["structuredContent"]["type"] == "question"
    assert called(server, "rules")["content"][0]["text"] == "# The rules"
