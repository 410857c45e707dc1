"""The pictures of the README, made anew by `python -m tests.pages.pictures`: a report, editions, tables in a browser.

Also the table in the browser, in `pictures/web`: the lobby and games in their middle, on a desktop and on a phone. With
a folder as an argument only these are written, as PNG, to be looked at. It needs Chromium and the packages that
`tests/pages/browser.py` names.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from click.testing import CliRunner
from tests.pages.browser import driven, missing
from tests.web import midgame
from tests.web.serving import Served

from rulewright.cli.main import cli

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "pictures"
GAMES = {
    "goa": ("rulesets/goa/replays/4-players-54.replay", 179),
    "batavia": ("rulesets/batavia/replays/4-players-3.replay", 131),
    "borneo": ("rulesets/borneo/replays/4-players-11.replay", 122),
    "hearts": ("examples/hearts/replays/4-players-1.replay", 27),
    "liars-dice": ("examples/liars-dice/replays/2-players-4.replay", 1),
}
"""Recorded games, and after how many decisions each is shown."""
SIZES = {"390": "844", "1280": "900"}
"""The heights of a phone and a desktop by their widths."""


def page(folder: Path, *words: str) -> Path:
    """Write a page and return its file."""
    path = folder / f"{words[0]}.html"
    done = CliRunner().invoke(cli, [*words, "--html", str(path)])
    assert done.exit_code == 0, done.output
    return path


def tables(folder: Path, suffix: str) -> None:
    """Write the pictures of the lobby and of games in the browser, as whoever is asked sees them."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        store = Path(name) / "tables.sqlite"
        for game, (replay, decisions) in GAMES.items():
            ruleset = (ROOT / replay).parents[1]
            named = game if ruleset.parent.name == "rulesets" else str(ruleset)
            midgame.put(store, named, midgame.recorded(ROOT / replay, decisions))
        with Served(store=store) as served:
            links = {"lobby": served.links[0], **{game: midgame.asked_links(served, game)[0] for game in GAMES}}
            for called, link in links.items():
                for width, height in SIZES.items():
                    path = folder / f"{called}-{width}.{suffix}"
                    driven("picture.mjs", link, str(path), width, height)
                    print(f"Wrote {path}.")


def main() -> None:
    """Write the pictures."""
    if gone := missing():
        sys.exit(f"Not installed: {gone}. See tests/pages/browser.py.")
    if sys.argv[1:]:
        tables(Path(sys.argv[1]), "png")
        return
    tables(PICTURES / "web", "webp")
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        taken = (
            ("report", page(folder, "report", "goa", "--games", "100", "--jobs", "1"), "length"),
            ("editions", page(folder, "editions", "goa", "goa-polish"), "difference.seller-keeps"),
        )
        for called, file, anchor in taken:
            driven("picture.mjs", str(file), str(PICTURES / f"{called}.png"), "1000", "700", anchor)
            print(f"Wrote pictures/{called}.png.")


if __name__ == "__main__":
    main()
