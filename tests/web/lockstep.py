"""Two worlds that a seat cannot tell apart, played at the same table through connections whose every byte is kept."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[1] / "secrets"))
from hiding import standing_at  # noqa: E402
from looking import positions, rulesets  # noqa: E402
from pairs import TRIES, Pair, _pair, paired, secrets, told_apart  # noqa: E402

from rulewright.backends import Program  # noqa: E402
from rulewright.chance import pick  # noqa: E402
from rulewright.engine import Game  # noqa: E402
from rulewright.web.computers import Computers  # noqa: E402
from rulewright.web.connection import Connection  # noqa: E402
from rulewright.web.course import Course, moment_of  # noqa: E402
from rulewright.web.hall import Hall  # noqa: E402
from rulewright.web.live import LiveTable  # noqa: E402
from rulewright.web.server import Server  # noqa: E402
from rulewright.web.store import PERSON, Link, Store  # noqa: E402
from rulewright.web.view import Viewer  # noqa: E402
from rulewright.workspace import Workspace  # noqa: E402

__all__ = ["Lockstep", "paired", "positions", "rulesets", "secrets", "watched"]

HINTS = 8
"""One pair in this many asks for hints, which take long."""
ABOUT = 2
"""So many parts of the table are asked about in each pair, others each time."""


class Wire:
    """A socket that keeps what is sent."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    async def send_text(self, text: str) -> None:
        self.sent.append(text)

    async def close(self, code: int = 1000, reason: str = "") -> None:
        self.sent.append(f"{code} {reason}")


class DirectServer(Server):
    """Does everything at once on one thread, so that what is sent depends on no time."""

    async def logic(self, work: Any, *given: object) -> Any:
        return work(*given)


@dataclass
class Before:
    """A pair before anything is decided, and the decisions that follow in each world."""

    pair: Pair
    worlds: tuple[Game, Game]

    @property
    def decisions(self) -> tuple[list[str], list[str]]:
        """What is decided until both worlds are as far."""
        one, other = (
            now.decisions[len(then.decisions) :] for now, then in zip(self.pair.worlds, self.worlds, strict=True)
        )
        return one, other


def watched(folder: Path, most: int) -> Iterator[Before]:
    """Yield so many pairs: in turn somebody else decides something, and the one who looks does.

    Where a seat is asked further in one world and not in the other, all see that at any table: these are no pairs.
    """
    left = most
    for number, game in positions(folder, most * TRIES):
        pair = _own_pair(game, number) if left % 2 else _others_pair(game, number)
        if pair is None:
            continue
        before = Before(pair, (pair.worlds[0].copy(), pair.worlds[1].copy()))
        told = told_apart(pair)
        if told is None:
            continue
        assert not told
        one, other = before.decisions
        if len(one) != len(other):  # who is asked is for all eyes: whoever is asked again could do more
            continue
        yield before
        left -= 1
        if not left:
            return


def _others_pair(game: Game, number: int) -> Pair | None:
    return _pair(game, (game.seat + 1 + number % (game.program.seats - 1)) % game.program.seats, number)


def _own_pair(game: Game, number: int) -> Pair | None:
    """Return a pair in which whoever decides cannot tell what the others keep from him."""
    dealt = game.program.playing.sample(game.state, game.seat, number)
    dealt[1] = game.state[1]
    others = [seat for seat in range(game.program.seats) if seat != game.seat]
    kept = [[secrets(game.program, state, seat) for seat in others] for state in (game.state, dealt)]
    worlds = standing_at(game, list(game.state)), standing_at(game, dealt)
    codes = worlds[0].codes
    if kept[0] == kept[1] or worlds[1].codes != codes:
        return None
    code = codes[pick(number, 1, len(codes))]
    return Pair(number, game.seat, worlds, (code, code))


class Lockstep:
    """A hall in which each world of a pair is played in turn."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.hall = Hall(Store(None), Workspace().ruleset, [str(folder)])
        self.server = DirectServer(self.hall, Computers(0), [], 0, str)
        self.tables: dict[int, str] = {}
        self.now: Game | None = None
        """The world that is played."""

    def differs(self, before: Before) -> bool:
        """Return whether a page of the onlooker, or of somebody who has no seat, gets anything else."""
        one, other = (asyncio.run(self.played(before, at)) for at in (0, 1))
        return one != other

    def answered_early(self, game: Game) -> int:
        """Let each seat that is not asked yet answer and take that back; return how many there were."""
        return asyncio.run(self._answered_early(game))

    async def _answered_early(self, game: Game) -> int:
        live = self._at(game)
        links = {link.seats: link for link in self.hall.links_of(live.row.id)}
        early = [seat for seat in live.round() if seat != live.asked]
        for seat in early:
            others = [self._open(link) for seats, link in links.items() if seats != (seat,)]
            page = Connection(Wire(), Viewer(links[(seat,)]))  # type: ignore[arg-type]
            writers = [asyncio.create_task(other.keep_showing()) for other in others]
            await self._publish()
            await self._say(page, do="choose", at=live.question_number(seat), choice=live.round()[seat].names()[-1])
            assert live.row.ahead.keys() == {seat}
            await self._say(page, do="undo")
            assert not live.row.ahead
            assert all(len(other.socket.sent) == 1 for other in others)  # type: ignore[attr-defined]
            for writer in writers:
                writer.cancel()
            self.server.connections.clear()
        return len(early)

    async def played(self, before: Before, which: int) -> dict[str, list[str]]:
        """Play one world and return what was sent to each page."""
        world, number, seat = before.worlds[which], before.pair.number, before.pair.onlooker
        live = self._at(world)
        self.now = live.game
        languages = ["", *live.rules.source.languages[1:]]
        language = languages[number % len(languages)]
        links = {link.seats: link for link in self.hall.links_of(live.row.id)}
        pages = {str(at): Connection(Wire(), Viewer(links[(at,)])) for at in range(world.program.seats)}  # type: ignore[arg-type]
        pages |= {str(seat): self._open(links[(seat,)]), "watching": self._open(links[()])}
        for page in (pages[str(seat)], pages["watching"]):
            page.viewer.eyes = type(page.viewer.eyes)(language=language)
        writers = [asyncio.create_task(page.keep_showing()) for page in pages.values()]
        try:
            await self._publish()
            await self._ask(pages[str(seat)], number, live)
            for name in before.decisions[which]:
                asked = live.game.seat
                await self._say(pages[str(asked)], do="choose", at=live.question_number(asked), choice=name)
            for page in (pages[str(seat)], pages["watching"]):
                await self._ask(page, number, live)
            await self._undone(pages, before, live)
            again = self._open(links[(seat,)])
            writers.append(asyncio.create_task(again.keep_showing()))
            await self._publish()
            found = {name: pages[name].socket.sent for name in (str(seat), "watching")}  # type: ignore[attr-defined]
            return found | {"again": again.socket.sent}  # type: ignore[attr-defined]
        finally:
            for writer in writers:
                writer.cancel()
            self.server.connections.clear()
            self.hall.store.take_back(live.row.id, 0, [], [])

    async def _undone(self, pages: dict[str, Connection], before: Before, live: LiveTable) -> None:
        """Whoever has decided takes it back, or proposes to; the others agree."""
        await self._say(pages[str(before.worlds[0].seat)], do="undo")
        for seat in live.persons:
            if live.proposal is not None:
                await self._say(pages[str(seat)], do="agree")
        if not live.game.over:
            await self._say(pages[str(live.game.seat)], do="redo")

    async def _ask(self, page: Connection, number: int, live: LiveTable) -> None:
        """Ask everything that a page can ask."""
        view = self.hall.view(page.viewer)
        assert view.picture is not None
        names = [unescape(name) for name in re.findall('data-about="([^"]*)"', view.picture.frame(filled=True))]
        for name in names[number % ABOUT :: max(1, len(names) // ABOUT)]:
            await self._say(page, do="why", about=name)
        choices = [unescape(name) for name in re.findall(r'data-choice="([^"]*)"', view.parts["question"])]
        for choice in choices[: ABOUT if view.at else 0]:
            await self._say(page, do="what", at=view.at, choice=choice)
        if number % HINTS == 0:
            await self._say(page, do="hint")
        await self._say(page, do="why")
        await self._say(page, do="choose", at=view.at, choice="no such thing")
        for message in ("agree", "redo"):
            await self._say(page, do=message)
        if number % 2:
            await self._say(page, do="show", moment=0, whole=True)
            await self._say(page, do="show", moment=-1)

    async def _say(self, page: Connection, **message: object) -> None:
        self.server._allowances.clear()
        await self.server._answer(page, json.dumps(message))
        await _settled()

    async def _publish(self) -> None:
        await self.server._publish(list(self.server.connections))
        await _settled()

    def _open(self, link: Link) -> Connection:
        page = Connection(Wire(), Viewer(link))  # type: ignore[arg-type]
        self.server.connections.add(page)
        return page

    def _at(self, world: Game) -> LiveTable:
        """Return a table that stands at a position."""
        seats = world.program.seats
        if seats not in self.tables:
            self.tables[seats] = self.hall.create(str(self.folder), [PERSON] * seats, {}).id
        live = self.hall.table(self.tables[seats])
        live.row.decisions[:], live.row.undone = world.decisions, 0
        live.row.taken_back.clear()
        live._courses = {
            language: _course(live.rules.in_language(language).program(seats, {}, traced=True), world)
            for language in ("", *live.rules.source.languages[1:])
        }
        live.main = live._courses[""]
        live._changed()
        return live


def _course(program: Program, world: Game) -> Course:
    """Return a game that has come to a position in one go."""
    course = Course(program, world.seed)
    state = list(world.state)
    course.game = Game(program, state, program.choices(state), world.origin, world.seed, list(world.decisions))
    course.moments = [moment_of(course.game, -1)] * (len(world.decisions) + 1)
    return course


async def _settled() -> None:
    for _ in range(4):
        await asyncio.sleep(0)
