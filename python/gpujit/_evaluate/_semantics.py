# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether the results are right: on fresh inputs, before anything is timed and after."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from ._comparison import Fault, compare_outputs, recall_of
from ._contract import Contract, ContractError

ON_CPU = 10_000  # the largest size that is checked where a kernel has fallen back
SPECIAL_SIZE = 33  # at which NaN, infinities and strided views are tried


@dataclass(frozen=True)
class Problem:
    """Arguments that stay as they were made, and copies of the outputs that they must give."""

    arguments: tuple
    expected: tuple[np.ndarray, ...]
    equal_nan: bool = False


@dataclass
class Checked:
    """What the checks found: `fault`, the first one; `repeats`, whether two runs gave the same bits; `notes`, what was
    left out; `recall`, the least share of right neighbours, where that is asked for."""

    fault: Fault | None = None
    repeats: bool = True
    notes: list[str] = field(default_factory=list)
    recall: float | None = None


def copied(arguments: tuple) -> tuple:
    """The arguments with arrays of their own, strides kept."""
    return tuple(_copy(a) if isinstance(a, np.ndarray) else a for a in arguments)


def _copy(array: np.ndarray) -> np.ndarray:
    if array.flags.forc or array.size == 0:
        return array.copy(order="K")
    # A view keeps its gaps: the copy is the same view of a larger array.
    view = np.empty((2 * array.shape[0], *array.shape[1:]), array.dtype)[::2]
    view[...] = array
    return view


def problem(contract: Contract, size: int, seed: int) -> Problem:
    """Inputs of a size, and the reference's outputs, which share no memory with anything that a kernel is given."""
    return _solved(contract, tuple(contract.inputs(np.random.default_rng(seed), size)))


def _solved(contract: Contract, arguments: tuple, equal_nan: bool = False) -> Problem:
    with np.errstate(all="ignore"):
        expected = contract.reference(*copied(arguments))
    expected = expected if isinstance(expected, tuple) else (expected,)
    if len(expected) != len(contract.outputs):
        raise ContractError(f"reference gives {len(expected)} outputs, the contract lists {len(contract.outputs)}")
    if max(contract.outputs) >= len(arguments):
        raise ContractError(f"outputs names argument {max(contract.outputs)}, and inputs gives {len(arguments)}: they count "
                            "from 0")
    return Problem(arguments, tuple(np.array(e, copy=True) for e in expected), equal_nan)


def fresh(contract: Contract, what: Problem) -> tuple:
    """Arguments for one run: copies, with outputs that hold a value no kernel would leave there by luck."""
    arguments = copied(what.arguments)
    for k in set(contract.outputs) - set(contract.inout):
        array = arguments[k]
        array[...] = np.nan if array.dtype.kind in "fc" else array.dtype.type(True if array.dtype.kind == "b" else 0x5A)
    return arguments


def compare(contract: Contract, what: Problem, arguments: tuple) -> Fault | None:
    """The first fault of a run's arguments against what was expected."""
    fault = compare_outputs(contract, what.expected, tuple(arguments[k] for k in contract.outputs), what.equal_nan)
    if fault:
        return fault
    for k, (before, after) in enumerate(zip(what.arguments, arguments, strict=True)):
        if k not in contract.outputs and isinstance(before, np.ndarray) and before.tobytes() != after.tobytes():
            return Fault("input-changed", f"argument {k} was changed, and isn't an output", k)
    return None


def all_zero(contract: Contract, what: Problem) -> bool:
    """Whether no input has anything but zeros: data that is easy on clocks, caches and branches."""
    arrays = [a for k, a in enumerate(what.arguments)
              if isinstance(a, np.ndarray) and a.size > 1 and (k not in contract.outputs or k in contract.inout)]
    return bool(arrays) and not any(a.any() for a in arrays)


def check(contract: Contract, run: Callable, strict: Callable | None = None, most: int | None = None) -> Checked:
    """The first fault over edges, special values, strided views and sizes, up to `most` where the kernel runs slowly.

    `strict` is the kernel with each operation rounded: when it is right where `run` isn't, fast mathematics is to blame.
    """
    checked = Checked()
    for name, what in _problems(contract, checked, most):
        checked.fault = _check_one(contract, run, strict, what, checked)
        if checked.fault:
            if not name.startswith("size"):
                checked.fault = replace(checked.fault, message=f"{name}: {checked.fault.message}")
            break
    return checked


def _problems(contract: Contract, checked: Checked, most: int | None):
    """(what it is, the problem) for each check, easy ones first."""
    for number, size in enumerate(contract.edges):
        try:
            yield f"size {size}", problem(contract, size, contract.seed + number)
        except ContractError:
            raise
        except Exception as error:  # the reference has no answer there
            checked.notes.append(f"size {size} isn't checked: there the inputs or the reference raise "
                                 f"{type(error).__name__}")
    size = min(SPECIAL_SIZE, max(contract.sizes))
    for name, change, wanted in (("with NaN and infinities", _with_special, contract.special),
                                 ("with strided views", _strided, contract.strided)):
        if not wanted:
            checked.notes.append(f"inputs {name} aren't checked: the contract leaves them out")
            continue
        try:
            arguments = change(contract, tuple(contract.inputs(np.random.default_rng(contract.seed + 500), size)))
            if arguments is not None:
                yield name, _solved(contract, arguments, equal_nan=True)
        except ContractError:
            raise
        except Exception as error:
            checked.notes.append(f"inputs {name} aren't checked: there the reference raises {type(error).__name__}")
    for number, size in enumerate(contract.sizes, len(contract.edges)):
        if most is not None and size > most:
            checked.notes.append(f"size {size} isn't checked: without a GPU it would take long")
            continue
        yield f"size {size}", problem(contract, size, contract.seed + number)


def _with_special(contract: Contract, arguments: tuple) -> tuple | None:
    """The arguments with a NaN and both infinities in each float input; None if there is none."""
    changed, found = list(copied(arguments)), False
    for k, array in enumerate(changed):
        if not isinstance(array, np.ndarray) or array.dtype.kind not in "fc" or array.size < 4:
            continue
        if k not in contract.outputs or k in contract.inout:
            values, found = array.copy(), True
            values.reshape(-1)[[0, array.size // 2, -1]] = np.inf, np.nan, -np.inf
            array[...] = values
    return tuple(changed) if found else None


def _strided(contract: Contract, arguments: tuple) -> tuple | None:
    """The arguments with each array as every other row of a larger one."""
    changed = []
    for array in arguments:
        if isinstance(array, np.ndarray) and array.ndim and array.shape[0] > 1:
            view = np.zeros((2 * array.shape[0], *array.shape[1:]), array.dtype)[::2]
            view[...] = array
            changed.append(view)
        else:
            changed.append(array)
    return tuple(changed)


def _run(run: Callable, arguments: tuple) -> Fault | None:
    from gpujit import CompileError, CudaError

    try:
        run(*arguments)
    except (CompileError, CudaError, ImportError, ContractError):
        raise
    except Exception as error:
        return Fault("raised", f"the kernel raises {type(error).__name__}: {error}; the reference doesn't")
    return None


def _check_one(contract: Contract, run: Callable, strict: Callable | None, what: Problem, checked: Checked) -> Fault | None:
    first, second = fresh(contract, what), fresh(contract, what)
    fault = _run(run, first) or compare(contract, what, first)
    if fault:
        return _blame(contract, what, fault, strict)
    fault = _run(run, second) or compare(contract, what, second)
    if fault:
        checked.repeats = False
        return fault
    checked.repeats &= all(first[k].tobytes() == second[k].tobytes() for k in contract.outputs)
    if contract.recall is not None:
        least = min(recall_of(e, first[k]) if e.size else 1.0 for k, e in zip(contract.outputs, what.expected, strict=True))
        checked.recall = least if checked.recall is None else min(checked.recall, least)
    return None


def _blame(contract: Contract, what: Problem, fault: Fault, strict: Callable | None) -> Fault:
    if strict is None or fault.code not in ("wrong", "nan"):
        return fault
    arguments = fresh(contract, what)
    if _run(strict, arguments) or compare(contract, what, arguments):
        return fault
    return Fault("fast-math", f"{fault.message}; right with fp=\"strict\"", fault.output, fault.index)
