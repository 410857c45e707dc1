"""What a page at a table may ask for, and what it is answered: decisions, questions, undo, chat, seats.

Each function does one thing for the page of a viewer and returns an answer to it alone, if there is one. It raises
`RefusedError` where the page may not have that; nothing has changed then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Never

from rulewright.diagnostics import RulesError
from rulewright.engine.several_things import answers_in_turn, whole_question
from rulewright.report.known_text import known_lines, preview_lines
from rulewright.report.question_text import how_many_text
from rulewright.report.table import look
from rulewright.web.live import LiveTable, RefusedError, checked_choice, seat_that_answers
from rulewright.web.rendering import rendered
from rulewright.web.store import PERSON

if TYPE_CHECKING:
    from rulewright.engine import Choice
    from rulewright.web.protocol import Json, Message
    from rulewright.web.view import Viewer


def decide(table: LiveTable, viewer: Viewer, message: Message) -> None:
    """Take an option for a seat of the page."""
    seat = checked_choice(table, viewer.link.seats, message["at"], message["choice"])
    _answer(table, seat, [message["choice"]])


def take_several(table: LiveTable, viewer: Viewer, message: Message) -> None:
    """Take several things that are chosen at once, all of them or none."""
    seat = seat_that_answers(table, viewer.link.seats, message["at"])
    game = table.round()[seat].copy()
    question = whole_question(game)
    if question is None or question.several is None:
        raise RefusedError("not-offered-here")
    names, (least, most) = set(message["choices"]), question.several
    wanted = [one for one in question.choices if one.name in names and one.value is not None]
    if not least <= len(wanted) <= most:
        raise RefusedError("not-so-many", wanted=how_many_text(question.several), many=str(len(wanted)))
    taken = list[str]()

    def take(choice: Choice) -> bool:
        taken.append(choice.name)
        game.choose(choice.code)
        return False

    try:
        left = answers_in_turn(game, wanted, take)
    except RulesError:
        raise RefusedError("rules-broke") from None
    if left or len(wanted) < len(names):
        raise RefusedError("not-offered-here")
    _answer(table, seat, taken)


def _answer(table: LiveTable, seat: int, names: Sequence[str]) -> None:
    try:
        table.answer(seat, names)
    except RulesError:
        raise RefusedError("rules-broke") from None


def say_what_would_be(table: LiveTable, viewer: Viewer, message: Message) -> dict[str, Json]:
    """Say what an option would do."""
    seat = checked_choice(table, viewer.link.seats, message["at"], message["choice"])
    game = table.round(viewer.eyes.language)[seat]
    label, code = next((c.label, c.code) for c in game.question.choices if c.name == message["choice"])  # type: ignore[union-attr]
    lines = preview_lines(label, table.advice.preview_of(game, code))
    return answer(viewer, "what", lines, choice=message["choice"], about=message.get("about") or message["choice"])


def say_why_not(table: LiveTable, viewer: Viewer, message: Message) -> dict[str, Json]:
    """Say what is known of a part of the table, and why no option is about it; or why anything is not offered."""
    seat, name = replace(viewer.eyes, seats=viewer.link.seats).seat(table), message.get("about", "")
    asks = seat is not None and table.waits_for(seat)
    course = table.course(viewer.eyes.language)
    game = table.round(viewer.eyes.language)[seat] if asks and seat is not None else course.game
    seen = look(game, seat, together=True)
    options = seen.asked.options if asks and seen.asked else ()
    offered = next((one.name for one in options if name and name in (one.target, one.name)), "")
    known = known_lines(table.advice.known_about(game, seen, name)) if name else []
    owner, _, member = name.partition(" ")
    name = member if owner in game.program.domains else name.rpartition(".")[2]
    if asks and game.question and not offered:
        advice = table.advice
        known += advice.why_lines(game, name) if known else advice.why_lines_for(game, game.question, name)
    return answer(viewer, "why", known, offered=offered)


def undo(table: LiveTable, viewer: Viewer, message: Message) -> None:
    """Take back the last decision of one of the seats, or propose to."""
    made = {seat: table.main.last_decision_of(seat) for seat in viewer.link.seats}
    if not made:
        raise RefusedError("only-seats")
    table.undo(max(made, key=lambda seat: made[seat]))


def redo(table: LiveTable, viewer: Viewer, message: Message) -> None:
    """Put back what was taken back last."""
    if table.asked not in viewer.link.seats:
        raise RefusedError("nothing-to-redo")
    try:
        table.redo()
    except (RulesError, ValueError):  # the rules were changed meanwhile
        raise RefusedError("rules-broke") from None


def say(table: LiveTable, viewer: Viewer, message: Message) -> None:
    """Say something in the chat."""
    table.say(own_seats(viewer)[0], _printable(message["text"]) or refuse_unknown())


def agree(table: LiveTable, viewer: Viewer, message: Message) -> None:
    """Agree for all seats of the page to what somebody wants to take back."""
    for seat in own_seats(viewer):
        table.answer_proposal(seat, agrees=True)
        if table.proposal is None:
            break


def refuse(table: LiveTable, viewer: Viewer, message: Message) -> None:
    """Refuse what somebody wants to take back."""
    table.answer_proposal(own_seats(viewer)[0], agrees=False)


def name_seats(table: LiveTable, viewer: Viewer, message: Message) -> None:
    """Call whoever has the page by a name."""
    for seat in own_seats(viewer):
        table.name(seat, _printable(message["name"]))


def sit(table: LiveTable, viewer: Viewer, message: Message) -> None:
    """Leave a seat to a computer player, or come back to it."""
    if message["seat"] not in viewer.link.seats or message["kind"] not in (PERSON, table.usual_kind):
        raise RefusedError("only-seats")
    table.seat(message["seat"], message["kind"])


def own_seats(viewer: Viewer) -> tuple[int, ...]:
    """Return the seats of a page; refuse that of an onlooker."""
    if not viewer.link.seats:
        raise RefusedError("only-seats")
    return viewer.link.seats


def _printable(text: str) -> str:
    return "".join(each for each in text if each.isprintable()).strip()


def refuse_unknown(*given: object) -> Never:
    """Refuse what does not exist here."""
    raise RefusedError("not-known-here")


def answer(
    viewer: Viewer, kind: str, lines: Sequence[str], choice: str = "", about: str = "", offered: str = ""
) -> dict[str, Json]:
    """Return an answer, with buttons that take a choice, ask what it is about, or choose what is offered."""
    html = rendered("answer", viewer.eyes.language, lines=lines, choice=choice, about=about, offered=offered)
    return {"type": "answer", "to": kind, "html": html}


DEEDS: dict[str, Callable[[LiveTable, Viewer, Message], dict[str, Json] | None]] = {
    "choose": decide,
    "take": take_several,
    "what": say_what_would_be,
    "why": say_why_not,
    "undo": undo,
    "redo": redo,
    "say": say,
    "agree": agree,
    "refuse": refuse,
    "name": name_seats,
    "sit": sit,
}
"""What a page at a table may ask for, by the names of the protocol."""
