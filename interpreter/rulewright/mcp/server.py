"""The methods of the Model Context Protocol: tools, and the chapters of the rulebook as resources."""

from __future__ import annotations

from rulewright import __version__
from rulewright.diagnostics import RulesError
from rulewright.mcp.rpc import INVALID_PARAMS, NO_RESOURCE, UNKNOWN_METHOD, Params, RpcError
from rulewright.mcp.tools import TOOLS, ModelTable, ToolError
from rulewright.players.external.messages import Json
from rulewright.players.external.table import rule_names_of_seats
from rulewright.report.rulebook_markdown import chapter_markdown, rulebook_markdown

VERSIONS = ("2025-06-18", "2025-03-26", "2024-11-05")
"""The versions of the protocol, the latest first; the messages used here are the same in all of them."""
BOOK = "rulebook://book"
"""The address of the whole rulebook; a chapter has its name behind it."""
MARKDOWN = "text/markdown"


class McpServer:
    """Answers the methods for one seat at one table."""

    def __init__(self, title: str, table: ModelTable) -> None:
        self.title, self.table = title, table

    def run_method(self, method: str, params: Params) -> Json:
        """Run a method. Raises `RpcError`."""
        match method:
            case "initialize":
                return self._initialize(params)
            case "ping":
                return {}
            case "tools/list":
                tools: list[Json] = [
                    {"name": name, "description": tool.says, "inputSchema": tool.form()} for name, tool in TOOLS.items()
                ]
                return {"tools": tools}
            case "tools/call":
                return self._call_tool(params)
            case "resources/list":
                return self._list_resources()
            case "resources/templates/list":
                return {"resourceTemplates": []}
            case "resources/read":
                return self._read_resource(params.get("uri"))
        raise RpcError(UNKNOWN_METHOD, f'There is no method "{method}" here: only tools and resources are offered.')

    def _initialize(self, params: Params) -> Json:
        wanted = params.get("protocolVersion")
        seats = rule_names_of_seats(self.table.seat.program)
        said = (
            f'You play {self.title} in the seat "{seats[self.table.seat.seat]}" of {", ".join(seats)}. '
            "Read the rules, chapter by chapter, then observe, then act until the game is over. "
            "The names of options are stable; labels are for people. "
            "act tells what has changed; view, log, options and facts tell the rest, what and why explain."
        )
        return {
            "protocolVersion": wanted if wanted in VERSIONS else VERSIONS[0],
            "capabilities": {"tools": {}, "resources": {}},
            "serverInfo": {"name": "rulewright", "version": __version__},
            "instructions": said,
        }

    def _call_tool(self, params: Params) -> Json:
        name, given = params.get("name"), params.get("arguments") or {}
        if not isinstance(name, str) or name not in TOOLS:
            raise RpcError(INVALID_PARAMS, f"There is no such tool. Tools: {', '.join(TOOLS)}.")
        tool = TOOLS[name]
        if not isinstance(given, dict) or not set(tool.needed) <= set(given) <= set(tool.given):
            return _answered(f"{name} takes {', '.join(tool.given) or 'nothing'}.", wrong=True)
        for key, value in given.items():
            if not isinstance(value, str):
                return _answered(f"{key} is a text: {tool.given[key]}", wrong=True)
        try:
            return _answered(tool.run(self.table, **given))
        except ToolError as problem:
            return _answered(str(problem), wrong=True)
        except RulesError as problem:
            said = f"The rules of this game broke: {problem.findings[0].message}. Begin a new game."
            return _answered(said, wrong=True)

    def _list_resources(self) -> Json:
        book = self.table.rulebook()
        named = [(BOOK, book.title), *((f"{BOOK}/{each.anchor}", each.title) for each in book.chapters)]
        return {"resources": [{"uri": uri, "name": name, "mimeType": MARKDOWN} for uri, name in named]}

    def _read_resource(self, uri: Json) -> Json:
        book = self.table.rulebook()
        texts = {f"{BOOK}/{each.anchor}": each for each in book.chapters}
        if not isinstance(uri, str) or (uri != BOOK and uri not in texts):
            raise RpcError(NO_RESOURCE, f"There is no such resource. Resources: {', '.join((BOOK, *texts))}.")
        text = rulebook_markdown(book) if uri == BOOK else chapter_markdown(texts[uri])
        return {"contents": [{"uri": uri, "mimeType": MARKDOWN, "text": text}]}


def _answered(said: str, wrong: bool = False) -> Json:
    """Return what a tool says as its result."""
    return {"content": [{"type": "text", "text": said}], "isError": wrong}
