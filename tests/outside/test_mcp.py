"""The server of the Model Context Protocol: its answers, whatever comes, and a game that a client plays with it."""

from __future__ import annotations

import json
import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from rulewright.chance import pick
from rulewright.engine import Game
from rulewright.mcp.rpc import serve_requests
from rulewright.mcp.server import VERSIONS, McpServer
from rulewright.mcp.sitting import seat_model
from rulewright.mcp.tools import TOOLS, ModelTable
from rulewright.mcp.turns import MOST_BYTES, TurnWriter
from rulewright.players.external.messages import SeatOption, SeatQuestion
from rulewright.players.seats import make_adviser, make_decider
from rulewright.report.table.advice import TableAdvice
from rulewright.report.table.model import Asked, Cell, Fact, Facts, Option, Seat, Table
from rulewright.rulebook import book_of
from rulewright.source.seat_kinds import GREEDY, RANDOM
from rulewright.workspace import compiled_program, load

EXAMPLES = Path(__file__).parents[2] / "examples"
CARDS = str(EXAMPLES / "kuhn-poker")


def table(number: int = 4, ruleset: str = CARDS, seats: int = 2) -> ModelTable:
    rules = load(ruleset)
    program, plain = (rules.program(seats, traced=traced) for traced in (True, False))
    kinds = ["model", *[RANDOM] * (seats - 1)]
    seat = seat_model(program, 0, kinds, lambda kind: make_decider(kind, program), number)
    adviser = make_adviser(GREEDY, plain)
    return ModelTable(seat, TableAdvice(rules), lambda: book_of(rules), GREEDY, lambda: adviser)


def serving(number: int = 4, ruleset: str = CARDS, seats: int = 2) -> McpServer:
    return McpServer("Kuhn poker", table(number, ruleset, seats))


def answers(*lines: str | bytes, server: McpServer | None = None) -> list[Any]:
    """Return what the server answers to lines."""
    out = BytesIO()
    server = server or serving()
    serve_requests([line.encode() if isinstance(line, str) else line for line in lines], out, server.run_method)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def request(method: str, **params: object) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": 7, "method": method, "params": params})


def called(server: McpServer, tool: str, **given: object) -> Any:
    (answer,) = answers(request("tools/call", name=tool, arguments=given), server=server)
    return answer["result"]


def said(server: McpServer, tool: str, **given: object) -> str:
    """Return the text of an answer that is no mistake."""
    result = called(server, tool, **given)
    assert not result["isError"], result
    return str(result["content"][0]["text"])


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("garbage", -32700), (b"\xff\xff", -32700), ("[" * 99_999, -32700), ("[]", -32600), ("7", -32600),
        ('{"id": 1, "method": "ping"}', -32600), ('{"jsonrpc": "2.0", "id": 1}', -32600),
        ('{"jsonrpc": "2.0", "id": {}, "method": "ping"}', -32600),
        ('{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": [1]}', -32602),
        (request("prompts/list"), -32601), (request("tools/call", name="cheat"), -32602),
        (request("tools/call", name=["act"]), -32602), (request("resources/read"), -32002),
        (request("resources/read", uri="rulebook://book/../../etc"), -32002),
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
    tools = answer["result"]["tools"]
    assert [tool["name"] for tool in tools][:3] == ["observe", "act", "rules"] and len(tools) == len(TOOLS)
    assert all(tool["description"] and tool["inputSchema"]["type"] == "object" for tool in tools)


@pytest.mark.parametrize(
    ("tool", "given", "remedy"),
    [
        ("act", {}, "act takes option."), ("act", {"opion": "bet"}, "act takes option."),
        ("observe", {"x": 1}, "takes nothing"),
        ("act", {"option": 1}, "option is a text"), ("act", {"option": "Bet 1"}, 'Answer by the name: "bet"'),
        ("act", {"option": "2"}, "not by the place in the list"), ("act", {"option": "bte"}, 'Did you mean "bet"'),
        ("what", {"option": "call"}, '"call" is not offered now; "why" says why not.'),
        ("view", {"about": "dragon"}, 'Nothing on the table is called "dragon".'),
        ("facts", {"begin": "dragon"}, 'No fact has a name that begins with "dragon".'),
        ("rules", {"chapter": "dragons"}, 'There is no chapter "dragons". Chapters:'),
    ],
)  # fmt: skip
def test_a_wrong_call_is_explained(tool: str, given: dict[str, object], remedy: str) -> None:
    server = serving()
    before = said(server, "observe")
    result = called(server, tool, **given)
    assert result["isError"] and remedy in result["content"][0]["text"]
    assert said(server, "observe") == before, "nothing was decided"


def test_a_game_is_played_as_the_engine_plays_it() -> None:
    """The model's seat takes what a random seat would, so that it must be the same game."""
    program = compiled_program(CARDS, 2, traced=True)
    for number in range(1, 6):
        game, server = Game.start(program, number), serving(number)
        text = said(server, "observe")
        while not game.over:
            code = game.codes[pick(number, len(game.decisions), len(game.codes))]
            if game.seat == 0:
                assert said(server, "options").splitlines() == [
                    f"{choice.name}: {choice.label}"
                    for choice in game.question.choices  # type: ignore[union-attr]
                ]
                text = said(server, "act", option=game.names()[game.codes.index(code)])
            game.choose(code)
        assert text.startswith("The game is over.")
        assert [int(points) for points in re.findall(r": (-?\d+) points, place", text)] == game.totals()


def test_after_the_end_a_new_game_is_begun() -> None:
    server = serving()
    while not (text := said(server, "act", option="pass")).startswith("The game is over."):
        pass
    assert said(server, "act", option="pass") == said(server, "observe") == text, "the result stays"
    assert called(server, "hint")["content"][0]["text"] == "The game is over: nothing is asked."
    assert said(server, "new_game").startswith("You are asked:")


def test_a_turn_asks_first_and_tells_of_the_table_only_what_has_changed() -> None:
    server = serving(2, str(EXAMPLES / "hearts"), 4)
    whole = said(server, "observe")
    assert whole.startswith("You are asked: Pass on which card?\nOptions, by name:\n  ")
    assert "\nOn the table:\n" in whole
    option = said(server, "options").split(":")[0].split("\n")[0]
    turn = said(server, "act", option=option)
    assert "\nSince then:\n  North" in turn and "\nChanged on the table:\n" in turn
    assert "\nOn the table:\n" in said(server, "observe"), "observe tells the whole table again"


def test_everything_is_told_to_who_asks_for_it() -> None:
    server = serving(2, str(EXAMPLES / "hearts"), 4)
    told = json.loads(said(server, "facts"))
    question = server.table.seat.now
    assert isinstance(question, SeatQuestion) and set(question.view) <= set(told)
    assert json.loads(said(server, "facts", begin="player.hand north")) == {
        "player.hand north": question.view["player.hand north"]
    }
    assert "North's hand (13)" in said(server, "view") and said(server, "log").startswith("The deck is shuffled.")
    card = said(server, "options").split("\n")[0].split(":")[0]
    assert "North, passed on: + " in said(server, "what", option=card)
    assert "tried" in said(server, "hint") and len(said(server, "hint").splitlines()) > 5
    assert said(server, "why", about=card) == f"{card} is offered now."
    assert said(server, "view", about="hearts-queen").startswith("Hearts queen")


def test_the_rulebook_is_told_by_chapters_and_as_resources() -> None:
    server = serving()
    assert said(server, "rules").startswith("Kuhn poker")
    chapters = re.findall(r"^  ([a-z-]+): ", said(server, "rules"), re.MULTILINE)
    (listed,) = answers(request("resources/list"), server=server)
    uris = [one["uri"] for one in listed["result"]["resources"]]
    assert uris == ["rulebook://book", *(f"rulebook://book/{name}" for name in chapters)] and len(chapters) > 2
    for name in chapters:
        (read,) = answers(request("resources/read", uri=f"rulebook://book/{name}"), server=server)
        assert read["result"]["contents"][0]["text"] == said(server, "rules", chapter=name)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "seats"), [("goa", 4), ("borneo", 5), (str(EXAMPLES / "hearts"), 4)], ids=["goa", "borneo", "hearts"]
)
def test_a_whole_game_takes_at_most_400_kilobytes_and_a_turn_4(ruleset: str, seats: int) -> None:
    server, sizes = serving(5, ruleset, seats), list[int]()
    text = said(server, "observe")
    while not text.startswith("The game is over."):
        names = [line.split(": ")[0] for line in said(server, "options").splitlines()]
        result = called(server, "act", option=names[pick(3, len(sizes), len(names))])
        text = result["content"][0]["text"]
        assert not result["isError"]
        sizes.append(len(json.dumps(result, ensure_ascii=False).encode()))
    assert max(sizes) <= 4_000 and sum(sizes) <= 400_000 and len(sizes) > 5


def test_what_finds_no_room_is_named_and_a_turn_stays_small() -> None:
    writer = TurnWriter()
    rows = tuple(Facts(f"game.{n}", f"part {n}", (Fact("state", Cell(f"f{n}", "quiet " * 60)),)) for n in range(40))
    asked = Asked(0, "Which?", (Option(0, "a", "A", 1),))
    shown = Table(0, (Seat("Ann"),), (), rows, asked)
    many = [SeatOption(f"option-{n}", "o", f"A rather long label of number {n}") for n in range(300)]
    text = writer.turn(shown, many, [f"line {n}" for n in range(500)])
    assert len(text.encode()) <= MOST_BYTES
    assert "300 in all: options tells all" in text and "more lines before: log tells them" in text
    assert "  line 499" in text and "Not shown here, view tells it: part " in text
    assert "On the table" not in writer.turn(shown, many, []), "all of it has been told"
