"""All tables of a server and the links that lead to them: what a page may ask for, and what it is answered.

Nothing here waits or knows of connections; everything runs on one thread, off the loop that serves them.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from sqlite3 import Error
from typing import TYPE_CHECKING, NamedTuple

from rulewright.chance import seed_of, with_secret
from rulewright.diagnostics import RulesError
from rulewright.players.seats import is_here_only
from rulewright.report.layout import use_width
from rulewright.report.log_text import readable
from rulewright.report.pages import page_word
from rulewright.report.table import look
from rulewright.report.table.advice import TableAdvice, adviser_kind
from rulewright.report.wording import speak
from rulewright.source.languages import known_plurals
from rulewright.source.ruleset import STACK
from rulewright.web.deeds import DEEDS, answer, refuse_unknown
from rulewright.web.live import LiveTable, RefusedError
from rulewright.web.lobby import Lobby
from rulewright.web.store import PERSON, Link, Store, TableRow
from rulewright.web.view import OFFERED_KINDS, Eyes, View, Viewer, view_of
from rulewright.workspace.settings import adjustable_figures, misfitting_settings

if TYPE_CHECKING:
    from rulewright.engine import Game, LogLine
    from rulewright.players.foresight import Rated
    from rulewright.report.table.model import Table
    from rulewright.web.protocol import Json, Message
    from rulewright.workspace import Ruleset

MOST_TABLES = 200
LINE = 100_000
"""Columns of a line: pages break lines themselves."""


class Thought(NamedTuple):
    """What a computer player is to decide, with what it takes to do that in another process."""

    table: str
    kind: str
    game: Game
    ruleset: str
    seed: int
    moment: tuple[int, ...]
    """Says whether the same is still to be decided when it is."""


class Hall:
    """Everything that is played on one server.

    `open_rules` opens a ruleset by name; `rulesets` are offered in the lobby, and the `kinds` of seat that were typed.
    """

    def __init__(
        self, store: Store, open_rules: Callable[[str], Ruleset], rulesets: Sequence[str], kinds: Sequence[str] = ()
    ) -> None:
        self.store, self.open_rules, self.rulesets = store, open_rules, rulesets
        self.kinds = dict.fromkeys((*OFFERED_KINDS, *kinds))
        self.rows = {row.id: row for row in store.tables()}
        self.links = {link.token: link for link in store.links()}
        self._live: dict[str, LiveTable] = {}
        self._advice: dict[str, TableAdvice] = {}
        self._views: dict[tuple[str, Eyes], tuple[int, View]] = {}
        host = next((link for link in self.links.values() if link.is_host), None)
        if host is None:
            store.add_link(host := new_link())
            self.links[host.token] = host
        self.host = host

    def table(self, table: str) -> LiveTable:
        """Return a table, after a restart with the game as it stood. Refuses one whose rules have changed too much."""
        if table not in self._live:
            row = self.rows[table]
            try:
                rules = self.open_rules(row.ruleset)
                advice = self._advice.setdefault(row.ruleset, TableAdvice(rules))
                self._live[table] = LiveTable(row, rules, advice, self.store)
            except (RulesError, ValueError, LookupError):
                raise RefusedError("rules-unusable", name=row.ruleset) from None
        return self._live[table]

    def links_of(self, table: str) -> list[Link]:
        """Return the links that lead to a table: those of seats, then that of onlookers."""
        found = [link for link in self.links.values() if link.table == table]
        return sorted(found, key=lambda link: link.seats or (1 << 30,))

    # -- what a page shows

    def view(self, viewer: Viewer) -> View:
        """Return what a page shows now. Rules are not computed for it."""
        use_width(LINE)
        speak(viewer.eyes.language)
        if viewer.link.is_host:
            return self._lobby(viewer)
        key = viewer.link.table, replace(viewer.eyes, seats=viewer.link.seats)
        table = self.table(viewer.link.table)
        if key not in self._views or self._views[key][0] != table.version:
            if len(self._views) > 4 * MOST_TABLES:
                self._views.clear()
            self._views[key] = table.version, view_of(table, key[1])
        return self._views[key][1]

    def _lobby(self, viewer: Viewer) -> View:
        tables = [(row, self.links_of(row.id), self._live.get(row.id)) for row in self.rows.values()]
        lobby = Lobby(self.open_rules, self.rulesets, list(self.kinds))
        return View("Rulewright", lobby.parts(tables, viewer.ruleset, viewer.eyes.language))

    # -- what a page asks for

    def receive(self, viewer: Viewer, message: Message) -> list[dict[str, Json]]:
        """Do what a page asks for and return answers to it alone. Raises `RefusedError`; nothing changes then."""
        self._refuse_revoked(viewer)
        use_width(LINE)
        speak(viewer.eyes.language)
        try:
            if message["do"] == "show":
                self._show(viewer, message)
                return []
            if viewer.link.is_host:
                getattr(self, f"_host_{message['do']}", refuse_unknown)(viewer, message)
                return []
            table = self.table(viewer.link.table)
            answered = DEEDS.get(message["do"], refuse_unknown)(table, viewer, message)
        except Error as problem:
            raise RefusedError("not-kept", why=str(problem)) from None
        return [answered] if answered else []

    def _refuse_revoked(self, viewer: Viewer) -> None:
        """Refuse a page whose link was revoked, or led to a table that was removed, while it was open."""
        if viewer.link.token not in self.links:
            raise RefusedError("link-gone")

    def _show(self, viewer: Viewer, message: Message) -> None:
        is_host = viewer.link.is_host
        known = known_plurals() if is_host else self.table(viewer.link.table).rules.source.languages[1:]
        eyes = replace(
            viewer.eyes, **{name: message[name] for name in ("language", "moment", "whole") if name in message}
        )
        viewer.eyes = replace(
            eyes, wanted=message.get("seat", eyes.wanted), language=eyes.language if eyes.language in known else ""
        )
        if is_host and self.offers(ruleset := message.get("ruleset", "")):
            self._rules_of(ruleset, is_played=False)
            viewer.ruleset = ruleset

    def offers(self, ruleset: str) -> bool:
        """Return whether tables of a ruleset may be begun here, alone or with variants on top."""
        return ruleset in self.rulesets or set(ruleset.split(STACK)) <= set(self.rulesets)

    def _rules_of(self, ruleset: str, is_played: bool = True) -> Ruleset:
        """Return a ruleset; refuse one with mistakes, which is not played, with the first of them."""
        try:
            rules = self.open_rules(ruleset)
            if is_played:
                rules.program(rules.about.most, {}, traced=True)
            adjustable_figures(rules)
        except RulesError as problem:
            raise RefusedError("rules-mistaken", why=problem.findings[0].message) from None
        return rules

    # -- what the lobby asks for

    def _host_sit(self, viewer: Viewer, message: Message) -> None:
        table = self.table(self._row_of(message).id)
        if message["kind"] not in self.kinds or message["seat"] >= len(table.row.kinds):
            raise RefusedError("not-known-here")
        table.seat(message["seat"], message["kind"])

    def _host_unsay(self, viewer: Viewer, message: Message) -> None:
        self.table(self._row_of(message).id).unsay(message["number"])

    def _host_new(self, viewer: Viewer, message: Message) -> None:
        if not self.offers(message["ruleset"]):
            raise RefusedError("not-known-here")
        self.create(message["ruleset"], message["kinds"], message.get("settings", {}))

    def _host_revoke(self, viewer: Viewer, message: Message) -> None:
        """Make a link worthless and another one in its place."""
        old = self.links.get(message["link"])
        if old is None or old.is_host:
            raise RefusedError("not-known-here")
        fresh = replace(old, token=new_link().token)
        self.store.replace_link(old, fresh)
        del self.links[old.token]
        self.links[fresh.token] = fresh

    def _host_remove(self, viewer: Viewer, message: Message) -> None:
        row = self._row_of(message)
        self.store.remove_table(row.id)
        for link in self.links_of(row.id):
            del self.links[link.token]
        self._live.pop(row.id, None)
        del self.rows[row.id]

    def _row_of(self, message: Message) -> TableRow:
        if message.get("table") not in self.rows:
            raise RefusedError("not-known-here")
        return self.rows[message["table"]]

    def create(self, ruleset: str, kinds: Sequence[str], settings: Mapping[str, int]) -> TableRow:
        """Begin a game. A kind `with N` is the person who also sits in seat N."""
        if len(self.rows) >= MOST_TABLES:
            raise RefusedError("too-many-tables", number=str(MOST_TABLES))
        rules = self._rules_of(ruleset)
        for misfit in misfitting_settings(rules, settings):
            raise RefusedError("bad-figure", why=misfit.message)
        if not rules.about.fewest <= len(kinds) <= rules.about.most:
            raise RefusedError("players-of", players=rules.about.players)
        holders = self._holders_of(kinds)
        who = [PERSON if at != holder else kind for at, (holder, kind) in enumerate(zip(holders, kinds, strict=True))]
        number = with_secret(secrets.randbelow(90_000) + 10_000, secrets.token_hex(16))
        row = TableRow(secrets.token_urlsafe(6), ruleset, dict(settings), number, who, [""] * len(kinds))
        owned = [tuple(seat for seat, holder in enumerate(holders) if holder == at) for at in range(len(kinds))]
        links = [new_link(row.id, seats) for seats in (*filter(None, owned), ())]
        live = LiveTable(row, rules, self._advice.setdefault(ruleset, TableAdvice(rules)), self.store)
        self.store.add_table(row, links)  # rules with mistakes were refused before
        self._live[row.id] = live
        self.rows[row.id] = row
        self.links |= {link.token: link for link in links}
        return row

    def _holders_of(self, kinds: Sequence[str]) -> list[int]:
        """Return for each seat the first one that the same person holds, or itself."""
        found: list[int] = []
        for at, kind in enumerate(kinds):
            other = next((seat for seat in range(at) if kind == f"with {seat + 1}"), None)
            if other is None and kind not in self.kinds:
                raise RefusedError("not-known-here")
            found.append(at if other is None else found[other])
        return found

    # -- computer players

    def thought(self, table: str) -> Thought | None:
        """Return what a computer player is to decide at a table; None where a person is asked, or nobody."""
        live = self.table(table) if table in self.rows else None
        if live is not None:
            with suppress(Error):
                live.take_ahead()
        if live is None or live.asked is None or live.trouble or live.row.kinds[live.asked] == PERSON:
            return None
        kind = live.row.kinds[live.asked]
        if is_here_only(kind) and kind not in self.kinds:  # only what was typed starts a program
            live.trouble = "program-missing"
            return None
        moment = len(live.row.decisions), live.row.undone, live.version
        return Thought(table, kind, live.game.copy(), live.row.ruleset, seed_of(live.game.seed), moment)

    def is_unseen(self, thought: Thought, code: int | None) -> bool:
        """Return whether a decision shows nothing to anybody else, who is not to notice how many of them there are."""
        game = thought.game
        if code not in game.codes:
            return False
        after = game.copy()
        try:
            after.choose(code)
        except RulesError:
            return False
        others = [None, *(seat for seat in range(game.program.seats) if seat != game.seat)]
        return not after.over and after.seat == game.seat and all(seen_of(game, s) == seen_of(after, s) for s in others)

    def decide(self, thought: Thought, code: int | None) -> None:
        """Make the decision of a computer player, unless something else has happened since; None if it failed."""
        live = self._live.get(thought.table)
        if live is None or thought.moment[:2] != (len(live.row.decisions), live.row.undone):
            return
        if live.asked is None or live.row.kinds[live.asked] != thought.kind:
            return
        try:
            if code is None:
                live.trouble = "seat-failed"
            else:
                live.choose(live.game.names()[live.game.codes.index(code)])
        except (RulesError, ValueError):
            live.trouble = "rules-broke"
        except Error:
            live.trouble = "decision-not-kept"
        live.version += bool(live.trouble)

    def hint(self, viewer: Viewer) -> tuple[Thought, Callable[[Sequence[Rated]], dict[str, Json]]]:
        """Return what is to be rated for whoever is asked, and what makes an answer of the rating."""
        self._refuse_revoked(viewer)
        table = self.table(viewer.link.table)
        seat = replace(viewer.eyes, seats=viewer.link.seats).seat(table)
        if seat is None or not table.waits_for(seat):
            raise RefusedError("stale")
        kind = adviser_kind(table.usual_kind)
        game = table.round(viewer.eyes.language)[seat].copy()

        def told(rated: Sequence[Rated]) -> dict[str, Json]:
            use_width(LINE)
            speak(viewer.eyes.language)
            return answer(viewer, "hint", table.advice.rating_lines(game, kind, rated))

        return Thought(viewer.link.table, kind, game, table.row.ruleset, 0, ()), told


def seen_of(game: Game, seat: int | None) -> tuple[Table, list[LogLine]]:
    """Return what a page of a seat shows of a game."""
    return look(game, seat), readable(game.log, seat)


def new_link(table: str = "", seats: tuple[int, ...] = ()) -> Link:
    """Return a link of 128 random bits."""
    return Link(secrets.token_urlsafe(16), table, seats)


def refusal_text(language: str, refusal: RefusedError) -> str:
    """Return what a page is told that does not get what it asked for."""
    return page_word(language, refusal.name, **refusal.filled)
