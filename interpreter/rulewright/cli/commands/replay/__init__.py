"""`rulewright replay`: a recorded game.

It is printed (`telling`), compared with the rules (`comparing`), resumed (`resume`), or analysed (`analysing`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import click

from rulewright.cli import late
from rulewright.cli.commands.play.session import PERSON
from rulewright.cli.commands.replay.files import OpenedGame, open_games, with_decisions
from rulewright.cli.completing import ruleset_names, saved_games
from rulewright.cli.numbers import WholeNumber
from rulewright.cli.options import NUMBER, SeatKindType, choose_language, group_options, lang_option
from rulewright.source.seat_kinds import SEARCH


@dataclass(frozen=True)
class ReplayOptions:
    """The typed options: what to do with the game, and the table for playing on from it."""

    trace: bool
    verify: bool
    accept: bool
    keep: Path | None
    number: int | None
    page: Path | None
    analyse: str | None
    show: bool
    kinds: tuple[str, ...]
    plain: bool

    @property
    def options(self) -> list[str]:
        """What becomes of the game, of which one can be meant."""
        asked = {"--trace": self.trace, "--verify": self.verify, "--accept": self.accept, "--keep": self.keep,
                 "--at": self.number is not None, "--html": self.page is not None,
                 "--analyse": self.analyse is not None}  # fmt: skip
        return [name for name, wanted in asked.items() if wanted]


@click.command("replay")
@click.argument("file", shell_complete=saved_games)
@click.option("--game", type=NUMBER, metavar="NUMBER", help="Which game, in results of simulate.")
@click.option("--rules", metavar="RULESET", shell_complete=ruleset_names,
              help="Play it by these rules; by default those that it names.")  # fmt: skip
@click.option("--trace", is_flag=True, help="Every line with its rule and file, every decision with what was offered.")
@click.option("--as", "seat", metavar="NAME", help="Only what this player is shown and knows.")
@click.option("--at", "number", type=WholeNumber(), metavar="NUMBER", help="Go on playing from this decision.")
@click.option("--show", is_flag=True, help="With --at: only show the table there.")
@click.option("--seat", "kinds", type=SeatKindType(PERSON), multiple=True,
              help="With --at: who sits in the next seat; repeat it.")  # fmt: skip
@click.option("--plain", is_flag=True, help="With --at: never clear the screen.")
@click.option("--html", "page", metavar="FILE", type=click.Path(path_type=Path),
              help="Write a page on which the game can be stepped through; - prints it.")  # fmt: skip
@click.option(
    "--analyse",
    is_flag=False,
    flag_value=SEARCH,
    metavar="[BUDGET]",
    help="Compare each decision with what a search would choose, and say what was lost where; BUDGET is 1000 "
    "games tried out for each decision, or other ones: 200, 2s, level:4. With --as: those of one player.",
)
@lang_option()
@click.option("--verify", is_flag=True, help="Play it again and say where it first differs from what is written.")
@click.option("--accept", is_flag=True, help="Write replays anew that differ now, and say what has changed.")
@click.option("--keep", type=click.Path(dir_okay=False, path_type=Path), metavar="NEW.replay",
              help="Write the game to a new replay, which --verify compares at every decision.")  # fmt: skip
@group_options
def command(file: str, game: int | None, rules: str | None, seat: str | None, language: str, way: ReplayOptions) -> int:
    """Tell the game in FILE: a save, a replay, or the results of simulate --out.

    FILE may also be a ruleset, for --verify and --accept: all games in its folder `replays` are meant.
    More about it: rulewright explain replay
    """
    if len(way.options) > 1:
        raise click.UsageError(f"{' and '.join(way.options)}: say one of them.")
    if way.number is None and (way.show or way.kinds or way.plain):
        raise click.UsageError("--show, --seat and --plain belong to --at NUMBER.")
    for option in [name for name, given in (("--lang", language), ("--as", seat)) if given]:
        if way.verify or way.accept or way.keep:
            raise click.UsageError(f"{option} is for reading a game and for going on with it.")
    games = open_games(file, rules, game)
    if way.verify or way.accept:
        return late.comparing.verify_games(games) if way.verify else late.comparing.accept_games(games)
    if len(games) > 1:
        return _list_games(games, bool(way.options or seat))
    one = replace(games[0], language=choose_language(games[0].ruleset, games[0].rules, language))
    if way.page is not None:
        return late.telling.write_page(with_decisions(one), seat, way.page)
    if way.analyse is not None:
        return late.analysing.analyse_game(with_decisions(one), seat, way.analyse)
    return _replay_one(one, seat, way)


def _list_games(games: list[OpenedGame], one_wanted: bool) -> int:
    """List games, of which one has to be chosen."""
    if one_wanted and games[0].record:
        raise click.UsageError(f"{games[0].path} holds {len(games):,} games: say which with --game NUMBER.")
    if one_wanted:
        raise click.UsageError(f"there are {len(games)} games here: say which file.")
    return late.comparing.list_games(games)


def _replay_one(one: OpenedGame, seat: str | None, way: ReplayOptions) -> int:
    if way.keep:
        return late.comparing.keep_game(one, way.keep)
    one = with_decisions(one)
    if way.number is None:
        return late.telling.tell_game(one, seat, way.trace)
    if way.show:
        return late.telling.show_table(one, way.number, seat)
    return late.resume.resume_game(one, way.number, seat, way.kinds, way.plain)
