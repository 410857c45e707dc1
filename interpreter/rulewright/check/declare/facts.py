"""What the game, players and things have: facts, amounts and places, and where pieces start and are discarded."""

from __future__ import annotations

from rulewright.check.core import Axis, Place, Stored
from rulewright.check.core.things import Domain, Kind, Type
from rulewright.check.declare.sizes import fits_beside, of_set
from rulewright.check.declare.stated_types import axes_of, axis_of, type_of
from rulewright.check.declare.table import SymbolTable
from rulewright.compose.composed import Composed
from rulewright.diagnostics import Code
from rulewright.syntax import declarations as d
from rulewright.syntax.expressions import Word


def declare_facts(table: SymbolTable, rules: Composed) -> None:
    """Add the facts, amounts and places of the game, of players and of things."""
    layers = list(rules.files)
    for has in sorted(rules.of(d.Has), key=lambda has: (layers.index(has.span.file), has.span)):
        owner = () if has.owner is None else (axis_of(table, has.owner),)
        prefix = _prefix_of(table, has)
        for fact in has.facts:
            _declare_fact(table, prefix, owner, fact)
        if has.amounts and prefix == "player" and not table.amounts_at.line:
            table.amounts_at = has.span
        for amount in has.amounts:
            _declare_amount(table, prefix, owner, amount)
        for place in has.places:
            _declare_place(table, prefix, owner, place)
    for has in rules.of(d.Has):
        _declare_refills(table, has, _prefix_of(table, has))


def _prefix_of(table: SymbolTable, has: d.Has) -> str:
    """Return the name of the kind that has something; empty for the game."""
    found = table.domain_of(has.owner.text) if has.owner is not None else None
    return (found[1] or found[0]).name if found else has.owner.text if has.owner else ""


def _declare_fact(table: SymbolTable, prefix: str, owner: tuple[Axis, ...], fact: d.Fact) -> None:
    name, span = fact.name.text, fact.name.span
    _check_new(table, prefix, fact.name)
    keys, type_ = owner + axes_of(table, fact.keys), type_of(table, fact.type)
    if fits_beside(table, span, keys, of_set(type_.domain) if type_.how == "set" else 1):
        table.stored[prefix, name] = Stored(name, name, keys, type_, span, _seen(table, fact, owner), fact.cleared)


def _declare_amount(table: SymbolTable, prefix: str, owner: tuple[Axis, ...], amount: d.Amount) -> None:
    name, plural, span = amount.name.text, amount.plural.text, amount.name.span
    _check_new(table, prefix, amount.name)
    if amount.per_player is not None and amount.per_player.text != "players":
        message = "before the game only the number of players is known"
        table.findings.add(Code.WRONG_KIND, amount.per_player.span, message, 'Write "number of players".')
    if fits_beside(table, span, owner):
        type_, seen = Type("number", low=amount.low, high=amount.high), _seen(table, amount, owner)
        stored = Stored(name, plural, owner, type_, span, seen, supply=amount.supply(table.seats), amount=True)
        table.stored[prefix, name] = table.stored[prefix, plural] = stored


def _seen(table: SymbolTable, what: d.Fact | d.Amount | d.Place, owner: tuple[Axis, ...]) -> str:
    """Return who sees what somebody has: `all`, `owner`, `others` or `nobody`."""
    seen = {"secret": "owner", "hidden": "nobody", "seen by the others": "others"}.get(what.secret or "", "all")
    of_player = bool(owner) and owner[0].domain is not None and owner[0].domain.how == "player"
    if seen == "others" and not (of_player and isinstance(what, d.Place)):
        message = "only a place of a player is seen by the others"
        remedy = 'Declare a place under "each player has:"; pieces in it may stand for what its owner does not know.'
        table.findings.add(Code.WRONG_KIND, what.name.span, message, remedy)
    return seen


def _check_new(table: SymbolTable, prefix: str, word: Word) -> None:
    for declared in (table.stored, table.places, table.printed):
        if (prefix, word.text) in declared:
            table.report_duplicate(word, declared[prefix, word.text].span)


def _declare_place(table: SymbolTable, prefix: str, owner: tuple[Axis, ...], place: d.Place) -> None:
    name, span = place.name.text, place.name.span
    _check_new(table, prefix, place.name)
    found = table.kind_of(place.kind)
    if found is None or found[0].how != "piece":
        kinds = [k.plural for k in table.kinds.values()] + [h.plural for h in table.home.values()]
        table.unknown(place.kind, "kind of piece", kinds)
        return
    domain, kind = found
    if place.limit == 0:
        message, remedy = f"{name} could never hold anything", 'Write at least 1, or leave "at most" out.'
        table.findings.add(Code.PLACE_TOO_SMALL, span, message, remedy)
    keys = owner + axes_of(table, place.keys)
    room = min(domain.size, place.limit or domain.size) + 1 if place.order else of_set(domain)
    if fits_beside(table, span, keys, room):
        seen, order = _seen(table, place, owner), place.order or ""
        table.places[prefix, name] = Place(name, keys, domain, kind, order, place.limit, seen, span)


def _declare_refills(table: SymbolTable, decl: d.Has, prefix: str) -> None:
    for place in decl.places:
        built = next((p for p in table.places.values() if p.span == place.name.span), None)
        if place.refilled is not None and built is not None:
            beside = table.places.get((prefix, place.refilled.text))
            built.refilled = _one_place(table, place.refilled, built.pieces, built.kind, beside, built.keys)


def declare_starts(table: SymbolTable, rules: Composed) -> None:
    """Note where pieces lie before the game, and where they are discarded to."""
    for piece in rules.of(d.Piece):
        kind = table.kinds[piece.name.text]
        if piece.starts is not None:
            place = _one_place(table, piece.starts, table.home[kind.name], kind)
            if place is not None:
                _check_room(table, piece.starts, kind, place)
                table.starts.append((kind, place))
        else:
            table.findings.add(
                Code.START_MISSING, piece.name.span, f"where do the {piece.plural.text} lie before the game?",
                'Add a line "starts in PLACE" with a place that the game has.',
            )  # fmt: skip
        if piece.discarded is not None and (place := _one_place(table, piece.discarded, table.home[kind.name], kind)):
            table.discards[kind.name] = place


def _one_place(
    table: SymbolTable, word: Word, domain: Domain, kind: Kind | None, beside: Place | None = None,
    keys: tuple[Axis, ...] | None = None,
) -> Place | None:  # fmt: skip
    """The place of a name in which pieces of a kind may lie; None when it was reported.

    It is there once, or there is one for each stack that is refilled from it: declared `beside`, with the same `keys`.
    """
    place = beside or table.place_named(word.text)
    if place is None:
        table.unknown(word, "place", [n for _, n in table.places])
        return None
    table.use(word.span, place.span)
    if place.pieces is not domain or (place.kind is not None and place.kind is not kind):
        remedy = f"Name a place that holds {(kind or domain).plural}."
        held, these = (place.kind or place.pieces).plural, (kind or domain).plural
        table.findings.add(Code.WRONG_KIND, word.span, f"{place.name} holds {held}, and these are {these}", remedy)
        return None
    if place.keys and (place is not beside or place.keys != keys):
        message = f'there are several places "{place.name}", and one is meant here'
        remedies = ['Name a place that stands under "the game has:".']
        if keys is not None:
            remedies.append(
                'To refill a stack from a place of its owner declare both under one "each ... has:", alike.'
            )
        table.findings.add(Code.PLACE_OF_SEVERAL, word.span, message, *remedies)
        return None
    return place


def _check_room(table: SymbolTable, word: Word, kind: Kind, place: Place) -> None:
    if place.limit is not None and kind.size > place.limit:
        message = f"{kind.size} {kind.plural} are in the inventory, and {place.name} holds at most {place.limit}"
        table.findings.add(Code.PLACE_TOO_SMALL, word.span, message, "Let them start somewhere else.")
