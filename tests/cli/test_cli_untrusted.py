"""`--untrusted`: what a confined process can neither take nor do."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli_fakes import environment
from test_cli_whole_game import typed
from tests.tiers import sampled

if sys.platform == "win32":
    pytest.skip("there are no such limits there", allow_module_level=True)

from rulewright.cli.untrusted import inside, landlock

GAME = str(Path(__file__).parents[2] / "examples/tic-tac-toe")
CHILD = """\
import sys
from pathlib import Path
from rulewright.cli.untrusted import inside
inside._folder.append(Path(sys.argv[1]))
inside._set_limits(inside.ProcessLimits(2, memory=400 << 20, file=1000))
inside.enter_confinement([], [Path(sys.argv[2])])
own, shared, outside = (Path(place) for place in sys.argv[1:4])
"""
"""Confines itself as a command does, then misbehaves."""


@pytest.mark.slow
@pytest.mark.parametrize("command", sampled(2, ["check", "test", "play", "simulate --games 3 --no-compiler"]))
def test_a_good_ruleset_is_as_without(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_STATE", str(tmp_path / "state"))
    name, *options = command.split()
    words = f"{name} {GAME} {' '.join(options)}"
    plain, confined = (typed(tmp_path, f"{words} {more}", "quit without saving\n") for more in ("", "--untrusted"))
    said = "Played in Python.\n" if name == "simulate" else ""
    assert (confined.returncode, confined.stderr) == (plain.returncode, plain.stderr) == (0, said)
    assert lasting(confined.stdout) == lasting(plain.stdout)
    assert not list(tmp_path.glob("rulewright-*"))


def lasting(text: str) -> list[str]:
    """Return lines that are the same every time: no speeds, no numbers of games that were drawn."""
    return [line for line in text.splitlines() if "a second" not in line and "Game number" not in line]


@pytest.mark.slow
def test_findings_have_their_exit_code(tmp_path: Path) -> None:
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "ruleset.yaml").write_text("ruleset: Bad\n")
    assert typed(tmp_path, "check ./bad --untrusted").returncode == 1
    assert typed(tmp_path, "check ./nowhere --untrusted").returncode == 2


def misbehaving(tmp_path: Path, code: str) -> subprocess.CompletedProcess[str]:
    for name in ("own", "shared", "outside"):
        (tmp_path / name).mkdir()
    (tmp_path / "outside" / "file").write_text("as it was")
    places = [str(tmp_path / name) for name in ("own", "shared", "outside")]
    words = [sys.executable, "-c", CHILD + code, *places]
    done = subprocess.run(words, env=environment(), capture_output=True, text=True, timeout=60)
    assert [path.name for path in (tmp_path / "outside").iterdir()] == ["file"]
    assert (tmp_path / "outside" / "file").read_text() == "as it was"
    return done


FORBIDDEN = (
    "open(outside / 'new', 'w')", "open(outside / 'file', 'a')", "(outside / 'file').unlink()",
    "(outside / 'file').rename(own / 'file')", "(own / 'x').write_text(''); (own / 'x').rename(outside / 'x')",
    "(outside / 'new').mkdir()", "(own / 'link').symlink_to(outside); open(own / 'link' / 'new', 'w')",
    "import os; os.open(outside / 'new', os.O_CREAT | os.O_WRONLY)", "import os; os.truncate(outside / 'file', 0)",
    "import subprocess; subprocess.run(['touch', outside / 'new'], check=True)", "import os; os.system('true')",
    "import os; os.fork()", "import os; os.kill(os.getppid(), 0)",
    "import multiprocessing as m; m.get_context('spawn').Process(target=print).start()",
    "import socket; socket.create_connection(('127.0.0.1', 9))",
    "import ctypes; ctypes.CDLL('libc.so.6')", "import shutil; shutil.rmtree(outside)",
)  # fmt: skip


@pytest.mark.parametrize("code", sampled(5, FORBIDDEN))
def test_nothing_is_done_outside(tmp_path: Path, code: str) -> None:
    assert "PermissionError" in misbehaving(tmp_path, code).stderr


def test_its_own_folders_are_written(tmp_path: Path) -> None:
    code = "open(own / 'a', 'w').write('a'); open(shared / 'b', 'w').write('b'); open('/dev/null', 'w').write('c')"
    done = misbehaving(tmp_path, code)
    assert (done.returncode, done.stderr) == (0, "") and (tmp_path / "shared" / "b").read_text() == "b"


@pytest.mark.slow
@pytest.mark.skipif(not landlock.landlock_version(), reason="this kernel has no Landlock")
@pytest.mark.parametrize("code", sampled(5, [code for code in FORBIDDEN if "outside" in code]))
def test_the_kernel_refuses_by_itself(tmp_path: Path, code: str) -> None:
    without_hook = "inside._Guard.__call__ = lambda *given: None\n"
    assert misbehaving(tmp_path, without_hook + code).returncode != 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "ending"),
    [
        ("while True: pass", -signal.SIGXCPU), ("x = bytearray(1 << 30)", 1),
        ("(own / 'large').write_bytes(bytes(2000))", 1),
    ],
)  # fmt: skip
def test_the_limits_hold(tmp_path: Path, code: str, ending: int) -> None:
    assert misbehaving(tmp_path, code).returncode == ending


@pytest.mark.slow
def test_a_ruleset_stands_only_on_what_is_named_or_shipped(tmp_path: Path) -> None:
    for name, extends in (("private", ""), ("evil", "private"), ("good", "goa"), ("goa", "")):
        (tmp_path / name).mkdir()
        below = f"extends: {extends}\n" if extends else "players: {from: 1, to: 1, names: [One]}\nsources: {}\n"
        (tmp_path / name / "ruleset.yaml").write_text(f"ruleset: {name}\ntitle: A game\n{below}")
    done = typed(tmp_path, "check ./evil --untrusted")
    assert done.returncode == 1 and "is neither shipped" in done.stdout and "FOLDER/private+FOLDER" in done.stdout
    done = typed(tmp_path, "check ./private+./evil --untrusted")
    assert "unknown-ruleset" not in done.stdout
    done = typed(tmp_path, "check ./good --untrusted")
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
def test_results_go_to_the_file_that_was_named(tmp_path: Path) -> None:
    done = typed(tmp_path, f"simulate {GAME} --games 3 --untrusted --out r.jsonl")
    assert done.returncode == 0 and (tmp_path / "r.jsonl").read_text().count("\n") == 3
    assert typed(tmp_path, f"simulate {GAME} --games 3 --untrusted --out r.jsonl").returncode == 2


@pytest.mark.slow
def test_a_game_is_saved_among_the_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_STATE", str(tmp_path / "state"))
    done = typed(tmp_path, f"play {GAME} --untrusted --seed 3", f"save {tmp_path / 'x.save'}\nquit\n")
    assert f"{tmp_path / 'x.save'} could not be written" in done.stdout.replace("\n", " ")
    (saved,) = (tmp_path / "state").rglob("tic-tac-toe-3.save")
    done = typed(tmp_path, f"play {GAME} --untrusted --resume {saved}", "quit without saving\n")
    assert done.returncode == 0 and f"Savedgame:{saved}" in "".join(done.stdout.split())


@pytest.mark.slow
@pytest.mark.parametrize("options", ["--jobs 2", "--compiler"])
def test_what_needs_other_processes_is_refused(tmp_path: Path, options: str) -> None:
    done = typed(tmp_path, f"simulate {GAME} --untrusted {options}")
    assert done.returncode == 2 and "leave out --jobs, --cluster and --compiler" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_no_confined_process_stays(tmp_path: Path, number: int) -> None:
    words = [sys.executable, "-m", "rulewright.cli", "play", GAME, "--untrusted"]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(), cwd=tmp_path
    ) as running:
        assert running.stdout is not None and running.stdout.readline()
        children = Path(f"/proc/{running.pid}/task/{running.pid}/children")
        child = int(children.read_text()) if children.exists() else 0
        os.kill(running.pid, number)
        running.wait(10)
        until = time.monotonic() + 10
        while child and alive(child) and time.monotonic() < until:
            time.sleep(0.02)
        assert not child or not alive(child)


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_the_page_on_security_names_the_limits() -> None:
    page = (Path(__file__).parents[2] / "SECURITY.md").read_text("utf-8")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in page.splitlines() if line.startswith("|")]
    table = {row[0]: dict(zip(rows[0][1:], row[1:], strict=True)) for row in rows[2:]}
    for command, limits in inside.COMMAND_LIMITS.items():
        clock = str(limits.seconds) if limits.waits else "none, it waits for people"
        assert table["seconds of computing"][command] == str(limits.seconds)
        assert table["seconds by the clock"][command] == clock
        assert table["memory (address space)"][command] == f"{limits.memory >> 30} GiB"
        assert table["size of each file that it writes"][command] == f"{limits.file >> 20} MiB"
