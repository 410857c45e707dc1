"""Targets on this machine: this process alone, or several at a time."""

from __future__ import annotations

import os
import sys
from typing import Any

from rulewright.jobs import late
from rulewright.jobs.in_process import InProcess
from rulewright.jobs.job import Target


def usable_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def on_this_machine(jobs: int) -> Target[Any]:
    """Return a target with a number of processes; a browser has none besides its own."""
    return late.processes.Processes(jobs) if jobs > 1 and sys.platform != "emscripten" else InProcess()
