"""The command `rulewright`: finds the subcommand, and turns whatever goes wrong into a message and an exit code."""

from __future__ import annotations

import atexit
import gc
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click
from click.shell_completion import CompletionItem

from rulewright import __version__
from rulewright.cli import late
from rulewright.cli.commands import COMMANDS
from rulewright.cli.interrupts import obey_signals
from rulewright.cli.output import BROKEN, FINE, INTERRUPTED, LIMIT, USAGE, code_for, paint_for
from rulewright.cli.streams import open_streams
from rulewright.diagnostics import RulesError
from rulewright.diagnostics.model import escape_invisible

COMPLETE_VARIABLE = "_RULEWRIGHT_COMPLETE"
"""The environment variable through which a shell asks on Tab; click derives it from the name of the program."""
TYPED_WORDS = "rulewright.typed"
"""Where a context keeps the words that follow `rulewright`."""
COLLECTED_AFTER = (10_000, 20, 20)
"""When the collector of cycles looks through what is new, younger, and everything: most of what is made stays."""


class Commands(click.Group):
    """A group that imports a command only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of a command."""
        if cmd_name not in COMMANDS:
            return None
        found: click.Command = import_module(f"rulewright.cli.commands.{COMMANDS[cmd_name][0]}").command
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, and refuse an option that is given again where only one could count."""
        ctx.meta[TYPED_WORDS] = list(args)
        name, found, rest = super().resolve_command(ctx, args)
        if found is not None and not ctx.resilient_parsing:
            refuse_repeated(click.Context(found, ctx, name), rest)
        return name, found, rest

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Offer the commands without importing them."""
        named = [CompletionItem(name, help=text) for name, (_, text) in COMMANDS.items() if name.startswith(incomplete)]
        return named or click.Command.shell_complete(self, ctx, incomplete)

    def main(self, args: Sequence[str] | None = None, *rest: Any, **extra: Any) -> Any:
        """Run a command; the exit code is 0 fine, 1 findings, 2 usage or unreadable, 3 limit exceeded."""
        if COMPLETE_VARIABLE in os.environ:
            late.completing.register_shells()
            gc.disable()  # nothing lives long enough to be collected
        extra["standalone_mode"] = False
        extra["prog_name"] = "rulewright"
        sys.exit(run_guarded(lambda: super(Commands, self).main(args, *rest, **extra)))


def refuse_repeated(ctx: click.Context, args: list[str]) -> None:
    """Refuse what would be read and forgotten: an option that takes one value, given several times."""
    given = [one for one in ctx.command.make_parser(ctx).parse_args(list(args))[2] if isinstance(one, click.Option)]
    single = [one for one in given if not one.multiple and (one.secondary_opts or not one.is_flag)]
    again = next((one for one in single if single.count(one) > 1), None)
    if again is not None:
        raise click.UsageError(f"{again.opts[-1]} is given {single.count(again)} times, and only one can count.", ctx)


def run_guarded(run: Any) -> int:
    """Run something; whatever it raises becomes a message and an exit code."""
    try:
        result = run()
        sys.stdout.flush()
        return result if isinstance(result, int) else FINE
    except click.ClickException as problem:
        told = io.StringIO()
        problem.show(told)
        click.echo("\n".join(map(escape_invisible, told.getvalue().split("\n"))), err=True, nl=False)
        return USAGE
    except (KeyboardInterrupt, click.Abort, EOFError):
        click.echo("\nStopped.", err=True)
        return INTERRUPTED
    except Exception as problem:  # noqa: BLE001  nobody is to see a traceback
        return report_exception(problem)
    finally:
        tell_of_cache()


def report_exception(problem: Exception) -> int:
    """Say what went wrong in words and return the exit code for it."""
    if isinstance(problem, RulesError):
        print_problem(problem)
        return code_for(problem.findings)
    if isinstance(problem, RecursionError | MemoryError):
        click.echo(str(problem) or "This is larger than Rulewright takes on.", err=True)
        return LIMIT
    if isinstance(problem, FileNotFoundError) and not is_there():
        click.echo("The folder from which you typed this is gone. Go to one that is there:  cd ~", err=True)
        return USAGE
    if isinstance(problem, OSError):
        where = f"{escape_invisible(str(problem.filename))}: " if problem.filename else ""
        click.echo(f"{where}{problem.strerror or problem}", err=True)
        return USAGE
    return last_resort(problem)


def is_there() -> bool:
    """Return whether the working folder still exists."""
    try:
        os.getcwd()
    except OSError:
        return False
    return True


def print_problem(problem: RulesError) -> None:
    """Print the findings of a run; where the rules broke, below what happened until then, as everybody may read it."""
    # most findings come long before a game, which takes time to import
    before = late.log_text.until_broken(problem, None) if hasattr(problem, "log") else []
    findings = late.diagnostics_text.render_all(problem.findings, None, paint_for(sys.stderr))
    click.echo("\n".join([*before, *findings]), err=True)


def tell_of_cache() -> None:
    """Say that nothing was kept for the next time because the folder for that must not be used."""
    cache = sys.modules.get("rulewright.source.cache")
    if cache is not None and (said := cache.refusal()):
        click.echo(f"Nothing is kept for next time: the cache {said}", err=True)


def last_resort(problem: Exception) -> int:
    """Write a fault of our own to a file and ask for a report."""
    told = "".join(late.traceback.format_exception(problem))
    click.echo("Something went wrong inside Rulewright. That is our mistake, not yours.", err=True)
    try:
        number, path = late.tempfile.mkstemp(".txt", "rulewright-")
        with open(number, "w", encoding="utf-8") as file:
            file.write(f"{' '.join(sys.argv)}\n\n{told}")
        click.echo(f"Please report it and send this file along: {path}", err=True)
    except OSError:
        click.echo(f"Please report it: {type(problem).__name__}: {problem}", err=True)
    return BROKEN


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="rulewright %(version)s")
def cli() -> None:
    """Board games as plain text files: play them, change them, compare editions.

    RULESET is a folder (./my-rules) or a name, looked up in ./rulesets first, then among the shipped ones.
    """


def main() -> None:
    """Run the command line."""
    gc.set_threshold(*COLLECTED_AFTER)
    atexit.register(gc.freeze)  # a process that ends would otherwise look for garbage in all that it holds
    open_streams()
    obey_signals()
    cli()
