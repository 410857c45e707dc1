"""A page with commands on it: each is typed in an empty folder, and what it prints is what the page shows."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from tests.examples import listed
from tests.examples.__main__ import ADVICE, ROOT, WALKS, program
from tests.examples.pages import done, fits, steps

import rulewright

SOURCES = Path(rulewright.__file__).parents[1]
OWN = ("README.md",)
"""What an example has besides that nobody types while walking through."""


@pytest.mark.slow
@pytest.mark.parametrize("page", WALKS, ids=lambda page: page.parent.name)
def test_every_command_prints_what_the_page_shows(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(SOURCES))
    _, found = done(page.read_text("utf-8"), program([sys.executable, "-m", "rulewright.cli"]))
    for one in found:
        assert one.printed == one.shown, f"rulewright {one.command}\n(python -m tests.examples writes the pages anew)"
    assert kept(tmp_path / "rulesets" / page.parent.name) == kept(page.parent)


@pytest.mark.slow
def test_a_position_is_explained_as_the_page_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("PYTHONPATH", str(SOURCES))
    _, found = done(ADVICE.read_text("utf-8"), program([sys.executable, "-m", "rulewright.cli"]))
    for one in found:
        assert one.printed == one.shown, f"rulewright {one.command}\n(python -m tests.examples writes the pages anew)"


def kept(folder: Path) -> dict[str, str]:
    """Return the files of a ruleset that the walk makes, by name; a replay without the fingerprint of its rules.

    That one changes with the interpreter, those of the decisions do not.
    """
    paths = (path for path in folder.rglob("*") if path.is_file() and path.name not in OWN)
    texts = {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in paths}
    return {name: re.sub(r'^ "fingerprint": .*\n', "", text, flags=re.MULTILINE) for name, text in texts.items()}


def test_there_is_a_page_to_walk_through() -> None:
    assert "pearl-divers" in [page.parent.name for page in WALKS]


def test_every_example_is_on_the_list() -> None:
    page = listed.PAGE.read_text("utf-8")
    assert page == listed.listed(page), "python -m tests.examples writes the list anew"
    assert len(listed.folders()) > 2


def test_a_page_is_read_as_it_is_written() -> None:
    block = "$ rulewright play x --seed '1 2'\nYour turn?\n> 3\n> quit\nSaved.\n\n$ rulewright test x\n1 passed.\n"
    first, second = steps(block)
    assert first.words == ["play", "x", "--seed", "1 2"] and first.typed == "3\nquit\n"
    assert second.words == ["test", "x"] and second.typed == "" and second.shown == "1 passed.\n"


def test_what_is_left_out_may_be_anything_and_all_else_counts() -> None:
    assert fits("10 games, … a second.\n…\nEnd\n", "10 games, 4.5 a second.\n1\n2\nEnd\n")
    assert not fits("10 games, … a second.\n", "11 games, 4.5 a second.\n")
    assert not fits("1 passed.\n", "1 passed.\nand more\n")


def test_what_is_otherwise_is_found_and_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.txt").write_text("one\ntwo\n")
    page = "```diff a.txt\n-two\n+three\n```\n```text more a.txt\nfour\n```\n```console\n$ rulewright list\nold\n```\n"
    text, found = done(page, lambda words, typed: "new\n")
    assert Path("a.txt").read_text() == "one\nthree\nfour\n"
    assert [one.command for one in found] == ["list"] and text == page.replace("old", "new")
