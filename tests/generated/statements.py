"""Random statements of the rule language, in indented lines."""

from __future__ import annotations

import re

from tests.generated.expressions import KINDS, MANY, Expressions

Lines = list[str]
UNSETTLED = re.compile(r"^ *(choose|draw|roll|shuffle|in laps) ", re.MULTILINE)
"""Lines after which it is not known before what is."""
TABLE, HAND, CAMP = "player's table", "player's hand", "spot-1's camp"


def indented(lines: Lines) -> Lines:
    """Return lines one level deeper."""
    return [f"    {line}" for line in lines]


class Statements(Expressions):
    """Writes statements; `asking`: whether a question may stand here, `looping`: whether a loop can be left."""

    asking = True
    looping = False

    def body(self, deep: int = 2, most: int = 4) -> Lines:
        """Return the lines of a block; names that they make are known only in it."""
        before = len(self.known)
        lines: Lines = []
        for _ in range(self.chance.randint(1, most)):
            lines += self.statement(deep)
        del self.known[before:]
        return lines

    def block(self, head: str, deep: int, most: int = 3) -> Lines:
        """Return a line with a block under it."""
        return [head, *indented(self.body(deep - 1, most))]

    def settled(self) -> Lines:
        """Return lines that ask nobody, leave nothing to chance and go round in no laps."""
        asking, self.asking = self.asking, False
        lines = self.body(2)
        while UNSETTLED.search("\n".join(lines)):
            lines = self.body(2)
        self.asking = asking
        return lines

    def statement(self, deep: int) -> Lines:
        """Return one statement."""
        if deep > 0 and self.chance.random() < 0.45:
            return self.compound(deep)
        return self.plain()

    def plain(self) -> Lines:  # noqa: C901, PLR0911, PLR0912 - one case for each form
        """Return a statement of one line."""
        match self.chance.randrange(31):
            case 0 | 1:
                return self.let()
            case 2 | 3 | 4:
                return [self.set_fact()]
            case 5:
                what = self.changing()
                return [f"if {what} is below 2:", f"    raise {what} by {self.small()}"]
            case 6:
                what = self.changing()
                return [f"if {what} is above 2:", f"    lower {what} by {self.small()}"]
            case 7 | 8:
                return [f"take {self.small()} {self.one_of('coins', 'lanterns', 'gems')}"]
            case 9:
                return [f"{self.thing('player', 1)} takes {self.small()} coins"]
            case 10:
                who = self.one_of("", "", " to leader", f" to {self.thing('player', 0)}")
                what = self.one_of("coins", "lanterns")
                return [f"if player's {what} is above 2:", f"    pay {self.small()} {what}{who}"]
            case 11:
                who = self.thing("player", 1)
                return [
                    f"if {who}'s coins is above 2:",
                    f"    {who} pays {self.small()} coins{self.one_of('', ' to player')}",
                ]
            case 12 | 13:
                return [f"move {self.set('card', 1)} to {self.one_of(TABLE, 'show', 'deck', HAND)}"]
            case 28:
                kind = self.kind()
                name = self.fresh("picked")
                self.known.append((name, kind))
                return [f"choose {name} at random from {self.set(kind)}{self.one_of('', '', ' secretly')}"]
            case 29 | 30:
                to = self.one_of("player", "others", "players", self.thing("player", 1))
                if self.chance.random() < 0.5:
                    return [f"show {self.set('card', 1)} to {to}"]
                return self.if_there("card", f"show X to {to}")
            case 26:
                return [f"move {self.set('card', 1)} under {self.one_of('show', 'deck', 'deck')}"]
            case 27:
                return self.if_there("card", "move X under deck")
            case 14:
                return self.if_there(
                    "card",
                    f"move X to {self.one_of('b1', 'c2')}'s plot",
                    " and b1's plot is empty and c2's plot is empty",
                )
            case 15:
                return [f"discard {self.one_of(self.set('card', 1), self.thing('card', 1), self.set('cart', 1))}"]
            case 16:
                to = self.one_of("queue", "yard", CAMP)
                return (
                    [f"move {self.set('cart', 1)} to {to}"] if self.asking else self.if_there("cart", f"move X to {to}")
                )
            case 17:
                return [f"draw {self.small()} cards from deck to {self.one_of(HAND, 'show', 'discards')}"]
            case 18:
                return [f"shuffle {self.one_of('deck', 'show', 'queue')}"]
            case 19:
                name = self.fresh("luck")
                line = f"roll {name} from {self.one_of('0', '1')} to {self.one_of('3', '6')}"
                line += self.one_of("", "", " secretly")
                self.known.append((name, "number"))
                return [line]
            case 20:
                return [
                    f"{self.one_of('mark', 'unmark')} "
                    f"{self.one_of('player ready', self.thing('card', 0) + ' lit', 'players ready')}"
                ]
            case 21 if self.chance.random() < 0.4:
                return [f"swap {self.one_of(HAND, TABLE)} and {self.one_of(HAND, TABLE, 'show', 'deck')}"]
            case 21:
                return self.if_there("card", "swap X and (first of cards)")
            case 22:
                return ['tell "{player} has {player' + "'s coins" + '}."']
            case 23 if self.looping:
                return [f"if {self.condition(1)}:", "    stop"]
            case 24 | 25 if self.asking:
                return self.several() if self.chance.random() < 0.5 else self.choose()
            case _:
                return [self.set_fact()]

    def if_there(self, kind: str, line: str, more: str = "") -> Lines:
        """Return a line about X, a thing that mostly is asked for first."""
        thing = self.thing(kind, 1)
        if self.chance.random() < 0.05:
            return [line.replace("X", thing)]
        name = self.fresh("kept")
        return [
            f"let {name} be {thing}",
            f"if {name} is not nothing{more.replace('X', name)}:",
            "    " + line.replace("X", name),
        ]

    def let(self) -> Lines:
        """Return a `let` of any type."""
        kind = self.kind()
        type_, value = self.chance.choice(
            [
                ("number", self.number(2)),
                ("truth", f"({self.condition(1)})"),
                (kind, self.thing(kind)),
                (f"set of {kind}", self.set(kind)),
            ]
        )
        name, more = self.fresh("held"), list[str]()
        if type_ == kind and self.chance.random() < 0.4:  # what is set to a set later is one from the beginning
            type_, value = f"set of {kind}", self.one_of(value, "nothing")
            more = [f"set {name} to {name} {self.one_of('+', '-', 'within')} {self.set(kind, 1)}"]
            more += [f"set {name} to {self.one_of(self.thing(kind), 'nothing')}"][: self.chance.randint(0, 1)]
        self.known.append((name, type_))
        return [f"let {name} be {value}", *more]

    def set_fact(self) -> str:
        """Return a `set` of a fact of any type."""
        bounded = self.small(3)
        return self.one_of(
            f"set player's fruits to {self.set('fruit')}", f"set wild to {self.set('fruit')}",
            f"set player's marks to {self.set('field')}", f"set player's meadow to {self.set('hex')}",
            f"set player's sown to {self.set('tile')}", f"set player's walls to {self.set('side')}",
            f"set player's posts to {self.set('corner')}",
            f"set player's favourite to {self.one_of(self.thing('fruit'), 'nothing')}",
            f"set player's crop to {self.thing('fruit')}",
            f"set leader to {self.one_of(self.thing('player'), 'nobody')}",
            f"set chosen-field to {self.thing('field')}", f"set player's stands-on to {self.thing('spot')}",
            f"set player's harvest to {self.thing('season')}",
            f"set player's effort to {bounded}", f"set {self.thing('field', 1)}'s weeds to {bounded}",
            f"set player's level for {self.index(3, 1)} to {bounded}",
            f"set windy to {self.one_of('yes', 'no', f'({self.condition(1)})')}",
            f"set called for {self.thing('spot')} at {self.index(2, 1)} to ({self.condition(1)})",
            f"set player's owed for {self.thing('fruit')} at {self.thing('player')} to {bounded}",
            f"set clock to {self.small(20)}", f"set player's bid to {bounded}",
            f"set {self.thing('card', 0)}'s baskets for {self.thing('fruit', 1)} to {bounded}",
        )  # fmt: skip

    def changing(self) -> str:
        """Return what can be raised."""
        held = [name for name in self.of_kind("number") if name.startswith("held")]
        return self.chance.choice(["clock", "player's debt", "player's effort", "player's row for goods",
                                   f"{self.thing('field', 1)}'s weeds", "spot-4's toll", *held])  # fmt: skip

    def choose(self) -> Lines:
        """Return a choice."""
        kind = self.kind()
        name, members = self.fresh("picked"), self.set(kind)
        also = self.one_of("", "", ' "Which?"', ' "Which?" also free-effects')
        if self.chance.random() < 0.25:
            line = f"choose {name} from 0 to {self.small(3)}{also}"
            self.known.append((name, "number"))
            return [line]
        bare = members.strip("()") if members.count("(") == 1 else members
        line = f"choose {name}{self.one_of('', '', ' or nothing')} from {bare}{also}"
        self.known.append((name, kind))
        if "nothing from" in line or self.chance.random() < 0.3:
            return [line]
        lines = [f"if {members} is not empty:", *indented([line, *self.body(0, 3)])]
        self.known = [known for known in self.known if known[0] != name]
        return lines

    def several(self) -> Lines:
        """Return a choice of several things, or of pieces that are paid or moved."""
        kind, prompt = self.kind(), self.one_of("", ' "Which?"')
        if self.chance.random() < 0.3:
            goes = f"{self.one_of('move 1 card', 'pay 2 cards', 'move 2 cards', 'pay 1 card')} from X"
            members = f"({self.set('card', 1)})"
            to = f" to {self.one_of(TABLE, 'show', HAND)}" if goes.startswith("move") else ""
            lines = [goes.replace("X", members) + to + prompt]
        else:
            members = f"({self.set(kind)})"
            least = self.one_of("1", "2", "(1 + 1)", "(1 + 1)", "player's effort")
            how = self.one_of(least, f"{least} to {self.one_of('3', self.small(3))}", "up to 2", "any number of")
            name = self.fresh("some")
            bare = members[1:-1] if members.count("(") == 1 else members
            lines = [f"choose {how} {name} from {bare}{prompt}"]
            self.known.append((name, f"set of {kind}"))
            if self.chance.random() < 0.3:
                return lines
            lines, self.known = [*lines, *self.body(0, 3)], self.known[:-1]
        return [f"if number of {members} is above 2:", *indented(lines)]

    def compound(self, deep: int) -> Lines:  # noqa: PLR0911 - one case for each form
        """Return a statement with blocks."""
        match self.chance.randrange(9):
            case 0 | 1 | 2:
                lines = self.block(f"if {self.condition()}:", deep)
                if self.chance.random() < 0.4:
                    lines += self.block(f"otherwise if {self.condition()}:", deep)
                if self.chance.random() < 0.5:
                    lines += self.block("otherwise:", deep)
                return lines
            case 3 | 4:
                return self.loop(deep)
            case 5:
                return self.laps(deep)
            case 6 if self.chance.random() < 0.4:
                name = self.fresh("round")
                head = f"repeat until {name} is {self.one_of('2', '3')} or {self.condition(1)}:"
                inside = self.within_loop(head, deep)
                return [f"let {name} be 0", inside[0], f"    set {name} to {name} + 1", *inside[1:]]
            case 6:
                return self.within_loop(f"repeat {self.one_of('2', '3', self.small(3))} times:", deep)
            case 7 if self.asking:
                return self.ask(deep) if self.chance.random() < 0.7 else self.ask_together()
            case _:
                return self.loop(deep)

    def within_loop(self, head: str, deep: int) -> Lines:
        """Return a loop, which a line in it may stop."""
        before, self.looping = self.looping, True
        lines = self.block(head, deep)
        self.looping = before
        return lines

    def loop(self, deep: int) -> Lines:
        """Return a loop through a set or numbers."""
        if self.chance.random() < 0.3:
            name, bounds = self.fresh("turn"), (self.one_of("0", "1", self.small()), self.small(4))
            self.known.append((name, "number"))
            head = self.one_of(" to ".join(bounds), " down to ".join(reversed(bounds)))
            lines = self.within_loop(f"for each {name} from {head}:", deep)
        else:
            kind = self.chance.choice(KINDS)
            name, members = (self.fresh("each"), self.set(kind))
            order = ""
            if kind == "player":
                name = self.one_of(name, "player")
                order = self.one_of("", "", " from leader", " after player", " back to (first of players)")
            self.known.append((name, kind))
            if not order and kind != "player" and self.chance.random() < 0.3:
                order = f" by {self.number(1)}"
            lines = self.within_loop(f"for each {name} in {members}{order}:", deep)
        self.known.pop()
        return lines

    def laps(self, deep: int) -> Lines:
        """Return laps in which everybody drops out or is asked."""
        name = self.fresh("each")
        order = self.one_of("", " from player", " after leader")
        until = self.one_of("", f" until {self.condition(1)}")
        members = self.set("player")
        self.known.append((name, "player"))
        lines = [f"in laps for each {name} in {members}{order}{until}:"]
        lines += indented([*self.body(deep - 1, 2), f"if {self.condition(1)}:", "    drop out"])
        self.known.pop()
        return [*lines, "    otherwise:", "        drop out"] if self.chance.random() < 0.5 else lines

    def ask(self, deep: int) -> Lines:
        """Return a question with options."""
        who = self.one_of("player", "player", self.thing("player", 1))
        secretly = self.one_of("", "", "", " secretly")
        again = self.chance.random() < 0.2
        until = f" until {self.condition(1)}" if again and self.chance.random() < 0.5 else ""
        lines = [f'{"keep asking" if again else "ask"} {who}{secretly} "What?"{until}:']
        kind, name = self.chance.choice(["fruit", "field", "card", "spot"]), self.fresh("with")
        members = self.set(kind)
        before = len(self.known)
        self.known.append((name, kind))
        using = f"{name} from {members}"
        if kind != "card" and self.chance.random() < 0.4:  # cards are not seen by all, and so no part of combinations
            other, second = self.chance.choice(["fruit", "field", "spot"]), self.fresh("and")
            using = f"{name} from ({members}), {second} from {self.set(other)}"
            self.known.append((second, other))
        lines += [f'    option one "One" with {using}:', *indented(indented(self.body(deep - 1, 2)))]
        del self.known[before:]
        when = self.one_of("", f" when {self.condition(1)}")
        lines += [f'    option two "Two"{when}:', *indented(indented(self.body(deep - 1, 2)))]
        return [*lines, '    option done "Done":', "        stop"] if again else [*lines, '    option pass "Pass"']

    def ask_together(self) -> Lines:
        """Return a question to several players at once, whose lines ask nobody and leave nothing."""
        looping, self.looping = self.looping, False
        who = self.one_of("players", "others", f"({self.set('player', 1)})")
        lines = [f'ask {who} together "What?":']
        kind, name = self.chance.choice(["fruit", "field", "card", "spot"]), self.fresh("with")
        members = self.set(kind)
        self.known.append((name, kind))
        lines += [f'    option one "One" with {name} from {members}:', *indented(indented(self.settled()))]
        self.known.pop()
        number, when = self.fresh("with"), self.one_of("", f" when {self.condition(1)}")
        lines += [f'    option two "{{{number}}}" with {number} from 0 to 3{when}:', "        take 1 coin"]
        lines += indented(indented([f"set clock to {number}", *self.settled()]))
        self.looping = looping
        return [*lines, '    option pass "Pass"']


__all__ = ["MANY", "Statements", "indented"]
