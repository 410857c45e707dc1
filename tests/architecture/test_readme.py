"""What the README shows is so: the rule as it stands in its file, the commands, the files, the first two commands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli import opening
from rulewright.cli.commands import COMMANDS
from rulewright.cli.commands.play.commands import typed_command
from rulewright.cli.main import cli

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / name for name in ("README.md", "COMMANDS.md", "CONTRIBUTING.md", "interpreter/README.md")]
PAGES += [ROOT / "CHANGELOG.md", *sorted(ROOT.glob("examples/*/README.md"))]
README, ALL_COMMANDS = (page.read_text("utf-8") for page in PAGES[:2])
INDENTED = re.compile(r"(?:^ {4}.*\n|^\n(?= {4}))+", re.MULTILINE)
LINK = re.compile(r"\]\(([^)#:]+)\)")
NAMED = re.compile(r"`((?:interpreter|rulesets|tests|examples|schemas|\.ci)/[A-Za-z0-9_./-]*)`")


def blocks() -> list[str]:
    """Return the indented blocks, without their indentation."""
    found = [re.sub(r"^ {4}", "", match[0], flags=re.MULTILINE) for match in INDENTED.finditer(README)]
    return [block.strip("\n") + "\n" for block in found]


def test_the_rule_shown_stands_in_the_file_named() -> None:
    file = re.search(r"as it stands in `([^`]+)`", README)
    assert file is not None
    shown = next(block for block in blocks() if block.startswith("tile "))
    assert f"\n{shown}" in (ROOT / file[1]).read_text("utf-8")


def test_it_opens_with_two_commands() -> None:
    first, second = blocks()[:2]
    assert first.count("\n") == second.count("\n") == 1
    for line, end in ((first, "/rulewright play goa\n"), (second, "/pytest -q\n")):
        assert line.startswith("python3 -m venv .venv && .venv/bin/pip install -q -e ")
        assert line.endswith(end)
    assert README.index(second) < README.index("On Windows") < README.index("| most people want to")


def test_every_command_named_exists() -> None:
    named = set(re.findall(r"rulewright (\w+)", "\n".join(page.read_text("utf-8") for page in PAGES)))
    assert named & set(COMMANDS)
    assert set(re.findall(r"`rulewright ([\w-]+)", README + ALL_COMMANDS)) <= set(COMMANDS)
    assert set(COMMANDS) <= set(re.findall(r"rulewright ([\w-]+)", ALL_COMMANDS)), "the table says all there are"


def test_it_is_short_and_its_commands_are_among_all() -> None:
    assert len(README.splitlines()) <= 120
    typed = [command for _, command in re.findall(r"^\| ([^|]+?) +\| `(rulewright [^`]+)`", README, re.MULTILINE)]
    assert len(typed) == 6 and all(f"| `{command}`" in ALL_COMMANDS for command in typed)


def test_why_is_a_command_while_one_plays() -> None:
    for word in ("why", "what"):
        assert f"`{word}`, while you play" in ALL_COMMANDS
        found = typed_command(word)
        assert found is not None
        assert found.kind == word


@pytest.mark.slow
def test_the_change_shown_is_what_new_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    opening.space.cache_clear()
    shown = next(line for block in blocks() for line in block.split("\n") if line.startswith("change "))
    assert CliRunner().invoke(cli, ["new", "my-goa", "--on", "goa"]).exit_code == 0
    assert f"\n{shown}\n" in Path("rulesets/my-goa/rules/house.rules").read_text("utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_file_named_is_there(page: Path) -> None:
    text = page.read_text("utf-8")
    for link in LINK.findall(text):
        assert (page.parent / link).exists(), link
    for named in NAMED.findall(text):
        assert (ROOT / named).exists(), named
