"""Random declarations: each template is a text in which some production of the grammar occurs, with random parts.

A template writes its own names, which end with the seed, and an option of the menu `acts` that brings it about.
"""

from __future__ import annotations

from tests.generated.statements import Lines, Statements, indented

CITES = 'cites book "The rules"'


class Declarations(Statements):
    """Writes one text of declarations; `seed` makes their names different from those of other texts."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.seed = seed

    def named(self, what: str) -> str:
        """Return a name of this text."""
        return f"{what}-{self.seed}"

    def option(self, *lines: str, given: str = "") -> Lines:
        """Return the option that brings a text about: its first line is an effect, so nothing else is looked at."""
        return [f"option act-{self.seed} on acts{given}:", *indented([CITES, "raise clock by 1", *lines])]

    def declared(self, head: str, lines: Lines) -> Lines:
        return [head, *indented([*self.one_of_lines([CITES], [CITES], []), *lines])]

    def one_of_lines(self, *ways: Lines) -> Lines:
        return self.chance.choice(ways)

    def maybe(self, text: str, often: float = 0.5) -> str:
        """Return a text, or nothing."""
        return text if self.chance.random() < often else ""

    def label(self, text: str) -> str:
        """Return a label, or nothing."""
        return self.maybe(f' "{text}"'.replace("S", str(self.seed)))

    def block_of(self, *lines: str, most: int = 2) -> Lines:
        """Return some given lines and random ones after them."""
        return [*lines, *self.body(1, most)]

    def knowing(self, known: list[tuple[str, str]], *lines: str, most: int = 2) -> Lines:
        """Return some given lines and random ones, which know some names more."""
        before = len(self.known)
        self.known += known
        found = self.block_of(*lines, most=most)
        del self.known[before:]
        return found

    # -- menus

    def menu(self) -> Lines:
        """Return a menu that keeps numbers, is nested or ordered, and a step that offers it."""
        s, given = self.seed, self.chance.random() < 0.6
        params, with_ = (" (fruit)", f" with {self.thing('fruit', 0)}") if given else ("", "")
        keeps = self.chance.randint(0, 2)
        known = [("fruit", "fruit")] if given else []
        kept = [f"keeps hands-{s}: -2 to 9", f"keeps feet-{s}: 0 to 5"][:keeps]
        under = [*kept, *([f"order push-{s}{self.maybe(f', pull-{s}')}"] if self.chance.random() < 0.5 else [])]
        nests = self.chance.random() < 0.6
        under += ["nests 2"] if nests else []
        head = f"menu ways-{s}{params}{self.label('Ways S')}"
        menu = [head + ":", *indented(under)] if under else [head]
        until = " until player's effort is 0"
        until = self.one_of("", " until you stop", ' until you stop "Enough"', until, until)
        often = ", once each turn" if not until or self.chance.random() < 0.7 else ", once only"
        if until == "" or self.chance.random() < 0.3:
            often = ""
        when = f" when hands-{s} is below 3" if keeps else self.one_of("", " when player's effort is above 0")
        change = (
            f"raise hands-{s} by 1" if keeps else "lower player's effort by 1" if "effort" in when else "take 1 coin"
        )
        lines = self.knowing(known, change)
        push = [f"option push-{s}{self.label('Push S')} on ways-{s}{params}{often}{when}:", *indented(lines)]
        using = self.one_of(
            "n from 0 to 2",
            "fruit-now from fruits",
            "plot-now from fields where its plot is empty",
            "n from 0 to 2, fruit-now from fruits",
            "one-now from fields, two-now from fields - one-now",
            "fruit-now from fruits, field-now from (fields where its crop is fruit-now), n from 1 to 3",
        )
        again = (
            [f"offer ways-{s}{' with fruit' if given else ''}{self.keeping(keeps, 'hands', 'feet')}"] if nests else []
        )
        pull = [f'option pull-{s} "Pull" on ways-{s}{params}, once each turn with {using}:',
                *indented(["lower clock by 1" if not nests else "raise clock by 1", *again])]  # fmt: skip
        rest = [
            f"option rest-{s}{self.label('Rest')} on ways-{s}{params}"
            + (self.maybe(", once each turn") if until else "")
        ]
        if self.chance.random() < 0.5:
            rest = [rest[0] + ":", "    " + CITES]
        lets = [f"let workers be {self.chance.randint(0, 2)}", "let walkers be 1"][:keeps]
        also = self.one_of("", "", " also free-effects")
        offer = f"offer ways-{s}{with_}{self.keeping(keeps, 'workers', 'walkers', own=False)}{until}{also}"
        after = ["take (lesser of workers and 5) coins"] if keeps else []
        return [*menu, "", *push, "", *pull, "", *rest, "", *self.option(*lets, offer, *after)]

    def keeping(self, number: int, *names: str, own: bool = True) -> str:
        """Return what an offer keeps."""
        names = tuple(f"{name}-{self.seed}" if own else name for name in names)[:number]
        return f" keeping {', '.join(names)}" if names else ""

    # -- costs

    def cost(self) -> Lines:
        """Return a cost and ways to pay it."""
        s, given = self.seed, self.chance.random() < 0.5
        params = " (fruit)" if given else ""
        other = "fruit" if given else "apple"
        parts = self.chance.sample([
            f"{self.one_of('1', '2', '(number of (player' + chr(39) + 's table))')} coins",
            f"1 of each fruit{self.one_of('', ' in wild', ' in (fruits - plum)')} from player's hand",
            f"1 of one fruit{self.maybe(f' in (fruits - {other})')} from player's table",
            f"{self.one_of('1', '2')} of any fruits{self.maybe(' in fruits')} from baskets on player's table",
            f"{self.one_of('1', '2', '(number of (columns - it))')} of each column from player's row",
        ], self.chance.randint(1, 3))  # fmt: skip
        parts = [part for at, part in enumerate(parts) if not any("table" in p and "table" in part for p in parts[:at])]
        cost = self.declared(f"cost price-{s}{params}:", parts)
        with_ = f" with {self.one_of('apple', 'plum', self.thing('fruit', 0))}" if given else ""
        pay = f"pay price-{s}{with_}"
        if self.chance.random() < 0.3:
            return [*cost, "", f"option act-{s} on acts:", *indented([CITES, pay, *self.body(1, 2)])]
        fill = ["for each card in player's table:", "    for each fruit in fruits:",
                "        set card's baskets for fruit to 2"]  # fmt: skip
        lines = [f"if can pay price-{s}{with_}:", *indented([pay, *self.body(1, 2)]), "otherwise:", "    take 3 coins"]
        return [*cost, "", *self.option(*fill, *lines)]

    # -- steps

    def phase(self) -> Lines:
        """Return a phase with rules before, after and at the end of it."""
        s, given, known = self.seed, self.chance.random() < 0.5, list[tuple[str, str]]()
        params, with_ = ("", "")
        if given:
            params, with_, known = " (fruit)", f" with {self.thing('fruit', 0)}", [("fruit", "fruit")]
        what = self.one_of(f'phase go-{s}{params} "Phase {s}":', f"phase go-{s}{params}:")
        ends = ["if " + self.condition(1) + ":", f"    end go-{s}"] if self.chance.random() < 0.5 else []
        lines = [*self.declared(what, [*self.knowing(known), *ends])]
        for how in self.chance.sample(["before", "after"] * 2 + ["at the end of"] * 2, 4):
            first, second = (f"{name}-{how.replace(' ', '-')}-{s}" for name in ("one", "two"))
            if any(first in line for line in lines):
                continue
            own = params if how != "at the end of" else ""
            when, later = self.maybe(f" when {self.condition(1)}"), self.maybe(f" later than {first}")
            inside = known if own else []
            lines += ["", *self.declared(f"rule {first} {how} go-{s}{own}{self.maybe(' when clock is above 1')}:",
                                         self.knowing(inside, most=1))]  # fmt: skip
            own = self.one_of("", own)
            lines += ["", *self.declared(f"rule {second} {how} go-{s}{own}{later}{when}:",
                                         self.knowing(known if own else [], most=1))]  # fmt: skip
        return [*lines, "", *self.option(f"do go-{s}{with_}")]

    def doable(self) -> Lines:
        """Return a step that another asks about before it does it."""
        s, given = self.seed, self.chance.random() < 0.5
        params, with_ = (" (amount)", " with 2") if given else ("", "")
        first = self.one_of("pay 2 coins", "pay 1 lantern", "choose field from fields where its plot is empty")
        known = [("amount", "number")] if given else []
        step = self.declared(f"step do-{s}{params}:", self.knowing(known, first))
        lines = [
            f"if {self.maybe('not ')}can do do-{s}{with_}:",
            "    take 1 coin",
            "otherwise:",
            *indented(self.body(1)),
        ]
        done = [f"if can do do-{s}{with_}:", f"    do do-{s}{with_}"]
        return [*step, "", *self.option(*lines, *done)]

    def imagined(self) -> Lines:
        """Return a step whose outcome is asked for before it is done, directly and in a value."""
        s, chance = self.seed, self.chance
        kinds = chance.sample(["fruit", "field", "spot", "card"], chance.randint(0, 2))
        params = f" ({', '.join(kinds)})" if kinds else ""
        before = len(self.known)
        self.known += [(kind, kind) for kind in kinds]
        step = self.declared(f"step try-{s}{params}:", self.settled())
        del self.known[before:]
        value = self.declared(f"value tried-{s} of player:", [self.after(kinds)])
        lines = [f"if {self.maybe('not ')}{self.after(kinds)}:", "    take 1 coin", *self.body(1, 2)]
        lines += [f"if player is tried-{s} or {self.condition(1)}:", "    raise player's debt by 1"]
        if kinds:
            name, asked = self.inside(kinds[0], lambda: self.after(kinds))
            members = self.set(kinds[0])
            lines += [f"if for {self.one_of('every', 'some')} {name} in {members} ({asked}):", "    take 1 lantern"]
        return [*step, "", *value, "", *self.option(*lines, *self.one_of_lines([], [f"do try-{s}{self.with_(kinds)}"]))]

    def remembered(self) -> Lines:
        """Return a memory of the game, what changes what it is of, and questions whether that has been there before."""
        s, chance = self.seed, self.chance
        facts = chance.sample(
            ["windy", "called", "weeds", "fruits", "marks", "debt", "leader", "coins", "lit", "level"], 2
        )
        facts = facts[: chance.randint(1, 2)]
        has = ["the game has:", f"    memory past-{s}: {self.one_of('1', '3', '40')} of {', '.join(facts)}"]
        often = self.one_of("before", "1 times", "2 times", f"({self.number(1)}) times")
        been = f"{self.maybe('not ')}past-{s} has been here {often}"
        lines = [f"if {been}:", "    take 1 coin", f"if past-{s} has been here before or {self.condition(1)}:",
                 *indented(self.body(1, 1)), f"remember past-{s}", *self.body(1, 2)]  # fmt: skip
        return [*has, "", *self.option(*lines)]

    def with_(self, kinds: list[str]) -> str:
        """Return what a step is given."""
        return f" with {', '.join(self.thing(kind, 1) for kind in kinds)}" if kinds else ""

    def after(self, kinds: list[str]) -> str:
        """Return a condition on what would be after the step of this text."""
        return f"after try-{self.seed}{self.with_(kinds)} ({self.condition(1)})"

    def chain(self) -> Lines:
        """Return a step that does itself, directly or through another one, which may end it."""
        s, known = self.seed, [("amount", "number")]
        through = self.chance.random() < 0.5
        again = f"do {'link' if through else 'chain'}-{s} with amount - 1"
        inside = [[again], ["repeat 2 times:", f"    {again}"], ["for each player in players:", f"    {again}"]]
        again = [*self.knowing(known, most=1), *self.one_of_lines(*inside), *self.knowing(known, most=1)]
        first = self.one_of_lines([], ["let sum be amount"], ['tell "Again."'])
        body = [*first, "if amount is above 0:", *indented(again), *self.knowing(known, most=1)]
        lines = self.declared(f"step chain-{s} (amount):", body)
        if through:
            ends = [f"if {self.condition(1)}:", f"    end chain-{s}"] if self.chance.random() < 0.4 else []
            link = [*self.knowing(known, most=1), f"do chain-{s} with amount", *ends]
            lines += ["", *self.declared(f"step link-{s} (amount):", link)]
        return [*lines, "", *self.option(f"do chain-{s} with {self.one_of('1', '2', '3')}")]

    def followed(self) -> Lines:
        """Return a step in which pieces do what their rules say."""
        who = self.one_of("first of cards", "first of player's hand", "last of cards")
        return self.option(
            f"let sheet be {who}", "if sheet is not nothing:", "    do reveal with sheet", *self.body(1, 2)
        )

    def laps(self, deep: int = 2) -> Lines:
        """Return laps of random form: of people or of other things."""
        if self.chance.random() < 0.5:
            return super().laps(deep)
        name, until = self.fresh("each"), self.one_of("", f" until {self.condition(1)}")
        kind = self.one_of("card", "fruit", "field")
        members = self.set(kind, 1)
        by = self.one_of("", f" by {self.number_of(kind, name)}")
        self.known.append((name, kind))
        lines = [f"in laps for each {name} in {members}{by}{until}:", *indented([*self.body(deep - 1, 2), "drop out"])]
        self.known.pop()
        return lines

    def one_or_several(self) -> Lines:
        """Return a value and a step that are given one thing in one place, and a set in another."""
        s, kind = self.seed, self.kind()
        given = [self.thing(kind, 1), self.set(kind, 1), self.one_of("nothing", self.set(kind, 1))]
        self.chance.shuffle(given)
        self.known.append((f"zone-{s}", f"set of {kind}"))
        value = self.declared(f"value near-{s} (zone-{s}):", [f"number of zone-{s} + {self.number(1)}"])
        step = self.declared(f"step near-{s} (zone-{s}):", self.block_of(f"set clock to number of zone-{s}"))
        self.known.clear()
        uses = [f"take (lesser of 3 and (greater of 0 and (near-{s} for {one}))) coins" for one in given]
        return [*value, "", *step, "", *self.option(*uses, *(f"do near-{s} with {one}" for one in given))]

    def number_of(self, kind: str, name: str) -> str:
        return {"card": f"{name}'s worth", "fruit": f"prices for {name}", "field": f"{name}'s weeds"}[kind]

    def statement_alone(self) -> Lines:
        """Return one statement of each form in its turn, with what random statements have seldom."""
        s, deep = self.seed, 2
        ways = [
            lambda: self.laps(deep), lambda: self.ask(deep), lambda: self.loop(deep), lambda: self.choose(),
            lambda: ["choose n from 0 to 3" + self.maybe(' "How many?"') + self.maybe(" also free-effects"),
                     "set clock to n"],
            lambda: [f"choose card or nothing from player's hand{self.label('Which?')}"
                     + self.maybe(" also free-effects"),
                     "if card is not nothing:", "    move card to player's table"],
            lambda: ["if there is (player's hand):",
                     "    choose card from player's hand" + self.maybe(" also free-effects"), "    discard card"],
            lambda: ['keep asking player "More?" also free-effects:', "    option more when clock is below 90:",
                     "        raise clock by 9", "    option done:", "        stop"],
            lambda: [f'ask player secretly "How many?"{self.maybe(" until clock is 3", 0)}:',
                     '    option bid "Bid" with n from 0 to 3:', "        set player's bid to n",
                     "    option none" + self.maybe(" when clock is above 0")],
            lambda: ["swap first of queue and last of queue"],
            lambda: ["if number of queue is above 1:", "    swap first of queue and last of queue"],
            lambda: [f"if {self.condition(2)}:", "    end turn"],
            lambda: [f"if {self.condition(2)} and clock is above 500:", "    end game"],
            lambda: ["take (upkeep for apple at (greater of 1 and (lesser of 4 and clock))) coins"],
            lambda: ["player takes 2 coins"], lambda: [self.owed()], lambda: [self.owed()],
            lambda: [f"set player's crop to {self.perhaps_nothing()}"],
            lambda: ["roll luck from 1 to 6" + self.maybe(" secretly"), "if luck is above 3:", "    take 1 coin"],
            lambda: [f"for each player in players{self.one_of(' from', ' after', ' back to')} leader:",
                     "    if player's coins is above 1:", "        pay 1 coin" + self.maybe(" to leader")],
            lambda: ["for each card in player's hand by card's worth:", "    move card to player's table"],
            lambda: ["repeat 2 times:", "    take 1 coin", "    if player's coins is above 20:", "        stop"],
            lambda: ["mark (cards where its worth is 1) lit", "unmark player's hand lit"],
            lambda: ["set wild to wanted for (greater of 1 and (lesser of 4 and clock))"],
            lambda: ["let far be fields with most (its weeds)", "set player's marks to far"],
            lambda: ["let rest be 3", "raise rest by 2", "lower rest by 1", "set rest to rest + 1", "take rest coins"],
            lambda: [f'tell "{{player}} in text {s} has {{player{chr(39)}s coins}}."'],
        ]  # fmt: skip
        return self.option(*self.chance.choice(ways)())

    def owed(self) -> str:
        """Return a line with an amount that may turn out to be below 0."""
        amount = f"({self.number(0)} - {self.number(0)})"
        return self.one_of(f"take {amount} coins", f"pay {amount} coins to leader", f"raise clock by {amount}",
                           f"lower clock by {amount}", f"draw {amount} cards from deck to player's hand")  # fmt: skip

    def perhaps_nothing(self) -> str:
        """Return a fruit that may turn out to be nothing."""
        members = self.set("fruit", 1)
        return self.one_of("player's favourite", f"(first of {members})", f"(last of {members})", "(only one of wild)")

    # -- what there is

    def things(self) -> Lines:
        """Return names, a grid and what each of them, each player and the game have."""
        s, two = self.seed, self.chance.random() < 0.5
        labels = ["red-S", "dark-blue-S", "pale-S"]
        labels = [label.replace("S", str(s)) + self.maybe(f' "Label {at}"') for at, label in enumerate(labels)]
        kind = f"names hue-{s} / hues-{s}{self.maybe(' in a circle')}"
        names = [f"{kind}: {', '.join(labels)}{self.maybe(f', hue-{s}-1 to hue-{s}-4')}"]
        if self.chance.random() < 0.3:
            names = [f"names hue-{s} / hues-{s}: hue-{s}-1 to hue-{s}-4"]
        secret = self.one_of("", "", ", secret")
        key = self.one_of("", f" for each hue-{s}", " for each 1 to 3")
        fact = self.one_of(f"fact-{s}{key}: {self.one_of('0', '-9')} to 9{secret}", f"mark-{s}: yes or no{secret}",
                           f"hue-of-{s}{key}: hue-{s}",
                           f"other-{s}{key}: hue-{s} or {self.one_of('nothing', 'nobody')}",
                           f"hues-of-{s}{key}: set of hue-{s}{secret}")  # fmt: skip
        most, orders = (
            self.one_of("", ", 40 in all", ", 20 times number of players in all", ", secret"),
            self.one_of("", "stack of ", "row of "),
        )
        more = self.one_of(f"amount bead-{s} / beads-{s}{self.maybe(': 0 to 30')}{most}",
                           f"place box-{s}{self.maybe(f' for each hue-{s}')}: {orders}cards"
                           f"{self.one_of('', ', hidden', ', secret', ', seen by the others')}")  # fmt: skip
        of_player = {"secret", "others"} & {*(more + fact).split()}
        owner = self.one_of("each player has:", "each player has:" if of_player else f"each hue-{s} has:")
        if owner.startswith("each hue") and "amount" in more:
            more = f"place box-{s}: {self.one_of('at most 1 card', 'cards', 'row of cards')}"
        of_game = self.one_of(
            f"heap-{s}: 0 to 9", f"place heap-{s}: {self.one_of('stack of cards, refilled from discards', 'cards')}"
        )
        sources = [CITES] if two else []
        game = ["", "the game has:", *indented([*sources, of_game])]
        rim = self.one_of("", "", " with a rim")
        grid = ["", f"grid cell-{s} / cells-{s}: 3 by 2{rim}"] if self.chance.random() < 0 else []
        has = ["", owner, *indented([*sources, fact, more])]
        use = f"for each hue-{s} in hues-{s}:"
        used = [use, "    raise clock by 1"]
        if owner == "each player has:" and self.chance.random() < 0.5:
            own = f"place mine-{s}: stack of cards, hidden, refilled from spent-{s}", f"place spent-{s}: cards"
            has += indented([*own])
            used += [f"move discards to player's spent-{s}"]
            used += [f"draw {self.small()} cards from player's mine-{s} to player's spent-{s}"] * 2
        return [*names, *grid, *has, *game, "", *self.option(*used)]

    def ruling(self) -> Lines:
        """Return rulings and a step that rests on them."""
        s = self.seed
        lines: Lines = []
        for name in ("one", "two"):
            lines += [
                f"ruling {name}-{s}:",
                f"    {CITES}",
                f'    asks "What of {name}?"',
                f'    decides "{name}."',
                "",
            ]
        rests = self.one_of(f"rests on one-{s}, two-{s}", f"rests on two-{s}")
        other = f"rests on one-{s}"
        step = [f"step do-{s}:", *indented([CITES, rests, other, *self.body(1)])]
        promise = ["", f"always kept-{s}:", *indented([CITES, other, self.kept()])]
        return [*lines, *step, *promise, "", *self.option(f"do do-{s}")]

    def promise(self) -> Lines:
        """Return what is said to hold always."""
        return self.declared(f"always kept-{self.seed}:", [self.kept()])

    def kept(self) -> str:
        """Return a condition that can be looked at at any time; where nobody acts, there is no `player`."""
        compared = self.one_of("is at least", "is at most", "is above", "is not")
        less = self.one_of(f"{self.number(0)} {compared} {self.number(0)}", f"{self.set('card', 0)} is not empty",
                           f"{self.set('fruit', 0)} is empty", f"leader {self.one_of('is', 'is not')} nobody",
                           f"{self.thing('fruit', 0)} is in {self.set('fruit', 0)}")  # fmt: skip
        return f"for {self.one_of('every', 'some')} player in players ({less})"
