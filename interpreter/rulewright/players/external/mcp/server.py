"""The methods of the Model Context Protocol that a client with tools needs, and the four tools."""

from __future__ import annotations

import json
from collections.abc import Callable

from rulewright import __version__
from rulewright.diagnostics import RulesError
from rulewright.players.external.mcp.rpc import INVALID_PARAMS, UNKNOWN_METHOD, Params, RpcError
from rulewright.players.external.mcp.sitting import ModelSeat
from rulewright.players.external.messages import Error, Json, Over, SeatQuestion, as_data
from rulewright.players.external.table import rule_names_of_seats

VERSIONS = ("2025-06-18", "2025-03-26", "2024-11-05")
"""The versions of the protocol, the latest first; the messages used here are the same in all of them."""

ACT: Params = {
    "type": "object",
    "properties": {
        "option": {"type": "string", "description": 'The "name" of one of the options of the current question.'},
    },
    "required": ["option"],
    "additionalProperties": False,
}
NOTHING: Params = {"type": "object", "properties": {}, "additionalProperties": False}
TOOLS: dict[str, tuple[str, Params]] = {
    "observe": ("What you are asked now: the options, what you may know, what has happened. Changes nothing.", NOTHING),
    "act": ("Take an option of the current question. Returns the next question, or the result of the game.", ACT),
    "rules": ("The rulebook of the game. Read it before the first decision.", NOTHING),
    "new_game": ("Break off the game and begin another one. Only if you were asked to.", NOTHING),
}


class McpServer:
    """Answers the methods for one seat at one table."""

    def __init__(self, title: str, table: ModelSeat, rulebook: Callable[[], str]) -> None:
        self.title, self.table, self.rulebook = title, table, rulebook

    def run_method(self, method: str, params: Params) -> Json:
        """Run a method. Raises `RpcError`."""
        match method:
            case "initialize":
                return self._initialize(params)
            case "ping":
                return {}
            case "tools/list":
                tools: list[Json] = [
                    {"name": name, "description": text, "inputSchema": form} for name, (text, form) in TOOLS.items()
                ]
                return {"tools": tools}
            case "tools/call":
                return self._call_tool(params)
        raise RpcError(UNKNOWN_METHOD, f'There is no method "{method}" here: only tools are offered.')

    def _initialize(self, params: Params) -> Json:
        wanted = params.get("protocolVersion")
        seats = rule_names_of_seats(self.table.program)
        said = (
            f'You play {self.title} in the seat "{seats[self.table.seat]}" of {", ".join(seats)}. '
            "Call rules, then observe, then act until the game is over. "
            "The names of options are stable; labels are for people. "
            '"hidden" stands for what you may not know.'
        )
        return {
            "protocolVersion": wanted if wanted in VERSIONS else VERSIONS[0],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "rulewright", "version": __version__},
            "instructions": said,
        }

    def _call_tool(self, params: Params) -> Json:
        name, given = params.get("name"), params.get("arguments") or {}
        if not isinstance(name, str) or name not in TOOLS:
            raise RpcError(INVALID_PARAMS, f"There is no such tool. Tools: {', '.join(TOOLS)}.")
        properties = TOOLS[name][1]["properties"]
        if not isinstance(given, dict) or not isinstance(properties, dict) or set(given) != set(properties):
            wanted = ", ".join(properties) if isinstance(properties, dict) and properties else "nothing"
            return _tool_error(f"{name} takes {wanted}.")
        try:
            return self._run_tool(name, given)
        except RulesError as problem:
            return _tool_error(f"The rules of this game broke: {problem.findings[0].message}. Begin a new game.")

    def _run_tool(self, name: str, given: Params) -> Json:
        if name == "rules":
            return {"content": [{"type": "text", "text": self.rulebook()}]}
        if name == "observe":
            return _tool_result(self.table.observe())
        if name == "new_game":
            return _tool_result(self.table.new_game())
        option = given["option"]
        if not isinstance(option, str):
            return _tool_error('option is a text: the "name" of one of the options, not its place in the list.')
        return _tool_result(self.table.act(option))


def _tool_result(message: SeatQuestion | Over | Error) -> Json:
    """Return a message of the protocol of seats as the result of a tool."""
    data = as_data(message)
    text = json.dumps(data, ensure_ascii=False)
    return {
        "content": [{"type": "text", "text": text}],
        "structuredContent": data,
        "isError": isinstance(message, Error),
    }


def _tool_error(said: str) -> Json:
    return {"content": [{"type": "text", "text": said}], "isError": True}
