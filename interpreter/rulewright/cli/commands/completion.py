"""`rulewright completion`: the script with which a shell completes what is typed."""

from __future__ import annotations

import sys

import click
from click.shell_completion import get_completion_class

from rulewright.cli.completing import register_shells
from rulewright.cli.main import COMPLETE_VARIABLE, cli
from rulewright.cli.output import FINE, paint_for

SHELL_SETUP = {
    "bash": ("~/.bashrc", 'eval "$(rulewright completion bash)"'),
    "zsh": ("~/.zshrc", 'eval "$(rulewright completion zsh)"'),
    "fish": ("~/.config/fish/completions/rulewright.fish", "rulewright completion fish | source"),
}
"""By shell, the file and the line to put into it."""


@click.command("completion")
@click.argument("shell", type=click.Choice(list(SHELL_SETUP)))
def command(shell: str) -> int:
    """Print what lets SHELL complete rulesets, rules, scenarios and options on Tab.

    \b
    bash: put into ~/.bashrc:  eval "$(rulewright completion bash)"
    zsh: put into ~/.zshrc:  eval "$(rulewright completion zsh)"
    fish: put into ~/.config/fish/completions/rulewright.fish:  rulewright completion fish | source
    """
    register_shells()
    found = get_completion_class(shell)
    assert found is not None
    click.echo(found(cli, {}, "rulewright", COMPLETE_VARIABLE).source())
    if sys.stdout.isatty():
        file, line = SHELL_SETUP[shell]
        click.echo(paint_for(sys.stderr)("quiet", f"To use this, put into {file}:  {line}"), err=True)
    return FINE
