"""Which tests run: by default the quick tier, that is those not marked `slow`; with `--all` every test.

A file or test that is named on the command line runs as a whole, its slow tests included.
"""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

os.environ["RULEWRIGHT_STATE"] = "off"
"""No test leaves an unfinished game where the user keeps his own; those that are about them have a folder of theirs."""

if sys.dont_write_bytecode:
    # Tests start the program hundreds of times: it is compiled once for all of them, and not into the checkout.
    COMPILED = tempfile.TemporaryDirectory(prefix="rulewright-compiled-")
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = COMPILED.name
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False

MOST_SECONDS = 900
"""A test that takes longer hangs, and fails; `.ci/long` has tests that take hours."""

DESELECTED = pytest.StashKey[int]()
"""How many slow tests were left out."""


def forget_workspace() -> None:
    """Drop what commands have read in this process."""
    opening = sys.modules.get("rulewright.cli.opening")
    if opening is not None:
        opening.space.cache_clear()


@pytest.fixture(autouse=True)
def _one_width() -> Iterator[None]:
    """Lines are as wide as by default again after a test that played at a narrow or wide terminal."""
    yield
    layout = sys.modules.get("rulewright.report.layout")
    if layout is not None:
        layout.use_width(layout.WIDTH)


@pytest.fixture(autouse=True)
def _one_workspace_for_each_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A command runs in one folder, to which its workspace belongs: tests that change the folder need another one."""
    start, chdir = os.getcwd(), monkeypatch.chdir

    def moved(path: str | os.PathLike[str]) -> None:
        chdir(path)
        forget_workspace()

    monkeypatch.chdir = moved  # type: ignore[method-assign]
    yield
    if os.getcwd() != start:
        forget_workspace()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="run the slow tests as well: everything that CI runs")


def quick_only(config: pytest.Config) -> bool:
    """Whether slow tests are left out; `-m` with the marker in it decides for itself."""
    return not config.getoption("--all") and "slow" not in config.getoption("markexpr")


def pytest_configure(config: pytest.Config) -> None:
    """Have C compiled with less optimization than usual, which takes longer than most tests play.

    `.ci/long` compiles as users do.
    """
    if not named_files(config) and shutil.which("cc") and "RULEWRIGHT_LONG" not in os.environ:
        os.environ.setdefault("CC", "cc -O0" if quick_only(config) else "cc -O1")


def named_files(config: pytest.Config) -> set[Path]:
    """Return the files that are named on the command line, or of which a test is."""
    arguments = (argument.partition("::")[0] for argument in config.getoption("file_or_dir"))
    paths = (config.invocation_params.dir / argument for argument in arguments)
    return {path.resolve() for path in paths if path.is_file()}


@pytest.hookimpl(trylast=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Name the tier, also with `-q`, where pytest prints no header."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and not hasattr(session.config, "workerinput"):
        reporter.write_line(tier(session.config))


def tier(config: pytest.Config) -> str:
    if config.getoption("--all"):
        return "tier: all tests, with a sample of what .ci/long runs"
    if not quick_only(config):
        return "tier: as -m selects"
    return "tier: quick, without the slow tests of files that are not named; pytest --all runs every test"


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Search for garbage rarely, and not at all while tests are collected: all that is made then stays."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(20_000)
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    """Let a test that hangs fail: a run that is cut off for its length would not name it."""
    if not hasattr(signal, "SIGALRM") or "RULEWRIGHT_LONG" in os.environ:
        return (yield)

    def fail(number: int, frame: FrameType | None) -> None:
        pytest.fail(f"not over after {MOST_SECONDS} seconds")

    before = signal.signal(signal.SIGALRM, fail)
    signal.alarm(MOST_SECONDS)
    try:
        return (yield)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    named = named_files(config)
    slow = [item for item in items if quick_only(config) and item.get_closest_marker("slow") and item.path not in named]
    if slow:
        left_out = set(slow)
        items[:] = [item for item in items if item not in left_out]
        config.hook.pytest_deselected(items=slow)
    config.stash[DESELECTED] = len(slow)
    items.sort(key=expected_order(items))
    if hasattr(config, "workeroutput"):
        config.workeroutput["slow"] = len(slow)


def expected_order(items: list[pytest.Item]) -> Callable[[pytest.Item], int]:
    """Return a key that puts files with few slow tests first: one such test may take minutes.

    A file is run by one process, so a long one that begins last keeps all others waiting.
    """
    number = Counter(item.path for item in items if item.get_closest_marker("slow"))
    return lambda item: number[item.path] or len(items)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over the number from a worker: every worker collects the same tests."""
    node.config.stash[DESELECTED] = getattr(node, "workeroutput", {}).get("slow", 0)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    number = config.stash.get(DESELECTED, 0)
    if number:
        terminalreporter.write_line(f"slow tests deselected: {number:,}; pytest --all runs them", yellow=True)
    skipped = (report.longrepr for report in terminalreporter.stats.get("skipped", []))
    for reason in sorted({place[2] for place in skipped if isinstance(place, tuple) and "NOT tested" in place[2]}):
        terminalreporter.write_line(reason.removeprefix("Skipped: "), yellow=True)
