"""Builds what things have: facts, amounts, places, printed facts and figures."""

from __future__ import annotations

from rulewright.check.changes import change_figures
from rulewright.check.core import Axis, Figure, Place, Stored
from rulewright.check.given import default, read_value, size
from rulewright.check.sizes import fits, of_set
from rulewright.check.tables import Table
from rulewright.check.types import NUMBER, TRUTH, Domain, Kind, Type
from rulewright.check.world import World
from rulewright.check.yes_or_no import asked_for
from rulewright.compose.composed import Composed
from rulewright.diagnostics import Code
from rulewright.diagnostics.similar import did_you_mean
from rulewright.source import Row
from rulewright.syntax import declarations as d
from rulewright.syntax.expressions import Word


def build_holdings(world: World, rules: Composed, settings: dict[str, int]) -> None:
    """Fill facts, amounts, places, printed facts, figures, and where pieces start and are discarded."""
    for shape in rules.of(d.Shape):
        _printed(world, rules, shape, world.home[shape.name.text], None)
    for piece in rules.of(d.Piece):
        _printed(world, rules, piece, world.home[piece.name.text], world.kinds[piece.name.text])
    layers = list(rules.files)
    for has in sorted(rules.of(d.Has), key=lambda has: (layers.index(has.span.file), has.span)):
        _has(world, has)
    for has in rules.of(d.Has):
        _refills(world, has)
    for figure in rules.of(d.Figure):
        _figure(world, figure, rules, settings)
    change_figures(world, rules)
    for name, data in rules.figures.items():
        if name not in world.figures and not world.findings.blind:
            remedy = did_you_mean(name, world.figures) or ('Declare it with "figure" in a rule file, or remove it.',)
            world.findings.add(Code.UNREAD_FIGURE, data.name.span, "no rule file declares this figure", *remedy)
    for piece in rules.of(d.Piece):
        _start(world, piece)


_RANGE = ("A number says its lowest and its highest: 0 to 9.",)
_TRUTH = ('What is so or not is "yes or no".',)
_ELSEWHERE = {
    **dict.fromkeys(("number", "integer", "int", "count", "natural"), _RANGE),
    **dict.fromkeys(("boolean", "bool", "truth", "flag", "yes-or-no", "yes"), _TRUTH),
}
"""What facts are in other languages, and what they are here."""


def type_of(world: World, decl: d.TypeOf) -> Type:
    """The type that a declaration states."""
    if decl.how == "range":
        return Type("number", low=decl.low, high=decl.high)
    if decl.how == "truth" or decl.name is None:
        return TRUTH
    found = world.domain_of(decl.name.text)
    if found is None:
        world.unknown(
            decl.name, "kind of thing", [n.name for n in [*world.domains.values(), *world.home.values()]],
            *_ELSEWHERE.get(decl.name.text, ()),
        )  # fmt: skip
        return NUMBER
    domain, kind = found
    return Type("set" if decl.how == "set" else "one", domain, decl.how == "optional", kind)


def _axis(world: World, key: d.Key | None) -> tuple[Axis, ...]:
    if key is None:
        return ()
    if key.name is None:
        return (Axis(None, key.low, key.high - key.low + 1),)
    return (_named_axis(world, key.name),)


def _named_axis(world: World, word: Word) -> Axis:
    found = world.domain_of(word.text)
    if found is None:
        world.unknown(word, "kind of thing", [n.name for n in [*world.domains.values(), *world.home.values()]])
        return Axis(None, 0, 1)
    domain, kind = found
    return Axis(domain, 0, kind.size if kind else domain.size, kind)


def _printed(world: World, rules: Composed, decl: d.Shape | d.Piece, domain: Domain, kind: Kind | None) -> None:
    kinds = [kind] if kind else domain.kinds
    axis = Axis(domain, 0, kind.size if kind else domain.size, kind)
    for fact in decl.printed:
        type_, further = type_of(world, fact.type), _axis(world, fact.key)
        asked = asked_for(world, type_, fact.name, decl.name.text, fact.key) if further else type_
        if not fits(world, fact.name.span, (axis, *further)):
            continue
        values: list[int] = []
        for each in kinds:
            for row in world.rows.get(each.name, []):
                values += _row_values(world, row, fact.name.text, type_, further) * row.count
        name, keys = f"{decl.name.text}.{fact.name.text}", (axis, *further)
        figure = Figure(name, keys, asked, values or [default(type_)] * size(keys), fact.name.span, True)
        world.printed[decl.name.text, fact.name.text] = figure
    if isinstance(decl, d.Piece):
        _unread_facts(world, rules, decl)


def _row_values(world: World, row: Row, fact: str, type_: Type, further: tuple[Axis, ...]) -> list[int]:
    """What is printed as a fact on the pieces of a row: one value, or one for each name or number."""
    node = row.facts.get(fact)
    if node is None:
        return [default(type_)] * size(further)
    if not further:
        return [read_value(world, node, type_, fact)]
    return Table(world, fact, type_, row.span, sparse=True).read(node, further)


def _unread_facts(world: World, rules: Composed, decl: d.Piece) -> None:
    shape = [s for s in rules.of(d.Shape) if decl.shape and s.name.text == decl.shape.text]
    known = [p.name.text for p in decl.printed] + [p.name.text for s in shape for p in s.printed]
    for row in rules.rows.get(decl.name.text, []):
        for name, node in row.facts.items():
            if name not in known:
                span = row.fact_spans.get(name, node.span)
                world.findings.add(
                    Code.UNKNOWN_FACT, span, f'a {decl.name.text} has no printed fact "{name}"',
                    *did_you_mean(name, known), f"Printed facts: {', '.join(known)}.",
                )  # fmt: skip


def _has(world: World, decl: d.Has) -> None:
    owner = () if decl.owner is None else (_named_axis(world, decl.owner),)
    prefix = decl.owner.text if decl.owner else ""
    if decl.owner is not None and (found := world.domain_of(decl.owner.text)):
        prefix = found[1].name if found[1] else found[0].name
    for fact in decl.facts:
        _check_new(world, prefix, fact.name)
        keys = owner + _axis(world, fact.key)
        type_ = type_of(world, fact.type)
        if fact.key is not None or decl.owner is None:
            type_ = asked_for(world, type_, fact.name, prefix, fact.key)
        if not fits(world, fact.name.span, keys, of_set(type_.domain) if type_.how == "set" else 1):
            continue
        world.stored[prefix, fact.name.text] = Stored(
            fact.name.text, fact.name.text, keys, type_, fact.name.span,
            _seen(fact.secret), fact.cleared,
        )  # fmt: skip
    if decl.amounts and prefix == "player" and not world.amounts_at.line:
        world.amounts_at = decl.span
    for amount in decl.amounts:
        _check_new(world, prefix, amount.name)
        if not fits(world, amount.name.span, owner):
            continue
        type_ = Type("number", low=amount.low, high=amount.high)
        stored = Stored(
            amount.name.text, amount.plural.text, owner, type_, amount.name.span, _seen(amount.secret),
            supply=amount.in_all, amount=True,
        )  # fmt: skip
        world.stored[prefix, amount.name.text] = world.stored[prefix, amount.plural.text] = stored
    for place in decl.places:
        _check_new(world, prefix, place.name)
        _place(world, prefix, owner, place)


def _check_new(world: World, prefix: str, word: Word) -> None:
    for table in (world.stored, world.places, world.printed):
        if (prefix, word.text) in table:
            world.report_duplicate(word, table[prefix, word.text].span)


def _seen(secret: str | None) -> str:
    return {"secret": "owner", "hidden": "nobody"}.get(secret or "", "all")


def _place(world: World, prefix: str, owner: tuple[Axis, ...], place: d.Place) -> None:
    found = world.domain_of(place.kind.text)
    if found is None or found[0].how != "piece":
        kinds = [k.plural for k in world.kinds.values()] + [h.plural for h in world.home.values()]
        world.unknown(place.kind, "kind of piece", kinds)
        return
    domain, kind = found
    if place.limit == 0:
        message, remedy = f"{place.name.text} could never hold anything", 'Write at least 1, or leave "at most" out.'
        world.findings.add(Code.PLACE_TOO_SMALL, place.name.span, message, remedy)
    keys = owner + _axis(world, place.key)
    room = min(domain.size, place.limit or domain.size) + 1 if place.order else of_set(domain)
    if not fits(world, place.name.span, keys, room):
        return
    world.places[prefix, place.name.text] = Place(
        place.name.text, keys, domain, kind, place.order or "", place.limit, _seen(place.secret), place.name.span
    )


def _refills(world: World, decl: d.Has) -> None:
    for place in decl.places:
        if place.refilled is None:
            continue
        built = next((p for p in world.places.values() if p.span == place.name.span), None)
        if built is not None:
            built.refilled = _one_place(world, place.refilled, built.pieces, built.kind)


def _figure(world: World, decl: d.Figure, rules: Composed, settings: dict[str, int]) -> None:
    data = rules.figures.get(decl.name.text)
    keys = _axis(world, decl.key) + _axis(world, decl.at)
    type_ = type_of(world, decl.type)
    if not fits(world, decl.name.span, keys):
        return
    if decl.name.text in world.figures:
        world.report_duplicate(decl.name, world.figures[decl.name.text].span)
    if data is None:
        values = [default(type_)] * size(keys)
        if decl.name.text not in settings:
            world.findings.add(
                Code.FIGURE_MISSING, decl.name.span, "no data file gives this figure",
                f'Add "{decl.name.text}: {{value: …}}" under "figures:" in a file in data/.',
            )  # fmt: skip
    else:
        table = Table(world, decl.name.text, type_, decl.span, rules.below.get(decl.name.text))
        values = table.read(data.value, keys)
    if decl.name.text in settings:
        values = [settings[decl.name.text]] * len(values)
    asked = asked_for(world, type_, decl.name, "", *(key for key in (decl.key, decl.at) if key is not None))
    world.figures[decl.name.text] = Figure(decl.name.text, keys, asked, values, decl.name.span)


def _start(world: World, piece: d.Piece) -> None:
    kind = world.kinds[piece.name.text]
    if piece.starts is not None:
        place = _one_place(world, piece.starts, world.home[kind.name], kind)
        if place is not None:
            _check_room(world, piece.starts, kind, place)
            world.starts.append((kind, place))
    else:
        world.findings.add(
            Code.START_MISSING, piece.name.span, f"where do the {piece.plural.text} lie before the game?",
            'Add a line "starts in PLACE" with a place that the game has.',
        )  # fmt: skip
    if piece.discarded is not None and (place := _one_place(world, piece.discarded, world.home[kind.name], kind)):
        world.discards[kind.name] = place


def _one_place(world: World, word: Word, domain: Domain, kind: Kind | None) -> Place | None:
    """The place of a name that is there once, in which pieces of a kind may lie; None when it was reported."""
    place = world.place_named(word.text)
    if place is None:
        world.unknown(word, "place", [n for _, n in world.places])
        return None
    if place.pieces is not domain or (place.kind is not None and place.kind is not kind):
        remedy = f"Name a place that holds {(kind or domain).plural}."
        held, these = (place.kind or place.pieces).plural, (kind or domain).plural
        world.findings.add(Code.WRONG_KIND, word.span, f"{place.name} holds {held}, and these are {these}", remedy)
        return None
    if place.keys:
        message = f'there are several places "{place.name}", and one is meant here'
        world.findings.add(Code.PLACE_OF_SEVERAL, word.span, message, 'Name a place that stands under "the game has:".')
        return None
    return place


def _check_room(world: World, word: Word, kind: Kind, place: Place) -> None:
    if place.limit is not None and kind.size > place.limit:
        message = f"{kind.size} {kind.plural} are in the inventory, and {place.name} holds at most {place.limit}"
        world.findings.add(Code.PLACE_TOO_SMALL, word.span, message, "Let them start somewhere else.")
