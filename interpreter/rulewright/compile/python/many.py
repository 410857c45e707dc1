"""Values that are made of many things: counted, picked out, added up, compared, looked at one by one."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.check import core as c
from rulewright.compile.inline import uses
from rulewright.compile.python.sets import Sets
from rulewright.compile.python.tables import plus, wrap


class Many(Sets):
    """Writes what goes through the things of a set; where things are kept comes from the class built on it."""

    ahead: Callable[[str], str] | None

    def each(self, things: str) -> str:
        raise NotImplementedError

    def inside(self, var: c.Var) -> str:
        raise NotImplementedError

    def held(self, v: c.Contents) -> str:
        raise NotImplementedError

    def _count(self, v: c.Count) -> str:
        things = v.things
        if isinstance(things, c.Contents):
            return self.held(things) if things.place.order else f"{self.held(things)}.bit_count()"
        if isinstance(things, c.Filter) and self.mask_of(things.condition, things.var) is None:
            return self._over(things, lambda test, loop: f"len([1 for {loop} if {test}])")
        if isinstance(things, c.Const):
            return str(things.value.bit_count())
        return f"{wrap(self.write(things))}.bit_count()"

    def _over(self, v: c.Filter, form: object) -> str:
        things = self.write(v.things)
        name = self.inside(v.var)
        assert callable(form)
        return str(form(self.write(v.condition), f"{name} in {self.each(things)}"))

    def _filter(self, v: c.Filter) -> str:
        things = self.write(v.things)
        mask, rest = self.split_mask(v.condition, v.var)
        if mask is not None:
            things = f"({things} & {mask})"
        if rest is None:
            return things
        name = self.inside(v.var)
        return f"sum([1 << {name} for {name} in {self.each(things)} if {self.write(rest)}])"

    def _fold(self, v: c.Fold) -> str:
        fast = self._fast_sum(v)
        if fast is not None:
            return fast
        things = self.write(v.things)
        name = self.inside(v.var)
        loop = f"[{self.write(v.value)} for {name} in {self.each(things)}]"
        if v.how == "sum":
            return f"sum({loop})"
        return f"{'max' if v.how == 'most' else 'min'}({loop}, default=0)"

    def _fast_sum(self, v: c.Fold) -> str | None:
        """The sum of a fact over all things of its last key is the sum of a stretch of the vector."""
        things, read = v.things, v.value
        if v.how != "sum" or not isinstance(things, c.Const) or not isinstance(read, c.Read) or read.stored.as_mask:
            return None
        axis = read.stored.keys[-1]
        whole = things.type.domain is not None and things.value == things.type.domain.everything
        last = read.keys[-1]
        if not whole or axis.domain is not things.type.domain or axis.kind or not isinstance(last, c.Use):
            return None
        if last.var is not v.var or any(uses(k, v.var) for k in read.keys[:-1]):
            return None
        base = self.layout.slot(read.stored)
        start = self.place_of(base, read.stored.keys[:-1], read.keys[:-1], axis.size)
        return f"sum(S[{start} : {plus(start, axis.size)}])"

    def _best(self, v: c.Best) -> str:
        things = self.write(v.things)
        name = self.inside(v.var)
        sign = "" if v.how == "most" else "-"
        return f"best([({sign}{wrap(self.write(v.value))}, {name}) for {name} in {self.each(things)}])"

    def _quantified(self, v: c.Quantified) -> str:
        fast = self._enough_of_each(v)
        if fast is not None:
            return fast
        things = self.write(v.things)
        mask = self.mask_of(v.condition, v.var)
        if mask is not None:
            return f"(not {things} & ~{wrap(mask)})" if v.every else f"({things} & {mask} != 0)"
        name = self.inside(v.var)
        test = self.write(v.condition)
        if v.every:
            return f"(not any([1 for {name} in {self.each(things)} if not {test}]))"
        return f"any([1 for {name} in {self.each(things)} if {test}])"

    def _enough_of_each(self, v: c.Quantified) -> str | None:
        """Whether the units on the pieces of a pool are enough for every name of a set: two sets are compared."""
        test, total = v.condition, v.condition.left if isinstance(v.condition, c.Test) else None
        if not v.every or not isinstance(test, c.Test) or test.operator != ">=" or not isinstance(total, c.Fold):
            return None
        read = total.value
        if total.how != "sum" or not isinstance(read, c.Read) or read.stored.as_mask or len(read.keys) != 2:
            return None
        piece, name = read.keys
        if not (isinstance(piece, c.Use) and piece.var is total.var and isinstance(name, c.Use) and name.var is v.var):
            return None
        axes = read.stored.keys
        if uses(total.things, v.var) or uses(test.right, v.var) or axes[1].start or axes[1].domain is None:
            return None
        base = self.layout.slot(read.stored) - axes[0].start * axes[1].size
        things, number = self.write(total.things), self.write(test.right)
        enough = f"enough(S, {base}, {axes[1].size}, BITS[{things}], {number})"
        name_of = self.ahead(enough) if self.ahead is not None else enough
        return f"(not {self.write(v.things)} & ~{name_of})"
