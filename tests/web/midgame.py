"""Tables in the middle of a game, put into the store of a server before it starts: the same in every run."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from tests.web.serving import Page, Served
from websockets.exceptions import ConnectionClosed

from rulewright.web.store import PERSON, Link, Store, TableRow


def recorded(replay: Path, decisions: int) -> tuple[int, int, list[str]]:
    """Return the players of a recorded game, its number, and its first decisions."""
    found = json.loads(replay.read_text("utf-8").partition("\n")[2])
    return len(found["seats"]), found["seed"], [name for _, name, *_ in found["decisions"][:decisions]]


def put(path: Path, ruleset: str, course: tuple[int, int, Sequence[str]]) -> None:
    """Keep a table with a link for each seat and one for onlookers in a store that no server uses."""
    seats, number, decisions = course
    store, table = Store(path), f"table-{ruleset.rpartition('/')[2]}"
    if not any(link.is_host for link in store.links()):
        store.add_link(Link("lobby"))
    owners = [*((seat,) for seat in range(seats)), ()]
    links = [Link(f"{table}-{at}", table, owner) for at, owner in enumerate(owners)]
    store.add_table(TableRow(table, ruleset, {}, number, [PERSON] * seats, [""] * seats), links)
    for at, name in enumerate(decisions):
        store.add_decisions(table, at, [name], ())
    store.close()


def asked_links(served: Served, game: str) -> list[str]:
    """Return the links of the seats of a table that was put into the store; those that are asked come first."""
    found = []
    for seat in range(9):
        link = f"{served.origin}/t/table-{game}-{seat}"
        try:
            with Page(link) as page:
                if 'data-do="name"' in page.parts["people"]:
                    found.append((not page.at, link))
        except ConnectionClosed:
            break
    return [link for _, link in sorted(found)]
