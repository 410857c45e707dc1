"""Pages and connections: an ASGI application on starlette. What is played is the business of `hall`, on one thread."""

from __future__ import annotations

import asyncio
import gc
import io
import sys
import time
import traceback
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit

import segno
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from rulewright.report.pages import page_word
from rulewright.web.connection import MESSAGES_A_SECOND, MESSAGES_AT_ONCE, Allowance, Connection
from rulewright.web.hall import Hall, refusal_text
from rulewright.web.headers import SafeHeaders
from rulewright.web.live import RefusedError
from rulewright.web.protocol import MOST_BYTES, Json, Message, message_in
from rulewright.web.rendering import rendered
from rulewright.web.store import Link
from rulewright.web.view import View, Viewer

if TYPE_CHECKING:
    from starlette.requests import Request

    from rulewright.web.computers import Computers

T = TypeVar("T")
HERE = Path(__file__).parent
PICTURE_STYLE = HERE.parent / "report" / "pages" / "picture.css"
MOST_CONNECTIONS, MOST_OF_A_LINK = 800, 12
COST_OF_A_SECOND = 2 * MESSAGES_A_SECOND
"""As how many messages a second of computing counts, so that it is at most half of the time for one link."""
FURTHER_COST = {"hint": 5, "say": 5}
"""As how many further messages some count."""
LONGEST_PACE = 8
COLLECTED_AFTER = (10_000, 50, 100)
"""When the collector of cycles looks through what is new, younger, and everything: the last takes 0.2 to 0.4 s with 50
tables, for which all of them would wait, and so is left for the hours."""
GONE, FULL, TOO_OFTEN, TOO_FAST = 4004, 4008, 4009, 4029
"""Why a connection is closed: its link leads nowhere, there are too many, too many of its link, it went on too fast."""


class Server:
    """Serves the tables of a hall. Computer players answer after `pace` seconds, or a multiple of that.

    `link_to` makes an address of the secret that a link consists of.
    """

    def __init__(
        self, hall: Hall, computers: Computers, hosts: list[str], pace: float, link_to: Callable[[str], str]
    ) -> None:
        self.hall, self.computers, self.pace, self.link_to = hall, computers, pace, link_to
        self.connections: set[Connection] = set()
        self._allowances = defaultdict[str, Allowance](Allowance)
        self._paces: dict[str, int] = {}
        self._closing: set[asyncio.Task[None]] = set()
        self._thread = ThreadPoolExecutor(1, "tables")
        self._deciding: dict[str, asyncio.Task[None]] = {}
        middleware = [
            Middleware(SafeHeaders),
            Middleware(TrustedHostMiddleware, allowed_hosts=hosts, www_redirect=False),
            Middleware(GZipMiddleware),
        ]
        routes = [
            Route("/", self._nothing_here),
            Route("/t/{token}", self._page),
            Route("/t/{token}/code.svg", self._qr_code),
            WebSocketRoute("/t/{token}/live", self._live),
            Mount("/static", StaticFiles(directory=HERE / "static")),
            Mount("/vendored", StaticFiles(directory=HERE.parent / "vendored")),
            Route("/pictures/picture.css", self._picture_style),
        ]
        self.app = Starlette(routes=routes, middleware=middleware, lifespan=self._lifespan)
        self.app.router.redirect_slashes = False

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        gc.freeze()
        gc.set_threshold(*COLLECTED_AFTER)
        yield
        for task in self._deciding.values():
            task.cancel()
        self.computers.close()
        self._thread.shutdown(cancel_futures=True)

    async def logic(self, work: Callable[..., T], *given: object) -> T:
        """Run what concerns tables on their thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *given)

    # -- pages

    async def _nothing_here(self, request: Request) -> HTMLResponse:
        return _page_of("gone", 404)

    async def _picture_style(self, request: Request) -> FileResponse:
        return FileResponse(PICTURE_STYLE)

    async def _page(self, request: Request) -> HTMLResponse:
        link = self.hall.links.get(request.path_params["token"])
        return _page_of("gone", 404) if link is None else _page_of("lobby" if link.is_host else "seat")

    async def _qr_code(self, request: Request) -> Response:
        token, drawn = request.path_params["token"], io.BytesIO()
        if token not in self.hall.links:
            return _page_of("gone", 404)
        segno.make(self.link_to(token), error="l").save(drawn, "svg", scale=4, light="#fff")
        return Response(drawn.getvalue(), 200, {"Cache-Control": "no-store"}, "image/svg+xml")

    # -- connections

    async def _live(self, socket: WebSocket) -> None:
        origin, host = socket.headers.get("origin", ""), socket.headers.get("host", "")
        if urlsplit(origin).netloc != host:
            await socket.send_denial_response(PlainTextResponse(page_word("", "foreign-page"), 403))
            return
        await socket.accept()
        link = self.hall.links.get(socket.path_params["token"])
        connection = Connection(socket, Viewer(link or Link("")))
        if link is None:
            await connection.close(GONE, "link-gone")
            return
        if len(self.connections) >= MOST_CONNECTIONS:
            await connection.close(FULL, "too-many-pages")
            return
        if not self._allowances[link.token].pay(1):
            await connection.close(TOO_FAST, "too-fast")
            return
        alike = [each for each in self.connections if each.viewer.link.token == link.token]
        if len(alike) >= MOST_OF_A_LINK:
            self._end(min(alike, key=lambda each: each.heard), TOO_OFTEN, "too-often")
        self.connections.add(connection)
        writing = asyncio.create_task(connection.keep_showing())
        try:
            await self._publish([connection])
            self._let_computers_decide(link.table)
            while True:
                await self._answer(connection, await connection.receive())
        except (WebSocketDisconnect, RuntimeError, asyncio.CancelledError):
            pass
        except Exception:  # noqa: BLE001  said here, because the library is to be silent when it is stopped
            traceback.print_exc(file=sys.stderr)
        finally:
            writing.cancel()
            self.connections.discard(connection)
            if not self.connections:
                gc.collect()  # now that nobody waits for it

    async def _answer(self, connection: Connection, text: str) -> None:
        """Do what a message asks for, show everybody what has changed, and say why something was refused."""
        viewer = connection.viewer
        allowance = self._allowances[viewer.link.token]
        if not allowance.pay(1):
            connection.refused += 1
            await self._refuse(connection, RefusedError("too-fast"))
            if connection.refused > MESSAGES_AT_ONCE:
                await connection.close(TOO_FAST, "too-fast")
            return
        try:
            if len(text) > MOST_BYTES:
                raise RefusedError("wrong-form")
            message = message_in(text)
            allowance.pay(FURTHER_COST.get(message["do"], 0))
            if message["do"] == "new" and viewer.link.is_host and self.hall.offers(message["ruleset"]):
                wanted = message["ruleset"], len(message["kinds"]), message.get("settings", {})
                await asyncio.wrap_future(self.computers.prepare(*wanted))
            if message["do"] == "hint":
                await self._hint(connection)
                return
            answers, spent = await self.logic(self._received, viewer, message)
            allowance.pay(spent * COST_OF_A_SECOND)
            for answer in answers:
                await connection.send(answer)
        except RefusedError as refusal:
            await self._refuse(connection, refusal)
        except Exception:  # noqa: BLE001  a mistake of ours must not end the evening
            traceback.print_exc(file=sys.stderr)
            await self._refuse(connection, RefusedError("our-mistake"))
        await self._changed(viewer.link.table, connection)

    def _received(self, viewer: Viewer, message: Message) -> tuple[list[dict[str, Json]], float]:
        """Return the answers to a message, and the seconds that they took."""
        began = time.thread_time()
        return self.hall.receive(viewer, message), time.thread_time() - began

    async def _refuse(self, connection: Connection, refusal: RefusedError) -> None:
        await connection.send({"type": "refused", "text": refusal_text(connection.viewer.eyes.language, refusal)})

    async def _hint(self, connection: Connection) -> None:
        thought, told = await self.logic(self.hall.hint, connection.viewer)
        rated = await asyncio.wrap_future(self.computers.rate(thought))
        await connection.send(await self.logic(told, rated))

    async def _changed(self, table: str, cause: Connection | None = None) -> None:
        """Show a change to all who look at a table and at the lobby; from the lobby, any table may have changed."""
        gone = [each for each in self.connections if each.viewer.link.token not in self.hall.links]
        for each in gone:
            self._end(each, GONE, "link-gone")
        concerned = [
            each for each in self.connections
            if each is cause or not table or each.viewer.link.is_host or each.viewer.link.table == table
        ]  # fmt: skip
        await self._publish(concerned)
        for name in {each.viewer.link.table for each in concerned}:
            self._let_computers_decide(name)

    def _end(self, connection: Connection, code: int, why: str) -> None:
        """Close a connection without waiting for a page that may not read."""
        self.connections.discard(connection)
        task = asyncio.create_task(connection.close(code, why))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def _publish(self, connections: list[Connection]) -> None:
        views = await self.logic(self._views, connections)
        for one, view in zip(connections, views, strict=True):
            if view is not None:
                one.show(view)

    def _views(self, connections: list[Connection]) -> list[View | None]:
        return [self._view(connection.viewer) for connection in connections]

    def _view(self, viewer: Viewer) -> View | None:
        try:
            return self.hall.view(viewer)
        except RefusedError as refusal:
            told = refusal_text(viewer.eyes.language, refusal)
            return View("Rulewright", {"question": rendered("trouble", "", text=told)})
        except KeyError:  # the table was removed meanwhile
            return None

    # -- computer players

    def _let_computers_decide(self, table: str) -> None:
        if table and (table not in self._deciding or self._deciding[table].done()):
            self._deciding[table] = asyncio.create_task(self._decide(table))

    async def _decide(self, table: str) -> None:
        """Let computer players decide until a person is asked.

        When one has decided tells hardly anything of what it secretly knows: what nobody else sees is decided without a
        pause, and what they see after a fixed time (see `_pause`).
        """
        began = time.monotonic()
        with suppress(RefusedError):
            while (thought := await self.logic(self.hall.thought, table)) is not None:
                code: int | None = None
                try:
                    code = await asyncio.wrap_future(self.computers.decide(thought))
                except Exception:  # noqa: BLE001  whatever a player does wrong, the table goes on
                    traceback.print_exc(file=sys.stderr)
                unseen = self.pace and await self.logic(self.hall.is_unseen, thought, code)
                if self.pace and not unseen:
                    await asyncio.sleep(self._pause(table, time.monotonic() - began))
                await self.logic(self.hall.decide, thought, code)
                began = began if unseen else time.monotonic()
                await self._publish([
                    each for each in self.connections if each.viewer.link.is_host or each.viewer.link.table == table
                ])  # fmt: skip

    def _pause(self, table: str, spent: float) -> float:
        """Return how long a decision is held back.

        The pace is doubled when it was too short, up to 8 times, and stays so at this table: so it shows that one was
        exceeded, and not by which decisions. What takes longer than that takes a multiple of it.
        """
        steps = self._paces.get(table, 1)
        while steps * self.pace < spent and steps < LONGEST_PACE:
            steps *= 2
        self._paces[table] = steps
        pace = steps * self.pace
        return pace * (spent // pace + 1) - spent


def _page_of(kind: str, status: int = 200) -> HTMLResponse:
    html = rendered("page", "", kind=kind, title="Rulewright")
    return HTMLResponse(html, status, {"Cache-Control": "no-store"})
