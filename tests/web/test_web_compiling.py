"""Tables go on while another process compiles what is to be played at a new one."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import Future

from tests.web.lockstep import DirectServer, Wire
from tests.web.serving import EXAMPLES

from rulewright.web.computers import Computers, prepared
from rulewright.web.connection import Connection
from rulewright.web.hall import Hall
from rulewright.web.store import Store
from rulewright.web.view import Viewer
from rulewright.workspace import Workspace

CONNECT_FOUR = str(EXAMPLES / "connect-four")


class SlowComputers(Computers):
    """Compiles until it is told to have done so."""

    def __init__(self) -> None:
        super().__init__(0)
        self.compiling: list[tuple[str, Future[None]]] = []

    def prepare(self, ruleset: str, *given: object) -> Future[None]:
        done = Future[None]()
        self.compiling.append((ruleset, done))
        return done


async def begun_while_another_plays(ruleset: str) -> tuple[list[str], int, int]:
    """Begin a table; return what was compiled, and how many tables there were before and after that was done."""
    hall = Hall(Store(None), Workspace().ruleset, [CONNECT_FOUR])
    row = hall.create(CONNECT_FOUR, ["person", "person"], {})
    computers = SlowComputers()
    server = DirectServer(hall, computers, [], 0, str)
    host, one = (
        Connection(Wire(), Viewer(link))  # type: ignore[arg-type]
        for link in (hall.host, hall.links_of(row.id)[0])
    )
    message = {"do": "new", "ruleset": ruleset, "kinds": ["person", "person"]}
    beginning = asyncio.create_task(server._answer(host, json.dumps(message)))
    await asyncio.sleep(0)
    choice = hall.table(row.id).game.names()[0]
    await server._answer(one, json.dumps({"do": "choose", "at": "0.0.0", "choice": choice}))
    before = len(hall.rows)
    assert len(row.decisions) == 1
    for _, done in computers.compiling:
        done.set_result(None)
    await beginning
    return [name for name, _ in computers.compiling], before, len(hall.rows)


def test_a_table_goes_on_while_another_is_compiled() -> None:
    assert asyncio.run(begun_while_another_plays(CONNECT_FOUR)) == ([CONNECT_FOUR], 1, 2)


def test_what_is_not_offered_is_not_compiled() -> None:
    assert asyncio.run(begun_while_another_plays(str(EXAMPLES / "hearts"))) == ([], 1, 1)


def test_what_is_wrong_with_a_ruleset_is_not_said_by_the_process_that_compiles() -> None:
    prepared("not-there", 2, {})
    prepared(CONNECT_FOUR, 99, {})
    prepared(CONNECT_FOUR, 2, {"not-a-figure": 1})
