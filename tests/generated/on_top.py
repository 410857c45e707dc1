"""Random texts in several files: declarations with data of their own, and differences of a ruleset on top.

A line `#: FILE` begins each file but the first; what stands in `top/` belongs to the ruleset on top.
"""

from __future__ import annotations

from tests.generated.declarations import CITES, Declarations
from tests.generated.statements import Lines, indented

HOUSE = 'cites house "House rules"'
SOURCE = "source: 'book \"The rules\"'"


class OnTop(Declarations):
    """Writes texts in several files."""

    def file(self, folder: str, ending: str) -> str:
        """Return the line that begins another file."""
        return f"#: {folder}/text-{self.seed}.{ending}"

    def figure(self) -> Lines:
        """Return figures with data; a difference may change them."""
        s, least = self.seed, self.chance.randint(0, 3)
        lines = [f"figure rate-{s}: {least} to 9", f"figure fee-{s} for each {self.one_of('fruit', '1 to 3')}: 0 to 9",
                 f"figure duty-{s} for each {self.one_of('column', '1 to 2')}"
                 f" at each {self.one_of('1 to 3', 'fruit')}: 0 to 9",
                 f"figure best-{s}: {self.one_of('fruit', 'fruit or nothing')}"]  # fmt: skip
        data = ["kind: figures", "figures:", *indented([
            f"rate-{s}: {{{SOURCE}, value: 4}}", f"fee-{s}: {{{SOURCE}, value: {self.values(lines[1], 'for each ')}}}",
            f"duty-{s}: {{{SOURCE}, value: {self.twice(lines[2])}}}",
            f"best-{s}: {{{SOURCE}, value: plum}}"])]  # fmt: skip
        for_ = "2" if "1 to 3" in lines[1] else "plum"
        first = "2" if "1 to 2" in lines[2] else "goods"
        second = "2" if "at each 1 to 3" in lines[2] else "plum"
        taken = self.one_of(f"rate-{s}", f"(fee-{s} for {for_})", f"(duty-{s} for {first} at {second})")
        use = self.option(f"take {taken} coins", f"set player's crop to best-{s}" if "nothing" not in lines[3] else
                          f"set player's favourite to best-{s}")  # fmt: skip
        because = self.one_of("", "", ' because house "House rules"')
        assumed = self.maybe(' assumed "nobody knows"')
        changes = self.chance.sample([
            f"change rate-{s} from 4 to 5{because}{assumed}",
            f"change fee-{s} for {for_} from 2 to 7{because}{assumed}",
            f"change duty-{s} for {first} at {second} from 5 to 8{because}{assumed}",
            f"change best-{s} from plum to apple{because}{assumed}"], self.chance.randint(1, 4))  # fmt: skip
        if self.chance.random() < 0.5:
            top = [f'difference dear-{s} "Text {s} is dear.":', *indented([HOUSE, *changes])]
        else:
            top = [
                line if "because" in line or "assumed" in line else f'{line} because house "House rules"'
                for line in changes
            ]
        return [*lines, "", *use, self.file("data", "yaml"), *data, self.file("top/rules", "rules"), *top]

    def values(self, line: str, word: str) -> str:
        return "[1, 2, 3]" if f"{word}1 to 3" in line else "{apple: 1, plum: 2, dragon-fruit: 3}"

    def twice(self, line: str) -> str:
        inner = "[4, 5, 6]" if "at each 1 to 3" in line else "{apple: 4, plum: 5, dragon-fruit: 6}"
        return f"{{goods: {inner}, staff: {inner}}}" if "column" in line else f"[{inner}, {inner}]"

    def pieces(self) -> Lines:
        """Return a shape and a kind of piece with data and rules."""
        s = self.seed
        shaped = self.chance.random() < 0.5
        sourced = [CITES] if self.chance.random() < 0.4 else []
        shape = (
            [f"shape form-{s} / forms-{s}:", *indented([*sourced, f"printed weight-{s}: 0 to 9"]), ""] if shaped else []
        )
        about = [f"starts in bag-{s}", *([f"discarded to bag-{s}"] if self.chance.random() < 0.7 else [])]
        about += self.chance.sample([
            f"printed size-{s}: 1 to 9", f"printed hue-{s}: {self.one_of('fruit', 'fruit or nothing')}",
            f"printed glow-{s}: yes or no", f"printed likes-{s}: set of fruit",
            f"printed cost-{s} for each {self.one_of('fruit', '1 to 3')}: 0 to 9", "at most 1 played in each turn",
            f"options live in {self.maybe(f'bag-{s}, ', 0.3)}pocket-{s}"], self.chance.randint(3, 7))  # fmt: skip
        if any("played" in line for line in about) and not any("live" in line for line in about):
            about.append(f"options live in pocket-{s}")
        live = any("live" in line for line in about)
        piece = [f"piece token-{s} / tokens-{s}{f' is form-{s}' if shaped else ''}:", *indented([*sourced, *about]), ""]
        own = [f"each token-{s} has:", *indented([f"lit-{s}: yes or no{self.maybe(', cleared when it moves')}",
               f"load-{s}: 0 to 5{self.one_of('', ', cleared when it moves', ', hidden')}"]), ""]  # fmt: skip
        where = ["each player has:", f"    place pocket-{s}: {self.one_of('', 'row of ')}tokens-{s}", "",
                 "the game has:",
                 f"    place bag-{s}: {self.one_of('', 'row of ', 'stack of ')}tokens-{s}", ""]  # fmt: skip
        facts = [f"size-{s}: 3"] if any("size-" in line for line in about) else []
        facts += [f"hue-{s}: apple"] if any("hue-" in line for line in about) else []
        row = f", facts: {{{', '.join(facts)}}}" if facts else ""
        data = ["kind: inventory", f"pieces: token-{s}", "rows:",
                f"  - {{rule: star-{s}, count: 2{row}, {SOURCE}}}",
                f"  - {{rule: moon-{s}{row}, {SOURCE}}}"]  # fmt: skip
        lines = [*self.piece_rule("star", live), "", *self.piece_rule("moon", live), ""]
        move = [f"if bag-{s} is not empty:", f"    move first of bag-{s} to player's pocket-{s}"]
        each = [f"for each token-{s} in player's pocket-{s}:", f"    do reveal-{s} with token-{s}"]
        seen = [f"step reveal-{s} (token-{s}):", *indented([f"follow token-{s}"]), ""]
        texts = [*shape, *piece, *own, *where, *lines, *seen, *self.option(*move, *each)]
        change = [f"remove token-{s} moon-{s}"] if self.chance.random() < 0.3 else []
        change += (
            [f"change size-{s} for star-{s} from 3 to 4"]
            if facts and "size" in facts[0] and self.chance.random() < 0.5
            else []
        )
        top = [f'difference lost-{s} "Text {s} has lost one.":', *indented([HOUSE, *change])]
        return [*texts, self.file("data", "yaml"), *data, *([self.file("top/rules", "rules"), *top] if change else [])]

    def piece_rule(self, name: str, live: bool) -> Lines:
        """Return the rule of a piece with some of what it may have."""
        s = self.seed
        head = f"token-{s} {name}-{s}{self.label('Token S')}:"
        lines = [CITES] if self.chance.random() < 0.7 else []
        if live:
            often = self.one_of("", ", once each turn", ", once only")
            with_ = self.one_of("", " with fruit from fruits", " with n from 1 to 2")
            when = self.maybe(f" when this token-{s} is not lit-{s}")
            label = self.maybe(f' "Use {s}"')
            option = f"option use-{name}-{s}{label} on acts{often}{with_}{when}:"
            body = [f"mark this token-{s} lit-{s}", *self.body(1, 2)]
            lines += [option, *indented([CITES] if self.chance.random() < 0.1 else body)]
        if self.chance.random() < 0.7:
            lines += [
                f"when reveal-{s}:",
                *indented([*([CITES] if self.chance.random() < 0.3 else []), *self.body(1, 2)]),
            ]
        if self.chance.random() < 0.7 or not lines:
            condition = self.maybe(f" if this token-{s} is lit-{s}")
            lines += [
                "at the end:",
                f"    score {self.one_of('2', f'number of player{chr(39)}s pocket-{s}')} points{condition}",
            ]
        return [head, *indented(lines)]

    def difference(self) -> Lines:
        """Return a step, an option and rules, and what a ruleset on top makes of them."""
        s = self.seed
        step = [f"step do-{s}:", *indented([CITES, *self.body(1)])]
        rules = [f"rule more-{s} after do-{s}:", *indented([CITES, *self.body(1, 1)])]
        self.known.clear()
        spare = [f"option spare-{s} on acts when clock is above 5:", *indented([CITES, "raise clock by 2"])]
        base = [*step, "", *rules, "", *spare, "", *self.option(f"do do-{s}")]
        house = self.one_of_lines([HOUSE], [HOUSE, HOUSE])
        replaced = [f"replace step do-{s}:", *indented([HOUSE, *self.body(1)])]
        because = self.maybe(' because house "House rules"')
        removed = self.one_of_lines([f"remove rule more-{s}{because}"], [f"remove option spare-{s}{because}"])
        when = f"after do-{s} later than more-{s}" if "option" in removed[0] else f"before do-{s}"
        added = [f"rule late-{s} {when}:", *indented([HOUSE, *self.body(1, 1)])]  # fmt: skip
        if self.chance.random() < 0.2:
            top = [*replaced, "", removed[0] if because else removed[0] + ' because house "House rules"', "", *added]
            return [*base, self.file("top/rules", "rules"), *top]
        one = [f'difference one-{s} "Text {s} differs.":', *indented([*house, *self.one_of_lines(replaced, removed)])]
        two = self.one_of_lines(["needs one-S"], ["later than one-S"], ["needs one-S", "later than one-S"])
        again = [f"replace step do-{s}:", *indented([HOUSE, *self.body(1)])] if self.chance.random() < 0.4 else added
        two = [f'difference two-{s} "Text {s} differs more.":',
               *indented([HOUSE, *[line.replace("S", str(s)) for line in two], *again])]  # fmt: skip
        return [*base, self.file("top/rules", "rules"), *one, "", *two]
