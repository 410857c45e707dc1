"""A page gets the same, byte for byte, in worlds that its seat cannot tell apart: views, answers, refusals, proposals.

In the pairs of `lockstep` somebody decides, takes back, agrees and puts back; the seat that looks on, somebody without
a seat, and a page that is opened at the end are sent the same messages in the same order, also in other languages.
RULEWRIGHT_WEB_PAIRS is the number of pairs for each of six rulesets; without it, and for all others, there are 6, of
small ones 20.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.tiers import slow_unless
from tests.web.lockstep import Lockstep, paired, positions, rulesets, secrets, watched

from rulewright.engine import Game
from rulewright.report.table import look
from rulewright.report.table.model import Table
from rulewright.web import computers, deeds, server
from rulewright.web import hall as halls
from rulewright.web import view as views
from rulewright.web.connection import Connection
from rulewright.web.course import Course
from rulewright.web.view import View

pytestmark = pytest.mark.slow

FEW, MORE = 3, 20
"""Pairs of each ruleset where no number is asked for: of the small ones more."""
PAIRS = int(os.environ.get("RULEWRIGHT_WEB_PAIRS", FEW))
SIX = {"goa", "batavia", "borneo", "hearts", "liars-dice", "goofspiel"}
SMALL = {"kuhn-poker", "sharing-out"}
Patch = pytest.MonkeyPatch


def named(name: str) -> Path:
    return next(folder for folder in rulesets() if folder.name == name)


def differing(lockstep: Lockstep, most: int, enough: int = 1 << 30) -> tuple[int, int]:
    """Return how many pairs were compared until enough differ, and how many differ."""
    compared = differ = 0
    for before in watched(lockstep.folder, most):
        compared += 1
        differ += lockstep.differs(before)
        if differ == enough:
            break
    return compared, differ


@pytest.mark.parametrize("folder", slow_unless(lambda f: f.name in SMALL, paired()), ids=lambda folder: folder.name)
def test_a_page_gives_nothing_away(folder: Path) -> None:
    most = MORE if folder.name in SMALL and PAIRS == FEW else PAIRS if folder.name in SIX | SMALL else FEW
    assert differing(Lockstep(folder), most) == (most, 0)


# ---- that it would be noticed


def everything(game: Game, seat: int | None, before: object = None, together: bool = False) -> Table:
    return look(game, seat, everything=True, together=together)


def names_in_a_view(patch: Patch, at: Lockstep) -> None:
    patch.setattr(views, "look", everything)


def names_in_an_answer(patch: Patch, at: Lockstep) -> None:
    patch.setattr(deeds, "look", everything)


def is_odd(at: Lockstep) -> bool:
    """Say something of what players keep secret, and nothing else."""
    assert at.now is not None
    kept = [secrets(at.now.program, at.now.state, seat) for seat in range(at.now.program.seats)]
    return bool(zlib.crc32(repr(kept).encode()) & 1)


def where_odd(patch: Patch, at: Lockstep, place: object, name: str, change: Callable[[object], object]) -> None:
    """Change what something returns where a secret is so."""
    original = getattr(place, name)
    patch.setattr(place, name, lambda *given, **more: (change if is_odd(at) else _same)(original(*given, **more)))


def _same(found: object) -> object:
    return found


def one_byte_more(patch: Patch, at: Lockstep) -> None:
    where_odd(patch, at, views, "rendered", lambda html: f"{html} ")


def another_order(patch: Patch, at: Lockstep) -> None:
    def turned(view: object) -> object:
        assert isinstance(view, View)
        return View(view.title, dict(reversed(view.parts.items())), view.at, view.picture)

    where_odd(patch, at, halls, "view_of", turned)


def one_message_more(patch: Patch, at: Lockstep) -> None:
    send = Connection.send

    async def twice(self: Connection, message: dict[str, object]) -> None:
        for _ in range(1 + is_odd(at)):
            await send(self, message)  # type: ignore[arg-type]

    patch.setattr(Connection, "send", twice)


def another_refusal(patch: Patch, at: Lockstep) -> None:
    where_odd(patch, at, server, "refusal_text", lambda text: f"{text}!")


def another_limit_of_undo(patch: Patch, at: Lockstep) -> None:
    patch.setattr(Course, "is_final", lambda *_: is_odd(at))


def hints_by_the_truth(patch: Patch, at: Lockstep) -> None:
    patch.setattr("tests.web.lockstep.HINTS", 1)
    where_odd(patch, at, computers, "rated", lambda found: list(reversed(found)))  # type: ignore[call-overload]


def previews_by_the_truth(patch: Patch, at: Lockstep) -> None:
    where_odd(patch, at, deeds, "preview_lines", lambda lines: [*lines, "so it is"])  # type: ignore[misc]


def moments_by_decisions(patch: Patch, at: Lockstep) -> None:
    where_odd(patch, at, Course, "told_to", lambda told: told | {9: max(told.values())})  # type: ignore[operator,attr-defined]


LEAKS = (
    names_in_a_view, names_in_an_answer, one_byte_more, another_order, one_message_more, another_refusal,
    another_limit_of_undo, hints_by_the_truth, previews_by_the_truth, moments_by_decisions,
)  # fmt: skip


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_a_leak_would_be_noticed(leak: Callable[[Patch, Lockstep], None], monkeypatch: Patch) -> None:
    lockstep = Lockstep(named("kuhn-poker"))
    leak(monkeypatch, lockstep)
    assert differing(lockstep, 60, enough=1)[1] == 1


def test_a_leak_in_another_language_would_be_noticed(monkeypatch: Patch) -> None:
    lockstep, rendered = Lockstep(named("goa")), views.rendered

    def padded(name: str, language: str, **content: object) -> str:
        return rendered(name, language, **content) + " " * (language == "pl" and is_odd(lockstep))

    monkeypatch.setattr(views, "rendered", padded)
    assert differing(lockstep, 60, enough=1)[1] == 1


def test_others_learn_nothing_of_an_answer_before_its_time(monkeypatch: Patch) -> None:
    """Where several decide in secret at once, nobody is sent anything when one answers who is not asked yet."""
    lockstep, early = Lockstep(named("goofspiel")), 0
    for _, game in positions(lockstep.folder, 40 if PAIRS == FEW else PAIRS):
        early += lockstep.answered_early(game)
    assert early > 10
