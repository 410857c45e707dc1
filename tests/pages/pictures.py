"""The pictures of the README, made anew by `python -m tests.pages.pictures`: the table, editions, a rulebook.

It needs Chromium and the packages that `tests/pages/browser.py` names.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from pathlib import Path

from click.testing import CliRunner
from tests.pages.browser import driven, missing

from rulewright.cli.main import cli

PICTURES = Path(__file__).parents[2] / "pictures"
FONTS = re.compile(r"@font-face \{.*?\}", re.DOTALL)
"""Fonts that a picture of the terminal would load from elsewhere."""


def page(folder: Path, *words: str) -> Path:
    """Write a page and return its file."""
    path = folder / f"{words[0]}.html"
    done = CliRunner().invoke(cli, [*words, "--html", str(path)])
    assert done.exit_code == 0, done.output
    return path


def table(folder: Path) -> Path:
    """Draw the table after some decisions, as the terminal shows it."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "screen"))
    from driving import PERSON, RANDOM, app_for, started

    game = started("goa", 3)
    while len(game.decisions) < 30 and game.question is not None:
        game.choose(game.question.choices[0].name)
    app = app_for(game, (*[RANDOM] * game.seat, PERSON))
    app.title = "Goa"

    async def shown() -> str:
        async with app.run_test(size=(120, 36)) as pilot:
            await pilot.press("down")
            await pilot.pause(1)  # what an option would do is shown after a moment
            return app.export_screenshot()

    path = folder / "table.svg"
    path.write_text(FONTS.sub("", asyncio.run(shown())), "utf-8")
    return path


def main() -> None:
    """Write the pictures."""
    if gone := missing():
        sys.exit(f"Not installed: {gone}. See tests/pages/browser.py.")
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        taken = (
            ("table", table(folder), "1200", "760", ""),
            ("editions", page(folder, "editions", "goa", "goa-polish"), "1000", "700", "difference.seller-keeps"),
            ("rulebook", page(folder, "rulebook", "goa"), "1000", "700", "chapter.set-up"),
        )
        for called, file, *rest in taken:
            driven("picture.mjs", str(file), str(PICTURES / f"{called}.png"), *filter(None, rest))
            print(f"Wrote pictures/{called}.png.")


if __name__ == "__main__":
    main()
