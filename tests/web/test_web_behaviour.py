"""What the script of the page does, in Chromium; each behaviour is broken once, and the fault is noticed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.web import midgame
from tests.web.baskets import baskets
from tests.web.serving import EXAMPLES, Served

sys.path.append(str(Path(__file__).parents[1] / "pages"))
from browser import driving, needs  # noqa: E402

pytestmark = [pytest.mark.slow, needs()]
ROOT = Path(__file__).parents[2]
FAULTS = {
    "preview": ('do: "what", at, choice: data.choice,', 'do: "choose", at, choice: data.choice,'),
    "menu": ("else if (some.length) menu(some);", ""),
    "why": ('else send({ do: "why", about });', ""),
    "keyboard": ('if (event.key === "Escape") close();', ""),
    "slider": ('target.id === "slider"', 'target.id === "x"'),
    "language": ('send({ do: "show", language: target.value });', ""),
    "motion": ('if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;', ""),
    "ticks": ("ticked.delete(name);", ""),
    "board_ticks": ("one.before(sign);", ""),
    "tick_keys": ('matches("button, [role=button]")', 'matches("b")'),
    "stale": ("if (view.at !== at) close();", ""),
    "reconnecting": ("setTimeout(connect, ", "setTimeout(() => {}, "),
}


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """Four tables: a grid with much to choose on a space, cards, two languages, several things at once."""
    store = tmp_path / "t.sqlite"
    grid, cards = str(ROOT / "tests/known_games/quoridor"), str(EXAMPLES / "hearts")
    midgame.put(store, grid, (2, 1, []))
    midgame.put(store, cards, midgame.recorded(EXAMPLES / "hearts/replays/4-players-1.replay", 15))
    midgame.put(store, "goa", midgame.recorded(ROOT / "rulesets/goa/replays/4-players-54.replay", 82))
    midgame.put(store, baskets(tmp_path), (2, 7, []))
    with Served(store=store) as found:
        yield found


def told_by(served: Served, *only: str, **options: Any) -> list[str]:
    """Let a browser do what it does, killing the server when it is told to, and return what does not work."""
    links = [*midgame.asked_links(served, "quoridor")[:1], *midgame.asked_links(served, "hearts")[:1]]
    links += [*midgame.asked_links(served, "goa")[:2], *midgame.asked_links(served, "baskets")[:1]]
    given = json.dumps({"only": only, **options} if only else options)
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    told = []
    with subprocess.Popen(driving("../web/behaving.mjs", given, *links), **pipes) as process:  # type: ignore[call-overload]
        for line in process.stdout:
            if line != "restart\n":
                told.append(line.strip())
                continue
            served.kill()
            served.again()
            process.stdin.write("again\n")
            process.stdin.flush()
    return told


def test_the_page_does_what_it_should(served: Served) -> None:
    assert told_by(served) == []


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_noticed(name: str, served: Served) -> None:
    told = told_by(served, name, plant=["page.js", *FAULTS[name]], patience=2000)
    assert told and all(line.startswith(f"click: {name}: ") for line in told), told
