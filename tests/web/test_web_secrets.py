"""A page is the same, byte for byte, in worlds that its seat cannot tell apart, and so are the answers to it.

RULEWRIGHT_WEB_PAIRS is the number of pairs of worlds for each ruleset; without it there are 20.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest
from tests.tiers import slow_unless

sys.path.append(str(Path(__file__).parents[1] / "secrets"))
from looking import rulesets  # noqa: E402
from pairs import Pair, compared  # noqa: E402

from rulewright.engine import Game  # noqa: E402
from rulewright.report.table import look  # noqa: E402
from rulewright.report.table.model import Table  # noqa: E402
from rulewright.web import hall as halls  # noqa: E402
from rulewright.web import view as views  # noqa: E402
from rulewright.web.course import Course, moment_of  # noqa: E402
from rulewright.web.hall import Hall, Viewer  # noqa: E402
from rulewright.web.live import RefusedError  # noqa: E402
from rulewright.web.store import PERSON, Link, Store  # noqa: E402
from rulewright.workspace import Workspace  # noqa: E402

PAIRS = int(os.environ.get("RULEWRIGHT_WEB_PAIRS", "20"))
SMALL = {"kuhn-poker", "sharing-out"}


def sent(hall: Hall, table: str, world: Game, seat: int | None) -> list[object]:
    """Return all that a page of a seat is sent at a position, and what it is answered."""
    live = hall.table(table)
    course = Course(world.program, world.seed)
    course.game, course.moments = world, [moment_of(world, -1)]
    live.main = live._courses[""] = course
    live.version += 1
    viewer = Viewer(hall.links.setdefault(f"x{seat}", Link(f"x{seat}", table, () if seat is None else (seat,))))
    view = hall.view(viewer)
    found: list[object] = [view]
    assert view.picture is not None
    names = re.findall('data-about="([^"]*)"', view.picture.frame(filled=True))
    asked = [{"do": "why"}, *({"do": "why", "about": name} for name in names), {"do": "undo"}]
    for message in (*asked, {"do": "choose", "at": "0.0.0", "choice": "x"}):
        try:
            found.append(hall.receive(viewer, message))
        except RefusedError as refused:
            found.append((refused.name, refused.filled))
    return found


def differing(folder: Path, most: int = PAIRS) -> int:
    """Count the pairs of worlds that a page tells apart."""
    hall = Hall(Store(None), Workspace().ruleset, [str(folder)])
    tables, count = dict[int, str](), 0
    for pair, told in compared(folder, most):
        assert not told
        seats = pair.worlds[0].program.seats
        if seats not in tables:
            tables[seats] = hall.create(str(folder), [PERSON] * seats, {}).id
        count += any(_differ(hall, tables[seats], pair, seat) for seat in (pair.onlooker, None))
    return count


def _differ(hall: Hall, table: str, pair: Pair, seat: int | None) -> bool:
    one, other = (sent(hall, table, world, seat) for world in pair.worlds)
    return one != other


@pytest.mark.parametrize("folder", slow_unless(lambda f: f.name in SMALL, rulesets()), ids=lambda folder: folder.name)
def test_a_page_gives_nothing_away(folder: Path) -> None:
    assert differing(folder) == 0


def everything(game: Game, seat: int | None, before: object = None) -> Table:
    return look(game, seat, everything=True)


@pytest.mark.parametrize("place", [views, halls])
def test_a_leak_would_be_noticed(place: object, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = next(folder for folder in rulesets() if folder.name == "kuhn-poker")
    monkeypatch.setattr(place, "look", everything)
    assert differing(folder) > 0
