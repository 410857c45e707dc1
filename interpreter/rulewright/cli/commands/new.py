"""`rulewright new`: a ruleset to begin with, on top of another one or a game of its own."""

from __future__ import annotations

import shutil
import textwrap
from pathlib import Path
from string import Template

import click

from rulewright.cli import late, opening
from rulewright.cli.completing import ruleset_names
from rulewright.cli.opening import path_text
from rulewright.cli.output import FINE
from rulewright.cli.waiting import waiting_shown
from rulewright.report.layout import fold
from rulewright.source import RulesetSource, find, is_name, is_path
from rulewright.source.writing import write_text
from rulewright.workspace.about import describe_ruleset

TEMPLATES = Path(__file__).parent / "templates"
"""What is written, with words like $name in it."""

RULESETS_FOLDER = "rulesets"
"""A ruleset that is given by name is put where names are looked up first."""

FILE_PURPOSES = {
    "ruleset.yaml": "what it is called and what it stands on",
    "rules": "the rules",
    "data": "numbers that are printed",
    "scenarios": "what must come of the rules",
}


@click.command("new")
@click.argument("name")
@click.option("--on", "base", metavar="RULESET", shell_complete=ruleset_names,
              help="The ruleset that the new one changes.")  # fmt: skip
def command(name: str, base: str | None) -> int:
    """Write a small ruleset to begin with: house rules on top of a RULESET, or else a tiny game of its own.

    NAME is a name (my-rules, which comes into ./rulesets) or a folder (./games/my-rules).
    """
    folder = Path(name) if is_path(name) else Path(RULESETS_FOLDER) / name
    own = name_of(folder, name)
    if base is None:
        files = fill_template("game", {"name": own, "title": quote_text(own.replace("-", " ").capitalize())})
    else:
        with waiting_shown(f"Trying changes of {base}"):
            files = house_files(own, name, folder, opening.ruleset(base).source)
    write_files(folder, files)
    click.echo(f"Written into {path_text(folder)}:")
    for file in files:
        click.echo(f"  {file:<22}{FILE_PURPOSES[file.partition('/')[0]]}")
    if base is not None:
        click.echo("\nIt makes one small change, so that there is something to see:")
        click.echo(textwrap.indent(stated_rules(files["rules/house.rules"]), "  "))
    click.echo("\n".join(["", *fold(f"Next:  rulewright try {name}")]))
    return FINE


def name_of(folder: Path, name: str) -> str:
    """Return the name of the new ruleset; raises `click.UsageError` for one that cannot be used."""
    own = folder.name if is_path(name) else name
    if not is_name(own):
        like = "-".join("".join(c if c.isascii() and c.isalnum() else " " for c in own.lower()).split()).lstrip(
            "0123456789-"
        )
        said = f" Like this: {like}" if is_name(like) else ""
        raise click.UsageError(
            f'"{own}" is no name for a ruleset: a small letter, then small letters, digits and single hyphens.{said}'
        )
    there = folder if folder.exists() else None if is_path(name) else find(name)
    if there is not None:
        raise click.UsageError(f"{path_text(there)} is there already. Nothing was written.")
    return own


def write_files(folder: Path, files: dict[str, str]) -> None:
    """Write all files or none of them."""
    made = False
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir()
        made = True
        for file, text in files.items():
            (folder / file).parent.mkdir(exist_ok=True)
            write_text(folder / file, text)
    except OSError as problem:
        if made:
            shutil.rmtree(folder, ignore_errors=True)
        raise click.UsageError(
            f"{path_text(folder)} cannot be written: {problem.strerror or problem}. "
            f"Go to a folder of your own, or name one: rulewright new PATH/{folder.name}"
        ) from None


def fill_template(kind: str, words: dict[str, str]) -> dict[str, str]:
    """Return the files of a template, by their names in the ruleset's folder."""
    root = TEMPLATES / kind
    paths = sorted((path for path in root.rglob("*.*") if path.is_file()), key=lambda path: (len(path.parts), path))
    return {path.relative_to(root).as_posix(): Template(path.read_text("utf-8")).substitute(words) for path in paths}


def house_files(own: str, name: str, folder: Path, base: RulesetSource) -> dict[str, str]:
    """Return the files of house rules on top of a ruleset; its name must lead there from where they are written."""
    found = find(base.name, beside=folder.parent.resolve())
    if own == base.name or found is None or found.resolve() != base.folder.resolve():
        raise click.UsageError(
            f"From {path_text(folder)} the name {base.name} does not lead to {path_text(base.folder)}. "
            f"Put the new ruleset beside it, under another name."
        )
    about = describe_ruleset(base)
    words = {"name": own, "base": base.name, "title": quote_text(f"{about.title}, {own}"), "shown": name}
    proposals = late.house_rules.Proposals(base, own, about.most)
    change = proposals.first_proposal()
    examples = (
        f"## {what}\n{textwrap.indent(text, '# ', lambda _: True)}"
        for what, text in proposals.other_proposals(change.text)
    )
    words |= {
        "change": change.text,
        "examples": "#\n".join(examples).rstrip("\n"),
        "scenario": quote_text(change.title),
        "rules": f"    rules: [{', '.join(change.rules)}]\n" if change.rules else "",
        "expect": change.expect,
    }
    return fill_template("house", words)


def stated_rules(rules: str) -> str:
    """Return what a rule file says, without comments and blank lines."""
    return "\n".join(line for line in rules.split("\n") if line.strip() and not line.startswith("#"))


def quote_text(text: str) -> str:
    """Return a text quoted for a YAML file or a rule file."""
    return f'"{text}"' if '"' not in text and "\\" not in text else "'" + text.replace("'", "''") + "'"
