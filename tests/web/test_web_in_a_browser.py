"""Whole games in Chromium, each seat in a browser of its own, by clicks, taps and keys alone.

Nothing may be wrong with a page meanwhile: axe-core in light and dark, overflow, errors, requests to elsewhere, titles.
A few decisions of some games are a sample; RULEWRIGHT_WEB_GAMES=all plays all games to their ends, as `.ci/long` does.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.web.serving import EXAMPLES, Served

sys.path.append(str(Path(__file__).parents[1] / "pages"))
from browser import driven, needs  # noqa: E402

pytestmark = [pytest.mark.slow, needs()]
KNOWN_GAMES = Path(__file__).parents[1] / "known_games"
GAMES = ["hearts", "liars-dice", "goa", "batavia", "borneo", "coloretto", "quoridor"]
"""The last two are attempts without a look."""
ALL = os.environ.get("RULEWRIGHT_WEB_GAMES") == "all"
MOST = 5000 if ALL else 8
EVERY = [(game, how) for game in GAMES for how in ("click", "tap", "key")]
SAMPLE = [("goa", "tap"), ("hearts", "key"), ("coloretto", "click")]
FAULTS = {
    "image-alt": '<img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">',
    "request: https://example.org/": '<img alt="" src="https://example.org/x.png">',
    "console:": '<p style="color: red">The policy keeps out such styles.</p>',
    "overflow:": "<pre>" + "wide " * 400 + "</pre>",
    "color-contrast": '<p><font color="#eeeeee">Pale</font></p>',
}
"""What is wrong with markup, and how it is told."""


def folder_of(game: str) -> str:
    found = [str(place / game) for place in (EXAMPLES, KNOWN_GAMES) if (place / game).is_dir()]
    return found[0] if found else game


def told_by(how: str, most: int, *links: str, **options: Any) -> list[str]:
    """Play, and return what is printed: what is wrong, and how many decisions were made."""
    given = json.dumps({"how": how, "most": most, **options})
    return driven("../web/clicking.mjs", given, *links).splitlines()


@pytest.mark.parametrize(("game", "how"), EVERY if ALL else SAMPLE)
def test_a_game_is_played(game: str, how: str, tmp_path: Path) -> None:
    with Served(folder_of(game), store=tmp_path / "t.sqlite") as served:
        *told, made = told_by(how, MOST, *served.links[1:-1])
    assert told == []
    assert 1 < int(made) < MOST if ALL else int(made) == MOST


@pytest.mark.parametrize("how", ["click", "tap"])
def test_the_lobby_has_nothing_wrong_with_it(how: str, tmp_path: Path) -> None:
    with Served("goa", store=tmp_path / "t.sqlite") as served:
        assert told_by(how, 0, served.links[0]) == ["0"]


def test_what_is_wrong_would_be_found(tmp_path: Path) -> None:
    """Markup that a page should not have, and a title that does not say whose turn it is."""
    with Served(folder_of("tic-tac-toe"), store=tmp_path / "t.sqlite") as served:
        links = served.links[1:-1]
        markup = json.dumps("".join(FAULTS.values()))
        plant = ["page.js", "connect();", f'part("people").insertAdjacentHTML("afterend", {markup}); connect();']
        told = [line for lax in (False, True) for line in told_by("tap", 1, *links, plant=plant, first=0, lax=lax)]
        for fault in FAULTS:
            assert any(fault in line for line in told), fault
        plant = ["page.js", "document.title = prompt", "document.title = false"]
        assert "stopped: nobody is asked" in told_by("click", 1, *links, plant=plant)[0]
