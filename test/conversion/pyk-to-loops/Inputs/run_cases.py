# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the loops stage of every case on the CPU and compares it with Python: run_cases.py ROOT [CASE...].

The stage is lowered by upstream passes and clang; a failed `plan.check` is counted, and `plan.failed` asks whether
there was one. gpujit-compile, gpujit-opt, mlir-opt, mlir-translate and clang are looked for on the path.
"""

import ctypes
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np

PASSES = (
    "scf-forall-to-for,convert-scf-to-cf,expand-strided-metadata,lower-affine,convert-math-to-llvm,"
    "convert-math-to-libm,convert-arith-to-llvm,convert-index-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,"
    "convert-cf-to-llvm,reconcile-unrealized-casts"
)
RUNTIME = """
#include <math.h>
int failures;
void check(_Bool ok) { failures += !ok; }
_Bool failed(void) { return failures > 0; }
double __nv_fmod(double a, double b) { return fmod(a, b); }
float __nv_fmodf(float a, float b) { return fmodf(a, b); }
"""
SCALARS = {np.float32: ctypes.c_float, np.float64: ctypes.c_double, bool: ctypes.c_bool, int: ctypes.c_int64}


def run(command: list[str], text: str = "") -> str:
    """The output of a program; raises RuntimeError with what it said when it fails."""
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError((done.stderr or done.stdout)[:400])
    return done.stdout


def lower(loops: str) -> str:
    """LLVM IR of the loops stage, with calls in place of plan's operations."""
    loops = run(["gpujit-opt", "--pass-pipeline=builtin.module(func.func(loops-order-loops))"], loops)
    text = re.sub(r"plan\.check (%\w+), .*", r"func.call @check(\1) : (i1) -> ()", loops)
    text = text.replace("plan.failed", "func.call @failed() : () -> i1")
    text = re.sub(r"( attributes)? \{gpujit[^{}]*\}", "", text)
    end = text.rindex("}")
    text = text[:end] + "func.func private @check(i1)\nfunc.func private @failed() -> i1\n}\n"
    return run(["mlir-translate", "--mlir-to-llvmir"], run(["mlir-opt", f"--pass-pipeline=builtin.module({PASSES})"], text))


def words(argument: object) -> list[object]:
    """One argument as the fields of a memref descriptor, or as a scalar."""
    if not isinstance(argument, np.ndarray):
        return [SCALARS[type(argument)](argument)]
    data = ctypes.c_void_p(argument.ctypes.data)
    strides = [stride // argument.itemsize for stride in argument.strides]
    return [data, data, *map(ctypes.c_int64, [0, *argument.shape, *strides])]


def is_same(case: dict, expected: object, actual: object) -> bool:
    """Equal as the case asks; integers and arguments that aren't arrays exactly."""
    if not isinstance(expected, np.ndarray) or expected.dtype.kind != "f":
        return bool(np.array_equal(expected, actual))
    bound = 0.0 if case["fp"] == "exact" else case["fp"]
    return np.allclose(expected, actual, rtol=bound, atol=bound, equal_nan=True)


def check(case: dict, root: pathlib.Path, folder: pathlib.Path) -> str:
    """What is wrong with the case, or nothing."""
    name = case["name"]
    loops = run(["gpujit-compile", "loops", str(root / "test/requests" / f"{name}.json")])
    (folder / f"{name}.ll").write_text(lower(loops))
    library = folder / f"{name}.so"
    sources = [str(folder / f"{name}.ll"), str(folder / "runtime.c")]
    run(["clang", "-O2", "-w", "-shared", "-fPIC", *sources, "-lm", "-o", str(library)])
    loaded = ctypes.CDLL(str(library))
    expected, actual = (case["make"](np.random.default_rng(0)) for _ in range(2))
    with np.errstate(all="ignore"):
        case["fn"](*expected)
    getattr(loaded, name)(*(word for argument in actual for word in words(argument)))
    if ctypes.c_int.in_dll(loaded, "failures").value:
        return "raises"
    wrong = [i for i, pair in enumerate(zip(expected, actual, strict=True)) if not is_same(case, *pair)]
    return f"argument {wrong[0]} differs" if wrong else ""


def main() -> int:
    """Checks the cases named, or all; the number of those that are wrong is the exit status."""
    root = pathlib.Path(sys.argv[1])
    sys.path.insert(0, str(root / "test/cases"))
    from loops import CASES

    wrong = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "runtime.c").write_text(RUNTIME)
        for case in CASES:
            if len(sys.argv) > 2 and case["name"] not in sys.argv[2:]:
                continue
            try:
                problem = check(case, root, folder)
            except RuntimeError as error:
                problem = str(error)
            wrong += bool(problem)
            print(f"{case['name']}: {problem or 'right'}", flush=True)
    return wrong


if __name__ == "__main__":
    sys.exit(main())
