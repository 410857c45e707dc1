"""Completion in a shell: what fits where a ruleset, a rule, a scenario or a language is typed.

click asks these functions on Tab. What is wrong with a ruleset is said when the command runs: here it only means that
nothing is offered.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from functools import wraps

import click
from click.shell_completion import BashComplete, CompletionItem, FishComplete, add_completion_class, split_arg_string

from rulewright.cli import late
from rulewright.diagnostics import RulesError

Items = list[CompletionItem]
Completer = Callable[[click.Context, click.Parameter, str], Items]


def complete_words(words: Callable[[click.Context, str], Iterable[str]]) -> Completer:
    """Turn a function that returns words into what click calls; only those that begin as typed are offered."""

    @wraps(words)
    def complete(ctx: click.Context, param: click.Parameter, typed: str) -> Items:
        try:
            found = sorted(set(words(ctx, typed)))
        except (RulesError, OSError):
            return []
        return [CompletionItem(word) for word in found if word.startswith(typed)]

    return complete


def or_folder(names: Completer) -> Completer:
    """Let the shell offer folders where one is being typed instead of a name."""

    @wraps(names)
    def complete(ctx: click.Context, param: click.Parameter, typed: str) -> Items:
        return [CompletionItem(typed, type="dir")] if late.folders.is_path(typed) else names(ctx, param, typed)

    return complete


def _ruleset_typed(ctx: click.Context) -> str | None:
    """Return the ruleset that is already typed."""
    named = ctx.params.get("ruleset") or ctx.params.get("names") or ctx.args  # behind an option click keeps it there
    return named if isinstance(named, str) else next(iter(named), None)


@or_folder
@complete_words
def ruleset_names(ctx: click.Context, typed: str) -> Iterable[str]:
    """Return the rulesets that are here, also behind the + of a stack."""
    below, plus, _ = typed.rpartition("+")
    return (f"{below}{plus}{name}" for name in late.folders.available())


@complete_words
def rule_names(ctx: click.Context, typed: str) -> Iterable[str]:
    """Return the full names of everything in a ruleset and below it; the last word of a name where that is typed."""
    ruleset = _ruleset_typed(ctx)
    return _names_in(ruleset, typed) if ruleset else ()


@or_folder
@complete_words
def ruleset_or_rule_names(ctx: click.Context, typed: str) -> Iterable[str]:
    """Return rulesets, then the names in the one that is typed."""
    ruleset = _ruleset_typed(ctx)
    return _names_in(ruleset, typed) if ruleset else late.folders.available()


def _names_in(ruleset: str, typed: str) -> Iterable[str]:
    sources = late.layers.layers_of(late.opening.ruleset(ruleset).source)
    names = {name for source in sources for name in late.definitions.names_in(source)}
    return names if typed and "." not in typed else (name for name in names if "." in name)


@complete_words
def scenario_names(ctx: click.Context, typed: str) -> Iterable[str]:
    """Return the names of the scenarios of a ruleset."""
    ruleset = _ruleset_typed(ctx)
    source = late.opening.ruleset(ruleset).source if ruleset else None
    if source is None:
        return ()
    passages = source.passages()
    return (one.name.text for file in source.scenario_files for one in late.scenario_files.read_file(file, passages))


def saved_games(ctx: click.Context, param: click.Parameter, typed: str) -> Items:
    """Let the shell offer files, and offer rulesets, whose games can be verified."""
    return ruleset_names(ctx, param, typed) or [CompletionItem(typed, type="file")]


@complete_words
def language_names(ctx: click.Context, typed: str) -> Iterable[str]:
    """Return the languages of a ruleset."""
    ruleset = _ruleset_typed(ctx)
    return late.opening.ruleset(ruleset).source.languages if ruleset else ()


@complete_words
def seat_kinds(ctx: click.Context, typed: str) -> Iterable[str]:
    """Return the kinds of seat that are built in, and the plans of the ruleset and below it."""
    ruleset = _ruleset_typed(ctx)
    sources = late.layers.layers_of(late.opening.ruleset(ruleset).source) if ruleset else ()
    plans = (data.word("name").text for source in sources for data in source.seat_data if data.kind == "seat")
    return (*late.seat_kinds.KINDS, *(f"level:{level}" for level in range(1, 6)), *plans)


@complete_words
def reference_words(ctx: click.Context, typed: str) -> Iterable[str]:
    """Return the words of the reference."""
    return late.reference.explained_words()


class Bash(BashComplete):
    """bash takes a completion as it is, so blanks and signs are escaped here, except within quotes."""

    quoted = False

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words before the cursor, and the one there; remember whether it begins with a quote."""
        words, at = os.environ["COMP_WORDS"].split("\n"), int(os.environ["COMP_CWORD"])
        typed = words[at] if at < len(words) else ""
        self.quoted = typed[:1] in ("'", '"')
        return [split_arg_string(word)[0] for word in words[1:at] if word], "".join(split_arg_string(typed))

    def format_completion(self, item: CompletionItem) -> str:
        """Return the line that the script reads, which takes a backslash before a backslash away."""
        bare = self.quoted or item.type != "plain"
        value = item.value if bare else re.sub(r"([^\w@%+=:,./-])", r"\\\\\1", item.value)
        return f"{item.type},{value}"


class Fish(FishComplete):
    """fish, for which click's script cuts a completion at its first comma."""

    source_template = FishComplete.source_template.replace('split ","', 'split -m 1 ","')


def register_shells() -> None:
    """Replace the completion that click has for bash and fish."""
    add_completion_class(Bash)
    add_completion_class(Fish)
