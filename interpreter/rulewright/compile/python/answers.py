"""Writes what taking a choice does, and in the traced build how prompts and labels read."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.compile import blocks as b
from rulewright.compile.inline import expand
from rulewright.compile.python.choices import THIS
from rulewright.compile.python.functions import Functions


class Answers(Functions):
    """One function for each choice: it keeps what was chosen and goes on to the next question."""

    def _all_answers(self) -> None:
        written: set[int] = set()
        for site in self.graph.sites:
            for answer in site.answers:
                if answer.code in written:
                    continue
                written.add(answer.code)
                self._answer(answer, f"a_{answer.code}(S, code, back)")
        self.written = written

    def _only_way(self) -> None:
        """Where a game has one question with one kind of answer, what takes it goes on to the next decision itself."""
        answers = [answer for site in self.graph.sites for answer in site.answers]
        if self.traced or len(answers) != 1 or answers[0].option is not None:
            return
        from rulewright.compile.python.polish import polished

        start, self.whole = len(self.out.lines), True
        self._answer(answers[0], "take(S, code)")
        self.whole = False
        own = [e for e in self.layout.entries if e.what in ("control", "frame")]
        numbers = frozenset(e.start + i for e in own for i in range(e.count))
        self.out.lines[start:] = [polished("\n".join(self.out.lines[start:]), numbers, {0: -1})]

    def _answer(self, answer: b.Answer, head: str) -> None:
        self.out.writer.env = {}
        self._function(f"def {head}:")
        choice, option = answer.choice, answer.option
        if answer.stop and answer.block is not None:
            self._leave("back")
            return
        self.out.rule = choice.rule
        if option is None:
            if choice.var is not None:
                self._come_with(choice)
            assert answer.block is not None
            self._go_from_answer(answer.block)
        else:
            self._menu_answer(answer, option)

    def _come_with(self, choice: c.Choice) -> None:
        assert choice.var is not None
        text = "code" if self.whole else "code & 65535"
        if choice.or_nothing:
            self.out.put(f"x = {text}")
            text = "-1 if x == 65535 else x"
        self.out.store(choice.var, text)

    def _go_from_answer(self, block: b.Block) -> None:
        self._inside(block)

    def _menu_answer(self, answer: b.Answer, option: c.MenuOption) -> None:
        circle = self.graph.circle_of(option)
        asking = id(option) in self.graph.asking
        if circle is not None and asking:
            self._push(circle)
        if option.this is not None:
            self.out.store(option.this, f"(code >> {THIS} & 65535) - 1")
        if answer.choice.var is not None:
            self._come_with(answer.choice)
        self._remember(option)
        if asking:
            self.out.put(f"S[{self.graph.frames.back[id(option)]}] = back")
            self._inside(self.graph.frames.entry[id(option)])
        else:
            self.out.actions(answer.choice.body)
            self._leave("back")

    def _push(self, circle: b.Circle) -> None:
        self.out.put(f"d = S[{circle.depth}]")
        self.out.put(f"k = {circle.kept} + d * {circle.length + 1}")
        self.out.put(f"S[k : k + {circle.length}] = S[{circle.start} : {circle.start + circle.length}]")
        self.out.put(f"S[k + {circle.length}] = back")
        self.out.put(f"S[{circle.depth}] = d + 1")
        self.out.put(f"back = {circle.resume.number}")

    def _remember(self, option: c.MenuOption) -> None:
        """Mark that the option has been used, where that matters."""
        player = self.out.writer.name_of(option.menu.player)
        if option.once is not None:
            axis = option.once.keys[0]
            slot = self.layout.slot(option.once)
            thing = f"{self.out.writer.name_of(option.this)} - {axis.start}" if option.this else player
            self.out.put(f"S[{slot}] |= 1 << ({thing})")
        if option.limit is not None:
            self.out.put(f"S[{self.layout.slot(option.limit[0])} + {player}] += 1")

    # -- texts (traced build only)

    def _prompt(self, site: b.Site) -> None:
        self.out.writer.env = {}
        self._function(f"def prompt_{site.number}(S):")
        self.out.put(f"return {self.out.text(_expanded(site.question.prompt))}")
        for answer in site.answers:
            self._label(site, answer)

    def _label(self, site: b.Site, answer: b.Answer) -> None:
        choice = answer.choice
        self.out.writer.env = {}
        self._function(f"def label_{site.number}_{answer.code}(S, code):")
        if answer.option is not None and answer.option.this is not None:
            self.out.put(f"{self.out.writer.local(answer.option.this)} = (code >> {THIS} & 65535) - 1")
        if choice.var is not None:
            self.out.put("x = code & 65535")
            self.out.put(f"{self.out.writer.local(choice.var)} = -1 if x == 65535 else x")
        label = choice.label
        if label is None:
            spoken = choice.name.replace("-", " ").capitalize()
            label = c.Text((c.Use(choice.var),) if choice.plain and choice.var else (spoken,))
        self.out.put(f"return {self.out.text(label)}")


def _expanded(text: c.Text) -> c.Text:
    return c.Text(tuple(p if isinstance(p, str) else expand(p) for p in text.parts))
