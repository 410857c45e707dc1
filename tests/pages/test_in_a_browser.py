"""Every kind of page in Chromium: no overflow on a phone and a desktop, nothing that axe-core finds, nothing loaded.

Skipped where Chromium, node or the packages of `tests/pages/browser.py` are not installed.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from browser import driven, needs
from click.testing import CliRunner

from rulewright.cli import opening
from rulewright.cli.main import cli

pytestmark = [pytest.mark.slow, needs()]
QUICK = ("--games", "4", "--examples", "5")
PAGES = {
    "editions": ("editions", "goa", "goa-quick-start", "goa-bonanza", *QUICK),
    "editions-polish": ("editions", "goa", "goa-polish", "--lang", "pl", *QUICK),
    "editions-plain": ("editions", "goa", "goa-polish", "--games", "0", "--examples", "0"),
    "diff": ("diff", "goa", "goa-polish"),
    "compare": ("compare", "goa", "goa-quick-start", "--games", "6", "--by-difference"),
    "arena": ("arena", "examples/leduc-poker", "--seat", "greedy", "--seat", "random", "--games", "40"),
    "diverge": ("diverge", "goa", "goa-polish", "seller-keeps"),
    "rulebook": ("rulebook", "goa"),
    "against": ("rulebook", "goa-polish", "--against", "goa"),
    "replay": ("replay", "rulesets/goa/replays/4-players-54.replay"),
    "replay-as": ("replay", "rulesets/batavia/replays/5-players-2.replay", "--as", "Red"),
    "sheets": ("sheets", "goa"),
}
LARGEST = 1_000_000
"""Most bytes of a page."""


def written(folder: Path, name: str) -> Path:
    opening.space.cache_clear()
    path = folder / f"{name}.html"
    done = CliRunner().invoke(cli, [*PAGES[name], "--html", str(path)])
    assert done.exit_code in (0, 1), done.output
    return path


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_nothing_wrong_with_it(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    path = written(tmp_path, name)
    assert path.stat().st_size < LARGEST
    assert driven("inspect.mjs", str(path)) == ""


def test_what_is_wrong_would_be_found(tmp_path: Path) -> None:
    page = tmp_path / "bad.html"
    wide = '<div style="width: 2000px">wide</div>'
    pale = '<p style="color: #bbb; background: #fff">pale</p><img src="https://example.org/x.png">'
    page.write_text(f'<!DOCTYPE html><html lang="en"><title>x</title><main>{wide}{pale}</main></html>', "utf-8")
    said = driven("inspect.mjs", str(page))
    for fault in ("overflow: 20", "axe: color-contrast", "axe: image-alt", "request: https://example.org/x.png"):
        assert fault in said, fault


def test_filters_search_links_and_steps_do_what_they_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the script of filters is broken in two ways, and both are noticed."""
    monkeypatch.chdir(Path(__file__).parents[2])
    editions, replay = written(tmp_path, "editions-plain"), written(tmp_path, "replay")
    assert driven("using.mjs", str(editions), str(replay)) == ""
    whole = editions.read_text("utf-8").replace("Content-Security-Policy", "x")  # which would not run a changed script
    for right, wrong, fault in (
        ("one.hidden = !fits;", "", "without rule: difference"),
        ("if (target.hidden) { form.reset(); filter(); }", "", "a link to a difference that is filtered out"),
    ):
        assert right in whole
        editions.write_text(whole.replace(right, wrong), "utf-8")
        assert fault in driven("using.mjs", str(editions), str(replay))
