"""The tools: the form of each, and what it answers, which is text. A mistake is answered, too, and changes nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.mcp.rpc import Params
from rulewright.mcp.sitting import ModelSeat
from rulewright.mcp.turns import option_text
from rulewright.players.external.messages import Json, Over, SeatQuestion, as_data
from rulewright.players.foresight import best_first
from rulewright.report.board import board_lines
from rulewright.report.known_text import known_lines, preview_lines
from rulewright.report.rulebook_markdown import chapter_markdown
from rulewright.report.table import look
from rulewright.report.table.advice import TableAdvice
from rulewright.rulebook.model import Rulebook

if TYPE_CHECKING:
    from rulewright.players.foresight import Adviser


class ToolError(Exception):
    """Why a tool cannot do what it was asked to."""


@dataclass(frozen=True, slots=True)
class ModelTable:
    """What the tools work with: the seat, the answers of a table, the rulebook, and who gives hints, with its kind."""

    seat: ModelSeat
    advice: TableAdvice
    rulebook: Callable[[], Rulebook]
    adviser_kind: str
    adviser: Callable[[], Adviser]


def observe(table: ModelTable) -> str:
    """Return the turn with the whole table."""
    table.seat.writer.forget()
    return table.seat.told()


def act(table: ModelTable, option: str) -> str:
    """Take an option."""
    if (fault := table.seat.act(option)) is not None:
        raise ToolError(f"{fault.reason} {fault.remedy}")
    return table.seat.told()


def options(table: ModelTable) -> str:
    """Return all options, with their labels."""
    now = _question_of(table)
    return "\n".join(map(option_text, now.options))


def view(table: ModelTable, about: str = "") -> str:
    """Return the whole table, or what is known of a name."""
    shown = look(table.seat.game, table.seat.seat)
    if not about:
        return "\n".join(board_lines(shown))
    lines = known_lines(table.advice.known_about(table.seat.game, shown, about))
    if not lines:
        raise ToolError(f'Nothing on the table is called "{about}". Names are those of the table and of the options.')
    return "\n".join(lines)


def facts(table: ModelTable, begin: str = "") -> str:
    """Return what the seat may know as data, by the names of the rules that begin so."""
    now = table.seat.now
    if isinstance(now, Over):
        raise ToolError("The game is over.")
    data = as_data(now)
    found: dict[str, Json] = {}
    for part in ("view", "pieces", "standing"):
        if isinstance(known := data.get(part), dict):
            found |= {name: value for name, value in known.items() if name.startswith(begin)}
    if not found:
        raise ToolError(f'No fact has a name that begins with "{begin}". Leave out "begin" to get all facts.')
    return json.dumps(found, ensure_ascii=False)


def what(table: ModelTable, option: str) -> str:
    """Return what an option would do, as far as the seat can know."""
    now, codes = _question_of(table), table.seat.codes
    if option not in codes:
        raise ToolError(f'"{option}" is not offered now; "why" says why not.')
    label = next(one.label or one.name for one in now.options if one.name == option)
    return "\n".join(preview_lines(label, table.advice.preview_of(table.seat.game, codes[option])))


def why(table: ModelTable, about: str = "") -> str:
    """Return why something is not offered, or everything that is not."""
    _question_of(table)
    question = table.seat.game.question
    assert question is not None, "the model is asked"
    return "\n".join(table.advice.why_lines_for(table.seat.game, question, about))


def hint(table: ModelTable) -> str:
    """Return how a computer player rates the options, by what the seat can know."""
    _question_of(table)
    game = table.seat.game
    rated = table.adviser().rate_options(list(game.state), list(game.codes), len(game.decisions))
    return "\n".join(table.advice.rating_lines(game, table.adviser_kind, best_first(rated)))


def log(table: ModelTable) -> str:
    """Return all that has happened."""
    return "\n".join(table.seat.log())


def rules(table: ModelTable, chapter: str = "") -> str:
    """Return the chapters of the rulebook, or one of them."""
    book = table.rulebook()
    for each in book.chapters:
        if chapter.lower() in (each.anchor, str(each.number), each.title.lower()):
            return chapter_markdown(each)
    listed = "\n".join(f"  {each.anchor}: {each.title}" for each in book.chapters)
    if chapter:
        raise ToolError(f'There is no chapter "{chapter}". Chapters:\n{listed}')
    return f"{book.title}. Chapters, to be asked for by name:\n{listed}"


def new_game(table: ModelTable) -> str:
    """Break off the game and begin another one."""
    table.seat.new_game()
    return table.seat.told()


def _question_of(table: ModelTable) -> SeatQuestion:
    """Return the current question. Raises `ToolError` after the end."""
    if isinstance(table.seat.now, Over):
        raise ToolError("The game is over: nothing is asked.")
    return table.seat.now


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: what it does, in a sentence for the model; what it may be given, by name; and what it must."""

    run: Callable[..., str]
    says: str
    given: dict[str, str]
    needed: tuple[str, ...] = ()

    def form(self) -> Params:
        """Return the schema of what it is given."""
        properties: dict[str, Json] = {
            name: {"type": "string", "description": text} for name, text in self.given.items()
        }
        return {
            "type": "object", "properties": properties, "required": list(self.needed), "additionalProperties": False,
        }  # fmt: skip


NAME_OF_OPTION = 'The name of one of the options of the current question, not its label: "bid-2".'
TOOLS = {
    "observe": Tool(observe, "What you are asked now, what has happened, and the table. Changes nothing.", {}),
    "act": Tool(
        act,
        "Take an option of the current question. Returns the next question and what has changed, or the result.",
        {"option": NAME_OF_OPTION},
        ("option",),
    ),
    "rules": Tool(
        rules,
        "The chapters of the rulebook, or one of them. Read them before the first decision.",
        {"chapter": "The name of a chapter, as the list has it."},
    ),
    "options": Tool(options, "All options of the current question with their labels.", {}),
    "view": Tool(
        view,
        "The whole table, or all that is known of one thing, with what the rules say of it.",
        {"about": "A name on the table: of a piece, a place, a space, a player's possession, an option."},
    ),
    "facts": Tool(
        facts,
        "What you may know as JSON, by the names of the rules, also what is empty. Large without a beginning.",
        {"begin": 'How the names begin: "player.", "game.deck".'},
    ),
    "what": Tool(what, "What an option would do, as far as you can know.", {"option": NAME_OF_OPTION}, ("option",)),
    "why": Tool(
        why,
        "Why something is not offered; without a name all that is not.",
        {"about": "The name or the label of an option."},
    ),
    "hint": Tool(hint, "How a computer player rates the options, by what you can know.", {}),
    "log": Tool(log, "All that has happened since the game began.", {}),
    "new_game": Tool(new_game, "Break off the game and begin another one. Only if you were asked to.", {}),
}
