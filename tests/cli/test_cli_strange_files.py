"""Files that are not what they seem: links that lead out of a ruleset's folder, names that write to the terminal."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.tiers import sampled

from rulewright.cli.main import cli

pytestmark = pytest.mark.skipif(os.name == "nt", reason="links and names are different there")

SECRET = "SECRET is not for everybody"
COMMANDS = (
    "check ./rulesets/tiny", "check ./rulesets/tiny --format json", "check ./rulesets/tiny --format sarif",
    "check --all",
    "test ./rulesets/tiny", "fmt ./rulesets/tiny", "fmt ./rulesets/tiny --check", "show ./rulesets/tiny turn", "list",
    "sources ./rulesets/tiny", "simulate ./rulesets/tiny --games 1 --jobs 1", "replay ./rulesets/tiny --verify",
    "rulebook ./rulesets/tiny", "coverage ./rulesets/tiny --games 1", "play ./rulesets/tiny", "try ./rulesets/tiny",
)  # fmt: skip


def run(words: str) -> Result:
    return CliRunner().invoke(cli, words.split())


@pytest.fixture
def secret(tiny: Path) -> Path:
    """A file beside the rulesets, with mistakes at which a message would show its lines."""
    folder = tiny.parents[1] / "elsewhere"
    folder.mkdir()
    for name in ("a.rules", "a.yaml", "a.replay", "a.other"):
        (folder / name).write_text(SECRET)
    return folder


LINKS = (
    ("rules/z.rules", "a.rules"), ("data/z.yaml", "a.yaml"), ("labels/de.yaml", "a.yaml"),
    ("scenarios/z.yaml", "a.yaml"), ("replays/z.replay", "a.replay"), ("z.other", "a.other"),
    ("rules/z.other", "a.other"), ("replays", "."), ("ruleset.yaml", "a.yaml"),
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("command", "link"), sampled(14, [(command, link) for command in COMMANDS for link in LINKS]))
def test_nothing_is_told_of_a_file_outside(tiny: Path, secret: Path, command: str, link: tuple[str, str]) -> None:
    path, to = tiny / link[0], link[1]
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    path.symlink_to(secret / to)
    done = run(command)
    assert "SECRET" not in done.output and "wrong inside Rulewright" not in done.output
    assert all(file.read_text() == SECRET for file in secret.iterdir())


def test_a_link_that_leads_out_is_refused(tiny: Path, secret: Path) -> None:
    (tiny / "rules" / "z.rules").symlink_to(secret / "a.rules")
    done = run("check ./rulesets/tiny")
    assert done.exit_code == 2
    assert "rulesets/tiny/rules/z.rules  error  unreadable-file\n   this is a link that leads out" in done.output


def test_links_within_the_folder_and_to_it_are_followed(tiny: Path) -> None:
    (tiny / "rules" / "a.rules").rename(tiny / "kept.txt")
    (tiny / "rules" / "a.rules").symlink_to(tiny / "kept.txt")
    Path("linked").symlink_to(tiny)
    assert run("check ./linked").exit_code == 0


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_no_name_writes_to_the_terminal(tiny: Path, command: str) -> None:
    strange = "z\x1b[2J\r\x07\x9b\u202e"
    for part, ending in (("rules", "rules"), ("data", "yaml"), ("labels", "yaml"), ("scenarios", "yaml")):
        (tiny / part).mkdir(exist_ok=True)
        (tiny / part / f"{strange}.{ending}").write_text("Mistakes: [\n")
        (tiny / part / f"{strange}.unread").write_text("")
    (tiny / f"{strange}.txtx").write_text("")
    (tiny / "replays").mkdir(exist_ok=True)
    (tiny / "replays" / f"{strange}.replay").write_text("{")
    shutil.copytree(tiny, tiny.parent / strange)
    for words in (command, command.replace("tiny", strange), command.replace("tiny", f"tiny/{strange}")):
        done = CliRunner().invoke(cli, words.split(" "))
        assert not [c for c in done.output if not c.isprintable() and c != "\n"], done.output
