"""`rulewright serve`: tables in the browser, for friends far away."""

from __future__ import annotations

import contextlib
from importlib.util import find_spec
from pathlib import Path
from sqlite3 import Error
from typing import TYPE_CHECKING

import click

from rulewright.cli import late, opening
from rulewright.cli.completing import ruleset_names
from rulewright.cli.numbers import DecimalNumber, WholeNumber
from rulewright.cli.options import Games, SeatKindType, group_options, refuse_misfits, refuse_too_many, set_option
from rulewright.cli.output import FINE
from rulewright.cli.untrusted import inside
from rulewright.cli.untrusted.outside import untrusted_option
from rulewright.jobs.local import usable_cores
from rulewright.source.cache import fingerprint
from rulewright.source.folders import exposure_of, user_folder

if TYPE_CHECKING:
    from rulewright.web.hall import Hall
    from rulewright.web.serving import Address

PERSON = "person"
EXTRA = 'Tables in the browser need more: install it with  pip install "rulewright[web]"'
NEEDED = ("starlette", "uvicorn", "websockets", "segno")


@click.command("serve")
@click.argument("ruleset", required=False, shell_complete=ruleset_names)
@click.option("--seat", "kinds", type=SeatKindType(PERSON), multiple=True,
              help="Who sits in the next seat of a new table; repeat it. By default a person in each.")  # fmt: skip
@click.option("--players", type=WholeNumber(1), help="How many players; the most by default.")
@set_option()
@untrusted_option()
@click.option("--port", type=WholeNumber(0, 65535), help="The port, 0 for any; 8000 by default, if it is free.")
@click.option(
    "--lan", is_flag=True, help="Let other devices in this network connect, and print a QR code for each link."
)
@click.option("--url", default="", metavar="URL",
              help="Where a proxy or a tunnel has the server: https://games.example.org.")  # fmt: skip
@click.option("--root-path", "root", default="", metavar="PATH", help="The path under which a proxy has it: /games.")
@click.option("--store", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Where tables are kept; a file of your own by default.")  # fmt: skip
@click.option("--pace", type=DecimalNumber(0, 60), default=1.0, show_default=True, metavar="SECONDS",
              help="When computer players answer: after so long or a multiple of it.")  # fmt: skip
@group_options
def command(
    ruleset: str | None, games: Games, port: int | None, lan: bool, url: str, root: str, store: Path | None, pace: float
) -> int:
    """Play in the browser: print a link for each seat, and one for onlookers.

    With RULESET a new table of it begins; tables that were begun before go on.
    """
    if any(find_spec(name) is None for name in NEEDED):
        raise click.UsageError(EXTRA)
    if inside.is_confined() and ruleset is None:
        raise click.UsageError("--untrusted needs a ruleset: only this one is played.")
    where = store or kept_place(ruleset if inside.is_confined() else None)
    try:
        kept = late.web_store.Store(where)
    except (OSError, Error) as problem:
        why = "another server uses it" if isinstance(problem, BlockingIOError) else str(problem)
        raise click.UsageError(f"Tables cannot be kept in {where}: {why}. Name another file: --store") from None
    try:
        listening = late.web_serving.bound_socket(port, lan)
    except OSError as problem:
        raise click.UsageError(f"Port {port} cannot be used: {problem.strerror}. Take another one: --port 0") from None
    address = late.web_serving.Address(listening.getsockname()[1], lan, url, root)
    inside.enter_confinement([ruleset or ""], [where.parent] if where else [])
    others = [] if inside.is_confined() else opening.every_ruleset()
    offered = list(dict.fromkeys([*([ruleset] if ruleset else []), *others]))
    hall = late.web_hall.Hall(kept, opening.ruleset, offered, games.kinds)
    if ruleset:
        begin_table(hall, ruleset, games)
    click.echo("\n".join(link_lines(hall, address)))
    processes = 0 if inside.is_confined() else max(1, usable_cores() - 1)
    computers = late.web_computers.Computers(processes)
    with contextlib.suppress(KeyboardInterrupt):
        late.web_serving.serve(hall, computers, address, pace, listening)
    kept.close()
    return FINE


def kept_place(untrusted: str | None) -> Path | None:
    """Return where tables are kept, those of an untrusted ruleset by themselves; None where nothing is to be kept."""
    folder = user_folder("RULEWRIGHT_STATE", "XDG_STATE_HOME", ".local/state")
    if folder is None:
        return None
    if why := exposure_of(folder / "tables"):
        raise click.UsageError(f"Tables are not kept: {why}. Or name another file: --store")
    own = f"untrusted-{fingerprint(str(Path(untrusted).resolve()))[:12]}" if untrusted else ""
    return folder.absolute() / "tables" / own / "tables.sqlite"


def begin_table(hall: Hall, ruleset: str, games: Games) -> None:
    """Begin a table with the seats that were named."""
    rules = opening.ruleset(ruleset)
    refuse_misfits(rules, games.settings)
    seats = opening.seats_for(rules.about, games.players or (len(games.kinds) or None))
    refuse_too_many(games.kinds, seats)
    rules.program(seats, games.settings, traced=True)  # what is wrong with the rules is shown with its place
    try:
        hall.create(ruleset, [*games.kinds, *[PERSON] * seats][:seats], games.settings)
    except late.web_live.RefusedError as refusal:
        told = late.web_hall.refusal_text("", refusal)
        raise click.UsageError(f"No table was begun. {told}") from None
    except Error as problem:
        raise click.UsageError(f"The table cannot be kept: {problem}. Name another file: --store") from None


def link_lines(hall: Hall, address: Address) -> list[str]:
    """Return the links that a host needs: the lobby's, and those of each table."""
    lines = ["The lobby, for you alone, where tables are begun and removed:", f"  {address.of(hall.host.token)}"]
    for row in hall.rows.values():
        lines += ["", f"{row.ruleset}, {len(row.kinds)} seats, {len(row.decisions)} decisions so far:"]
        for link in hall.links_of(row.id):
            who = ", ".join(f"seat {seat + 1}" for seat in link.seats) or "onlookers"
            held = [row.kinds[seat] for seat in link.seats if row.kinds[seat] != PERSON]
            lines.append(f"  {who + (f' ({held[0]})' if held else ''):22} {address.of(link.token)}")
            lines += late.web_serving.qr_lines(address.of(link.token)) if address.lan else []
    return [*lines, "", "Whoever has a link can play with it. Ctrl-C ends the server; tables go on at the next start."]
