# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The options of the decorator, checked."""

from __future__ import annotations

CHOICES = {
    "target": ("auto", "cuda", "interpreter", "simulated"),
    "parallel": ("auto", "require"),
    "fp": ("contract", "strict", "fast"),
}
DEFAULTS = {
    "target": "auto", "parallel": "auto", "boundscheck": True, "fp": "contract", "cache": True, "lineinfo": False,
    "debug": False, "reproducible": False,
}


def check(given: dict) -> dict:
    """All options, with the given ones checked and put over the defaults.

    Numba's `fastmath=True` is taken as `fp="fast"`. Raises TypeError for an unknown option or a value of the wrong type,
    ValueError for an unknown choice.
    """
    given = dict(given)
    if "fastmath" in given:
        fast = given.pop("fastmath")
        if "fp" in given:
            raise TypeError("gpujit: give either fp= or fastmath=, not both")
        _check_bool("fastmath", fast)
        given["fp"] = "fast" if fast else DEFAULTS["fp"]
    for name, value in given.items():
        if name not in DEFAULTS:
            raise TypeError(f"gpujit has no option {name!r}{_meant(name, DEFAULTS)}")
        if name in CHOICES:
            _check_choice(name, value)
        else:
            _check_bool(name, value)
    return DEFAULTS | given


def _check_choice(name: str, value) -> None:
    if not isinstance(value, str):
        raise TypeError(f"gpujit: {name}= takes a string, one of {_listed(CHOICES[name])}, not {value!r}")
    if name == "target" and value.startswith("simulated:") and value[10:].isascii() and value[10:].isdecimal() \
            and int(value[10:]) < 2**63:
        return
    if value not in CHOICES[name]:
        raise ValueError(f"gpujit: {name}={value!r} is unknown{_meant(value, CHOICES[name])}")


def _check_bool(name: str, value) -> None:
    if not isinstance(value, bool):
        raise TypeError(f"gpujit: {name}= takes True or False, not {value!r}")


def _meant(name: str, known) -> str:
    import difflib

    near = difflib.get_close_matches(name, known, n=1)
    return f": did you mean {near[0]!r}?" if near else f": known are {_listed(known)}"


def _listed(names) -> str:
    return ", ".join(repr(name) for name in names)
