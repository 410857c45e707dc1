"""`rulewright lsp`: the language server, for editors."""

from __future__ import annotations

import os
import sys

import click

from rulewright.cli import late
from rulewright.cli.output import FINE

INSTALL = 'pip install "rulewright[editor]"'


@click.command("lsp")
def command() -> int:
    """Answer an editor over standard input and output, as the Language Server Protocol has it."""
    try:
        server = late.lsp_answers.server()
    except ImportError:
        raise click.UsageError(f"the language server needs pygls, which is not installed: {INSTALL}") from None
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what else is printed must not come between the answers
    server.start_io(stdout=answers)
    return FINE
