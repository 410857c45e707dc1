"""`seat-check`: the seats in examples/seats pass, also over a socket; a seat with a fault fails where it should."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest
from click.testing import CliRunner, Result
from example_game import PAGE, page

import rulewright as rw
from rulewright.cli.main import cli
from rulewright.players.external.checks.running import SITUATIONS

ROOT = Path(__file__).parents[2]
CARDS = str(ROOT / "examples" / "kuhn-poker")
SEATS = ROOT / "examples" / "seats"
PYTHON = SEATS / "seat.py"
FAULTS = {
    "answers every type": ('message["type"] in ("question", "error")', '"id" in message', "unknown-type"),
    "forgets errors": ('("question", "error")', '("question",)', "error-for-a-valid-answer"),
    "stays": ('elif message["type"] == "bye"', 'elif message["type"] == "byte"', "bye"),
    "needs a prompt": ("def choose(question):", 'def choose(question):\n    question["prompt"]', "least-fields"),
    "counts itself": ('id=message["id"]', "id=1", "large-ids"),
    "prints": ("for line in sys", 'print("ready", flush=True)\nfor line in sys', "greets"),
    "shouts": ('option=choose(message)["name"]', 'option=choose(message)["name"].upper()', "answers-a-question"),
    "says more": ('["name"])', '["name"])\n        print("{}")', "one-answer-each"),
    "other version": ("protocol=1", 'protocol=message.get("protocol")', "another-version"),
    "other name": ('name="highest number"', 'name=str(message.get("game"))', "several-games"),
    "ASCII": ('["name"])', '["name"].encode("ascii", "replace").decode())', "unicode"),
    "whole input": ("for line in sys.stdin.buffer:", "for line in sys.stdin.buffer.readlines():", "greets"),
}  # fmt: skip
"""Changes of the seat in Python, and a situation in which each has to fail."""


def checked(seat: str, *more: str) -> Result:
    return CliRunner().invoke(cli, ["seat-check", seat, "--rules", CARDS, *more])


def test_there_are_enough_situations() -> None:
    assert len(SITUATIONS) >= 25 and len({situation.__name__ for situation in SITUATIONS}) == len(SITUATIONS)
    assert all(situation.__doc__ and situation.__doc__[0].islower() for situation in SITUATIONS)


def test_the_seat_in_python_is_short() -> None:
    text = PYTHON.read_text("utf-8")
    assert len(text.splitlines()) <= 30 and "rulewright" not in text


@pytest.mark.slow
def test_the_game_on_the_page_is_what_is_said() -> None:
    assert PAGE.read_text("utf-8") == page(), "python tests/outside/example_game.py writes it anew"


@pytest.mark.slow
@pytest.mark.parametrize(("language", "seat"), [(sys.executable, "seat.py"), ("node", "seat.js")])
def test_the_examples_pass(language: str, seat: str) -> None:
    if shutil.which(language) is None:
        pytest.skip(f"{language} is not installed here, so {seat} is not tried")
    done = checked(f"{language} {SEATS / seat}", "--games", "2")
    assert done.exit_code == 0, done.output
    assert f"The seat passed in {len(SITUATIONS) + 2} situations." in done.output


@pytest.mark.slow
@pytest.mark.parametrize(("old", "new", "where"), FAULTS.values(), ids=FAULTS)
def test_a_faulty_seat_fails(old: str, new: str, where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    situation = next(one for one in SITUATIONS if one.__name__.replace("_", "-") == where)
    monkeypatch.setattr("rulewright.players.external.checks.running.SITUATIONS", (situation,))
    text = PYTHON.read_text("utf-8")
    assert old in text
    (tmp_path / "seat.py").write_text(text.replace(old, new), "utf-8")
    done = checked(f"{sys.executable} {tmp_path / 'seat.py'}", "--json", "--games", "0")
    found = json.loads(done.output)
    assert done.exit_code == 1 and found["failed"] == 1
    (one,) = found["checks"]
    assert one["name"] == where and not one["passed"] and one["cause"] and one["remedy"]


@pytest.mark.slow
def test_what_went_wrong_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.players.external.checks.running.SITUATIONS", SITUATIONS[:1])
    done = checked(f'{sys.executable} -S -c "raise SystemExit(7)"')
    assert done.exit_code == 1
    lines = done.output.splitlines()
    assert lines[0].startswith("FAILED  answers the greeting") and lines[1].strip() == "It ended with exit code 7."
    assert "FAILED  plays game 1 of kuhn-poker in all 2 seats" in done.output
    assert "The seat failed in 2 of 2 situations." in done.output


@pytest.mark.parametrize(
    ("seat", "said"),
    [
        ("", "no command stands behind cmd:"), ("./nowhere", 'there is no command "./nowhere"'),
        ("tcp:nowhere", "a host and a port"), ("tcp:here:99999", "a host and a port"),
        ('"', "close the quotation marks"),
        ("cmd:0s:ls", "0 seconds are no time limit"), (str(PYTHON.parent), "there is no command"),
    ],
)  # fmt: skip
def test_a_seat_that_cannot_be_meant(seat: str, said: str) -> None:
    kind = seat if seat[:3] in ("cmd", "tcp") else f"cmd:{seat}"
    with pytest.raises(rw.RulesError) as caught:
        rw.simulate(CARDS, games=1, seats=[kind])
    (finding,) = caught.value.findings
    assert finding.code == "seat-unusable" and said in " ".join([finding.message, *finding.remedy]).lower()


@pytest.mark.slow
def test_the_api_takes_it() -> None:
    (record,) = rw.simulate(CARDS, games=1, seats=[f"cmd:{sys.executable} -S {PYTHON}"]).games
    assert record.failure == "" and record.faults == []


@pytest.mark.slow
def test_the_commands_take_it() -> None:
    done = CliRunner().invoke(cli, ["simulate", CARDS, "--games", "2", "--jobs", "1", "--seat", "cmd:false"])
    assert done.exit_code == 1 and "was replaced by chance: it ended with exit code 1" in " ".join(done.output.split())
    done = CliRunner().invoke(cli, ["compare", CARDS, CARDS, "--games", "2", "--jobs", "1", "--seat", "cmd:false"])
    assert done.exit_code == 1 and "was replaced by chance" in " ".join(done.output.split())
    refused = CliRunner().invoke(cli, ["simulate", CARDS, "--seat", "cmd:false", "--cluster", "local:1"])
    assert refused.exit_code == 2 and "cannot be sent to a cluster" in refused.output


@pytest.mark.slow
def test_no_fault_ends_an_arena() -> None:
    """Each program fails in its own way; every game comes to its end, and is counted with the reason beside it."""
    faulty = f"cmd:1s:{sys.executable} -S {Path(__file__).with_name('faulty.py')}"
    kinds = [
        f"{faulty} {fault}" for fault in ("hangs", "crashes", "huge-line", "flood", "closes-output", "leaves-children")
    ]
    words = ["arena", CARDS, "--games", "4", "--jobs", "2", "--format", "json", "--pairs"]
    done = CliRunner().invoke(cli, [*words, *(word for kind in kinds for word in ("--seat", kind))])
    found = json.loads(done.output[done.output.index("{") :])
    assert done.exit_code == 1 and found["broken"] == [] and len(found["kinds"]) == len(kinds)
    assert found["games"] == found["counted"] > 0
    blamed = {kind for kind in kinds for one in found["replaced"] if f"({kind}) was" in one["said"]}
    assert blamed == set(kinds[:-1])


@pytest.mark.slow
def test_at_a_table_a_person_reads_what_was_wrong_with_a_seat() -> None:
    words = ["play", CARDS, "--plain", "--seed", "4", "--seat", "person", "--seat", "cmd:false"]
    done = CliRunner().invoke(cli, words, input="bet\n")
    assert "Other (cmd:false) was replaced by chance: it ended with exit code 1." in done.output
    assert "The game is over." in done.output


@pytest.mark.slow
def test_a_file_of_results_starts_no_program(tmp_path: Path) -> None:
    file, mark = tmp_path / "games.jsonl", tmp_path / "mark"
    words = ["simulate", CARDS, "--games", "1", "--jobs", "1", "--seat", "cmd:false", "--out", str(file)]
    CliRunner().invoke(cli, words)
    file.write_text(file.read_text("utf-8").replace("cmd:false", f"cmd:touch {mark}"), "utf-8")
    done = CliRunner().invoke(cli, ["replay", str(file), "--game", "1", "--rules", CARDS])
    assert done.exit_code == 1 and "only that program knows how it decided" in " ".join(done.output.split())
    assert not mark.exists()


@contextmanager
def listening() -> Iterator[int]:
    """Serve seats at a port: each connection is one process."""
    server = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                connection, _ = server.accept()
            except OSError:
                return
            with connection:
                subprocess.run([sys.executable, "-S", PYTHON], stdin=connection, stdout=connection, check=False)

    Thread(target=serve, daemon=True).start()
    yield server.getsockname()[1]
    server.shutdown(socket.SHUT_RDWR)
    server.close()


@pytest.mark.slow
def test_a_seat_at_a_socket_passes() -> None:
    with listening() as port:
        done = checked(f"tcp:127.0.0.1:{port}", "--games", "0")
    assert done.exit_code == 0, done.output


def test_a_socket_where_nobody_listens() -> None:
    with listening() as port:
        pass
    (record,) = rw.simulate(CARDS, games=1, seats=[f"tcp:127.0.0.1:{port}"]).games
    assert record.failure == "" and "nothing answers at 127.0.0.1" in record.faults[0]
