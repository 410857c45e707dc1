"""On Tab, shells offer rulesets, names in rules, scenarios, languages and options, and run nothing."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import shutil
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from rulewright.cli import opening
from rulewright.cli.commands import COMMANDS
from rulewright.cli.main import COMPLETE_VARIABLE, cli

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    opening.space.cache_clear()


def offered(*words: str) -> list[str]:
    """Return what is offered for the last word."""
    found = ShellComplete(cli, {}, "rulewright", COMPLETE_VARIABLE).get_completions(list(words[:-1]), words[-1])
    return [item.value for item in found]


OFFERED = [
    (["sho"], ["show"]),
    (["play", "goa-t"], ["goa-tournament", "goa-tutorial"]),
    (["play", "goa+goa-t"], ["goa+goa-tournament", "goa+goa-tutorial"]),
    (["check", "--untrusted", "goa-tou"], ["goa-tournament"]),
    (["diff", "goa", "goa-pol"], ["goa-polish"]),
    (["compare", "goa", "goa-pol"], ["goa-polish"]),
    (["new", "mine", "--on", "goa-pol"], ["goa-polish"]),
    (["rulebook", "goa", "--against", "goa-pol"], ["goa-polish"]),
    (["show", "goa-pol"], ["goa-polish"]),
    (["show", "goa", "step.sell"], ["step.sell", "step.seller-answers"]),
    (["show", "goa", "seller-a"], ["seller-answers"]),
    (["coverage", "goa", "step.seller"], ["step.seller-answers"]),
    (["mutate", "goa", "--only", "step.seller"], ["step.seller-answers"]),
    (["show", "goa-polish", "step.seller"], ["step.seller-answers"]),
    (["test", "goa", "The flag goes"], ["The flag goes to the highest bidder, who pays the seller"]),
    (["play", "goa", "--from", "The flag goes"], ["The flag goes to the highest bidder, who pays the seller"]),
    (["play", "goa", "--lang", ""], ["en", "pl"]),
    (["show", "goa", "--exp"], ["--expanded"]),
    (["simulate", "goa", "--see"], ["--seed"]),
    (["play", "goa", "--seat", "p"], ["person"]),
    (["simulate", "goa-polish", "--seat", "ho"], ["homebody"]),
    (["arena", "goa", "--against", "level:"], [f"level:{level}" for level in range(1, 6)]),
    (["arena", "no-such-ruleset", "--seat", "s"], []),
    (["explain", "unknown-na"], ["unknown-name"]),
    (["completion", ""], ["bash", "zsh", "fish"]),
    (["show", "no-such-ruleset", ""], []),
    (["nonsense", ""], list(COMMANDS)),
]


@pytest.mark.parametrize(("words", "expected"), OFFERED, ids=lambda words: " ".join(words)[:40])
def test_what_fits_is_offered(words: list[str], expected: list[str]) -> None:
    assert offered(*words) == expected


def test_every_argument_that_is_a_ruleset_is_completed() -> None:
    """A command whose argument is called so and offers nothing would be noticed here."""
    for name in COMMANDS:
        command = cli.get_command(cli.make_context("rulewright", ["--help"], resilient_parsing=True), name)
        assert command is not None
        if any(param.name == "ruleset" for param in command.params):
            assert "goa" in offered(name, "go"), name


def test_where_a_folder_is_typed_the_shell_offers_folders() -> None:
    found = ShellComplete(cli, {}, "rulewright", COMPLETE_VARIABLE).get_completions(["play"], "./ex")
    assert [(item.value, item.type) for item in found] == [("./ex", "dir")]


def test_a_ruleset_with_mistakes_is_no_reason_to_print_anything(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text("name: [", "utf-8")
    assert offered("show", str(tmp_path), "st") == offered("test", str(tmp_path), "") == []


HEAVY = {
    "dask", "jinja2", "jsonschema", "lark", "multiprocessing.pool", "pygls", "rich", "rulewright.check.check",
    "rulewright.compile.build", "rulewright.rulebook",
}  # fmt: skip
LISTS = "import sys\nfrom rulewright.cli.main import cli\ntry: cli()\nfinally: print(*sys.modules, file=sys.stderr)"


@pytest.mark.slow
@pytest.mark.parametrize("words", [["show", "goa", "step.se"], ["test", "goa", "The"], ["simulate", "goa", "--se"]])
def test_nothing_heavy_is_imported(words: list[str]) -> None:
    asked = {
        COMPLETE_VARIABLE: "bash_complete",
        "COMP_WORDS": "\n".join(["rulewright", *words]),
        "COMP_CWORD": str(len(words)),
    }
    for _ in ("files that nobody has read are checked and kept", "from then on"):
        done = subprocess.run(
            [sys.executable, "-c", LISTS], env=os.environ | asked, cwd=ROOT, capture_output=True, text=True, check=False
        )
    assert done.stdout.startswith("plain,"), done.stderr
    assert "click" in done.stderr.split()
    assert set(done.stderr.split()) & HEAVY == set()


# ---- in the shells themselves

TYPED = [
    ("rulewright show goa step.selle", "step.seller-answers"),
    ("rulewright test goa The\\ flag\\ g", "The flag goes to the highest bidder, who pays the seller"),
    ("rulewright show goa --exp", "--expanded"),
]
"""What is typed, and the word that it becomes on Tab."""
SETUP = {
    "bash": ["bash", "--norc", "--noprofile", "-i"],
    "zsh": ["zsh", "-f", "-i"],
    "fish": ["fish", "--no-config", "-i"],
}
LOAD = {
    "bash": 'eval "$(rulewright completion bash)"',
    "zsh": 'autoload -Uz compinit; compinit -u; eval "$(rulewright completion zsh)"',
    "fish": "rulewright completion fish | source",
}
PROGRAM = f"""\
#!{sys.executable}
import os, sys
if {COMPLETE_VARIABLE!r} in os.environ or sys.argv[1] == "completion":
    from rulewright.cli.main import main
    main()
else:
    with open(os.environ["SEEN"], "w", encoding="utf-8") as seen:
        print(*sys.argv[1:], sep="\\n", file=seen, flush=True)
"""
"""Stands in for `rulewright`: writes down with which words it is called, unless a shell asks it for completions."""
PATIENCE = 30
"""Seconds to wait for what comes within one or two."""


@pytest.mark.slow
@pytest.mark.parametrize(("line", "word"), TYPED)
@pytest.mark.parametrize("shell", LOAD)
def test_in_a_terminal(shell: str, line: str, word: str, tmp_path: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed: its completion was NOT tested")
    program, seen = tmp_path / "rulewright", tmp_path / "seen"
    program.write_text(PROGRAM, "utf-8")
    program.chmod(0o755)
    environment = {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "HOME": str(tmp_path), "SEEN": str(seen)}
    with Terminal(SETUP[shell], os.environ | environment | {"TERM": "xterm"}) as terminal:
        terminal.type(LOAD[shell] + "\n")
        terminal.type(line)
        terminal.type("\t")
        terminal.type("\n")
        terminal.until(lambda: seen.exists() and seen.read_text("utf-8").endswith("\n"))
        assert seen.read_text("utf-8").split("\n")[-2].strip() == word, terminal.shown


class Terminal:
    """A program in a terminal of its own."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        self.ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 300, 0, 0))
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )  # fmt: skip
        os.close(theirs)
        self.shown = ""
        self.wait()

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *problem: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.ours)

    def type(self, text: str) -> None:
        """Type something, and wait until the program has answered."""
        os.write(self.ours, text.encode())
        self.wait()

    def until(self, there: Callable[[], bool]) -> None:
        """Wait for what the program does at last."""
        last = time.monotonic() + PATIENCE
        while not there():
            assert time.monotonic() < last, self.shown
            self.wait(1)

    def wait(self, pause: int = PATIENCE) -> None:
        """Read what is shown until nothing more comes."""
        while select.select([self.ours], [], [], pause)[0]:
            self.shown += os.read(self.ours, 65536).decode("utf-8", "replace")
            pause = 1
