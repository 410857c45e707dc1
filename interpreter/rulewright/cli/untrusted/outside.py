"""The option `--untrusted`: runs the command again in a confined process, waits for it, and says what ended it."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import click

from rulewright.cli import late
from rulewright.cli.main import TYPED_WORDS
from rulewright.cli.output import BROKEN, LIMIT
from rulewright.cli.untrusted import inside
from rulewright.jobs.shutdown import interrupts_ignored


def untrusted_option() -> Callable[[Any], Any]:
    """Return the option `--untrusted`; the command calls `inside.enter_confinement` before it reads any rules."""
    return click.option(
        "--untrusted", is_flag=True, is_eager=True, expose_value=False, callback=_run_confined,
        help="For rules of somebody you do not know: limit time and memory, and write nowhere but in one folder.",
    )  # fmt: skip


def _run_confined(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if not value or ctx.resilient_parsing or inside.is_confined():  # a shell that completes runs nothing
        return
    if sys.platform == "win32":
        raise click.UsageError("--untrusted is not possible here: Windows has no such limits.")
    ctx.exit(run_command(ctx.meta[TYPED_WORDS]))


def run_command(typed: Sequence[str]) -> int:
    """Run a command in a confined process and return its exit code."""
    folder = Path(late.tempfile.mkdtemp(prefix="rulewright-"))
    code = BROKEN
    try:
        code = _wait_for(typed, folder)
    finally:
        if code != BROKEN:  # a report about a mistake of our own may lie there
            late.shutil.rmtree(folder, ignore_errors=True)
    return code


def _wait_for(typed: Sequence[str], folder: Path) -> int:
    # -P: no module is imported from the folder in which the command is typed, which may be that of the rules
    start = f"from {inside.__name__} import main; main()"
    child = late.subprocess.Popen([sys.executable, "-P", "-c", start, str(folder), *typed])
    limits = inside.COMMAND_LIMITS[typed[0]]
    with interrupts_ignored(), _passed_on(child):  # Ctrl-C reaches the child by itself
        try:
            code = child.wait(limits.seconds if limits.waits else None)
        except late.subprocess.TimeoutExpired:
            child.kill()
            child.wait()
            code = -signal.SIGXCPU
    if code >= 0:
        return code
    return _exit_code(typed[0], limits, -code)


@contextmanager
def _passed_on(child: late.subprocess.Popen[bytes]) -> Iterator[None]:
    """Let what ends this process end the child."""

    def pass_on(number: int, frame: FrameType | None) -> None:
        child.send_signal(number)

    before = {number: signal.signal(number, pass_on) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _exit_code(command: str, limits: inside.ProcessLimits, number: int) -> int:
    """Say which signal ended a confined process, and return the exit code for it."""
    if number == signal.SIGXCPU:
        click.echo(f"Stopped: {command} --untrusted may take {limits.seconds} seconds.", err=True)
        return LIMIT
    if number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        return 128 + number
    click.echo(f"Stopped: {signal.Signals(number).name} ended the confined process.", err=True)
    return BROKEN
