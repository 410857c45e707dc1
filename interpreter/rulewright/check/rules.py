"""Reads the rules: what something reaches, and what that reaches in turn."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check.menus import Menus
from rulewright.check.scope import Scope
from rulewright.check.types import Kind, Type
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x


class Rules(Menus):
    """Reads each rule when something first reaches it, so that what it is given is known."""

    def read_all(self) -> None:
        """Read everything that has been reached and not read yet."""
        while self._waiting:
            _, what = self._waiting.pop(0)
            if isinstance(what, c.Procedure):
                self._read_step(what)
            elif isinstance(what, c.Menu):
                self._read_menu(what)

    def answers(self, step: str, piece: c.Value, node: x.Expr) -> list[tuple[int, c.Procedure]]:
        """What the rules of pieces say for a step, by the set of pieces they speak of."""
        found: list[tuple[int, c.Procedure]] = []
        for decl in self.rules.of(d.PieceRule):
            kind = self.world.kinds.get(decl.kind.text)
            if kind is None or self.world.home[kind.name] is not piece.type.domain:
                continue
            for when in decl.when:
                if when.step.text == step:
                    mask = self.world.piece_rules.get((kind.name, decl.name.text), (None, 0))[1]
                    found.append((mask, self._answer(decl, when, kind)))
        return found

    def _answer(self, decl: d.PieceRule, when: d.WhenStep, kind: Kind) -> c.Procedure:
        key = (kind.name, decl.name.text, when.step.text)
        if key not in self._answers:
            this = c.Var(kind.name, Type("one", self.world.home[kind.name], kind=kind))
            player = self.player_var()
            full = f"{kind.name}.{decl.name.text}"
            step = c.Procedure(f"{full}.{when.step.text}", "answer", [player, this], [], when.step.span)
            self._answers[key] = step
            scope = Scope(full, {"player": player}, None, this)
            self.note_sources(decl.sources, scope)
            step.body = self.block(when.body, scope)
        return self._answers[key]

    def all_procedures(self) -> list[c.Procedure]:
        """Return every procedure: steps, costs and what pieces answer to a step."""
        return [*self.steps.values(), *self.costs.values(), *self._answers.values()]
