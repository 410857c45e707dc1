"""A standard output that is closed, read no further, or full ends a command quietly, with its usual exit code."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from cli_fakes import environment
from tests.tiers import sampled

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there is no such shell there")


def shell(line: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a line of bash in which R stands for the command, and print the exit code that it sets."""
    code = "from rulewright.cli.main import main; main()"
    command = f'R() {{ {shlex.quote(sys.executable)} -c "{code}" "$@"; }}\n{line}'
    run = ["bash", "-c", command]
    return subprocess.run(run, cwd=cwd, env=environment(), capture_output=True, text=True, timeout=60)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "code"),
    sampled(
        4,
        [
            ("R list >&-", 0),
            ("R list >&- 2>&- <&-", 0),
            ("R check tiny >&-", 0),
            ("R check nowhere >&- 2>&-", 2),
            ("R check elsewhere/broken >&-", 1),
            ("R list | true; (exit ${PIPESTATUS[0]})", 0),
            ("R simulate tiny --games 20 --jobs 1 | head -1 >/dev/null; (exit ${PIPESTATUS[0]})", 0),
            ("R check elsewhere/broken | true; (exit ${PIPESTATUS[0]})", 1),
            ("R check elsewhere/broken 2>&1 | true; (exit ${PIPESTATUS[0]})", 1),
            ("R play tiny </dev/null | true; (exit ${PIPESTATUS[0]})", 0),
            ("R mcp tiny >/dev/null <&-", 0),
            ("R play tiny --plain >/dev/null <&-", 0),
            ("R lsp >/dev/null <&- 2>/dev/null", 0),
        ],
    ),
)
def test_nobody_reads(tiny: Path, line: str, code: int) -> None:
    broken = tiny.parent.parent / "elsewhere" / "broken"
    broken.mkdir(parents=True)
    (broken / "ruleset.yaml").write_text("ruleset: Broken\n")
    done = shell(line, tiny.parent.parent)
    assert (done.returncode, done.stderr) == (code, "Played in Python.\n" if "simulate" in line else "")


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize(
    ("line", "called"),
    [
        ("R list >/dev/full", "standard output"),
        ("R simulate tiny --games 3 --jobs 1 --out /dev/full >/dev/null", "/dev/full"),
    ],
)
def test_a_full_disk_is_named(tiny: Path, line: str, called: str) -> None:
    done = shell(line, tiny.parent.parent)
    assert (done.returncode, done.stderr) == (2, f"{called}: No space left on device\n")


@pytest.mark.slow
def test_results_are_not_overwritten(tiny: Path) -> None:
    folder = tiny.parent.parent
    (folder / "out").write_text("precious")
    done = shell("R simulate tiny --games 3 --jobs 1 --out out", folder)
    assert done.returncode == 2 and "--force to overwrite it" in done.stderr
    assert (folder / "out").read_text() == "precious"
    done = shell("R simulate tiny --games 3 --jobs 1 --out out --force", folder)
    assert done.returncode == 0 and (folder / "out").read_text().count("\n") == 3


@pytest.mark.slow
def test_a_folder_that_is_gone_is_named(tmp_path: Path) -> None:
    done = shell("mkdir gone; cd gone; rmdir ../gone; R list", tmp_path)
    said = "The folder from which you typed this is gone. Go to one that is there:  cd ~\n"
    assert (done.returncode, done.stderr) == (2, said)


@pytest.mark.slow
@pytest.mark.parametrize("command", ["fmt tiny", "fmt tiny/rules/z.rules", "check tiny --format json"])
def test_a_link_to_itself_is_a_file_that_cannot_be_read(command: str, tiny: Path) -> None:
    (tiny / "rules" / "z.rules").symlink_to("z.rules")
    done = shell(f"R {command.replace('tiny', str(tiny))}", tiny.parent.parent)
    assert done.returncode == 2 and "Something went wrong inside" not in done.stderr
    assert "z.rules" in done.stdout + done.stderr
