"""What a page shows: the parts of a seat's view as markup, rendered from values and never from rules."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from rulewright.engine.table_rules import table_rules_of
from rulewright.report.drawing import Picture, draw_icons, picture_of, styles_of
from rulewright.report.log_text import readable, story_lines
from rulewright.report.question_text import address, heading, how_many_text
from rulewright.report.scores_text import score_rows, winner_line
from rulewright.report.screen.question import listed
from rulewright.report.table import look, names_of
from rulewright.report.wording import word
from rulewright.source.seat_kinds import GREEDY, RANDOM
from rulewright.web.rendering import rendered
from rulewright.web.store import PERSON

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulewright.engine import Game, LogLine
    from rulewright.report.table.model import Asked
    from rulewright.web.course import Course
    from rulewright.web.live import LiveTable
    from rulewright.web.store import Link

RECENT = 40
"""Lines of the log from which on the heading is looked for with which the shown end of it begins."""
MANY_AMOUNTS = 12
"""More amounts than this are a list to choose from, not buttons."""
OFFERED_KINDS = (PERSON, RANDOM, GREEDY, "level:1", "level:3", "level:5")
"""The kinds of seat that are offered on pages; those that were typed come in addition."""

Parts = dict[str, str]
"""Markup by the id of the element that it is put in."""


@dataclass(frozen=True, slots=True)
class Eyes:
    """Whose view a page shows, in which language, and of which moment: how many lines of the log were there then."""

    seats: tuple[int, ...] = ()
    wanted: int = -1
    """The one of several seats that the person looks at while none of them is asked."""
    language: str = ""
    moment: int = -1
    """-1 for now."""
    whole: bool = False
    """Whether all of the log is shown."""

    def seat(self, table: LiveTable) -> int | None:
        """Return the seat that the page is for now: one that is asked, if there is any; None for an onlooker."""
        asked = next((seat for seat in self.seats if table.waits_for(seat)), None)
        if asked is not None:
            return asked
        return self.wanted if self.wanted in self.seats else next(iter(self.seats), None)


@dataclass(slots=True)
class Viewer:
    """Whoever has a page open: the link, what the page shows, in the lobby the ruleset of the form."""

    link: Link
    eyes: Eyes = field(default_factory=Eyes)
    ruleset: str = ""


@dataclass(frozen=True, slots=True)
class View:
    """A page: its parts, its title, and the number of the question that it asks, empty if it asks none."""

    title: str
    parts: Parts
    at: str = ""
    picture: Picture | None = None


def changes(before: View | None, now: View) -> tuple[Parts, Parts]:
    """Return what a page has to be told that shows a view: markup to put into elements, and to put in their place.

    Of the picture of the table these are the parts that differ, unless it has other parts now.
    """
    had = before.parts if before is not None else {}
    parts = {name: html for name, html in now.parts.items() if had.get(name) != html}
    if (new := now.picture) is None:
        return parts, {}
    old = before.picture if before is not None else None
    if old is None or replace(old, parts={}) != replace(new, parts={}):
        return {**parts, "table": new.frame(filled=False)}, new.parts
    return parts, {name: html for name, html in new.parts.items() if old.parts[name] != html}


def view_of(table: LiveTable, eyes: Eyes) -> View:
    """Return what a page shows of a table."""
    course, seat = table.course(eyes.language), eyes.seat(table)
    asks = seat is not None and table.waits_for(seat)
    told = course.told_to(seat)
    game, since = _moment_shown(course, seat, told, told.get(eyes.moment))
    if asks and seat is not None and eyes.moment not in told:
        game = table.round(eyes.language)[seat]
    seen, styles = look(game, seat, since, together=True), styles_of(table_rules_of(game.program))
    names, is_past = names_of(game), eyes.moment in told
    asked = seen.asked if asks and not is_past else None
    head = f"{word('decides', who=names[table.asked])}" if table.asked is not None else word("game-over")
    title = table.rules.about.title
    moments = sorted(told)
    parts = {
        "state": rendered("state", eyes.language, headline=title, phases=seen.phases, past=is_past, moments=moments,
                          now=bisect_left(moments, eyes.moment) if is_past else len(moments) - 1),
        "question": _question(table, course.game if is_past else game, asked, head, eyes),
        "icons": draw_icons(styles),
        "log": _log(course.game.log, seat, moments, eyes),
        "chat": rendered(
            "chat", eyes.language, said=table.row.said, names=names, people=table.row.names, seats=eyes.seats
        ),
        "people": _people(table, names, seat, eyes),
    }  # fmt: skip
    at = table.question_number(seat) if asks and seat is not None and not is_past else ""
    return View(title, parts, at, picture_of(seen, styles))


def _moment_shown(
    course: Course, seat: int | None, told: dict[int, int], number: int | None
) -> tuple[Game, Sequence[int] | None]:
    """Return the game at a moment, now for None, and the position with which it is compared.

    Now is compared with the last decision of a seat, or the start; for an onlooker with the moment before.
    """
    if number is not None:
        return course.game_at(number), course.game_at(number - 1).state if number else None
    last = max(0, course.last_decision_of(seat)) if seat is not None else [0, *sorted(told.values())][-2]
    return course.game, course.game_at(last).state


def _question(table: LiveTable, game: Game, asked: Asked | None, head: str, eyes: Eyes) -> str:
    names, question = names_of(game), game.question
    choices = {option.name: option for option in listed(asked)} if asked is not None else {}
    amounts = [option for option in choices.values() if option.amount is not None]
    many = amounts if len(amounts) > MANY_AMOUNTS else []
    menus: dict[str, list[object]] = {}
    for option in choices.values():
        if option not in many:
            menus.setdefault(heading(option.menu), []).append(option)
    proposal = table.proposal
    over = game.over and not game.alone
    return rendered(
        "question", eyes.language, asked=asked, menus=menus, amounts=many, head=head, trouble=table.trouble,
        address=address(question, names) if asked is not None and question is not None else "",
        scores=score_rows(game, names) if over else None, winner=winner_line(game, names) if over else "", names=names,
        proposal=names[proposal.seat] if proposal else "",
        wanted=how_many_text(asked.several) if asked is not None else "",
        may_agree=bool(proposal and set(eyes.seats) & set(table.persons) - proposal.agreed),
        may_undo=any(table.main.decisions_of(seat) for seat in eyes.seats),
        may_redo=bool(table.row.taken_back) and table.asked in eyes.seats,
    )  # fmt: skip


def _log(log: Sequence[LogLine], seat: int | None, moments: Sequence[int], eyes: Eyes) -> str:
    """Return the end of the log, each line with the moment after it."""
    mine = readable(log, seat)
    start = max(0, len(mine) - RECENT)
    while start and not mine[start].heading:
        start -= 1
    start = 0 if eyes.whole else start
    number = {id(line): at for at, line in enumerate(mine)}
    shown = [
        (line.text, moments[min(bisect_left(moments, number[id(line.told[-1])] + 1), len(moments) - 1)])
        for line in story_lines(mine[start:], seat)
    ]
    return rendered("log", eyes.language, lines=shown, more=start > 0, now=eyes.moment)


def _people(table: LiveTable, names: Sequence[str], shown: int | None, eyes: Eyes) -> str:
    people = [
        (seat, name, table.row.names[seat], table.row.kinds[seat], seat == table.asked)
        for seat, name in enumerate(names)
    ]
    return rendered(
        "people", eyes.language, people=people, seats=eyes.seats, shown=shown, person=PERSON, usual=table.usual_kind,
        languages=table.rules.source.languages,
    )  # fmt: skip
