"""Whatever happens to a cluster, each unit comes back once, in order, and none that was finished is worked on again."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from math import isqrt
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest

pytest.importorskip("distributed")

from dask_processes import LONG, Dask, Squares, dask, end, until

import rulewright
from rulewright.jobs import address as address_of
from rulewright.jobs import connecting
from rulewright.jobs.cluster import Cluster
from rulewright.jobs.job import ClusterError, Finished, Job, Lost
from rulewright.jobs.journal import Codec, JobJournal
from rulewright.jobs.run import run_job

sys.path.append(str(Path(__file__).parents[1] / "compare"))
import shop  # noqa: E402

pytestmark = pytest.mark.skipif(not hasattr(os, "killpg"), reason="processes are killed by POSIX signals")
CODEC: Codec[list[int]] = Codec(lambda result: [*result], lambda plain: plain, lambda result: map(isqrt, result))
GAME = Path(__file__).parents[2] / "examples" / "liars-dice"


class Run:
    """A run of numbers to be squared, with a journal, on a cluster."""

    def __init__(self, folder: Path, address: str, items: int = 300, largest: int = 5, **squares: int) -> None:
        self.log, self.items = folder / "squared.txt", items
        self.path = folder / "squares.journal"
        self.log.touch()
        journal = JobJournal(self.path, {}, CODEC, resume=False)
        job = Job(Squares(str(self.log), **squares), range(items), largest)
        self.target = Cluster[list[int]](address)
        self.outcomes = run_job(job, self.target, journal)
        self.found: list[Finished[list[int]] | Lost] = []

    def take(self, number: int) -> None:
        """Take in some units."""
        for _ in range(number):
            self.found.append(next(self.outcomes))

    def finish(self) -> None:
        """Take in what is left."""
        self.found.extend(self.outcomes)

    def check(self, lost: int | None = None) -> Counter[int]:
        """Every number came back once, in order; nothing in the journal is there twice. Return what was squared."""
        assert [n for one in self.found for n in one.unit] == [*range(self.items)]
        results = [n for one in self.found if isinstance(one, Finished) for n in one.result]
        missing = {n for one in self.found if isinstance(one, Lost) for n in one.unit}
        assert results == [n * n for n in range(self.items) if n not in missing]
        assert missing == (set() if lost is None else {lost})
        assert sorted(journalled(self.path)) == [n for n in range(self.items) if n not in missing]
        return squared(self.log)


def journalled(path: Path) -> list[int]:
    """The items of all whole lines of a journal."""
    lines = [line for line in path.read_bytes().splitlines(keepends=True)[1:] if line.endswith(b"\n")]
    return [item for line in lines for item in range(*json.loads(line)["unit"])]


def squared(log: Path) -> Counter[int]:
    return Counter(map(int, log.read_text("utf-8").split()))


@pytest.fixture(autouse=True)
def nothing_hangs() -> Iterator[None]:
    def late(*_: object) -> None:
        raise TimeoutError("the test hangs")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(int(5 * LONG))
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Dask]:
    with dask(tmp_path, 2) as cluster:
        yield cluster


# ---- equal bytes


def simulate(out: Path, *options: str, games: str = "300", environment: Mapping[str, str] | None = None) -> bytes:
    words = [sys.executable, "-m", "rulewright.cli", "simulate", str(GAME), "--games", games, "--no-compiler"]
    words += ["--out", str(out), *options]
    run = subprocess.run(words, env=environment, capture_output=True, timeout=LONG, check=False)
    assert run.returncode == 0, run.stderr
    return out.read_bytes()


@pytest.mark.slow
def test_a_cluster_started_here_plays_the_same_games(tmp_path: Path) -> None:
    here = simulate(tmp_path / "here.jsonl", "--jobs", "1")
    assert simulate(tmp_path / "there.jsonl", "--cluster", "local:1") == here


@pytest.mark.slow
def test_all_clusters_play_the_same_games(tmp_path: Path, two: Dask) -> None:
    here = simulate(tmp_path / "here.jsonl", "--jobs", "1")
    for number, cluster in enumerate(["local:2", "local:4", two.address, str(two.file)]):
        assert simulate(tmp_path / f"{number}.jsonl", "--cluster", cluster) == here, cluster


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ["compare", str(GAME), str(GAME), "--games", "30", "--all", "--no-compiler", "--format", "json"],
        ["mutate", str(GAME.parent / "tic-tac-toe"), "--again", "--sample", "40"],
        ["try", str(GAME), "--games", "50"],
        ["diverge", "./shop", "./new-shop", "clown"],
        ["diverge", "./shop", "./new-shop", "--each", "--games", "100"],
    ],
)
def test_other_commands_find_the_same(
    words: list[str], two: Dask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shop.write(tmp_path)

    def found(*options: str) -> list[bytes]:
        command = [sys.executable, "-m", "rulewright.cli", *words, *options]
        run = subprocess.run(command, capture_output=True, timeout=LONG, check=False)
        assert not run.stderr
        assert run.stdout
        return [line for line in run.stdout.splitlines() if b" seconds" not in line]

    assert found("--cluster", two.address) == found("--jobs", "1")


# ---- workers


@pytest.mark.slow
def test_workers_that_are_killed_join_and_leave(two: Dask, tmp_path: Path) -> None:
    run, random = Run(tmp_path, two.address), Random(1)
    for _ in range(5):
        run.take(random.randrange(3, 8))
        two.signal(random.choice([n for n, worker in enumerate(two.workers) if worker.poll() is None]), signal.SIGKILL)
        two.join()
    run.take(2)
    two.signal(len(two.workers) - 1, signal.SIGTERM)
    run.finish()
    again = {number: times for number, times in run.check().items() if times > 1}
    assert sum(again.values()) <= 6 * 2 * 5 * 2, "only what a killed worker had is worked on again"


@pytest.mark.slow
def test_a_frozen_worker_is_not_waited_for(two: Dask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connecting, "SILENT_SECONDS", 4.0)
    monkeypatch.setattr("rulewright.jobs.cluster.ANSWER_SECONDS", 4.0)
    run = Run(tmp_path, two.address)
    run.take(5)
    two.signal(0, signal.SIGSTOP)
    run.finish()
    two.signal(0, signal.SIGCONT)
    run.check()


@pytest.mark.slow
def test_a_cluster_started_here_that_has_lost_its_workers_gets_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connecting, "START_SECONDS", 3.0)
    run = Run(tmp_path, "local:1")
    run.take(5)
    started = run.target.connection._started
    assert started is not None
    started.scale(0)
    until(lambda: not started.workers, "the worker stays")
    run.finish()
    run.check()


@pytest.mark.slow
def test_what_only_a_worker_that_is_gone_may_do_is_done_by_another(two: Dask, tmp_path: Path) -> None:
    """Dask keeps a call that names a worker for ever when there is none at all for a moment."""
    run = Run(tmp_path, two.address)
    run.take(1)
    connection = run.target.connection

    def submit_to_one(function: Callable[..., object], arguments: tuple[object, ...], worker: str = "") -> Any:
        return whole(function, arguments, min(connection.usable, default=""))

    whole = connection.submit
    connection.submit = submit_to_one  # type: ignore[method-assign]
    run.take(3)
    two.signal(0, signal.SIGKILL)
    two.signal(1, signal.SIGKILL)
    until(lambda: two.said().count("Remove worker") >= 2, two.said())
    two.join()
    run.finish()
    run.check()


@pytest.mark.slow
@pytest.mark.parametrize("nannies", [True, False])
def test_a_unit_that_kills_every_worker_is_reported(nannies: bool, tmp_path: Path) -> None:
    with dask(tmp_path, 0) as cluster:
        if nannies:
            cluster.join_nanny("1GiB")
        run = Run(tmp_path, cluster.address if nannies else "local:2", items=60, largest=1, deadly=20)
        run.finish()
        run.check(lost=20)
        assert [one.tries for one in run.found if isinstance(one, Lost)] == [6]


@pytest.mark.slow
def test_a_unit_that_takes_all_memory_is_reported(tmp_path: Path) -> None:
    with dask(tmp_path, 0) as cluster:
        cluster.join_nanny("400MiB")
        run = Run(tmp_path, cluster.address, items=10, largest=1, hungry=3)
        run.finish()
        run.check(lost=3)


@pytest.mark.slow
def test_workers_with_another_version_are_named_and_not_used(
    two: Dask, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other"
    (other / "rulewright-0.0.1.dist-info").mkdir(parents=True)
    (other / "rulewright-0.0.1.dist-info" / "METADATA").write_text("Name: rulewright\nVersion: 0.0.1\n", "utf-8")
    (other / "rulewright").mkdir()
    (other / "rulewright" / "__init__.py").write_text("__version__ = '0.0.1'\n", "utf-8")
    two.join([other])
    run = Run(tmp_path, two.address)
    run.take(3)
    two.join([other])
    until(lambda: two.said().count("Register worker") == 4, two.said())
    run.finish()
    run.check()
    said = capsys.readouterr().err
    assert said.count(f"has Rulewright 0.0.1; here it is {rulewright.__version__}. It is not used.") == 2, said


@pytest.mark.slow
def test_workers_with_other_files_of_the_same_version_are_named_and_not_used(
    two: Dask, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other, here = tmp_path / "other", Path(rulewright.__file__).parent
    shutil.copytree(here, other / "rulewright", ignore=shutil.ignore_patterns("__pycache__"))
    with (other / "rulewright" / "chance.py").open("a", encoding="utf-8") as file:
        file.write("# other code\n")
    two.join([other])
    until(lambda: two.said().count("Register worker") == 3, two.said())
    run = Run(tmp_path, two.address)
    run.finish()
    run.check()
    said = capsys.readouterr().err
    assert said.count(f"has Rulewright {rulewright.__version__} with other files than here. It is not used.") == 1, said


# ---- the scheduler, and the client


@pytest.mark.slow
def test_a_scheduler_that_is_restarted_is_found_again(
    two: Dask, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(tmp_path, two.address)
    run.take(10)
    before = {*journalled(run.path)}
    two.kill_scheduler()
    two.start()
    two.join()
    two.join()
    run.finish()
    counts = run.check()
    assert all(counts[number] == 1 for number in before)
    assert "is gone. Looking for it again." in capsys.readouterr().err


@pytest.mark.slow
def test_a_client_that_is_killed_goes_on(two: Dask, tmp_path: Path) -> None:
    here, out = simulate(tmp_path / "here.jsonl", "--jobs", "1", games="4000"), tmp_path / "there.jsonl"
    journal, random = Path(f"{out}.journal"), Random(2)
    words = [sys.executable, "-m", "rulewright.cli", "simulate", str(GAME), "--games", "4000", "--no-compiler"]
    words += ["--out", str(out), "--cluster", two.address]
    kept, kills, most = 1, 0, int(os.environ.get("RULEWRIGHT_KILLS", "3"))
    for _ in range(10 * most):
        options = ["--resume"] if journal.exists() else ["--force"]
        client = subprocess.Popen([*words, *options], start_new_session=True, stdout=subprocess.DEVNULL)
        wanted = kept + random.randrange(3)
        until(lambda: client.poll() is not None or lines(journal) > wanted, two.said())  # noqa: B023
        kills += client.poll() is None
        end(client)
        kept = max(1, lines(journal))
        if kills == most:
            break
    assert kills == most
    if journal.exists():
        items = journalled(journal)
        assert len(items) == len(set(items))
        simulate(out, "--cluster", two.address, "--resume", games="4000")
    assert out.read_bytes() == here


def lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


# ---- encrypted


def certificate(folder: Path) -> dict[str, Path]:
    """A certificate that has signed itself, which is all that a cluster of one owner needs."""
    names = {"ca-file": folder / "cert.pem", "cert": folder / "cert.pem", "key": folder / "key.pem"}
    made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc"]
    made += ["-subj", "/CN=cluster", "-days", "2", "-keyout", str(names["key"]), "-out", str(names["cert"])]
    subprocess.run(made, check=True, capture_output=True)
    return names


def configured(names: Mapping[str, Path]) -> dict[str, str]:
    """An environment with the certificates of a client, as RUNNING.md describes it."""
    own = {"CA_FILE": names["ca-file"], "CLIENT__CERT": names["cert"], "CLIENT__KEY": names["key"]}
    return {**os.environ, **{f"DASK_DISTRIBUTED__COMM__TLS__{name}": str(path) for name, path in own.items()}}


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificates")
def test_only_who_has_the_certificate_is_let_in(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    names, others = certificate(tmp_path), certificate(tmp_path / "other")
    here = simulate(tmp_path / "here.jsonl", "--jobs", "1")
    options = [word for name, path in names.items() for word in (f"--tls-{name}", str(path))]
    with dask(tmp_path, 2, options) as cluster:
        out = tmp_path / "there.jsonl"
        assert simulate(out, "--cluster", cluster.address, environment=configured(names)) == here
        words = [sys.executable, "-m", "rulewright.cli", "simulate", str(GAME), "--cluster", cluster.address]
        for environment, said in ((None, "ssl_context"), (configured(others), "CERTIFICATE_VERIFY_FAILED")):
            run = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=LONG, check=False)
            assert run.returncode == 2 and said in run.stderr, run.stderr
            assert "no encrypted connection to tls://" in run.stderr and "distributed.comm.tls" in run.stderr


# ---- refused


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("local:none", "does not say how many workers to start: local:4"),
        ("local:0", "does not say how many workers to start: local:4"),
        ("nowhere.json", "is neither an address"),
        ("http://127.0.0.1:1", "does not lead to a Dask scheduler (ValueError: unknown address scheme"),
        ("broken.json", "is not a file that a Dask scheduler has written"),
        ("tcp://127.0.0.1:1", "no Dask scheduler answers at tcp://127.0.0.1:1"),
        ("tcp://nowhere", "ValueError: missing port number"),
        ("carrier-pigeon://coop:1", "carrier-pigeon"),
    ],
)
def test_a_cluster_that_cannot_be_is_refused(
    address: str, said: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(address_of, "ANSWER_SECONDS", 0.5)
    monkeypatch.chdir(tmp_path)
    Path("broken.json").write_text("{}", "utf-8")
    with pytest.raises(ClusterError, match=re.escape(said)):
        next(run_job(Job(Squares(str(tmp_path / "log")), range(3)), Cluster(address)))


@pytest.mark.slow
def test_a_port_that_speaks_another_protocol_is_refused() -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    Thread(target=server.serve_forever, daemon=True).start()
    words = [sys.executable, "-m", "rulewright.cli", "simulate", str(GAME), "--cluster"]
    address = f"tcp://127.0.0.1:{server.server_port}"
    run = subprocess.run([*words, address], capture_output=True, text=True, timeout=LONG, check=False)
    server.shutdown()
    assert run.returncode == 2 and f"what answers at {address} is not a Dask scheduler." in run.stderr


def test_what_must_be_installed_for_a_cluster_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match=re.escape('pip install "rulewright[cluster]"')):
        connecting.ClusterConnection("local:2")
