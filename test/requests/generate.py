# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the sample compile requests of this folder: `python test/requests/generate.py`.

One file a kernel of test/cases, for tests that have no Python. test/python/test_requests.py holds them up to date.
"""

import json
import pathlib
import sys

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "cases"))
sys.path.append(str(HERE.parent.parent / "python"))  # behind an installed gpujit, which has its extension module

import loops  # noqa: E402
import refused  # noqa: E402
from gpujit import _aliases, _capture, _types  # noqa: E402

OPTIONS = {"target": "cuda", "arch": "sm_90", "ptx": 80, "fp": "contract", "parallel": "auto", "boundscheck": True,
           "reproducible": False, "lineinfo": False, "debug": False}


def samples():
    """(name, request) of every case, as documents."""
    for case in loops.CASES + refused.REFUSED:
        args = case["make"](np.random.default_rng(0)) if "make" in case else case["args"]()
        try:
            yield case["name"], sample(case["fn"], args, case.get("options", {}), case.get("strict", False))
        except TypeError:  # an argument that is refused before there is a request
            continue


def sample(fn, args, options, strict):
    snapshot = _capture.Snapshot(fn)
    for function in snapshot.functions:
        function["file"] = pathlib.Path(function["file"]).name
    names = snapshot.functions[0]["params"] + [name for name, _ in snapshot.hidden]
    args = [*args, *(array for _, array in snapshot.hidden)]
    signature = [_types.type_of(arg, name).to_json(name) for name, arg in zip(names, args, strict=True)]
    options = OPTIONS | options | ({"fp": "strict"} if strict else {})
    return json.loads(_capture.request(snapshot, signature, _aliases.find(args).to_json(), options,
                                       ["ast", "pyk", "loops", "plan", "gpu", "nvvm", "llvm", "ptx", "recipe", "report"]))


def text(request) -> str:
    """One line a statement of the kernel's body, so that a change can be read."""
    return json.dumps(request, separators=(", ", ": ")).replace('{"_": "', '\n{"_": "') + "\n"


if __name__ == "__main__":
    for name, request in samples():
        (HERE / f"{name}.json").write_text(text(request))
