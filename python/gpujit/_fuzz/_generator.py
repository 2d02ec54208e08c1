# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels without undefined behaviour, and their arguments, from a seed.

Subscripts are in range or raise on purpose, Python ints stay small, divisors aren't zero, floats are dyadic (multiples of
1/8 of small size), so that neither order nor fusion can hide a fault. `FEATURES` counts what was made.
"""

from __future__ import annotations

import collections
import random

import numpy as np

SIZES = (0, 1, 2, 3, 7, 31, 32, 33)
INTS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
FLOATS = ("float32", "float64")
FEATURES = collections.Counter()


class Array:
    """An array argument: dtype name, rank, and how its view lies in memory."""

    def __init__(self, name: str, dtype: str, rank: int, layout: str):
        self.name, self.dtype, self.rank, self.layout = name, dtype, rank, layout

    def make(self, size: int, rng: np.random.Generator) -> np.ndarray:
        """An array of `size` along each axis."""
        stretch = 2 if self.layout == "strided" else 1
        shape = (size * stretch,) * self.rank
        if self.dtype == "bool":
            data = rng.integers(0, 2, shape).astype(bool)
        elif self.dtype in FLOATS:
            data = (rng.integers(-64, 65, shape) / 8).astype(self.dtype)
        else:
            data = rng.integers(0 if self.dtype[0] == "u" else -100, 100, shape).astype(self.dtype)
        if self.layout == "strided":
            return data[(slice(None, None, 2),) * self.rank]
        return data[::-1] if self.layout == "reversed" else data


class Generator:
    """One program. `source` is its text with a kernel called `kernel`; `arguments()` makes fresh equal arguments."""

    def __init__(self, seed: int):
        self.seed = seed
        self.random = random.Random(seed)
        self.size = self.random.choice(SIZES)
        self.arrays = [self._array(k) for k in range(self.random.randint(2, 4))]
        self.scalars = {"p": self.random.randint(-9, 9), "q": np.float32(self.random.randint(-20, 20) / 4)}
        self.fresh = 0
        self.lines: list[str] = []
        self.helpers: list[str] = []
        self._program()
        self.source = "\n".join(self.helpers + self.lines) + "\n"

    def arguments(self) -> list:
        """The kernel's arguments, the same at each call."""
        rng = np.random.default_rng(self.seed)
        return [*(a.make(self.size, rng) for a in self.arrays), *self.scalars.values()]

    # ---- choices -------------------------------------------------------------------------------------

    def _feature(self, name: str) -> None:
        FEATURES[name] += 1

    def _array(self, k: int) -> Array:
        dtype = self.random.choice((*INTS, *FLOATS, *FLOATS, *FLOATS, "bool"))
        layout = self.random.choice(("C", "C", "C", "reversed", "strided"))
        self._feature(f"dtype {dtype}")
        self._feature(f"layout {layout}")
        return Array("abcd"[k], dtype, self.random.choice((1, 1, 2)), layout)

    def _name(self, prefix: str) -> str:
        self.fresh += 1
        return f"{prefix}{self.fresh}"

    # ---- the program ---------------------------------------------------------------------------------

    def _program(self) -> None:
        if self.random.random() < 0.4:
            self._helper()
        names = ", ".join([a.name for a in self.arrays] + list(self.scalars))
        self.lines.append(f"def kernel({names}):")
        self.lines.append(f"    n = {self.arrays[0].name}.shape[0]")
        scope = {"n": "int", "p": "int", "q": "float"}
        for _ in range(self.random.randint(1, 3)):
            if self.random.random() < 0.25:
                self._assign(scope, 1)
            self._loop(scope, 1, self.random.randint(1, 2))

    def _helper(self) -> None:
        self._feature("call")
        scope = {"u": "int", "v": "int"}
        lines = ["def helper(u, v):"]
        if self.random.random() < 0.5:
            self._feature("early return")
            lines += [f"    if {self._bool(scope, 1)}:", f"        return {self._int(scope, 1)}"]
        lines.append(f"    return {self._int(scope, 2)}")
        self.helpers = [*lines, "", ""]

    def _add(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def _loop(self, scope: dict, depth: int, nest: int) -> None:
        """A for loop over the arrays' extent, in one of range's forms, or a while loop with a counter."""
        i = self._name("i")
        form = self.random.choice(("range(n)", "range(n)", "range(n)", "range(1, n)", "range(n - 1, -1, -1)",
                                   "range(0, n, 3)"))
        self._feature(f"loop {form}")
        self._add(depth, f"for {i} in {form}:")
        inner = dict(scope)
        inner[i] = "index"
        if nest > 1 and depth < 3:
            if self.random.random() < 0.3:
                self._assign(inner, depth + 1)
            self._loop(inner, depth + 1, nest - 1)
            if self.random.random() < 0.3:
                self._statement(inner, depth + 1, 1)
        else:
            for _ in range(self.random.randint(1, 4)):
                self._statement(inner, depth + 1, 2)

    def _statement(self, scope: dict, depth: int, budget: int) -> None:
        kinds = [self._store, self._store, self._store, self._update, self._assign]
        if budget > 0:
            kinds += [self._branch, self._skip, self._inner_while, self._reduction]
        kind = self.random.choice(kinds)
        self._feature(kind.__name__.strip("_"))
        if kind in (self._branch,):
            self._branch(scope, depth, budget - 1)
        else:
            kind(scope, depth)

    def _assign(self, scope: dict, depth: int) -> None:
        kind = self.random.choice(("int", "float"))
        name = self._name("x" if kind == "int" else "y")
        value = f"({self._int(scope, 2)}) % 1009" if kind == "int" else f"float({self._int(scope, 1)}) / 8"
        self._add(depth, f"{name} = {value}")
        scope[name] = kind

    def _store(self, scope: dict, depth: int) -> None:
        array = self.random.choice(self.arrays)
        self._add(depth, f"{self._element(array, scope)} = {self._value(array.dtype, scope)}")

    def _update(self, scope: dict, depth: int) -> None:
        array = self.random.choice([a for a in self.arrays if a.dtype != "bool"] or self.arrays)
        if array.dtype == "bool":
            return self._store(scope, depth)
        op = self.random.choice(("+=", "-=", "*=") if array.dtype in FLOATS else ("+=", "-=", "*=", "^=", "|=", "&="))
        value = self._small(array.dtype, scope)
        self._add(depth, f"{self._element(array, scope)} {op} {value}")
        return None

    def _branch(self, scope: dict, depth: int, budget: int) -> None:
        self._add(depth, f"if {self._bool(scope, 2)}:")
        self._statement(dict(scope), depth + 1, budget)
        if self.random.random() < 0.5:
            self._add(depth, "else:")
            self._statement(dict(scope), depth + 1, budget)

    def _skip(self, scope: dict, depth: int) -> None:
        word = self.random.choice(("continue", "continue", "break"))
        self._feature(word)
        self._add(depth, f"if {self._bool(scope, 1)}:")
        self._add(depth + 1, word)

    def _inner_while(self, scope: dict, depth: int) -> None:
        k = self._name("k")
        self._add(depth, f"{k} = 0")
        self._add(depth, f"while {k} < {self.random.randint(0, 5)} and {self._bool(scope, 0)}:")
        inner = {**scope, k: "int"}
        self._statement(inner, depth + 1, 0)
        self._add(depth + 1, f"{k} += 1")
        scope[k] = "int"

    def _reduction(self, scope: dict, depth: int) -> None:
        s, j = self._name("s"), self._name("j")
        array = self.random.choice(self.arrays)
        start = self.random.choice(("0", "3", "-2"))
        self._add(depth, f"{s} = {start}")
        self._add(depth, f"for {j} in range(n):")
        inner = {**scope, j: "index"}
        element = self._element(array, inner)
        if array.dtype == "bool":
            element = f"int({element})"
        self._add(depth + 1, self.random.choice((f"{s} += {element}", f"{s} = max({s}, {element})",
                                                 f"{s} = min({s}, {element})")))
        target = self.random.choice([a for a in self.arrays if a.dtype in FLOATS or a.dtype == "int64"] or [None])
        if target is not None:
            self._add(depth, f"{self._element(target, scope)} = {s if target.dtype in FLOATS else f'int({s})'}")

    # ---- expressions ---------------------------------------------------------------------------------

    def _index(self, scope: dict) -> str:
        """A subscript within the extent n, negative ones included."""
        indices = [name for name, kind in scope.items() if kind == "index"]
        i = self.random.choice(indices) if indices else "0"
        if not indices:
            return f"({self._int(scope, 1)}) % max(n, 1)"
        return self.random.choice((i, i, i, i, f"n - 1 - {i}", f"{i} - 1", f"({i} + {self.random.randint(1, 5)}) % n",
                                   f"({i} * {self.random.randint(2, 5)}) % n", f"{i} // 2", f"-1 - {i}"))

    def _element(self, array: Array, scope: dict) -> str:
        return f"{array.name}[{', '.join(self._index(scope) for _ in range(array.rank))}]"

    def _value(self, dtype: str, scope: dict) -> str:
        """A value for an element of this dtype: of the same kind, or a small Python number."""
        if dtype == "bool":
            return self._bool(scope, 1)
        if dtype in FLOATS:
            return self._float(scope, 2)
        if dtype[0] == "u":
            return f"({self._int(scope, 2)}) % 100"
        return f"({self._int(scope, 2)}) % 199 - 99"

    def _small(self, dtype: str, scope: dict) -> str:
        same = [a for a in self.arrays if a.dtype == dtype]
        if same and self.random.random() < 0.5:
            return self._element(self.random.choice(same), scope)
        return str(self.random.randint(0, 3)) if dtype not in FLOATS else self.random.choice(("0.5", "2.0", "-1.0", "3"))

    def _int(self, scope: dict, depth: int) -> str:
        """An expression that is a small Python int."""
        names = [name for name, kind in scope.items() if kind in ("int", "index")]
        if depth == 0 or self.random.random() < 0.3:
            array = self.random.choice(self.arrays)
            leaf = self.random.random()
            if leaf < 0.4 and names:
                return self.random.choice(names)
            if leaf < 0.7 and any(kind == "index" for kind in scope.values()):
                return f"int({self._element(array, scope)}) % 127"
            return str(self.random.randint(-9, 9))
        a, b = self._int(scope, depth - 1), self._int(scope, depth - 1)
        divisor = self.random.choice((2, 3, -4, 7))
        forms = [f"({a} + {b})", f"({a} - {b})", f"({a}) % 31 * (({b}) % 17)", f"({a}) // {divisor}", f"({a}) % {divisor}",
                 f"min({a}, {b})", f"max({a}, {b})", f"abs({a})", f"-({a})",
                 f"({a} if {self._bool(scope, 0)} else {b})", f"(({a}) & 255)", f"(({a}) ^ ({b})) % 64", f"~({a})",
                 f"(({a}) % 8 << 2)", f"(({a}) >> 1)", f"int({self._bool(scope, 0)})", f"(({a}) % 5) ** 2"]
        if self.helpers and "u" not in scope:
            forms += [f"helper({a}, {b})", f"helper(v={a}, u={b})"]
        return self.random.choice(forms)

    def _float(self, scope: dict, depth: int) -> str:
        names = [name for name, kind in scope.items() if kind == "float"]
        if depth == 0 or self.random.random() < 0.3:
            floats = [a for a in self.arrays if a.dtype in FLOATS]
            if floats and any(kind == "index" for kind in scope.values()) and self.random.random() < 0.6:
                return self._element(self.random.choice(floats), scope)
            return self.random.choice([*names, "0.5", "-1.25", "2.0", "0.0"])
        a, b = self._float(scope, depth - 1), self._float(scope, depth - 1)
        return self.random.choice((f"({a} + {b})", f"({a} - {b})", f"({a} * 0.5)", f"({a} * 2)", f"-({a})", f"abs({a})",
                                   f"({a} + {self._int(scope, 0)})", f"(({a}) / 4)", f"({a} // 2)", f"({a} % 4)",
                                   f"float({self._int(scope, 1)})", f"np.float32({a})", f"np.minimum({a}, {b})",
                                   f"np.maximum({a}, {b})", f"math.floor({a})", f"np.floor({a})"))

    def _bool(self, scope: dict, depth: int) -> str:
        if depth > 0 and self.random.random() < 0.4:
            a, b = self._bool(scope, depth - 1), self._bool(scope, depth - 1)
            return self.random.choice((f"({a} and {b})", f"({a} or {b})", f"not ({a})"))
        op = self.random.choice(("<", "<=", ">", ">=", "==", "!="))
        if self.random.random() < 0.3 and any(kind == "index" for kind in scope.values()):
            return f"{self._element(self.random.choice(self.arrays), scope)} {op} {self.random.randint(-3, 3)}"
        if self.random.random() < 0.2:
            return f"{self.random.randint(-3, 3)} {op} {self._int(scope, 0)} < {self._int(scope, 0)}"
        return f"{self._int(scope, 0)} {op} {self._int(scope, 0)}"
